/** The sentence for somebody who learned nothing, for learners with thresholds of their own. */
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../base/index.ts';
import { learnRules } from './learn.ts';

/** Pages with a session id, so few that the thresholds of a method stand in the way. */
const few = Array.from({ length: 12 }, (_, page) => ({
  id: `p${page}`,
  urls: [1, 2].map((sid) => `http://h.org/show/page${page}?sid=${100 * page + sid}`),
}));
/** Pages whose URLs have nothing to do with each other. */
const odd = Array.from({ length: 12 }, (_, page) => ({
  id: `o${page}`,
  urls: [`http://h.org/a${page}/b${page}`, `http://h.org/c${page}/d${page}?e${page}`],
}));

describe('advice', () => {
  const learn = (clusters: typeof few, options: object) => learnRules(clusters, options).summary;

  it('names the support when the pattern tree finds too little', () => {
    const { advice } = learn(few, { learner: 'pattern-tree' });
    expect(advice).toBe('no rule got past --min-support 10; try --min-support 5');
    expect(learn(few, { learner: 'pattern-tree', minSupport: 5 }).accepted).toBe(1);
  });

  it('names the fan-out when rewrite rules have too few values', () => {
    const { advice } = learn(few, { learner: 'rewrite', minSupport: 5 });
    expect(advice).toBe('no rule got past fanout 10; try { methodOptions: { fanout: 5 } } of the library');
    const options = { learner: 'rewrite', minSupport: 5, methodOptions: { fanout: 5 } };
    expect(learn(few, options)).toMatchObject({ accepted: 1, advice: null });
  });

  it.each(['pattern-tree', 'rewrite'])('says when %s has nothing to say', (learner) => {
    expect(learn(odd, { learner }).advice).toBe(
      'the clusters have nothing in common that a rule of this learner could say',
    );
  });
});

describe('methodOptions', () => {
  it('are written down, and refused when the learner does not have them', () => {
    const { ruleSet } = learnRules(few, { learner: 'duster', methodOptions: { scoring: 'tiered' } });
    expect(ruleSet.options).toMatchObject({ 'method-options': { scoring: 'tiered' } });
    expect(() => learnRules(few, { learner: 'duster', methodOptions: { fanout: 5 } })).toThrow(ConfigError);
    expect(() => learnRules(few, { learner: 'duster', methodOptions: { fanout: 5 } })).toThrow(/no option fanout/);
    expect(() => learnRules(few, { learner: 'rewrite', methodOptions: { fanout: 0 } })).toThrow(/fanout/);
  });
});

/** Checks of proving a list of rules: states, directions, rules that say less than others, evidence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Evidence, makeRule, parseRule, printRule, type Rule, type RuleState } from '../../rules/index.ts';
import { type LocalSite, localSite } from './local-site.case.ts';
import { PROOF_DEFAULTS, type ProofOptions, validateByFetching } from './validate-by-fetching.ts';

function rule(text: string, state: RuleState = 'quarantined', evidence?: Evidence): Rule {
  const { scope, match, emit } = parseRule(text);
  return makeRule({ learner: 'dustbuster', hosts: scope.hosts, match, emit, state, ...(evidence ? { evidence } : {}) });
}

async function run(rules: readonly Rule[], urls: readonly string[], site: LocalSite, more: Partial<ProofOptions> = {}) {
  const options = { ...PROOF_DEFAULTS, ...more };
  return validateByFetching({ apply: 'fixpoint', sun: false, rules }, urls, site, options);
}

const states = (rules: readonly Rule[]) => rules.map((one) => `${one.state} ${printRule(one)}`);

const STORY = '@{h} S "story?id=" => "story_"';
const STORIES = Array.from({ length: 40 }, (_, i) => `http://h/story?id=${i}`);
/** Both names of each story. */
const both = localSite((url) => url.replace('?id=', '_'));

describe('validateByFetching', () => {
  it('makes what is right active and what is wrong refuted', async () => {
    const wrong = rule('@{h} S "h/story" => "h/tale"');
    const site = localSite((url) => (url.includes('/tale') ? 404 : url.replace('?id=', '_')));
    const { rules, proofs } = await run([rule(STORY), wrong], STORIES, site);
    expect(states(rules)).toEqual([`active ${STORY}`, 'refuted @{h} S "h/story" => "h/tale"']);
    expect(proofs.map(({ result, trial }) => [result, trial!.positive, trial!.negative])).toEqual([
      ['active', 40, 0],
      ['refuted', 0, 5],
    ]);
    expect(rules[0]!.evidence).toMatchObject({
      fetched: { tested: 40, positive: 40, negative: 0, skipped: 0 },
      fetchable: { checked: 40, ok: 40 },
    });
    expect(rules[0]!.evidence!.examples).toHaveLength(5);
    expect(rules[1]!.evidence).toMatchObject({ fetched: { tested: 5, negative: 5 }, fetchable: { checked: 5, ok: 0 } });
    expect(rules[1]!.evidence!.counterExamples).toHaveLength(5);
  });

  it('turns a rule around that is right the other way only', async () => {
    // New stories have no old address.
    const urls = [...STORIES, ...STORIES.map((url) => url.replace('?id=', '_'))];
    const site = localSite((url) => (/_(?:[0-9]|1[0-9])$/.test(url) ? 404 : url.replace('?id=', '_')));
    const { rules, proofs } = await run([rule(STORY)], urls, site);
    expect(states(rules)).toEqual([`refuted ${STORY}`, 'active @{h} S "story_" => "story?id="']);
    expect(proofs[1]).toMatchObject({ result: 'active', isTurned: true });
    expect(rules[1]!.evidence).not.toHaveProperty('support');
  });

  it('turns a removal at the end around', async () => {
    const urls = Array.from({ length: 40 }, (_, i) => [`http://h/d${i}/`, `http://h/d${i}/index.html`]).flat();
    const site = localSite((url) => (/d1?[0-9]\/$/.test(url) ? 404 : url.replace('index.html', '')));
    const { rules } = await run([rule('@{h} S "/index.html$" => "/$"')], urls, site);
    expect(states(rules)).toEqual(['refuted @{h} S "/index.html$" => "/$"', 'active @{h} S "/$" => "/index.html$"']);
  });

  it('does not turn around what removes a text anywhere, nor what is no substitution', async () => {
    const urls = Array.from({ length: 40 }, (_, i) => [`http://h/x/${i}`, `http://h/${i}`, `http://h/${i}?a=1`]).flat();
    const wrong = ['@{h} S "x/" => ""', '@{h} E => dropParam(a)'].map((text) => rule(text));
    const { rules, proofs } = await run(
      wrong,
      urls,
      localSite((url) => url),
    );
    expect(states(rules)).toEqual(wrong.map((one) => `refuted ${printRule(one)}`));
    expect(proofs).toHaveLength(2);
  });

  it('leaves out rules that say less than a proven one, before they are tried or after', async () => {
    const narrow = rule('@{h} S "/story?id=" => "/story_"');
    const turned = rule('@{h} S "/story_" => "/story?id="');
    const first = await run([rule(STORY), narrow, turned], STORIES, both);
    expect(states(first.rules)).toEqual([`active ${STORY}`]);
    expect(first.proofs.map(({ result, trial }) => [result, trial === undefined])).toEqual([
      ['active', false],
      ['redundant', true],
      ['redundant', true],
    ]);
    const last = await run([narrow, rule(STORY)], STORIES, both);
    expect(states(last.rules)).toEqual([`active ${STORY}`]);
    expect(last.proofs[0]).toMatchObject({ result: 'redundant', broader: { id: rule(STORY).id } });
    // A rule for a host that the broader one does not have is not superfluous, nor one that a person made active.
    const elsewhere = rule('@{i} S "/story?id=" => "/story_"');
    const mixed = [...STORIES, ...STORIES.map((url) => url.replace('//h', '//i'))];
    expect(states((await run([rule(STORY), elsewhere], mixed, both)).rules)).toHaveLength(2);
    const kept = await run([rule(STORY), rule('@{h} S "/story?id=" => "/story_"', 'active')], STORIES, both);
    expect(states(kept.rules)).toHaveLength(2);
  });

  it('gives a parameter its usual value only if it cannot be left out', async () => {
    const usual = rule("@{h} K query[v]=* => query[v]:='1'");
    const drop = rule('@{h} K query[v]=* => query[v]:=⊥');
    const urls = Array.from({ length: 60 }, (_, i) => `http://h/p${i % 20}?v=${i}`);
    const free = localSite((url) => url.replace(/[?].*/, ''));
    const dropped = await run([usual, drop], urls, free);
    expect(states(dropped.rules)).toEqual([`active ${printRule(drop)}`]);
    expect(dropped.proofs.map(({ result, trial }) => [result, trial === undefined])).toEqual([
      ['redundant', true],
      ['active', false],
    ]);
    const needed = await run(
      [usual, drop],
      urls,
      localSite((url) => (url.includes('?v=') ? url.replace(/[?].*/, '') : 404)),
    );
    expect(states(needed.rules)).toEqual([`active ${printRule(usual)}`, `refuted ${printRule(drop)}`]);
  });

  it('leaves a rule as it is when too little is known', async () => {
    const few = await run([rule(STORY)], STORIES.slice(0, 9), both);
    expect(few.proofs[0]).toMatchObject({ result: 'undecided', reason: 'too-few' });
    expect(few.rules[0]).toMatchObject({ state: 'quarantined', evidence: { fetched: { tested: 9 } } });
    const none = await run([rule(STORY)], ['http://h/'], both);
    expect(none.proofs[0]).toMatchObject({ result: 'undecided', reason: 'untested' });
    expect(none.rules[0]).toEqual(rule(STORY));
    const budget = await run(
      [rule(STORY)],
      STORIES,
      localSite(() => '?budget'),
    );
    expect(budget.proofs[0]).toMatchObject({ result: 'undecided', reason: 'budget' });
    const stopped = await run(
      [rule(STORY, 'active')],
      STORIES,
      localSite(() => '?stopped'),
    );
    expect(stopped.proofs[0]).toMatchObject({ result: 'undecided', reason: 'stopped' });
    expect(stopped.rules[0]!.state).toBe('active');
  });

  it('looks at what proven rules do together', async () => {
    const drop = (name: string) => rule(`@{h} E => dropParam(${name})`);
    const numbers = Array.from({ length: 30 }, (_, i) => i);
    const single = numbers.flatMap((i) => [`http://h/p${i}?a=1`, `http://h/p${i}?b=1`]);
    const urls = [...single, ...numbers.map((i) => `http://h/q${i}?a=1&b=1`)];
    const page = (url: string) => url.replace(/[?].*/, '');
    const good = await run([drop('a'), drop('b')], urls, localSite(page));
    expect(good.proofs.map(({ result }) => result)).toEqual(['active', 'active']);
    expect(good.rules[0]!.evidence!.fetchable).toEqual({ checked: 60, ok: 60 });
    // Either may be left out, but not both.
    const missing = await run(
      [drop('a'), drop('b')],
      urls,
      localSite((url) => (/q\d+$/.test(url) ? 404 : page(url))),
    );
    expect(missing.rules.map(({ state, evidence }) => [state, evidence!.fetchable])).toEqual([
      ['active', { checked: 61, ok: 60 }],
      ['active', { checked: 61, ok: 60 }],
    ]);
    const other = await run(
      [drop('a'), drop('b')],
      urls,
      localSite((url) => (/q\d+$/.test(url) ? `${url} other` : page(url))),
    );
    expect(other.proofs.map(({ result, reason }) => [result, reason])).toEqual([
      ['active', undefined],
      ['undecided', 'composed'],
    ]);
    expect(other.rules[1]).toMatchObject({
      state: 'quarantined',
      evidence: { counterExamples: [{ form: expect.stringMatching(/q\d+$/) }] },
    });
  });

  it('does not try refuted rules, and keeps them where they are', async () => {
    const gone = rule('@{h} S "h/story" => "h/tale"', 'refuted');
    const { rules } = await run([gone, rule(STORY)], STORIES, both);
    expect(states(rules)).toEqual(['refuted @{h} S "h/story" => "h/tale"', `active ${STORY}`]);
  });

  it.each([
    ['@{h} E => dropParam(sid)', 'http://h/p?n=N&sid=S', 'http://h/p?n=N'],
    ['@{h} K query[sid]=* => query[sid]:=⊥', 'http://h/p?n=N&sid=S', 'http://h/p?n=N'],
    ['@{h} E => lowerPath()', 'http://h/PAGE/N', 'http://h/page/N'],
  ])('tries %s', async (text, from, to) => {
    const urls = Array.from({ length: 30 }, (_, i) => from.replace('N', String(i)).replace('S', `x${i}`));
    const site = localSite((url) => url.replace(/&sid=.*/, '').toLowerCase());
    const { rules } = await run([rule(text)], [...urls, 'http://h/other', 'http://h/lower?n=1'], site);
    expect(rules[0]).toMatchObject({ state: 'active', evidence: { fetched: { tested: 30, negative: 0 } } });
    expect(site.log).toContain(to.replace('N', '7'));
    expect(site.log).not.toContain('http://h/other');
  });

  it('tries a rule without outputs of its own on URLs of one form', async () => {
    const any = rule('@{h} E => anyParam(sid)');
    const urls = Array.from({ length: 60 }, (_, i) => `http://h/p${i % 20}?sid=${i}`);
    const good = await run(
      [any],
      urls,
      localSite((url) => url.replace(/\?.*/, '')),
    );
    expect(good.rules[0]).toMatchObject({ state: 'active', evidence: { fetched: { tested: 40, positive: 40 } } });
    expect(good.rules[0]!.evidence).not.toHaveProperty('fetchable');
    const bad = await run(
      [any],
      urls,
      localSite((url) => url),
    );
    expect(bad.rules[0]!.state).toBe('refuted');
  });

  it('sees URLs in standard form in a set that does', async () => {
    const urls = STORIES.map((url) => url.replace('http://h/', 'HTTP://H:80/x/../'));
    const site = localSite((url) => url.toLowerCase().replace(':80/x/..', '').replace('?id=', '_'));
    const stage = { apply: 'first', sun: true, rules: [rule(STORY)] } as const;
    const { rules } = await validateByFetching(stage, urls, site, PROOF_DEFAULTS);
    expect(rules[0]!.state).toBe('active');
    expect(site.log).toContain('http://h/story_7');
  });

  it('does not let a good proof hide a bad one', async () => {
    const bad = await run([rule(STORY, 'active', { fetchable: { checked: 12, ok: 11 } })], STORIES, both);
    expect(bad.rules[0]!.evidence!.fetchable).toEqual({ checked: 12, ok: 11 });
    const good = await run([rule(STORY, 'active', { fetchable: { checked: 12, ok: 12 } })], STORIES, both);
    expect(good.rules[0]!.evidence!.fetchable).toEqual({ checked: 40, ok: 40 });
    const before = { tested: 60, positive: 60, negative: 0, skipped: 0 };
    const cut = localSite((url) =>
      /[0-9]$/.test(url) && Number(url.slice(-1)) < 2 ? url.replace('?id=', '_') : '?budget',
    );
    const short = await run([rule(STORY, 'active', { fetched: before })], STORIES, cut);
    expect(short.rules[0]!.evidence!.fetched).toEqual(before);
  });

  it('gives the same for any order of the URLs, and other draws for another seed', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `http://h/story?id=${i}`);
    const once = async (urls: readonly string[], seed = 1) => {
      const site = localSite((url) => url.replace('?id=', '_'));
      const result = await run([rule(STORY)], urls, site, { seed });
      return { result, log: site.log };
    };
    const first = await once(many);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(many, { minLength: many.length }), async (urls) => {
        expect(await once(urls)).toEqual(first);
      }),
      { seed: 1, numRuns: 10 },
    );
    expect((await once(many, 2)).log).not.toEqual(first.log);
    expect(first.log).toHaveLength(190);
  });
});

/** What `learn` says of likely rules. */
import { expect, it } from 'vitest';
import { learnRules } from '../index.ts';
import { learnText } from './learn-text.ts';

const THRESHOLDS = { 'max-fpr': 0, 'min-support': 10 };

it('tells of likely rules, and that nothing proves them yet', () => {
  const listed = Array.from({ length: 12 }, (_, i) => [`http://x.org/${i}/`, `http://x.org/${i}/index.html`])
    .flat()
    .map((url) => ({ url }));
  const text = learnText(learnRules([], { learner: 'dustbuster', listed }).summary, THRESHOLDS);
  const lines = text.split('\n');
  expect(lines[0]).toMatch(
    /^24 URLs of whose pages nothing is known: \d+ likely rules?, none of them with answers of like/,
  );
  expect(text).toContain('  12 pairs, none with answers of like size or sketch: @{x.org} S "/index.html$" => "/$"');
  expect(text).toContain('    http://x.org/0/index.html\n    = http://x.org/0/\n');
  expect(lines.at(-2)).toMatch(/^they are quarantined.*dustpan validate -r rules\.json --fetch/);
  expect(text).not.toContain('nothing was learned');
});

it('says when a list shows nothing', () => {
  const listed = [{ url: 'http://x.org/a' }, { url: 'http://x.org/b' }];
  expect(learnText(learnRules([], { learner: 'dustbuster', listed }).summary, THRESHOLDS)).toBe(
    'nothing was learned: no two URLs often differ by the same text; give more of the log, or labeled URLs\n',
  );
});

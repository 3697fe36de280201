/** nginx and Apache with generated files, on every URL of two lab sites: what they answer is what the rules give. */
import { describe, expect, it } from 'vitest';
import { exportRules, type TargetName } from '../../../src/export/index.ts';
import { compileRules } from '../../../src/normalize/index.ts';
import { rulesOf } from '../../../src/rules/index.ts';
import { sun } from '../../../src/url/index.ts';
import { ALL_KINDS, adversarialUrls, allLabs, hasData, type Lab } from './lab.ts';
import { type Program, startServer } from './servers.ts';

type Case = { readonly program: Program; readonly form: string; readonly inServer: string };

const CASES: readonly Case[] = [
  { program: 'nginx', form: 'cache-key', inServer: 'add_header X-Url $dustpan_url always;' },
  { program: 'nginx', form: 'redirect', inServer: 'if ($dustpan_moved) { return 301 $dustpan_url; }' },
  { program: 'apache', form: 'redirect', inServer: '' },
  { program: 'apache', form: 'canonical', inServer: '' },
];

it('../shared/data is there (without it nothing of this file is tested)', () => {
  if (!hasData) process.stderr.write('nothing was tested: ../shared/data does not exist\n');
});

describe.runIf(hasData).each(hasData ? allLabs() : [])('$name', (lab: Lab) => {
  it.each(CASES)('$program, $form', async ({ program, form, inServer }) => {
    const target: TargetName = program;
    const result = exportRules(lab.ruleSet, { to: target, form });
    // What no server can write is refused by name; redirects leave alone what it may change.
    for (const { reason } of result.refused) expect(reason).toMatch(/^no substitution /);
    const out = new Set(result.refused.map(({ rule }) => rule.id));
    const rules = rulesOf(lab.ruleSet).filter(({ id }) => !out.has(id));
    const ruleSet = { dustpan: 1 as const, apply: 'fixpoint' as const, sun: true, options: {}, rules };
    const normalizer = compileRules(ruleSet);
    const wanted = (url: string) => (result.gives === 'key' ? normalizer.key(url) : normalizer.rewrite(url));
    const urls = [...new Set(lab.urls.flatMap((url) => [url, sun(url)]))].filter((url) => /^[!"$-~]+$/.test(url));
    const server = await startServer(program, result.text, inServer);
    try {
      const answers = await server.ask(urls);
      const counts = { asked: urls.length, refusedByServer: 0, changed: 0, leftAlone: 0 };
      const wrong: unknown[] = [];
      for (const [i, url] of urls.entries()) {
        const answer = answers[i]!;
        if (answer === null) counts.refusedByServer++;
        else if (answer === wanted(url)) counts.changed += answer === url ? 0 : 1;
        else if (answer === url && (sun(url) !== url || result.apply(url) === url))
          counts.leftAlone += sun(url) === url ? 1 : 0;
        else wrong.push({ url, answer, wanted: wanted(url), simulated: result.apply(url) });
      }
      process.stderr.write(`${lab.name} ${program} ${form}: ${JSON.stringify(counts)}\n`);
      expect(wrong.slice(0, 5)).toEqual([]);
      // Learned rules are proven to give URLs that exist only where data showed it: there may be no redirect at all.
      const isUnproven = result.gives === 'rewrite' && lab.name.endsWith('learned');
      if (!isUnproven) expect(counts.changed).toBeGreaterThan(urls.length / 10);
      // URLs in standard form that are given up: a path that would have to be normalized again, a parameter often repeated.
      if (result.gives === 'key') expect(counts.leftAlone).toBeLessThan(urls.length / 50);
    } finally {
      await server.stop();
    }
  });
});

describe('adversarial URLs', () => {
  it.each(CASES.filter(({ form }) => form !== 'canonical'))('$program, $form', async ({ program, form, inServer }) => {
    const result = exportRules(ALL_KINDS, { to: program, form });
    expect(result.refused).toEqual([]);
    const urls = adversarialUrls(4_000);
    const server = await startServer(program, result.text, inServer);
    try {
      const answers = await server.ask(urls);
      const answered = urls.map((url, i) => ({ url, answer: answers[i] })).filter(({ answer }) => answer !== null);
      expect(answered.length).toBeGreaterThan(urls.length / 2);
      for (const { url, answer } of answered) expect([url, answer]).toEqual([url, result.apply(url)]);
    } finally {
      await server.stop();
    }
  });
});

/** Ten thousand rules: written in seconds, and nginx and Apache still start with them and still answer right. */
import { describe, expect, it } from 'vitest';
import { EXPORTERS, exportRules, TARGETS } from '../../../src/export/index.ts';
import type { RuleSet } from '../../../src/rules/index.ts';
import { provenRule } from './lab.ts';
import { startServer } from './servers.ts';

const HOSTS = 1000;
const OPERATIONS = [
  'dropParam(ref)',
  'dropParam(sid)',
  'dropParam(gclid)',
  'dropParam(utm_a)',
  'dropParam(v,value=1)',
  'anyParam(t)',
  'aliasPrefix(/en -> /de)',
  'trimSlash()',
  'dropSuffix(.html)',
  'renameParam(a -> b)',
];

const RULES: RuleSet = {
  dustpan: 1,
  apply: 'fixpoint',
  sun: true,
  options: {},
  rules: Array.from({ length: HOSTS }, (_, host) =>
    OPERATIONS.map((op, k) => provenRule(`@{h${host}.test} E ${k < 5 ? `path^=/p${host}/ ` : ''}=> ${op}`)),
  ).flat(),
};

const FORMS = TARGETS.flatMap((to) => {
  const { forms } = EXPORTERS[to];
  return forms.length === 0 ? [{ to }] : forms.map((form) => ({ to, form }));
});

describe('10,000 rules', () => {
  it.each(FORMS)('are written for $to $form in seconds', (options) => {
    const before = process.cpuUsage();
    const { exported, refused } = exportRules(RULES, { ...options, urls: ['http://h1.test/p1/?ref=1'] });
    expect(exported.length + refused.length).toBe(10_000);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
  });

  it.each([
    ['nginx', 'cache-key', 'add_header X-Url $dustpan_url always;'],
    ['apache', 'redirect', ''],
  ] as const)('%s', async (program, form, inServer) => {
    const before = process.cpuUsage();
    const result = exportRules(RULES, { to: program, form });
    const seconds = process.cpuUsage(before).user / 1e6;
    expect(result.exported).toHaveLength(10_000);
    expect(seconds).toBeLessThan(10);
    const start = Date.now();
    const server = await startServer(program, result.text, inServer);
    process.stderr.write(
      `${program}: ${result.text.length} characters in ${seconds.toFixed(1)} s, started after ${Date.now() - start} ms\n`,
    );
    try {
      const urls = [
        'http://h7.test/p7/x.html?ref=1&a=2',
        'http://h999.test/en/x/?a=2&sid=3',
        'http://h999.test/p999/x/?a=2&sid=3',
        'http://other.test/p7/?ref=1',
      ];
      expect(await server.ask(urls)).toEqual([
        'http://h7.test/p7/x?b=2',
        'http://h999.test/de/x?b=2&sid=3',
        'http://h999.test/p999/x?b=2',
        'http://other.test/p7/?ref=1',
      ]);
    } finally {
      await server.stop();
    }
  });
});

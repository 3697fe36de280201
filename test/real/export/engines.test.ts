/** Exported regular expressions in the engines they are for: Java, Python's re, RE2 in DuckDB; the same results, and linear time. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { type Export, exportRules } from '../../../src/export/index.ts';
import type { RuleSet } from '../../../src/rules/index.ts';
import { ALL_KINDS, adversarialUrls, allLabs, hasData, type Lab } from './lab.ts';
import { runPython } from './python.ts';

/** For URLs twice as long: twice the time, or less than four times with what the machine adds. */
const MOST_TIMES = 3;
const SPARE_MILLISECONDS = 300;

const PYTHON = `
import json, re, sys, time
item = json.load(sys.stdin)
rules = [(re.compile(rule["pattern"]), rule["replacement"]) for rule in item["rules"]["substitutions"]]
out = []
start = time.process_time()
for url in item["urls"]:
    for pattern, replacement in rules:
        url = pattern.sub(replacement, url)
    out.append(url)
json.dump({"urls": out, "milliseconds": (time.process_time() - start) * 1000}, sys.stdout)
`;

type Run = { readonly urls: readonly string[]; readonly milliseconds: number };

function runJava(kind: 'nutch' | 'heritrix' | 'pairs', text: string, urls: readonly string[]): Run {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-java-'));
  try {
    const file = join(folder, 'rules.xml');
    writeFileSync(file, text);
    const result = spawnSync('java', ['-Xss512k', join(import.meta.dirname, 'Normalize.java'), kind, file], {
      input: urls.map((url) => `${url}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    });
    if (result.status !== 0) throw new Error(`java failed: ${result.stderr.slice(0, 2000)}`);
    return { urls: result.stdout.trimEnd().split('\n'), milliseconds: Number(result.stderr) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runDuckdb(text: string, urls: readonly string[]): Promise<Run> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(text);
  await connection.run('CREATE TABLE urls (i INTEGER, url VARCHAR)');
  const appender = await connection.createAppender('urls');
  for (const [i, url] of urls.entries()) {
    appender.appendInteger(i);
    appender.appendVarchar(url);
    appender.endRow();
  }
  appender.closeSync();
  const start = process.cpuUsage();
  const reader = await connection.runAndReadAll('SELECT dustpan_key(url) FROM urls ORDER BY i');
  const { user } = process.cpuUsage(start);
  connection.closeSync();
  return { urls: reader.getRows().map(([url]) => String(url)), milliseconds: user / 1000 };
}

const ENGINES: readonly (readonly [string, (ruleSet: RuleSet, urls: readonly string[]) => Promise<Run> | Run])[] = [
  ['Java, as Nutch', (set, urls) => runJava('nutch', exported(set, 'nutch').text, urls)],
  ['Java, as Heritrix', (set, urls) => runJava('heritrix', exported(set, 'heritrix').text, urls)],
  ['Java, as StormCrawler', (set, urls) => runJava('pairs', pairsOf(exported(set, 'stormcrawler').text), urls)],
  [
    'Python',
    (set, urls) =>
      runPython<Run>(PYTHON, { rules: JSON.parse(exportRules(set, { to: 'regex', form: 'python' }).text), urls }),
  ],
  ['RE2 in DuckDB', (set, urls) => runDuckdb(exportRules(set, { to: 'sql' }).text, urls)],
];

function exported(set: RuleSet, to: 'nutch' | 'heritrix' | 'stormcrawler'): Export {
  return exportRules(set, { to });
}

/** What StormCrawler reads out of the JSON: patterns and substitutions, a line each. */
function pairsOf(text: string): string {
  const { params } = JSON.parse(text) as { params: { urlNormalizers: { pattern: string; substitution: string }[] } };
  return params.urlNormalizers.map(({ pattern, substitution }) => `${pattern}\n${substitution}\n`).join('');
}

describe.runIf(hasData).each(hasData ? allLabs() : [])('$name', (lab: Lab) => {
  it.each(ENGINES)('%s gives what the export says', async (_name, run) => {
    const simulated = exportRules(lab.ruleSet, { to: 'regex' });
    const { urls } = await run(lab.ruleSet, lab.urls);
    expect(urls).toEqual(lab.urls.map((url) => simulated.apply(url)));
  });
});

describe('adversarial URLs', () => {
  // StormCrawler has the engine, the patterns and the way of Nutch.
  const engines = ENGINES.filter(([name]) => name !== 'Java, as StormCrawler');
  it.each(engines)('%s takes them in linear time', async (_name, run) => {
    const simulated = exportRules(ALL_KINDS, { to: 'regex' });
    expect(simulated.refused).toEqual([]);
    const short = await run(ALL_KINDS, adversarialUrls(8_000));
    const long = await run(ALL_KINDS, adversarialUrls(16_000));
    expect(long.urls).toEqual(adversarialUrls(16_000).map((url) => simulated.apply(url)));
    expect(long.milliseconds).toBeLessThan(MOST_TIMES * short.milliseconds + SPARE_MILLISECONDS);
    process.stderr.write(`${_name}: ${short.milliseconds.toFixed()} and ${long.milliseconds.toFixed()} ms\n`);
  });
});

// Benchmarks of `key` against what people use now; each repetition runs product and rival one after the other, and ratios are taken inside it.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileRules, loadCompiled, saveCompiled } from '../dist/normalize/index.js';
import { makeRule, parseRule } from '../dist/rules/index.js';
import { makeData } from './normalizer-data.mjs';

/** A rule set of the texts. */
export function ruleSet(texts, apply = 'first') {
  const rules = texts.map((text) => {
    const { scope, match, emit } = parseRule(text);
    return makeRule({ learner: 'manual', hosts: scope.hosts, match, emit });
  });
  return { dustpan: 1, apply, sun: false, options: {}, rules };
}

/** Median. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Runs the tasks in turn, `repetitions` times; gives milliseconds of each per repetition. */
export function interleave(tasks, repetitions) {
  const times = tasks.map(() => []);
  for (let rep = 0; rep < repetitions; rep++) {
    for (const [i, task] of tasks.entries()) {
      const start = process.hrtime.bigint();
      task();
      times[i].push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
  return times;
}

const CHUNK = 1 << 18;

/** File to file through the line transform, as the command does it. */
export function keyFile(normalizer, input, output) {
  const bytes = readFileSync(input);
  const lines = normalizer.lines('key');
  const out = [];
  for (let at = 0; at < bytes.length; at += CHUNK) out.push(Buffer.from(lines.push(bytes.subarray(at, at + CHUNK))));
  out.push(Buffer.from(lines.end()));
  writeFileSync(output, Buffer.concat(out));
  return lines.counts;
}

/** The same with `new URL().href`. */
export function hrefFile(input, output) {
  const lines = readFileSync(input, 'utf8').split('\n');
  for (let i = 0; i < lines.length - 1; i++) lines[i] = new URL(lines[i]).href;
  writeFileSync(output, lines.join('\n'));
}

/** One row: stream and per string against `new URL().href`. */
export function measureKey({ urls, rules, share, repetitions = 5, otherRules = 0 }) {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const data = makeData({ urls, rules, share, otherRules });
    const input = join(folder, 'urls.txt');
    const output = join(folder, 'out.txt');
    writeFileSync(input, `${data.urls.join('\n')}\n`);
    const normalizer = loadCompiled(saveCompiled(ruleSet(data.rules)));
    let counts;
    let sink = 0;
    const [stream, href, perString, perHref] = interleave(
      [
        () => (counts = keyFile(normalizer, input, output)),
        () => hrefFile(input, join(folder, 'href.txt')),
        () => {
          for (const url of data.urls) sink += normalizer.key(url).length;
        },
        () => {
          for (const url of data.urls) sink += new URL(url).href.length;
        },
      ],
      repetitions,
    );
    return {
      urls,
      rules: data.rules.length,
      rewritten: counts.changed / counts.lines,
      digest: createHash('sha1').update(readFileSync(output)).digest('hex').slice(0, 12),
      streamMs: median(stream),
      hrefMs: median(href),
      streamRatio: median(stream.map((t, i) => href[i] / t)),
      stringMs: median(perString),
      stringHrefMs: median(perHref),
      stringRatio: median(perString.map((t, i) => perHref[i] / t)),
      sink: sink > 0,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith('normalizer.mjs')) {
  for (const options of [
    { urls: 300_000, rules: 10, share: 0.005 },
    { urls: 300_000, rules: 1000, share: 0.42 },
    { urls: 300_000, rules: 10_000, share: 1 },
    { urls: 300_000, rules: 1000, share: 0.42, otherRules: 99_000 },
  ])
    console.log(JSON.stringify(measureKey(options)));
}

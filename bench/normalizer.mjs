// Benchmarks of `key` against what people use now; each repetition runs product and rival one after the other, and ratios are taken inside it.
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCompiled, saveCompiled } from '../dist/normalize/index.js';
import { makeRule, parseRule } from '../dist/rules/index.js';
import { digestOf, interleave, median, ratio, typical } from './measure.mjs';
import { makeData } from './normalizer-data.mjs';

/** A rule set of the texts. */
export function ruleSet(texts, apply = 'first') {
  const rules = texts.map((text) => {
    const { scope, match, emit } = parseRule(text);
    return makeRule({ learner: 'manual', hosts: scope.hosts, match, emit });
  });
  return { dustpan: 1, apply, sun: false, options: {}, rules };
}

/** Compiled files of rules, because making one of 100,000 takes longer than what is measured with it. */
const compiledFiles = new Map();

function compiledFile(texts) {
  const name = texts.join('\n');
  if (!compiledFiles.has(name)) compiledFiles.set(name, saveCompiled(ruleSet(texts)));
  return compiledFiles.get(name);
}

const BLOCK = 1 << 16;

/** File to file through the line transform, as the command does it. */
export function keyFile(normalizer, input, output) {
  const [from, to] = [openSync(input, 'r'), openSync(output, 'w')];
  const lines = normalizer.lines('key');
  const block = Buffer.alloc(BLOCK);
  for (let size = readSync(from, block); size > 0; size = readSync(from, block))
    writeSync(to, lines.push(block.subarray(0, size)));
  writeSync(to, lines.end());
  closeSync(from);
  closeSync(to);
  return lines.counts;
}

/** The same with `new URL().href`. */
export function hrefFile(input, output) {
  const lines = readFileSync(input, 'utf8').split('\n');
  for (let i = 0; i < lines.length - 1; i++) lines[i] = new URL(lines[i]).href;
  writeFileSync(output, lines.join('\n'));
}

/** One row: stream and per string against `new URL().href`. `texts` and `set` replace the rules that go with the URLs. */
export function measureKey({ urls, rules, share, varied, repetitions = 5, otherRules = 0, data = null, set = null }) {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const made = data ?? makeData({ urls, rules, share, varied, otherRules });
    const input = join(folder, 'urls.txt');
    const output = join(folder, 'out.txt');
    writeFileSync(input, `${made.urls.join('\n')}\n`);
    const normalizer = loadCompiled(set ? saveCompiled(set) : compiledFile(made.rules));
    let counts;
    let sink = 0;
    const [stream, href, perString, perHref] = interleave(
      [
        () => {
          counts = keyFile(normalizer, input, output);
        },
        () => hrefFile(input, join(folder, 'href.txt')),
        () => {
          for (const url of made.urls) sink += normalizer.key(url).length;
        },
        () => {
          for (const url of made.urls) sink += new URL(url).href.length;
        },
      ],
      repetitions,
    );
    return {
      urls: made.urls.length,
      rules: set ? set.rules.length : made.rules.length,
      rewritten: counts.changed / counts.lines,
      digest: digestOf(output),
      streamMs: typical(stream),
      hrefMs: typical(href),
      streamRatio: ratio(href, stream),
      streamWallRatio: ratio(href, stream, 'wall'),
      stringMs: typical(perString),
      stringHrefMs: typical(perHref),
      stringRatio: ratio(perHref, perString),
      sink: sink > 0,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** URLs of one host with the decorations of links and web software, and the kind of rules that learning by default gives: edits to a fixpoint, after standard normalization. */
export function learnedLike(count) {
  const { urls } = makeData({ urls: count, rules: 1, share: 0 });
  const tails = [
    '',
    '',
    '',
    '',
    '?id=7',
    '?utm_source=feed&id=7',
    '?b=2&a=1',
    '/',
    '?sid=1f3a&lang=en',
    '?print=1',
    '#top',
    '%7Eold',
  ];
  const paths = urls.map(
    (url, i) =>
      `http://${i % 5 ? '' : 'www.'}docs.example/${url.slice(url.indexOf('/', 8) + 1).split('?')[0]}${tails[(i * 7919) % tails.length]}`,
  );
  const drops =
    'utm_source utm_medium utm_campaign utm_content fbclid gclid mc_cid mc_eid _ga ref share sid PHPSESSID cachebuster'.split(
      ' ',
    );
  const texts = [
    '@{www.docs.example} E => host(www.docs.example -> docs.example)',
    ...[
      'collapseSlashes()',
      'dropEmptyParams()',
      'dropRepeatedParams()',
      'dropSuffix(.html)',
      'trimSlash()',
      'dropParam(print,value=1)',
      'dropParam(from,value=singlemessage)',
      ...drops.map((name) => `dropParam(${name})`),
      'aliasPrefix(/catalog -> /product)',
    ].map((op) => `@{docs.example,www.docs.example} E => ${op}`),
  ];
  return { data: { urls: paths }, set: { ...ruleSet(texts, 'fixpoint'), sun: true } };
}

/** The same per string against rivals that do other work: normalize-url, and a list of regular expressions per host. */
export async function measureRivals(count, repetitions = 5) {
  const { default: normalizeUrl } = await import('normalize-url');
  const data = makeData({ urls: count, rules: 1000, share: 0.42 });
  const normalizer = loadCompiled(saveCompiled(ruleSet(data.rules)));
  const byHost = new Map();
  for (const rule of normalizer.ruleSet.rules)
    for (const host of rule.scope.hosts) byHost.set(host, [...(byHost.get(host) ?? []), expressionOf(rule.match.seq)]);
  for (const url of data.urls) normalizer.key(url);
  let sink = 0;
  const [own, other, expressions] = interleave(
    [
      () => {
        for (const url of data.urls) sink += normalizer.key(url).length;
      },
      () => {
        for (const url of data.urls) sink += normalizeUrl(url).length;
      },
      () => {
        for (const url of data.urls)
          for (const expression of byHost.get(new URL(url).hostname) ?? []) sink += expression.test(url) ? 1 : 0;
      },
    ],
    repetitions,
  );
  return { urls: count, normalizeUrl: ratio(other, own), hostExpressions: ratio(expressions, own), sink: sink > 0 };
}

/** A context as a regular expression whose wildcards do not cross delimiters, as people write them by hand. */
function expressionOf(seq) {
  const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const print = (els) =>
    els
      .map((el) => {
        if ('lit' in el) return quoted(el.lit);
        if ('alt' in el) return `(?:${el.alt.map(quoted).join('|')})`;
        if ('opt' in el) return `(?:${print(el.opt)})?`;
        return 'star' in el ? '([^/?=&#;:.]+)' : '([^/?=&#;:.]*)';
      })
      .join('');
  return new RegExp(`^${print(seq)}$`);
}

/** Loads 100,000 compiled rules: milliseconds, and bytes of the file without its JSON per rule. */
export function measureLoading(repetitions = 5) {
  const bytes = compiledFile(makeData({ urls: 10, rules: 1000, share: 1, otherRules: 99_000 }).rules);
  const json = loadCompiled(bytes).ruleSet.rules.reduce(
    (sum, rule) => sum + Buffer.byteLength(JSON.stringify(rule)),
    0,
  );
  const [loading] = interleave(
    [
      () => {
        loadCompiled(bytes).key('http://never1.example/');
      },
    ],
    repetitions,
  );
  return { loadMs: typical(loading), bytesPerRule: (bytes.length - json) / 100_000, jsonBytesPerRule: json / 100_000 };
}

/** Time of a stream with 1,000 rules and 99,000 of other hosts, against that with the 1,000 alone; they take turns, so that it is the rules and not the hour that differ. */
export function measureOtherRules(urls, repetitions = 9) {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const input = join(folder, 'urls.txt');
    const [few, many] = interleave(
      [0, 99_000].map((otherRules) => {
        const made = makeData({ urls, rules: 1000, share: 0.42, otherRules });
        writeFileSync(input, `${made.urls.join('\n')}\n`);
        const normalizer = loadCompiled(compiledFile(made.rules));
        return () => {
          keyFile(normalizer, input, join(folder, `${otherRules}.txt`));
        };
      }),
      repetitions,
    );
    if (digestOf(join(folder, '0.txt')) !== digestOf(join(folder, '99000.txt')))
      throw new Error('other rules change URLs');
    return ratio(many, few);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Time with 100,000 rules of distinct literals on one host and one shape, against 1,000 of them, for URLs that the 1,000 rewrite. */
export function measureOneHost(repetitions = 5) {
  const rule = (i) => `@{one.example} T ^*://*.*/item${i}/(a|b)$ => $1://$2.$3/item${i}/a`;
  const urls = Array.from(
    { length: 100_000 },
    (_, i) => `http://one.example/item${(i * 7919) % 1000}/${i % 2 ? 'a' : 'b'}`,
  );
  const normalizers = [1000, 100_000].map((rules) =>
    loadCompiled(saveCompiled(ruleSet(Array.from({ length: rules }, (_, i) => rule(i))))),
  );
  let changed = 0;
  const [few, many] = interleave(
    normalizers.map((normalizer) => () => {
      for (const url of urls) if (normalizer.key(url) !== url) changed++;
    }),
    repetitions,
  );
  return { ratio: ratio(many, few), changed: changed / (2 * repetitions * urls.length) };
}

const HOSTILE = {
  slashes: '/'.repeat(60_000),
  letters: 'a'.repeat(60_000),
  'one megabyte': 'x'.repeat(1_000_000),
  parameters: `?${'a=&'.repeat(20_000)}`,
  names: `?${Array.from({ length: 10_000 }, (_, i) => `p${i}=1`).join('&')}`,
  dots: 'a.'.repeat(30_000),
  segments: 'a/'.repeat(30_000),
  semicolons: ';'.repeat(60_000),
  escapes: '%41'.repeat(20_000),
  'lone surrogates': '\ud800'.repeat(20_000),
  NULs: '\0'.repeat(60_000),
};

/** Time per byte of hostile URLs against ordinary URLs of the same host, under token rules and under a mixed set of edit, key and text rules. */
export function measureHostile(repetitions = 5) {
  const data = makeData({ urls: 50_000, rules: 1000, share: 1 });
  const host = new URL(data.urls[0]).host.replace(/^www\./, '');
  const own = data.urls.filter((url) => new URL(url).host.endsWith(host));
  const usual = Array.from(
    { length: 20_000 },
    (_, i) =>
      `${own[i % own.length]}${i % 2 ? `${own[i % own.length].includes('?') ? '&' : '?'}ref=${i}&b=1&a=2` : ''}`,
  );
  const mixed = [
    'dropParam(ref)',
    'dropParam(prefix=utm_)',
    'sortParams()',
    'trimSlash()',
    'collapseSlashes()',
    'dropSuffix(index.html)',
    'dropEmptyParams()',
  ].map((op) => `@{${host}} E => ${op}`);
  mixed.push(`@{${host}} K query[sid]=* => query[sid]:=⊥`, `@{${host}} S "/index.htm$" => "/$"`);
  const rows = [];
  for (const [name, texts, apply] of [
    ['token rules', data.rules, 'first'],
    ['mixed rules', mixed, 'fixpoint'],
  ]) {
    const normalizer = loadCompiled(saveCompiled(ruleSet(texts, apply)));
    const perByte = (urls) => {
      const bytes = urls.reduce((sum, url) => sum + Buffer.byteLength(url), 0);
      const start = process.cpuUsage();
      for (const url of urls) normalizer.key(url);
      const { user, system } = process.cpuUsage(start);
      return ((user + system) * 1000) / bytes;
    };
    const cases = {
      ...Object.fromEntries(Object.entries(HOSTILE).map(([key, tail]) => [key, `http://${host}/${tail}`])),
      'no scheme': 'a'.repeat(60_000),
      'javascript:': `javascript:${'a/'.repeat(30_000)}`,
    };
    perByte(usual);
    for (const [key, url] of Object.entries(cases)) {
      const many = Array.from({ length: Math.ceil(1_000_000 / url.length) }, () => url);
      perByte(many);
      const ratios = [];
      for (let rep = 0; rep < repetitions; rep++) ratios.push(perByte(many) / perByte(usual));
      rows.push({ rules: name, url: key, ratio: median(ratios) });
    }
  }
  return rows;
}

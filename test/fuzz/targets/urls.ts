/** Any string as a URL: split and joined, tokenized, normalized; the same key by every way there is to one. */
import { encode } from '../../../src/normalize/bytes.ts';
import { compileRules } from '../../../src/normalize/index.ts';
import { keyPlain, makeRule, parseRule, type RuleSet, rewritePlain } from '../../../src/rules/index.ts';
import {
  buildUrl,
  joinUrl,
  koppulaKeys,
  parseNoVarySearch,
  percentDecode,
  percentEncode,
  printParams,
  splitParams,
  splitUrl,
  sun,
  sunLee,
  tokenizeDuster,
  tokenizeInner,
  urlKeys,
} from '../../../src/url/index.ts';
import { type FuzzTarget, oddText, same } from '../target.ts';
import { BYTES, URL_WORDS, URLS } from '../words.ts';

const SEEDS = (): Uint8Array[] => URLS.map((url) => BYTES.encode(url));

export const urlTarget: FuzzTarget = {
  name: 'url',
  seeds: SEEDS,
  words: URL_WORDS,
  run(bytes) {
    const url = oddText(bytes);
    same(joinUrl(splitUrl(url)), url, 'split and joined');
    same(tokenizeDuster(url).join(''), url, 'tokens joined');
    same(tokenizeInner(url).join(''), url, 'inner tokens joined');
    same(sun(sun(url)), sun(url), `SUN of ${JSON.stringify(url)} twice`);
    // The published method takes one slash off the end, and of two leaves one.
    sunLee(url);
    const built = buildUrl(urlKeys(url));
    same(buildUrl(urlKeys(built)), built, 'keys and back');
    const { query } = splitUrl(url);
    if (query !== null) same(printParams(splitParams(query)), `?${query}`, 'parameters and back');
    koppulaKeys(url);
    // Control characters stay encoded.
    const text = [...url.toWellFormed()].filter((c) => c >= ' ' && c !== '\x7f').join('');
    same(percentDecode(percentEncode(text)), text, 'encoded and decoded');
  },
};

/** Every operation; what a set of one stage makes of a URL is its own key. */
const SET: RuleSet = {
  dustpan: 1,
  apply: 'fixpoint',
  sun: true,
  options: {},
  rules: [
    '@* E => dropParam(sid)',
    '@* E => dropParam(utm_*)',
    '@* E => trimSlash()',
    '@* E => collapseSlashes()',
    '@* E => dropEmptyParams()',
    '@* E => dropRepeatedParams()',
    '@* E => sortParams()',
    '@* E => dropPathParam(s)',
    '@* E => dropSuffix(/index.html)',
    '@{a.com,www.a.com} E => lowerPath()',
    '@{a.com} E => dropPort()',
    '@{www.a.com} E => host(www.a.com -> a.com)',
    '@* T ^*://*.*/*\\?id=<n>$ => $1://$2.$3/$4/$5',
    '@* K query[a]=<n> #path=2 => query[a]:=⊥',
    '@* S "/b/" => "/"',
  ].flatMap((text) => {
    const { scope, match, emit } = parseRule(text);
    return [
      makeRule({
        learner: 'manual',
        hosts: scope.hosts,
        match,
        emit,
        evidence: { fetchable: { checked: 10, ok: 10 } },
      }),
    ];
  }),
};
const FIRST: RuleSet = { ...SET, apply: 'first', sun: false } as RuleSet;

export const keyTarget: FuzzTarget = {
  name: 'key',
  seeds: SEEDS,
  words: URL_WORDS,
  run(bytes) {
    const url = oddText(bytes);
    for (const { set, compiled } of COMPILED) {
      const key = keyPlain(set, url);
      same(compiled.key(url), key, `key of ${JSON.stringify(url)}`);
      same(compiled.rewrite(url), rewritePlain(set, url), `rewrite of ${JSON.stringify(url)}`);
      const line = url.replace(/[\n\r]/g, '');
      const lineKey = keyPlain(set, line);
      // A lone surrogate has no UTF-8, so it can neither come out of a stream nor be written to one.
      if (!line.isWellFormed() || !lineKey.isWellFormed()) continue;
      const stream = compiled.lines('key');
      const out = Buffer.concat([Buffer.from(stream.push(encode(`${line}\n`))), stream.end()]).toString();
      same(out, `${lineKey}\n`, `line of ${JSON.stringify(line)}`);
    }
  },
};

const COMPILED = [SET, FIRST].map((set) => ({ set, compiled: compileRules(set) }));

/** Lines as bytes, cut anywhere: one line out for each in, whatever they are. */
export const linesTarget: FuzzTarget = {
  name: 'lines',
  seeds: () => [BYTES.encode(`${URLS.join('\n')}\n`), BYTES.encode(URLS.join('\r\n'))],
  words: ['\n', '\r\n', '\r', ...URL_WORDS],
  run(bytes) {
    for (const { compiled } of COMPILED) {
      for (const mode of ['key', 'rewrite'] as const) {
        const whole = transformed(compiled.lines(mode), bytes, bytes.length);
        same(transformed(compiled.lines(mode), bytes, 1 + (bytes.length % 13)), whole, `${mode} of lines by chunks`);
        same(count(whole), count(Buffer.from(bytes).toString('latin1')), `lines of ${mode}`);
      }
      // Its table of keys takes longer to make than all the rest.
      if (bytes.length % 16 !== 0) continue;
      const kept = transformed(compiled.dedupe(), bytes, bytes.length);
      same(transformed(compiled.dedupe(), bytes, 3), kept, 'dedupe by chunks');
    }
  },
};

function transformed(
  lines: ReturnType<(typeof COMPILED)[0]['compiled']['lines']>,
  bytes: Uint8Array,
  chunk: number,
): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += Math.max(1, chunk))
    out += Buffer.from(lines.push(bytes.slice(at, at + chunk))).toString('latin1');
  return out + Buffer.from(lines.end()).toString('latin1');
}

function count(text: string): number {
  return text.split('\n').length;
}

export const headerTarget: FuzzTarget = {
  name: 'no-vary-search',
  seeds: () =>
    ['params', 'params=("a" "b\\"c"), key-order', 'params, except=("id")', 'key-order=?0, params=?1'].map((text) =>
      BYTES.encode(text),
    ),
  words: ['params', 'except', 'key-order', '=', '("', '" "', '")', '?1', ', ', '\\"'],
  run(bytes) {
    parseNoVarySearch(oddText(bytes));
  },
};

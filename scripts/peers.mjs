// Compares standard normalization (SUN) with what other normalizers' test suites expect, and writes docs/peers.md: where they differ, who is right and why.
//
//   node scripts/peers.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { peerCases } from './peers-cases.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/peers.md');
const { sun } = await import(join(ROOT, 'dist/url/index.js'));
const cases = peerCases();
if (cases === null) {
  console.log('docs/peers.md is not compared: the test suites are not here (../shared/data)');
  process.exit(0);
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const hostOf = (url) => /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(url)?.[1] ?? '';
const pathOf = (url) => url.replace(/[?#].*/s, '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
const queryOf = (url) => /^[^?#]*(\?[^#]*)?/.exec(url)?.[1] ?? '';
const bare = (host) => host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();

/** In this order the first that fits is why they differ: what it is called, a test on (input, expected, SUN), who is right, why. */
const MATTERS = [
  [
    'The input is refused',
    (_, expected) => expected === null,
    'both',
    'A browser cannot fetch it, so WHATWG refuses it. SUN never refuses: it must give a key for whatever stands in a log.',
  ],
  [
    'No `scheme://`',
    (input) => !SCHEME.test(input.trim()),
    'SUN',
    'RFC 3986 4.2: without a scheme it is a relative reference, and whether `a.com` is a host or a file nobody knows. Guessing `http://` would join what may be different pages.',
  ],
  [
    'Blanks and controls around or inside',
    (input) => [...input].some((c) => c <= ' '),
    'neither',
    'RFC 3986 allows none of them. WHATWG takes tabs and line ends out and blanks off the ends, as browsers do; SUN keeps the bytes, since a reader takes off what does not belong to a URL.',
  ],
  [
    '`\\` in place of `/`',
    (input) => input.includes('\\'),
    'neither',
    'Not allowed by RFC 3986. Browsers read it as `/` for http, servers often do not, and SUN keeps it.',
  ],
  [
    'Fragment kept',
    (_, expected, own) => expected.includes('#') && sameBut(own, expected.replace(/#.*/s, '')),
    'both',
    'A fragment is never sent (RFC 3986 3.5), so no page depends on it; WHATWG prints the whole URL, SUN gives a key.',
  ],
  [
    'Names of hosts in Unicode',
    (input) => [...bare(hostOf(input))].some((c) => c > '\x7f') || /xn--/i.test(input),
    'suite',
    'RFC 5891 has one ASCII form of a name. It takes the tables of Unicode, and logs and crawls have the ASCII form already, so SUN leaves names as they are: it joins less, never wrongly.',
  ],
  [
    'Percent-encoding in host or user info',
    (input) => /%/.test(input.replace(SCHEME, '').replace(/[/?#].*/s, '')),
    'suite',
    'RFC 3986 6.2.2.2 speaks of all parts. SUN normalizes path and query only: it joins less, never wrongly.',
  ],
  [
    'Numbers as IPv4 addresses',
    (input) =>
      /^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*\.?$/i.test(bare(hostOf(input))) || hostOf(input).startsWith('['),
    'SUN',
    'RFC 3986 3.2.2 knows four decimal numbers; the other ways of writing addresses are those of `inet_aton` and of browsers. Short forms of IPv6 are equal addresses, but no equal strings.',
  ],
  [
    'User info',
    (input, expected) =>
      /\/\/[^/?#]*@/.test(input) &&
      sameBut(sun(input.replace(/\/\/[^/?#]*@/, '//')), expected.replace(/\/\/[^/?#]*@/, '//')),
    'SUN',
    'It may decide what is served, and RFC 3986 has no rule that takes it off; an empty one (`http://@a.com`) could go (6.2.3).',
  ],
  [
    'Ports',
    (input, expected, own) =>
      /:\d*$/.test(hostOf(input)) && bare(hostOf(expected)) === bare(hostOf(own)) && hostOf(expected) !== hostOf(own),
    'suite',
    'RFC 3986 6.2.3: a default port may go. SUN knows the ports of http and https; other schemes, and leading zeros, stay: it joins less, never wrongly.',
  ],
  [
    'Dot at the end of the host',
    (input) => /\.+(:\d*)?$/.test(hostOf(input)),
    'SUN',
    'RFC 3986 3.2.2 allows it and calls it a way to be exact; servers tell the two apart by the Host header. Rules of a host hold for both.',
  ],
  [
    '`www.`, scheme, or a part taken off',
    (_, expected, own) => bare(hostOf(expected)) !== bare(hostOf(own)) || scheme(expected) !== scheme(own),
    'SUN',
    'Another host or scheme is another resource to RFC 3986; that they serve the same must be learned from pages.',
  ],
  [
    'Empty query',
    (_, expected, own) => own.endsWith('?') && sameBut(own.slice(0, -1), expected),
    'SUN',
    'RFC 3986 6.2.3 leaves `?` alone: `http://a.com/?` need not be `http://a.com/`.',
  ],
  [
    'Parameters sorted, dropped or changed',
    (_, expected, own) => queryOf(expected) !== queryOf(own) && decoded(queryOf(expected)) !== decoded(queryOf(own)),
    'SUN',
    'A query is opaque to RFC 3986 3.4; order, repetition and session names matter on some sites, and are learned from pages where they do not.',
  ],
  [
    'Several slashes made one',
    (_, expected, own) => collapsed(own) === collapsed(expected),
    'SUN',
    'Empty segments are segments (RFC 3986 3.3); Apache and nginx join them, application servers and archives do not.',
  ],
  [
    'Slash at the end, or a default page',
    (_, expected, own) => trimmed(own) === trimmed(expected),
    'SUN',
    'RFC 3986 6.2.3 gives a `/` to an empty path and says nothing of others; `/a` and `/a/` are two names, and `index.html` is a habit of servers. Both are learned.',
  ],
  [
    'Characters encoded, or reserved ones decoded',
    (_, expected, own) => decoded(own) === decoded(expected),
    'SUN',
    'RFC 3986 6.2.2.2 decodes unreserved characters only; `%2F` is not `/`. Characters that are not allowed are encoded by WHATWG; SUN keeps the bytes, since the log shows what was asked for.',
  ],
  [
    'Characters beyond ASCII in path or query',
    (input) => [...input].some((c) => c > '\x7f'),
    'suite',
    'RFC 3987 3.1 maps them to percent-encoded UTF-8, but what bytes a log or a page meant is not known; SUN keeps them: it joins less, never wrongly.',
  ],
  [
    'Decoded more than once, or `%` that begins nothing',
    (input) => /%25|%(?![0-9a-f]{2})/i.test(input),
    'SUN',
    'RFC 3986 2.4: decoding twice changes what is meant. A `%` without two hex digits is not allowed, and SUN keeps it.',
  ],
  [
    'Parameters and sessions in the path',
    (input) => /[;(]/.test(pathOf(input)),
    'SUN',
    'RFC 3986 3.3 leaves their meaning to the site, so it is learned.',
  ],
  [
    'Other schemes',
    (input) => !/^https?:/i.test(input),
    'both',
    'WHATWG has rules for each special scheme; SUN has the general ones of RFC 3986.',
  ],
];

const rows = new Map(MATTERS.map(([matter]) => [matter, { count: 0, suites: new Map(), example: null }]));
const other = { count: 0, suites: new Map(), example: null, all: [] };
const suites = new Map();
for (const { suite, input, expected } of cases) {
  const figures = suites.get(suite) ?? { inputs: 0, compared: 0, same: 0 };
  suites.set(suite, figures);
  figures.inputs++;
  if (expected === undefined) continue;
  figures.compared++;
  const own = sun(input);
  if (expected !== null && (own === expected || own === sun(expected))) {
    figures.same++;
    continue;
  }
  const matter = MATTERS.find(([, fits]) => fits(input, expected, own));
  const row = matter ? rows.get(matter[0]) : other;
  row.count++;
  row.suites.set(suite, (row.suites.get(suite) ?? 0) + 1);
  other.all.push(...(matter ? [] : [{ suite, input, expected, own }]));
  // The shortest example says most.
  if (row.example === null || input.length < row.example.input.length) row.example = { input, expected, own };
}

const text = page();
if (process.argv.includes('--check')) {
  if (readFileSync(PAGE, 'utf8') !== text) {
    console.error('docs/peers.md is not what scripts/peers.mjs writes; run it');
    process.exit(1);
  }
} else writeFileSync(PAGE, text);
for (const one of other.all.slice(0, 40)) console.log(JSON.stringify(one));

function page() {
  const lines = [
    '# Other normalizers, and who is right',
    '',
    'Standard normalization (SUN) does what RFC 3986 calls equivalent and no more, since it is applied without evidence; everything else is learned from pages.',
    "Here it meets the test suites of others: every input goes through `key`, `rewrite` and SUN (`test/real/peers.test.ts`: nothing throws, SUN and the keys of `fixpoint` sets are stable), and where a suite names a normal form, the two are compared. _The same_ means equal, or equal once SUN is applied to the suite's answer too. This page is written by `node scripts/peers.mjs`.",
    '',
    '| suite | inputs | with a normal form | the same | different |',
    '|---|--:|--:|--:|--:|',
    ...[...suites]
      .sort()
      .map(
        ([suite, { inputs, compared, same }]) =>
          `| ${suite} | ${inputs} | ${compared} | ${same} | ${compared - same} |`,
      ),
    '',
    '## Where they differ',
    '',
    'A case is counted once, under the first matter in this order that it shows.',
    '',
    '| matter | cases | shortest example | the suite | SUN | right by RFC 3986 | why |',
    '|---|--:|---|---|---|---|---|',
    ...MATTERS.flatMap(([matter, , right, why]) => {
      const { count, suites: by, example } = rows.get(matter);
      if (count === 0) return [];
      const where = [...by]
        .sort()
        .map(([suite, n]) => `${suite} ${n}`)
        .join(', ');
      return [
        `| ${matter.replaceAll('|', '\\|')} | ${count} (${where}) | ${code(example.input)} | ${code(example.expected)} | ${code(example.own)} | ${right} | ${why} |`,
      ];
    }),
    '',
    other.count === 0
      ? 'No other difference was found.'
      : `${other.count} more differ in ways of their own: ${other.all.map(({ suite, input, expected, own }) => `${suite}: ${code(input)}, expected ${code(expected)}, SUN ${code(own)}`).join('; ')}.`,
    '',
  ];
  return lines.join('\n');
}

function code(text) {
  if (text === null) return 'refused';
  const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
    .slice(1, -1)
    .replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return shown === '' ? 'empty' : `\`${shown.replaceAll('|', '\\|').replaceAll('`', "'")}\``;
}

function sameBut(own, expected) {
  return own === expected || own === sun(expected);
}

function scheme(url) {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

function collapsed(url) {
  const [, head = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(sun(url)) ?? [];
  return head + rest.replace(/\/{2,}/g, '/');
}

function trimmed(url) {
  const [head = '', ...rest] = sun(url).split('?');
  return [head.replace(/\/(?:(?:index|default)\.[a-z]+)?$/i, '').replace(/\/+$/, ''), ...rest].join('?');
}

function decoded(text) {
  const once = (s) => s.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return once(Buffer.from(text.replace(/#.*/s, ''), 'utf8').toString('latin1'))
    .toLowerCase()
    .replaceAll('+', ' ');
}

/** The lab sites of ../shared/data with rules of the kind that is learned from them, for tests with real programs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Cluster, learnRules } from '../../../src/index.ts';
import type { Rule, RuleSet } from '../../../src/rules/index.ts';
import { ruleOf } from '../../support/rule-of.ts';

const DATA = join(import.meta.dirname, '../../../../shared/data');
export const hasData = existsSync(DATA);

export type Lab = { readonly name: string; readonly ruleSet: RuleSet; readonly urls: readonly string[] };

const PROVEN = { fetchable: { checked: 10, ok: 10 } };

const RULES = {
  'lab-mediawiki': [
    '@H E => scheme(http)',
    '@{www.wiki.example.test} E => host(www.wiki.example.test -> wiki.example.test)',
    '@H E => collapseSlashes()',
    '@H E => dropEmptyParams()',
    '@H E => separator(&)',
    '@H E => lowerPath()',
    '@H E => dropParam(PHPSESSID)',
    '@H E => dropParam(cachebuster)',
    '@H E => dropParam(gclid)',
    '@H E => dropParam(fbclid)',
    '@H E => dropParam(ref)',
    '@H E path^=/w/ => dropParam(returntoquery)',
    '@H E => dropParam(action,value=view)',
    '@H E => dropParam(prefix=utm_)',
    '@H E => sortParams()',
    '@H E => aliasPrefix(/mediawiki -> /w)',
    '@H E !path^=/w/index.php/ !param=oldid => pathFromParam(title,prefix=/wiki/)',
    '@H E param=diff => aliasParam(diff: prev,cur -> next)',
    '@H E => anyParam(returnto)',
  ].map((text) => text.replace('@H', '@{wiki.example.test,www.wiki.example.test}')),
  'lab-usemod': [
    '@{www.uwiki.example.test} E => host(www.uwiki.example.test -> uwiki.example.test)',
    '@H E => collapseSlashes()',
    '@H E => trimSlash()',
    '@H E => dropParam(prefix=utm_)',
    '@H E => dropParam(sid)',
    '@H E => dropPathParam(jsessionid)',
    '@H E !(depth=3 seg[-1]=wiki.pl) !(depth=3 seg[-1]=wiki) => aliasPrefix(/cgi-bin/wiki.pl -> /wiki)',
    '@H E => renameParam(back -> browse)',
    '@H E ext=html => dropSuffix(.html)',
  ].map((text) => text.replace('@H', '@{uwiki.example.test,www.uwiki.example.test}')),
} as const;

/** Every URL of the set, rules proven to give URLs that exist. */
export function labs(): Lab[] {
  return Object.entries(RULES).map(([name, texts]) => ({
    name,
    ruleSet: { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules: texts.map(provenRule) },
    urls: urlsOf(join(DATA, name, 'clusters-all.tsv.gz')),
  }));
}

/** The same sites with the rules that are learned from them, each with the proof that learning gave it. */
export function learnedLabs(): Lab[] {
  return labs().map(({ name, urls }) => {
    const clusters = clustersOf(join(DATA, name, 'clusters-all.tsv.gz'));
    return { name: `${name}, learned`, ruleSet: learnRules(clusters).ruleSet, urls };
  });
}

/** Hand-written and learned. */
export function allLabs(): Lab[] {
  return [...labs(), ...learnedLabs()];
}

export function provenRule(text: string): Rule {
  return ruleOf(text, { evidence: PROVEN });
}

function urlsOf(path: string): string[] {
  return [...new Set(rowsOf(path).map(([, url]) => url!))];
}

function clustersOf(path: string): Cluster[] {
  const clusters = new Map<string, { id: string; urls: string[]; wide: string[] }>();
  for (const [id = '', url = '', wide = ''] of rowsOf(path)) {
    const cluster = clusters.get(id) ?? { id, urls: [], wide: [] };
    clusters.set(id, cluster);
    cluster.urls.push(url);
    cluster.wide.push(wide);
  }
  return [...clusters.values()];
}

function rowsOf(path: string): string[][] {
  const [, ...lines] = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
}

/** URLs that make careless regular expressions backtrack or recurse, each some `length` characters long. */
export function adversarialUrls(length: number): string[] {
  const fill = (text: string) => text.repeat(Math.ceil(length / text.length));
  const pieces = [
    '/',
    '//a',
    'a',
    '/a',
    '/en',
    '/de',
    '.html',
    '/index.html',
    ';jsessionid',
    ';jsessionid=1',
    '/..',
    '%41',
    'A',
    '/A',
    '%2C',
    '%24',
    '%',
  ];
  const params = [
    '&',
    ';',
    '=',
    '&=',
    '&&a',
    '&ref',
    '&ref=',
    '&ref=1',
    '&refx=1',
    '&utm_a=1',
    '&sid=1',
    '&sort=a',
    '&x=1',
    '&title=a',
    '?',
    '&a=1&b=2',
    '&a',
    '&A=B',
    '&%2C=%2C',
  ];
  return [
    ...pieces.flatMap((piece) => [
      `http://h.test/${fill(piece)}`,
      `http://h.test/${fill(piece)}?a=1&ref=2`,
      `http://h.test/${fill(piece)}x`,
    ]),
    ...params.flatMap((param) => [`http://h.test/a?x=1${fill(param)}`, `http://h.test/?${fill(param)}z`]),
  ];
}

/** Rules with every kind of pattern, for the host of the adversarial URLs. */
export const ALL_KINDS: RuleSet = {
  dustpan: 1,
  apply: 'fixpoint',
  sun: true,
  options: {},
  rules: [
    'decode()',
    'lowerPath()',
    'dropEmptyParams()',
    'collapseSlashes()',
    'trimSlash()',
    'dropParam(ref)',
    'dropParam(prefix=utm_)',
    'anyParam(sid)',
    'aliasParam(sort: a,b -> c)',
    'renameParam(x -> y)',
    'separator(&)',
    'dropSuffix(/index.html)',
    'dropSegment(en)',
    'dropPathParam(jsessionid)',
    'aliasPrefix(/de -> /fr)',
    'pathFromParam(title,prefix=/wiki/)',
  ]
    .map((op) => provenRule(`@{h.test} E => ${op}`))
    .concat(
      provenRule('@{h.test} E (depth=3 seg[-2]=a) => anySegment(-1)'),
      provenRule('@{h.test} E params=(a,b) !ext=html => dropQuery()'),
    ),
};

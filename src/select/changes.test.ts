/** Changes that are kept from round to round are those that a fresh look would find. */
import { describe, expect, it } from 'vitest';
import { type Op, parseRule } from '../rules/index.ts';
import { candidateOf } from './candidate.ts';
import { Changes } from './changes.ts';
import { type Form, Forms } from './forms.ts';

const TEXTS = [
  'http://a.com/x/?s=1&b=2',
  'http://a.com/x/?b=2',
  'http://a.com/X//y.html?s=2',
  'http://www.a.com/x/',
  'https://a.com:81/en/x/index.html;s=3?b=2;c=3',
  'http://a.com/en/%41%7e?a=1&a=1&&b',
  'http://a.com/x/y/z?t=x/y',
];
const OPS: readonly Op[] = [
  { op: 'host', from: ['www.a.com'], to: 'a.com' },
  { op: 'scheme', to: 'http' },
  { op: 'dropPort' },
  { op: 'dropParam', name: 's' },
  { op: 'dropParam', name: 'b', value: '2' },
  { op: 'dropParam', prefix: 's' },
  { op: 'anyParam', name: 's' },
  { op: 'aliasParam', name: 'b', from: ['2'], to: '3' },
  { op: 'renameParam', from: 's', to: 't' },
  { op: 'dropQuery' },
  { op: 'sortParams' },
  { op: 'dropEmptyParams' },
  { op: 'dropRepeatedParams' },
  { op: 'separator', to: '&' },
  { op: 'lowerPath' },
  { op: 'lowerPath', segment: 1 },
  { op: 'decode' },
  { op: 'collapseSlashes' },
  { op: 'trimSlash' },
  { op: 'dropSuffix', suffix: '.html' },
  { op: 'dropSegment', segment: 'x' },
  { op: 'dropSegment', segment: 2 },
  { op: 'anySegment', segment: -1 },
  { op: 'dropPathParam', name: 's' },
  { op: 'aliasPrefix', from: ['/en'], to: '/x' },
  { op: 'pathFromParam', param: 't', prefix: '/' },
];

function newForms(): Forms {
  return new Forms({ texts: TEXTS, pages: TEXTS.map((_, i) => i), wides: TEXTS.map((_, i) => i) });
}

/** By text, since every look has its own form objects. */
function shown(changes: ReadonlyMap<Form, string>): [string, string][] {
  return [...changes].map(([{ text }, after]): [string, string] => [text, after]).sort();
}

describe('changes', () => {
  it.each(OPS)('of $op after other changes are those of a fresh look', (op) => {
    const forms = newForms();
    const hosts = forms.hosts();
    const candidates = OPS.map((one) => candidateOf({ family: 'any', ops: [one], when: [], seen: 1 }, hosts));
    const kept = new Changes(forms);
    for (const candidate of candidates) kept.of(candidate);
    forms.change(kept.of(candidateOf({ family: 'any', ops: [op], when: [], seen: 1 }, hosts)));
    for (const candidate of candidates)
      expect(shown(kept.of(candidate))).toEqual(shown(new Changes(forms).of(candidate)));
  });

  it('find something for every operation here', () => {
    const forms = newForms();
    const changes = new Changes(forms);
    const idle = OPS.filter(
      (op) => changes.of(candidateOf({ family: 'any', ops: [op], when: [], seen: 1 }, forms.hosts())).size === 0,
    );
    expect(idle).toEqual([]);
  });

  it('of whole rules that are looked for together are those of each by itself', () => {
    const texts = Array.from({ length: 2_500 }, (_, i) => [
      `http://a.com/en/p${i}`,
      `http://a.com/de/p${i}/`,
      `http://b.com/en/p${i}?s=${i}`,
    ]).flat();
    const numbers = texts.map((_, i) => i);
    const forms = new Forms({ texts, pages: numbers, wides: numbers });
    const candidates = [
      '@{a.com} T ^*://*.*/(en|de)/*(/)?$ => $1://$2.$3/en/$4',
      String.raw`@{a.com,b.com} T ^*://*.*/en/*\?s=*$ => $1://$2.$3/en/$4`,
      '@{b.com} S "/en/" => "/de/"',
      "@{a.com} K path[1]=de => path[1]:='en'",
    ].map((text) => {
      const { match, emit, scope } = parseRule(text);
      const hosts = scope.hosts as readonly string[];
      return candidateOf(
        { family: 'any', ops: [], when: [], hosts, seen: 1, bodies: [{ learner: 'dustlin', match, emit }] },
        forms.hosts(),
      );
    });
    const together = new Changes(forms);
    together.prepare(candidates);
    for (const candidate of candidates) {
      const found = [...together.of(candidate)];
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual([...new Changes(forms).of(candidate)]);
    }
  });

  it('are none of a whole rule that would change a host', () => {
    const { match, emit } = parseRule('@* S "a.com" => "b.com"');
    const forms = newForms();
    const bodies = [{ learner: 'dustbuster' as const, match, emit }];
    expect(
      new Changes(forms).of(candidateOf({ family: 'any', ops: [], when: [], bodies, seen: 1 }, forms.hosts())).size,
    ).toBe(0);
  });
});

/** Whatever stands in a compiled rule file under a right checksum: it is refused with a sentence, or applying it ends without an error. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { ConfigError } from '../base/index.ts';
import type { RuleSet } from '../rules/index.ts';
import { type Flat, readFlat, writeFlat } from './flat.ts';
import { loadCompiled, saveCompiled } from './index.ts';

/** Every rule that the documentation shows, so that there are programs of all kinds; some of a host, so that there are entries. */
const TEXTS = [...readFileSync('docs/rule-format.md', 'utf8').matchAll(/^@(?:\*|\{.*?\}) [TKSE] .* => .*/gm)].map(
  ([text]) => text,
);
const HOST_TEXTS = TEXTS.map((text, i) => text.replace('@*', `@{${['a.com', 'b.com', 'a.com,www.a.com'][i % 3]}}`));

const ruleSet = (texts: readonly string[], apply: 'first' | 'fixpoint'): RuleSet => ({
  dustpan: 1,
  apply,
  sun: apply === 'fixpoint',
  options: {},
  rules: texts.map((text) => ruleOf(text)),
});
const FILES = [
  saveCompiled(ruleSet(TEXTS, 'first')),
  saveCompiled(ruleSet(HOST_TEXTS, 'fixpoint')),
  ...TEXTS.map((text) => saveCompiled(ruleSet([text, text.replace('@*', '@{a.com}')], 'fixpoint'))),
];

const PATHS = [
  '/en/old/people/1/Index.html',
  '/x',
  '//a//b/index.html',
  '/title/tt12/photogallery',
  '/p;jsessionid=1/2.html',
  '/w/',
  '/Austria-x.html',
  '',
];
const QUERIES = [
  '',
  '?ref=1&utm_a=2&ref=1',
  '?title=A%7e&sid=2&a',
  '?a=1&b=&&c=3;d=4',
  `?s[]=1&${'k=v&'.repeat(40)}`,
  '?p=3',
];
const URLS = ['a.com', 'www.a.com:80', 'b.com', 'en.wikipedia.org', 's.com', 'c.org'].flatMap((host) =>
  PATHS.flatMap((path) => QUERIES.map((query) => `http://${host}${path}${query}`)),
);
const LINES = new TextEncoder().encode(`${URLS.join('\n')}\n`);

/** Applies a file in every way there is. True if it was used, false if it was refused. */
function use(file: Uint8Array): boolean {
  try {
    const normalizer = loadCompiled(file, { include: ['quarantined'] });
    for (const url of URLS.slice(0, 40)) normalizer.key(url);
    normalizer.lines('key').push(LINES);
    for (const url of URLS.slice(40, 60)) normalizer.rewrite(url);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(/^this compiled rule file cannot be used, [^\n]*; make it again with/);
    return false;
  }
}

/** The rules as they are shown: refused, or rules. */
function show(file: Uint8Array): void {
  try {
    loadCompiled(file).explain(URLS[0]!);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
  }
}

const NUMBERS = [
  'stages',
  'hosts',
  'hostEntries',
  'shapes',
  'lists',
  'entries',
  'chains',
  'code',
  'flags',
  'jsonAt',
] as const satisfies readonly (keyof Flat)[];

/** Numbers that mean something elsewhere, and those at the edges. */
const number = fc.oneof(
  fc.constantFrom(-1, 0, 1, 2, 3, 4, 7, 8, 16, 64, 255, 1023, 1024, 0x7fffffff, -0x80000000, -2, -3),
  fc.integer({ min: 0, max: 400 }),
  fc.integer(),
);
const change = fc.record({
  section: fc.constantFrom(...NUMBERS, 'code' as const, 'code' as const, 'chains' as const),
  place: fc.nat(),
  value: number,
  /** Added to what stands there, or put in its place. */
  adds: fc.boolean(),
});

function forged(
  file: Uint8Array,
  changes: readonly { section: (typeof NUMBERS)[number]; place: number; value: number; adds: boolean }[],
): Uint8Array {
  const flat: Record<string, Int32Array | Uint8Array> = { ...readFlat(file.slice()) };
  for (const { section, place, value, adds } of changes) {
    const numbers = flat[section]! as Int32Array;
    if (numbers.length === 0) continue;
    const at = place % numbers.length;
    numbers[at] = adds ? numbers[at]! + (value % 8) : value;
  }
  return writeFlat(flat as unknown as Flat);
}

describe('a forged file', () => {
  it('is the file itself if nothing is changed', () => {
    for (const file of FILES) {
      expect(forged(file, [])).toEqual(file);
      expect(use(file)).toBe(true);
    }
  });
  it('is refused, or applied to its end', { timeout: 60_000 }, () => {
    let used = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(), fc.array(change, { minLength: 1, maxLength: 3 }), (which, changes) => {
        const file = forged(FILES[which % FILES.length]!, changes);
        if (use(file)) used++;
        else refused++;
        show(file);
      }),
      { seed: 13, numRuns: 400 },
    );
    // Both must happen often, or nothing was tried.
    expect(Math.min(used, refused)).toBeGreaterThan(50);
  });
});

/** All matches with the kernel are those without it, hash for hash. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRule, arbUrl, arbUrlFor } from '../../test/support/arbitraries.ts';
import type { Rule } from '../rules/index.ts';
import { matchAllRules } from './all-matches.ts';
import { encode } from './bytes.ts';
import type { UrlRanges } from './judge-kernel.ts';

const arbRules = fc.array(fc.oneof(arbRule('tokens'), arbRule('tokens'), arbRule('edit'), arbRule('keys')), {
  minLength: 1,
  maxLength: 8,
});
const withUrls = (rules: Rule[]) => {
  const url = fc.oneof(
    arbUrl(),
    fc.constantFrom(...rules).chain((rule) => arbUrlFor(rule)),
    fc.constantFrom(...rules).chain((rule) => arbUrlFor(rule).map((own) => `${own}/${'x'.repeat(9000)}`)),
  );
  return fc.tuple(fc.constant(rules), fc.array(url, { minLength: 1, maxLength: 12 }));
};

/** The URLs one after another, or from the last to the first, with something between them. */
function ranges(urls: readonly string[], isBackward: boolean): UrlRanges {
  const texts = urls.map((url) => encode(url.toWellFormed()));
  const bytes = new Uint8Array(texts.reduce((sum, { length }) => sum + length + 3, 0)).fill(47);
  const starts = new Int32Array(urls.length);
  const ends = new Int32Array(urls.length);
  let at = 0;
  for (const u of isBackward ? [...urls.keys()].reverse() : urls.keys()) {
    starts[u] = at;
    bytes.set(texts[u]!, at);
    ends[u] = at + texts[u]!.length;
    at = ends[u]! + 3;
  }
  return { count: urls.length, bytes, starts, ends };
}

describe('all matches', () => {
  it('are the same with the kernel', () => {
    let found = 0;
    let made = 0;
    fc.assert(
      fc.property(arbRules.chain(withUrls), fc.boolean(), ([rules, urls], isBackward) => {
        const [plain, kernel] = [Number.POSITIVE_INFINITY, 0].map((kernelFrom) => {
          const matches: number[][] = [];
          const all = matchAllRules(rules, kernelFrom);
          const given = ranges(urls, isBackward);
          all.eachHashed(given, { add: (...match) => void matches.push(match) });
          const forms = urls.flatMap((_, url) => rules.map((_, rule) => all.formOf(given, url, rule)?.slice() ?? null));
          return { matches, forms };
        });
        expect(kernel).toEqual(plain);
        found += plain!.matches.length;
        made += plain!.forms.filter((form) => form !== null).length;
      }),
      { seed: 1, numRuns: 200 },
    );
    expect(found).toBeGreaterThan(100);
    expect(made).toBeGreaterThan(100);
  });
});

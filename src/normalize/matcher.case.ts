/** What the programs make of a URL that stands in the middle of other bytes, for tests: reading past either end shows. */
import type { Rule } from '../rules/index.ts';
import { buildFlat } from './build/build.ts';
import { type ByteMode, Bytes, encodeInto } from './bytes.ts';
import { Matcher } from './matcher.ts';

/** All rules that apply, by number, with the bytes of their forms. `after` is what follows the URL. */
export function matcherOf(rules: readonly Rule[]) {
  const active = rules.map((rule): Rule => ({ ...rule, state: 'active' }));
  const matcher = new Matcher(buildFlat({ dustpan: 1, options: {}, apply: 'first', sun: false, rules: active }), false);
  const forms = (url: Uint8Array, mode: ByteMode, after: readonly number[] = [0xa9]): [number, number[]][] => {
    const bytes = Uint8Array.of(47, 0xc3, ...url, ...after, 97, 47);
    const found: [number, number[]][] = [];
    if (!matcher.open(0, bytes, 2, 2 + url.length, null, mode)) return found;
    for (let rule = matcher.next(0, 1e9); rule >= 0; rule = matcher.next(rule + 1, 1e9))
      found.push([rule, [...(matcher.unchanged ? url : matcher.out.data.subarray(0, matcher.out.length))]]);
    return found;
  };
  return { matcher, forms };
}

export function bytesOf(text: string, mode: ByteMode): Uint8Array {
  const out = new Bytes();
  encodeInto(out, text, mode);
  return out.data.slice(0, out.length);
}

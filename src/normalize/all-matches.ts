/** Every rule that applies to a URL, not only the first: what validation counts. Uses the same index as the normalizer. */
import type { Rule } from '../rules/index.ts';
import { buildFlat } from './build/build.ts';
import { type ByteMode, Bytes, encodeInto } from './bytes.ts';
import { Matcher } from './matcher.ts';

/** Called with the index of a rule and the bytes of its form, which are valid during the call only. */
export type MatchFound = (rule: number, form: Uint8Array, length: number) => void;

export type AllMatches = {
  each(url: string, found: MatchFound): void;
  /** The same for a URL in a buffer of UTF-8 bytes. */
  eachBytes(bytes: Uint8Array, from: number, to: number, found: MatchFound): void;
};

/** Compiles rules whatever their state; the indexes given to `found` are those of this list. */
export function matchAllRules(rules: readonly Rule[]): AllMatches {
  const active = rules.map((rule): Rule => ({ ...rule, state: 'active' }));
  const matcher = new Matcher(buildFlat({ dustpan: 1, options: {}, apply: 'first', sun: false, rules: active }), false);
  const input = new Bytes();
  const same = new Bytes();
  const run = (
    bytes: Uint8Array,
    from: number,
    to: number,
    text: string | null,
    mode: ByteMode,
    found: MatchFound,
  ): void => {
    if (!matcher.open(0, bytes, from, to, text, mode)) return;
    for (
      let rule = matcher.next(0, Number.MAX_SAFE_INTEGER);
      rule >= 0;
      rule = matcher.next(rule + 1, Number.MAX_SAFE_INTEGER)
    ) {
      if (matcher.unchanged) {
        same.length = 0;
        same.append(bytes, from, to);
        found(rule, same.data, same.length);
      } else found(rule, matcher.out.data, matcher.out.length);
    }
  };
  return {
    each(url, found) {
      input.length = 0;
      encodeInto(input, url, 'text');
      run(input.data, 0, input.length, url, 'text', found);
    },
    eachBytes(bytes, from, to, found) {
      run(bytes, from, to, null, 'raw', found);
    },
  };
}

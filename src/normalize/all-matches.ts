/** Every rule that applies to a URL, not only the first: what validation counts. Uses the same index as the normalizer. */
import { WordHash } from '../base/index.ts';
import { formLimit, type Rule } from '../rules/index.ts';
import { buildFlat } from './build/build.ts';
import { type ByteMode, Bytes, encodeInto } from './bytes.ts';
import { type JudgeKernel, type MatchSink, startJudgeKernel, type UrlHashes, type UrlRanges } from './judge-kernel.ts';
import { Matcher } from './matcher.ts';

/** Called with the index of a rule and the bytes of its form, which are valid during the call only. */
export type MatchFound = (rule: number, form: Uint8Array, length: number) => void;

/** Called with the index of a rule, the number of a URL, and the two halves of the hash of its form. */
export type HashedMatch = (rule: number, url: number, a: number, b: number) => void;

export type AllMatches = {
  each(url: string, found: MatchFound): void;
  /** The same for a URL in a buffer of UTF-8 bytes. */
  eachBytes(bytes: Uint8Array, from: number, to: number, found: MatchFound): void;
  /** The form that one rule gives a URL in UTF-8, valid until the next call; null if it gives none. */
  formOf(urls: UrlRanges, url: number, rule: number): Uint8Array | null;
  /** Of many URLs in UTF-8, in their order, the matches whose form is no longer than a rule may make it, by `WordHash`; writes down the hashes of the URLs, if asked for. */
  eachHashed(urls: UrlRanges, found: MatchSink, hashes?: UrlHashes): void;
};

/** Fewer URLs are done with before a kernel has started. */
const KERNEL_FROM = 1000;

/** Compiles rules whatever their state; the indexes given to `found` are those of this list. */
export function matchAllRules(rules: readonly Rule[], kernelFrom = KERNEL_FROM): AllMatches {
  const active = rules.map((rule): Rule => ({ ...rule, state: 'active' }));
  const flat = buildFlat({ dustpan: 1, options: {}, apply: 'first', sun: false, rules: active }, 'interpreted');
  const matcher = new Matcher(flat, false);
  const hash = new WordHash();
  const input = new Bytes();
  const same = new Bytes();
  /** Null until many URLs were asked about. */
  let kernel: JudgeKernel | null = null;
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
    formOf(urls, url, wanted) {
      const made = kernel?.formOf(urls, url, wanted) ?? null;
      if (made !== null) return made;
      let form: Uint8Array | null = null;
      run(urls.bytes, urls.starts[url]!, urls.ends[url]!, null, 'raw', (rule, bytes, length) => {
        if (rule === wanted) form = bytes.slice(0, length);
      });
      return form;
    },
    eachHashed(urls, found, hashes) {
      const { bytes, starts, ends } = urls;
      const one = (url: number): void => {
        const limit = formLimit(ends[url]! - starts[url]!);
        run(bytes, starts[url]!, ends[url]!, null, 'raw', (rule, form, length) => {
          if (length > limit) return;
          hash.ofRange(form, 0, length);
          found.add(rule, url, hash.a, hash.b);
        });
      };
      const own = (url: number): void => {
        hash.ofRange(bytes, starts[url]!, ends[url]!);
        hashes![2 * url] = hash.a;
        hashes![2 * url + 1] = hash.b;
      };
      kernel = urls.count < kernelFrom ? null : startJudgeKernel(flat);
      if (kernel) {
        kernel.each(urls, found, one, hashes ?? null, own);
        return;
      }
      for (let url = 0; url < urls.count; url++) {
        if (hashes) own(url);
        one(url);
      }
    },
  };
}

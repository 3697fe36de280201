/** Detection and elimination give what the thesis' figures give, on random lists, in whatever portions the work is done. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenizeInner } from '../../url/index.ts';
import { FIRST, LAST, type PlainPair, plainDetect, plainEliminate } from './brute-force.case.ts';
import { Detector } from './detect.ts';
import { crossHostGroup, hostGroup } from './groups.ts';
import { DUSTBUSTER_DEFAULTS } from './options.ts';
import { likenessOf, UNLIKE } from './similarity.ts';
import { detectAll, listOf, shown, wholeGroup } from './support.case.ts';
import { tokenEnd } from './token-rows.ts';
import { endOfHead, listUrls } from './url-list.ts';

/** Few different pieces, so that URLs share much; repeated ones, so that substitutions can shift; several hosts. */
const arbUrl = fc
  .tuple(
    fc.constantFrom('http://', 'http://', 'http://', 'https://', ''),
    fc.constantFrom('a.com', 'a.com', 'www.a.com', 'a.a.com', 'A.com'),
    fc.array(fc.constantFrom('/', '/', 'a', '/a', '.', '//', 'a1', '?b=', '😀'), { maxLength: 4 }),
  )
  .map(([scheme, host, rest]) => scheme + host + rest.join(''));
const arbUrls = fc.uniqueArray(arbUrl, { minLength: 8, maxLength: 20 });
const arbLimits = fc.record({
  maxTokens: fc.integer({ min: 1, max: 14 }),
  tLow: fc.integer({ min: 2, max: 5 }),
  more: fc.integer({ min: 0, max: 5 }),
  minPairs: fc.integer({ min: 1, max: 3 }),
});

const plainly = (
  urls: readonly string[],
  o: Parameters<typeof fastly>[1],
  similar?: (u: number, v: number) => boolean,
  tokensOf?: (url: string) => readonly string[],
) => plainDetect(urls, { S: o.maxTokens, low: o.tLow, high: o.tLow + o.more, MS: o.minPairs }, similar, tokensOf);
const fastly = (
  urls: readonly string[],
  { more, ...options }: { maxTokens: number; tLow: number; more: number; minPairs: number },
  held?: { envelopes?: number; pairs?: number },
) => detectAll(urls, { ...options, tHigh: options.tLow + more }, held).map(plain);
function plain(pair: ReturnType<typeof detectAll>[number]): PlainPair {
  const [alpha, beta] = shown(pair, FIRST, LAST);
  return { alpha, beta, low: pair.low, high: pair.size };
}
const byText = (pairs: readonly PlainPair[]) =>
  new Map(pairs.map(({ alpha, beta, low, high }) => [`${alpha} ${beta}`, `${low} ${high}`]));

describe('detection', () => {
  it('finds the pairs and the supports of the brute-force reference', () => {
    let found = 0;
    fc.assert(
      fc.property(arbUrls, arbLimits, (urls, options) => {
        const expected = plainly(urls, options);
        found += expected.length;
        expect(byText(fastly(urls, options))).toEqual(byText(expected));
      }),
      { seed: 1, numRuns: 100 },
    );
    expect(found).toBeGreaterThan(1000);
  });

  it('gives the same in small portions', () => {
    fc.assert(
      fc.property(arbUrls, arbLimits, (urls, options) => {
        const whole = fastly(urls, options);
        expect(fastly(urls, options, { envelopes: 40 })).toEqual(whole);
        expect(fastly(urls, options, { envelopes: 40, pairs: 5 })).toEqual(whole);
      }),
      { seed: 2, numRuns: 40 },
    );
  });

  it('asks whether the pages are likely similar', () => {
    const arbListed = fc.uniqueArray(
      fc.record(
        {
          url: arbUrl,
          sizes: fc.tuple(fc.nat(9), fc.nat(9)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
          sketch: fc.array(fc.constantFrom('x', 'y'), { minLength: 1, maxLength: 3 }),
        },
        { requiredKeys: ['url'] },
      ),
      { minLength: 2, maxLength: 12, selector: ({ url }) => url },
    );
    let unlike = 0;
    fc.assert(
      fc.property(
        arbListed,
        arbLimits,
        fc.integer({ min: 1, max: 4 }),
        (listed, { more, ...rest }, minEqualShingles) => {
          const list = listUrls({ clusters: [], urls: listed });
          const options = { ...DUSTBUSTER_DEFAULTS, ...rest, tHigh: rest.tLow + more, minEqualShingles };
          const infoOf = (u: number) => listed.find(({ url }) => url === list.urls[u])!;
          const similar = (u: number, v: number) => {
            const [a, b] = [infoOf(u), infoOf(v)];
            const isSimilar =
              a.sketch && b.sketch
                ? a.sketch.filter((value, k) => value === b.sketch![k]).length >=
                  Math.min(minEqualShingles, Math.max(a.sketch.length, b.sketch.length))
                : !a.sizes || !b.sizes || (a.sizes[0] <= b.sizes[1] && b.sizes[0] <= a.sizes[1]);
            expect(likenessOf(list.known, minEqualShingles, u, v) !== UNLIKE).toBe(isSimilar);
            if (!isSimilar) unlike++;
            return isSimilar;
          };
          const found = new Detector(list, options).detect(wholeGroup(list)).map(plain);
          expect(byText(found)).toEqual(byText(plainly(list.urls, { more, ...rest }, similar)));
        },
      ),
      { seed: 3, numRuns: 150 },
    );
    expect(unlike).toBeGreaterThan(1000);
  });

  it('finds between hosts what the reference finds when the rest of the URL is one token', () => {
    // One character that is a token takes the place of the rest; substrings that contain it are left out.
    const arbHosts = fc.uniqueArray(
      fc
        .tuple(
          fc.constantFrom('http://', 'https://'),
          fc.constantFrom('a.com', 'www.a.com', 'b.com', 'www.b.com', 'a.org:80'),
          fc.constantFrom('/', '/x', '?y', '', '/x/z'),
        )
        .map((parts) => parts.join('')),
      { minLength: 2, maxLength: 16 },
    );
    const rests = ['/', '/x', '?y', '', '/x/z'];
    const headOf = (url: string) => /^https?:\/\/[^/?]*/.exec(url)![0];
    let found = 0;
    fc.assert(
      fc.property(arbHosts, arbLimits, fc.integer({ min: 1, max: 6 }), (urls, { more, ...rest }, batch) => {
        const options = { ...DUSTBUSTER_DEFAULTS, ...rest, tHigh: rest.tLow + more };
        const list = listOf(urls);
        const coded = list.urls.map((url) => headOf(url) + '①②③④⑤'[rests.indexOf(url.slice(headOf(url).length))]);
        const hostOf = (u: number) => list.hosts[list.host[u]!];
        const expected = plainly(coded, { more, ...rest }, (u, v) => hostOf(u) !== hostOf(v)).filter(
          ({ alpha }) => !/[①②③④⑤]/.test(alpha) && !alpha.endsWith(LAST),
        );
        found += expected.length;
        const pairs = new Detector(list, options).detect(crossHostGroup(list, batch)).map(plain);
        expect(byText(pairs)).toEqual(byText(expected));
      }),
      { seed: 4, numRuns: 200 },
    );
    expect(found).toBeGreaterThan(1000);
  });

  it('finds within a host what the reference finds when scheme and host are one token', () => {
    let found = 0;
    const tokensOf = (url: string) => {
      const end = endOfHead(url);
      return [FIRST + url.slice(0, end), ...tokenizeInner(url.slice(end)), LAST];
    };
    const unordered = (pairs: readonly PlainPair[]) =>
      byText(
        pairs.map(({ alpha, beta, ...counts }) => {
          const [a, b] = [alpha, beta].sort() as [string, string];
          return { alpha: a, beta: b, ...counts };
        }),
      );
    fc.assert(
      fc.property(arbUrls, arbLimits, (urls, { more, ...rest }) => {
        const list = listOf(urls);
        const detector = new Detector(list, { ...DUSTBUSTER_DEFAULTS, ...rest, tHigh: rest.tLow + more });
        for (const h of list.hosts.keys()) {
          const own = list.urls.slice(list.starts[h], list.starts[h + 1]);
          const expected = plainly(own, { more, ...rest }, undefined, tokensOf);
          found += expected.length;
          expect(unordered(detector.detect(hostGroup(list, h)).map(plain))).toEqual(unordered(expected));
        }
      }),
      { seed: 8, numRuns: 100 },
    );
    expect(found).toBeGreaterThan(400);
  });

  it('compares texts when it looks at instances, and counts each pair of URLs once', () => {
    fc.assert(
      fc.property(arbUrls, arbLimits, (urls, { more, ...rest }) => {
        const list = listOf(urls);
        const options = { ...DUSTBUSTER_DEFAULTS, ...rest, tHigh: rest.tLow + more };
        const detector = new Detector(list, options);
        const group = wholeGroup(list);
        const pairs = detector.detect(group);
        const counts = pairs.map(() => 0);
        detector.eachInstance(group, pairs, (place, u, v) => {
          counts[place]!++;
          expect(list.urls[u]).toContain(pairs[place]!.alpha);
          expect(list.urls[v]).toContain(pairs[place]!.beta);
        });
        expect(counts).toEqual(pairs.map(({ low }) => low));
      }),
      { seed: 5, numRuns: 100 },
    );
  });
});

describe('elimination', () => {
  it('keeps what the reference keeps', () => {
    let dropped = 0;
    const arbDeficiency = fc.record({
      MRD: fc.constantFrom(0, 0.05, 0.5),
      MAD: fc.constantFrom(0, 1, 2),
    });
    fc.assert(
      fc.property(arbUrls, arbLimits, arbDeficiency, (urls, { more, ...rest }, { MRD, MAD }) => {
        const list = listOf(urls);
        const detector = new Detector(list, {
          ...DUSTBUSTER_DEFAULTS,
          ...rest,
          tHigh: rest.tLow + more,
          maxRelativeDeficiency: MRD,
          maxAbsoluteDeficiency: MAD,
        });
        const group = wholeGroup(list);
        const pairs = detector.detect(group);
        const kept = detector.keep(pairs);
        dropped += pairs.length - kept.length;
        expect(kept.map(plain)).toEqual(plainEliminate(pairs.map(plain), { MRD, MAD }));
      }),
      { seed: 6, numRuns: 200 },
    );
    expect(dropped).toBeGreaterThan(500);
  });
});

it('cuts tokens where the tokenizer does', () => {
  fc.assert(
    fc.property(fc.oneof(arbUrl, fc.string({ unit: 'binary' })), (text) => {
      const tokens: string[] = [];
      for (let i = 0; i < text.length; ) {
        const end = tokenEnd(text, i, text.length);
        tokens.push(text.slice(i, end));
        i = end;
      }
      expect(tokens).toEqual(tokenizeInner(text));
    }),
    { seed: 7, numRuns: 300 },
  );
});

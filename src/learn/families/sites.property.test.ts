/** Sites are those of the hosts, one by one, in the order of the texts, whatever stands beside each other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../base/index.ts';
import { sun } from '../../url/index.ts';
import { siteOf, sitesOf } from './sites.ts';

const arbUrl = fc.constantFrom(
  ...['http://a.org/', 'http://a.org', 'http://a.org?x=/', 'http://a.org.net/', 'HTTP://A.org/b', 'https://a.org/'],
  ...['http://b.org/\u{1f600}', 'http://b.org/\uffee', 'http://b.org/%7Ex', 'http://b.org/~x', 'http://u@b.org/'],
  ...['//a.org/x', 'a.org/', 'http:/x', 'http', '', 'ftp://c.org/', 'http://c.org:8080/', 'http://c.org/#x'],
);

describe('sites', () => {
  it('have all texts of their hosts, sorted', () => {
    fc.assert(
      fc.property(fc.uniqueArray(arbUrl, { maxLength: 14 }), (urls) => {
        const sites = sitesOf(
          urls.map((url, i) => ({ id: String(i), urls: [url] })),
          sun,
        );
        const expected = urls.map(sun).filter((text) => siteOf(text) !== '');
        expect(sites.flatMap(({ texts }) => texts).sort(compareCodePoints)).toEqual(expected.sort(compareCodePoints));
        for (const { texts } of sites) {
          expect(texts).toEqual([...texts].sort(compareCodePoints));
          expect(new Set(texts.map(siteOf)).size).toBe(1);
        }
        expect(new Set(sites.map(({ texts }) => siteOf(texts[0]!))).size).toBe(sites.length);
      }),
      { seed: 8, numRuns: 500 },
    );
  });
});

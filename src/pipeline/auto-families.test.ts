/** Families that come as whole rules or with conditions: taken on a site that proves them, refused on one that speaks against them. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { selectTogether } from '../select/index.ts';

const OPTIONS = { maxRisk: 0.04, seenShare: 1, confidence: 0.95 };
const PAGES = 80;

type Addresses = (name: string, id: number) => readonly string[];

/** Pages with two addresses each; of a site where the family is wrong, every other page is two. */
function site(addresses: Addresses, isWrong: boolean): Cluster[] {
  return Array.from({ length: PAGES }, (_, i) => {
    const name = `${'bcdfghjklm'[i % 10]}${'aeiou'[i % 5]}${'npqrstvw'[Math.floor(i / 10)]}`;
    const urls = addresses(name, i * 137 + 1011);
    return isWrong && i % 2 === 1 ? urls.map((url) => ({ id: url, urls: [url] })) : [{ id: name, urls }];
  }).flat();
}

const CASES: readonly (readonly [family: string, addresses: Addresses])[] = [
  ['param-with', (name, id) => [`http://a.com/${name}?o=d`, `http://a.com/${name}?c=${id}&o=d`]],
  ['slug', (name, id) => [`http://a.com/q/${id}-${name}`, `http://a.com/q/${id}-old-${name}`]],
  ['slug', (name, id) => [`http://a.com/x?id=${id}`, `http://a.com/x?id=${id}:${name}`]],
  ['cut', (name, id) => [`http://a.com/q/${id}`, `http://a.com/q/${id}/${name}`]],
  ['index-page', (name) => [`http://a.com/${name}/`, `http://a.com/${name}/page/1/`]],
  ['params-from-path', (name, id) => [`http://a.com/news/${name}/${id}`, `http://a.com/news/?id=${id}`]],
  ['any-page', (name, id) => [`http://a.com/${name}?list=${id}`, `http://a.com/x/${name}?list=${id}`]],
  ['param-repeat', (name, id) => [`http://a.com/?a=${name}`, `http://a.com/?a=${name}&a=${id}`]],
  ['value-case', (name) => [`http://a.com/?p=${name}x`, `http://a.com/?p=${name.toUpperCase()}x`]],
];

function familiesOf(clusters: readonly Cluster[]): (string | undefined)[] {
  return selectTogether(clusters, OPTIONS).rules.map(({ evidence }) => evidence?.family);
}

/** The same change, found by another family that can say it too. */
const ALSO: Readonly<Record<string, readonly string[]>> = { 'param-with': ['param'], cut: ['any-segment'] };

describe('families', () => {
  it.each(CASES)('%s is taken where the pages prove it (%#)', (family, addresses) => {
    const found = familiesOf(site(addresses, false));
    expect(found).toHaveLength(1);
    expect([family, ...(ALSO[family] ?? [])]).toContain(found[0]);
  });

  it.each(CASES)('%s is refused where they speak against it (%#)', (family, addresses) => {
    expect(familiesOf(site(addresses, true))).not.toContain(family);
  });

  it('takes a condition on a parameter where the bare one is wrong', () => {
    const right = site((name, id) => [`http://a.com/${name}?o=d`, `http://a.com/${name}?c=${id}&o=d`], false);
    const wrong = Array.from({ length: 30 }, (_, i) => `http://a.com/w${'klmnopqrst'[i % 10]}${'uvw'[i % 3]}`).flatMap(
      (url, i) => [
        { id: url, urls: [url] },
        { id: `${url} c`, urls: [`${url}?c=${i + 500}`] },
      ],
    );
    expect(familiesOf([...right, ...wrong])).toEqual(['param-with']);
  });
});

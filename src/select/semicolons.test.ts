/** Addresses with a `;`: parameters like others where that is so, and other pages where the software does not know it. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { keyPlain, printRule, type RuleSet } from '../rules/index.ts';
import { selectTogether } from './compose.ts';
import { selectSite } from './select-site.ts';

const OPTIONS = { maxRisk: 0.04, seenShare: 1, confidence: 0.95 };
const OF = 'http://a.com/';

/** Forty pages under two addresses; of the first ones, `more` gives the pages of addresses with a `;`. */
function rulesOf(count: number, more: (page: number) => readonly Cluster[]): { texts: string[]; set: RuleSet } {
  const clusters = Array.from({ length: 40 }, (_, page) => [
    { id: `p${page}`, urls: [`${OF}${nameOf(page)}?do=edit`, `${OF}${nameOf(page)}?do=edit&ref=${'abcd'[page % 4]}`] },
    ...(page < count ? more(page) : []),
  ]).flat();
  const byId = new Map<string, string[]>();
  for (const { id, urls } of clusters) byId.set(id, [...(byId.get(id) ?? []), ...urls]);
  const { rules } = selectTogether(
    [...byId].map(([id, urls]) => ({ id, urls })),
    OPTIONS,
  );
  const set = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules } as const;
  return { texts: rules.map(printRule), set };
}

function nameOf(page: number): string {
  return `${'abcdefghij'[page % 10]}${'klmn'[Math.floor(page / 10)]}x`;
}

const withSemicolon = (page: number) => `${OF}${nameOf(page)}?do=edit;ref=z`;

describe('an address with a ;', () => {
  it('is left alone by rules about parameters where it is another page', () => {
    const { texts, set } = rulesOf(2, (page) => [{ id: `s${page}`, urls: [withSemicolon(page)] }]);
    expect(texts).toEqual(['@{a.com} E !query=semicolon => dropParam(ref)']);
    expect(keyPlain(set, `${OF}new?do=edit;ref=z`)).toBe(`${OF}new?do=edit;ref=z`);
    expect(keyPlain(set, `${OF}new?do=edit&ref=z`)).toBe(`${OF}new?do=edit`);
  });

  it('has parameters like others where it is the same page, or mostly', () => {
    const same = rulesOf(3, (page) => [{ id: `p${page}`, urls: [withSemicolon(page)] }]);
    expect(same.texts).toContain('@{a.com} E => dropParam(ref)');
    const mostly = rulesOf(5, (page) => [{ id: page < 2 ? `s${page}` : `p${page}`, urls: [withSemicolon(page)] }]);
    expect(mostly.texts.some((text) => text.includes('semicolon'))).toBe(false);
  });

  it('makes no condition where there is none', () => {
    expect(rulesOf(0, () => []).texts).toEqual(['@{a.com} E => dropParam(ref)']);
  });
});

describe('what a site says of ;', () => {
  it('is remembered where more is looked for', () => {
    const texts = Array.from({ length: 40 }, (_, page) => [
      `${OF}${nameOf(page)}?do=edit`,
      `${OF}${nameOf(page)}?do=edit&ref=${'abcd'[page % 4]}`,
      ...(page < 2 ? [withSemicolon(page)] : []),
    ]).flat();
    const pages = texts.map(
      (text) =>
        Number(text.includes(';')) * 1_000 + texts.findIndex((other) => other.split('?')[0] === text.split('?')[0]),
    );
    const urls = { texts, pages, wides: pages };
    const selection = selectSite(urls, OPTIONS);
    const keys = texts.map((text) => text.replace('&ref=', '&tag='));
    const { accepted } = selectSite(urls, OPTIONS, undefined, { selection, keys });
    const found = accepted
      .slice(selection.accepted.length)
      .flatMap(({ rules }) => rules.map(({ rule }) => printRule(rule)));
    expect(found).toEqual(['@{a.com} E !query=semicolon => dropParam(tag)']);
  });
});

describe('&amp;', () => {
  it('is learned without a word on ;', () => {
    const clusters = Array.from({ length: 30 }, (_, page) => ({
      id: `p${page}`,
      urls: [`${OF}${nameOf(page)}?do=edit&ref=q`, `${OF}${nameOf(page)}?do=edit&amp;ref=q`],
    }));
    const { rules } = selectTogether(clusters, OPTIONS);
    const set = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules } as const;
    expect(keyPlain(set, `${OF}new?a=1&amp;b=2&amp;c=3`)).toBe(`${OF}new?a=1&b=2&c=3`);
    expect(keyPlain(set, `${OF}new?a=1;b=2`)).toBe(`${OF}new?a=1;b=2`);
  });
});

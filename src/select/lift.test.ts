/** Rules for every host: taken from five sites that agree, never against one that does not. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { printRule } from '../rules/index.ts';
import { selectTogether } from './compose.ts';

const OPTIONS = { maxRisk: 0.04, seenShare: 1, confidence: 0.95 };

/** Sites on which a parameter does not matter, with thirty pages each. */
function sites(count: number): Cluster[] {
  return Array.from({ length: count }, (_, site) =>
    Array.from({ length: 30 }, (_, page) => {
      const url = `http://site${'abcdefgh'[site]}.com/p${'klmnopqrst'[page % 10]}${'uvw'[Math.floor(page / 10)]}`;
      return { id: url, urls: [url, `${url}?from=${page}x${site}`] };
    }),
  ).flat();
}

function textsOf(clusters: readonly Cluster[]): string[] {
  return selectTogether(clusters, OPTIONS).rules.map(printRule);
}

describe('a rule of many sites', () => {
  it('becomes one for every host if five sites took it', () => {
    expect(textsOf(sites(5))).toEqual(['@* E => dropParam(from)']);
  });

  it('stays with its hosts if fewer did', () => {
    expect(textsOf(sites(4))).toEqual(['@{sitea.com,siteb.com,sitec.com,sited.com} E => dropParam(from)']);
  });

  it('stays with its hosts if one site speaks against it', () => {
    const other = Array.from({ length: 12 }, (_, page) => `http://other.com/${'abcdefghijkl'[page]}`).flatMap((url) => [
      { id: url, urls: [url] },
      { id: `${url} from`, urls: [`${url}?from=1`] },
    ]);
    expect(textsOf([...sites(6), ...other])).toEqual([
      '@{sitea.com,siteb.com,sitec.com,sited.com,sitee.com,sitef.com} E => dropParam(from)',
    ]);
  });

  it('becomes one for every host beside another that a site speaks against', () => {
    const more = sites(6).map(({ id, urls }) => ({ id, urls: [...urls, `${id}/`] }));
    const other = Array.from({ length: 12 }, (_, page) => `http://other.com/${'abcdefghijkl'[page]}`).flatMap((url) => [
      { id: url, urls: [url, `${url}/`] },
      { id: `${url} from`, urls: [`${url}?from=1`] },
    ]);
    expect(textsOf([...more, ...other])).toEqual([
      '@* E => trimSlash()',
      '@{sitea.com,siteb.com,sitec.com,sited.com,sitee.com,sitef.com} E => dropParam(from)',
    ]);
  });

  it('takes a rule of a site away if it leads addresses to it that are other pages', () => {
    const more = sites(6).map(({ id, urls }) => ({ id, urls: [...urls, `${id}/`] }));
    const pages = Array.from(
      { length: 30 },
      (_, page) => `http://other.com/${'abcdefghij'[page % 10]}${'xyz'[Math.floor(page / 10)]}`,
    );
    const own = pages.map((url, page) => ({ id: url, urls: [url, `${url}?v=${page}`] }));
    // Without the slash rule they stay apart, and without the parameter too.
    const apart = ['k', 'l', 'm'].flatMap((page) => [
      { id: `${page} 1`, urls: [`http://other.com/${page}/?v=1`] },
      { id: `${page} 2`, urls: [`http://other.com/${page}?v=2`] },
    ]);
    expect(textsOf([...own, ...apart])).toEqual(['@{other.com} E => dropParam(v)']);
    const everywhere = ['@* E => trimSlash()', '@* E => dropParam(from)'];
    expect(textsOf([...more, ...own])).toEqual([...everywhere, '@{other.com} E => dropParam(v)']);
    expect(textsOf([...more, ...own, ...apart])).toEqual(everywhere);
  });

  it('is never one about hosts', () => {
    const clusters = Array.from({ length: 6 }, (_, site) =>
      Array.from({ length: 20 }, (_, page) => {
        const path = `${'abcdef'[site]}.com/${'ghijklmnopqrstuvwxyz'[page]}q`;
        return { id: path, urls: [`http://${path}`, `http://www.${path}`] };
      }),
    ).flat();
    expect(textsOf(clusters).every((text) => text.startsWith('@{www.'))).toBe(true);
  });
});

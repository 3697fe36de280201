/** Whole rules that are wrong for certain words at a place: kept to the others, if it is no chance, and never to names of single pages. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { keyPlain, printRule } from '../rules/index.ts';
import { selectTogether } from './compose.ts';

const OPTIONS = { maxRisk: 0.04, seenShare: 1, confidence: 0.95 };
const OF = 'http://a.com/';

/** Addresses `/x?a=word&p=name` and `/x/word/name`, one page or two. */
function pages(word: string, count: number, areOne: (page: number) => boolean, names = nameOf): Cluster[] {
  return Array.from({ length: count }, (_, page) => {
    const urls = [`${OF}x?a=${word}&p=${names(page)}`, `${OF}x/${word}/${names(page)}`];
    return areOne(page)
      ? [{ id: `${word}${page}`, urls }]
      : urls.map((url, i) => ({ id: `${word}${page}.${i}`, urls: [url] }));
  }).flat();
}

function nameOf(page: number): string {
  return `${'abcdefghij'[page % 10]}${'klmnopqrst'[Math.floor(page / 10)]}x`;
}

function learn(clusters: readonly Cluster[]) {
  const { rules } = selectTogether(clusters, OPTIONS);
  const set = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules } as const;
  return {
    texts: rules.map(printRule).filter((text) => text.includes('query[p]')),
    key: (url: string) => keyPlain(set, url),
  };
}

const always = () => true;
const never = () => false;

describe('a whole rule that is wrong for one word', () => {
  const words = ['log', 'tree', 'tag'].flatMap((word) => pages(word, 30, always));

  it('is kept to the words for which it is right', () => {
    const { texts, key } = learn([...words, ...pages('feed', 10, never)]);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('query[a] in (log|tag|tree)');
    expect(key(`${OF}x?a=tag&p=new`)).toBe(key(`${OF}x/tag/new`));
    expect(key(`${OF}x?a=feed&p=new`)).not.toBe(key(`${OF}x/feed/new`));
    expect(key(`${OF}x?a=other&p=new`)).not.toBe(key(`${OF}x/other/new`));
  });

  it('takes any word where nothing speaks against it', () => {
    expect(learn(words).texts.some((text) => text.includes('query[a]=*'))).toBe(true);
  });

  it('is not kept to words where what is wrong lies everywhere alike', () => {
    const noisy = ['log', 'tree', 'tag'].flatMap((word) => pages(word, 30, (page) => page % 10 > 0));
    expect(learn(noisy).texts).toEqual([]);
  });

  it('is not kept to names of single pages', () => {
    const ids = (page: number) => `${1000 + page}`;
    const some = pages('log', 60, (page) => page < 50, ids);
    expect(learn(some).texts.every((text) => !text.includes('query[p] in'))).toBe(true);
  });
});

/** A URL that one change led to its form is told from those that several did, and from those that none touched. */
import { describe, expect, it } from 'vitest';
import { type Form, Forms } from './forms.ts';
import { TouchedUrls } from './touched-urls.ts';

const TEXTS = ['http://a.com/a', 'http://a.com/b', 'http://a.com/c', 'http://a.com/d'];
const NUMBERS = TEXTS.map((_, i) => i);
const FORMS = new Forms({ texts: TEXTS, pages: NUMBERS, wides: NUMBERS });

/** New texts of forms by the numbers of their URLs. */
function changes(texts: Readonly<Record<number, string>>): Map<Form, string> {
  return new Map(Object.entries(texts).map(([url, text]) => [FORMS.ofUrl(Number(url)), text]));
}

describe('touched URLs', () => {
  const touched = new TouchedUrls(TEXTS.length);
  touched.add(0, changes({ 0: 'x', 1: 'y' }), changes({ 0: 'x', 1: 'y' }));
  // Of the third, other rules made something else than this one did.
  touched.add(1, changes({ 1: 'z', 2: 'w' }), changes({ 1: 'z', 2: 'v' }));

  it('have one change, several, or none', () => {
    expect(NUMBERS.map((url) => touched.onlyChange(url))).toEqual([0, -1, -1, -1]);
    expect(NUMBERS.map((url) => touched.has(url))).toEqual([true, true, true, false]);
  });

  it('are all of them where several rules were taken as one', () => {
    const all = new TouchedUrls(2);
    all.addAll();
    expect([all.has(0), all.has(1), all.onlyChange(0)]).toEqual([true, true, -1]);
  });
});

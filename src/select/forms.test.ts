/** Forms that meet become one, are found by what they have, and are told to whoever asks what is new. */
import { describe, expect, it } from 'vitest';
import { type Form, Forms } from './forms.ts';

const TEXTS = ['http://a/1', 'http://a/1?s=1', 'http://a/2?s=2', 'http://b/2', 'http://b/2'];

function example(): Forms {
  return new Forms({ texts: TEXTS, pages: [0, 0, 1, 1, 2], wides: [0, 0, 1, 1, 1] });
}

function textsOf(forms: Iterable<Form> | null): string[] | null {
  return forms && [...forms].map(({ text }) => text).sort();
}

function change(forms: Forms, ...pairs: readonly (readonly [string, string])[]): void {
  forms.change(new Map(pairs.map(([from, to]) => [forms.find(from)!, to])));
}

describe('forms', () => {
  it('of equal texts are one, of all their pages', () => {
    const forms = example();
    expect([forms.size, forms.find('http://b/2')!.pages, forms.find('http://b/2')!.wides]).toEqual([4, [1, 2], [1]]);
    expect(forms.ofUrl(3)).toBe(forms.ofUrl(4));
  });

  it('that meet become one, and are found by what they have now', () => {
    const forms = example();
    expect([textsOf(forms.withValue('s', '2')), textsOf(forms.withValue('t', '3'))]).toEqual([['http://a/2?s=2'], []]);
    change(forms, ['http://a/1?s=1', 'http://a/1'], ['http://a/2?s=2', 'http://a/2?t=3']);
    expect(forms.find('http://a/1')).toMatchObject({ pages: [0], urls: [0, 1] });
    expect(forms.ofUrl(1).text).toBe('http://a/1');
    expect([textsOf(forms.withParam('s')), textsOf(forms.withParam('t'))]).toEqual([[], ['http://a/2?t=3']]);
    expect([textsOf(forms.withValue('s', '2')), textsOf(forms.withValue('t', '3'))]).toEqual([[], ['http://a/2?t=3']]);
    expect(textsOf(forms.onHost('a'))).toEqual(['http://a/1', 'http://a/2?t=3']);
  });

  it('are found by their folder, before and after a change', () => {
    const forms = example();
    expect(textsOf(forms.inFolder('2'))).toEqual(['http://a/2?s=2', 'http://b/2']);
    change(forms, ['http://a/2?s=2', 'http://a/3?s=2'], ['http://a/1', 'http://a/2']);
    expect([textsOf(forms.inFolder('2')), textsOf(forms.inFolder('3')), textsOf(forms.inFolder('1'))]).toEqual([
      ['http://a/2', 'http://b/2'],
      ['http://a/3?s=2'],
      ['http://a/1?s=1'],
    ]);
  });

  it('that came since a version are told, unless they have gone again or are too many', () => {
    const forms = example();
    const start = forms.version;
    change(forms, ['http://a/1', 'http://a/x']);
    const middle = forms.version;
    change(forms, ['http://a/x', 'http://a/y'], ['http://b/2', 'http://b/z']);
    expect(textsOf(forms.addedSince(start))).toEqual(['http://a/y', 'http://b/z']);
    change(forms, ['http://b/z', 'http://b/w']);
    expect(textsOf(forms.addedSince(middle))).toEqual(['http://a/y', 'http://b/w']);
    change(forms, ['http://b/w', 'http://b/v']);
    expect([forms.addedSince(start), forms.addedSince(middle), forms.addedSince(forms.version)]).toEqual([
      null,
      null,
      [],
    ]);
    const later = forms.version;
    expect(later).toBeGreaterThan(middle);
    change(forms, ['http://b/v', 'http://b/u']);
    expect(textsOf(forms.addedSince(later))).toEqual(['http://b/u']);
  });
});

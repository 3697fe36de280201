/** Texts in columns. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignTexts } from './align-texts.ts';

describe('alignTexts', () => {
  const check = (texts: readonly string[], expected: string) => {
    const columns = alignTexts(texts);
    expect(columns.map(({ cells }) => cells.map((cell) => cell ?? '·').join('/')).join(' ')).toBe(expected);
    return columns;
  };
  it('puts equal tokens into one column, and values opposite each other', () => {
    check(['a?x=1', 'a?x=2'], 'a/a ?/? x/x =/= 1/2');
    check(['a?s=1&x=2', 'a?x=2'], 'a/a ?/? s/· =/· 1/· &/· x/x =/= 2/2');
    check(['a', ''], 'a/·');
    check([], '');
  });
  it('never puts a delimiter opposite a value', () => check(['a.b', 'a-b'], 'a/a ./· ·/- b/b'));
  it('says what a column is', () => {
    expect(check(['a=1', 'a=2', 'a='], 'a/a/a =/=/= 1/2/·').map(({ kind }) => kind)).toEqual([
      'same',
      'delimiter',
      'differs',
    ]);
  });
  it('takes percent-encoded bytes and letters of all scripts as parts of words', () => {
    check(['caf%C3%A9', 'café'], 'caf%C3%A9/café');
  });
  it('gives every text back, however odd', () => {
    const text = fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary', maxLength: 40 }));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const columns = alignTexts(texts);
        expect(texts.map((_, row) => columns.map(({ cells }) => cells[row] ?? '').join(''))).toEqual(texts);
        expect(columns.every(({ cells }) => cells.length === texts.length && cells.some((cell) => cell !== null))).toBe(
          true,
        );
      }),
      { seed: 3, numRuns: 300 },
    );
  });
  it('does not work for ever on long texts', () => {
    const long = (c: string) => `${c}/`.repeat(20_000);
    const columns = alignTexts([long('a'), long('b')]);
    expect(columns.map(({ cells }) => cells[1] ?? '').join('')).toBe(long('b'));
  });
});

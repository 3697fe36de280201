/** Long texts are written in pieces worth a call of the system, whole and in order. */
import { expect, it } from 'vitest';
import { type Output, writePieces } from './output.ts';

async function written(pieces: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  const output = { write: async (text: string) => void texts.push(text) } as unknown as Output;
  await writePieces(output, pieces);
  return texts;
}

it('writes short pieces together and never more than one large piece too many', async () => {
  const pieces = Array.from({ length: 5000 }, (_, i) => `line ${i} ${'x'.repeat(i % 97)}\n`);
  const texts = await written(pieces);
  expect(texts.join('')).toBe(pieces.join(''));
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.length).toBeLessThan(50);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(2 ** 16 + 200);
});

it('writes nothing of nothing', async () => {
  expect((await written([])).join('')).toBe('');
});

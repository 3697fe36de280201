/** The contract of rows: what is refused and how that is said, and that keys sort as the texts they stand for. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints, EngineError } from '../../base/index.ts';
import { keyOf } from '../../clusters/index.ts';
import { findStage } from './registry.ts';
import { parseRow, runStage } from './run-stage.ts';
import type { Stage } from './stage.ts';
import { bytesOfText, sortable, textOfBytes } from './texts.ts';

const echo: Stage = {
  name: 'map:echo',
  kind: 'map',
  open: (_, emit) => ({ row: ({ k, s, v }) => emit(k, s, JSON.parse(v)) }),
};
const first: Stage = {
  name: 'reduce:first',
  kind: 'reduce',
  open: (_, emit) => ({
    group(key, rows) {
      // The rest of the group is not asked for.
      for (const { s, v } of rows) {
        emit(key, s, JSON.parse(v));
        return;
      }
    },
  }),
};

async function run(stage: Stage, lines: readonly string[]): Promise<string> {
  let text = '';
  await runStage(stage, {}, lines, (line) => {
    text += line;
  });
  return text;
}

describe('runStage', () => {
  it('gives rows one after the other', async () => {
    expect(await run(echo, ['a\t1\t{"x":1}', 'b\t1\t"\u2028"'])).toBe('a\t1\t{"x":1}\nb\t1\t"\u2028"\n');
    expect(await run(first, ['a\t1\t1', 'a\t2\t2', 'b\t1\t3', 'b\t1\t4', 'c\t9\t5'])).toBe(
      'a\t1\t1\nb\t1\t3\nc\t9\t5\n',
    );
    expect(await run(first, [])).toBe('');
  });

  it.each([
    ['too few fields', echo, ['a\t1\t1', 'b\t1'], /map:echo: row 2 .*b\\t1.*three fields/],
    ['too many fields', echo, ['a\t1\t1\t1'], /row 1 .*three fields/],
    ['no order', echo, ['a\t\t1'], /row 1 .*three fields/],
    ['a value that is not JSON', echo, ['a\t1\t1', 'a\t1\t{'], /row 2 .*SyntaxError/],
    ['the same in a group', first, ['a\t1\t1', 'b\t1\t{'], /row 2 .*SyntaxError/],
    ['keys out of order', first, ['b\t1\t1', 'a\t1\t1'], /row 2 .*keys are not in order/],
    ['a key in two places', first, ['a\t1\t1', 'b\t1\t1', 'a\t1\t1'], /row 3 .*keys are not in order/],
  ])('refuses %s and says which row', async (_, stage, lines, message) => {
    await expect(run(stage, lines)).rejects.toThrow(EngineError);
    await expect(run(stage, lines)).rejects.toThrow(message);
  });

  it('refuses rows of a key that are out of order, if they are looked at', async () => {
    const every: Stage = { ...first, open: () => ({ group: (_, rows) => void [...rows] }) };
    await expect(run(every, ['a\t2\t1', 'a\t1\t1'])).rejects.toThrow(/rows of a key are not in order/);
  });

  it('refuses keys that engines would not sort alike', async () => {
    for (const key of ['', 'a b', 'a\tb', 'é', '\n']) {
      const stage: Stage = { ...echo, open: (_, emit) => ({ row: () => emit(key, '0', 0) }) };
      await expect(run(stage, ['a\t1\t1'])).rejects.toThrow(/not plain text/);
    }
  });

  it('knows its stages by name', () => {
    expect(findStage('map:key').kind).toBe('map');
    expect(() => findStage('map:none')).toThrow(/there is no stage map:none/);
    expect(parseRow('a\tb')).toBeNull();
  });
});

describe('texts as keys', () => {
  const arbText = fc.string({ unit: 'binary', maxLength: 12 });
  it('sort as the texts do, as ASCII', () => {
    fc.assert(
      fc.property(arbText, arbText, (a, b) => {
        const [x, y] = [sortable(a), sortable(b)];
        expect(x).toMatch(/^[!-~]*$/);
        expect(Math.sign(x < y ? -1 : x > y ? 1 : 0)).toBe(Math.sign(compareCodePoints(a, b)));
      }),
      { seed: 1, numRuns: 500 },
    );
  });
  it('are different for different texts', () => {
    const texts = Array.from({ length: 2000 }, (_, i) => `http://h/${i}`);
    expect(new Set(texts.map(keyOf)).size).toBe(texts.length);
    expect(keyOf('a')).toMatch(/^[0-9a-f]{32}$/);
  });
  it('carry bytes unchanged', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => i & 255);
    expect(bytesOfText(textOfBytes(bytes))).toEqual(bytes);
  });
});

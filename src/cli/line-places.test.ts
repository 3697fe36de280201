import { expect, it } from 'vitest';
import { LinePlaces } from './line-places.ts';

const LF = 10;

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; at += sizes[i++ % sizes.length]!)
    yield bytes.slice(at, at + sizes[i % sizes.length]!);
}

/** Lines of these lengths with their line ends, in letters that differ. */
function lines(lengths: readonly number[]): Uint8Array {
  const bytes = Buffer.concat(lengths.flatMap((length, i) => [Buffer.alloc(length, 97 + (i % 26)), Buffer.of(LF)]));
  return new Uint8Array(bytes);
}

/** All blocks, each released only when `ahead` others were given out. */
async function blocksOf(chunks: AsyncGenerator<Uint8Array>, ahead: number) {
  const places = new LinePlaces();
  const held: { readonly lines: Uint8Array; readonly copy: Uint8Array }[] = [];
  const blocks: Uint8Array[] = [];
  const memory = new Set<ArrayBufferLike>();
  for await (const block of places.blocks(chunks)) {
    memory.add(block.lines.buffer);
    held.push({ lines: block.lines, copy: block.lines.slice() });
    if (held.length <= ahead) continue;
    const first = held.shift()!;
    blocks.push(first.lines.slice());
    expect(first.lines.every((byte, i) => byte === first.copy[i])).toBe(true);
    places.release();
  }
  return { blocks: [...blocks, ...held.map((block) => block.copy)], memory: memory.size };
}

const SHORT = Array.from({ length: 60_000 }, (_, i) => (i * 7919) % 83);

it.each([
  ['short lines', SHORT, [65_536]],
  ['chunks of odd sizes', SHORT, [1, 100_003, 7, 600_000, 64]],
  ['one chunk larger than all blocks', SHORT, [8_000_000]],
  ['a line longer than a block', [10, 600_000, 20, 1_700_000, 5, ...SHORT], [262_144]],
])('cuts %s into blocks of whole lines', async (_, lengths, sizes) => {
  for (const bytes of [lines(lengths), lines(lengths).slice(0, -1)]) {
    const { blocks } = await blocksOf(cut(bytes, sizes), 3);
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.slice(0, -1).every((block) => block.at(-1) === LF)).toBe(true);
    expect(Buffer.concat(blocks).equals(bytes)).toBe(true);
  }
});

it('uses released memory again', async () => {
  const { blocks, memory } = await blocksOf(cut(lines([...SHORT, ...SHORT, ...SHORT]), [65_536]), 2);
  expect(blocks.length).toBeGreaterThan(12);
  expect(memory).toBeLessThanOrEqual(4);
});

it('refuses a line without an end in sight', async () => {
  async function* endless() {
    for (;;) yield new Uint8Array(1 << 20).fill(97);
  }
  await expect(blocksOf(endless(), 1)).rejects.toThrow(/more than 64 MB/);
});

it('gives nothing for nothing', async () => {
  expect((await blocksOf(cut(new Uint8Array(0), [1]), 1)).blocks).toEqual([]);
});

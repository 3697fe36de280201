/** Memory of kernels: what is given is zero and nobody else's, also when it was given before. */
import { describe, expect, it } from 'vitest';
import { allocate, newKernelMemory, release } from './kernel-memory.ts';

const PAGE = 65536;

describe('allocate', () => {
  it('gives again what was released, as zeros, and grows only when that is too little', () => {
    const memory = newKernelMemory()!;
    const first = allocate(memory, 3 * PAGE);
    new Uint8Array(memory.buffer, first, 3 * PAGE).fill(7);
    release(memory, first, 3 * PAGE);
    const size = memory.buffer.byteLength;
    const parts = [allocate(memory, PAGE + 1), allocate(memory, 5)];
    expect(memory.buffer.byteLength).toBe(size);
    expect([...parts].sort((a, b) => a - b)).toEqual([first, first + PAGE]);
    for (const at of [first, first + PAGE])
      expect(new Uint8Array(memory.buffer, at, PAGE).every((b) => b === 0)).toBe(true);
    expect(allocate(memory, 1)).toBe(size);
  });

  it('gives as one what was released in parts, in any order', () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 1, 0, 2],
      [0, 2, 3, 1],
    ]) {
      const memory = newKernelMemory()!;
      const parts = order.map(() => allocate(memory, PAGE));
      const size = memory.buffer.byteLength;
      for (const part of order) release(memory, parts[part]!, PAGE);
      expect(allocate(memory, 4 * PAGE)).toBe(parts[0]);
      expect(allocate(memory, 1)).toBe(size);
    }
  });

  it('gives nothing of one memory to another', () => {
    const [one, other] = [newKernelMemory()!, newKernelMemory()!];
    release(one, allocate(one, PAGE), PAGE);
    const size = other.buffer.byteLength;
    expect(allocate(other, 1)).toBe(size);
  });
});

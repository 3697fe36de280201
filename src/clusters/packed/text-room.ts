/** Room for all text there may ever be, where kernels can work: what is not used costs nothing, and nothing need be moved. */
import { allocate, type KernelMemory, newKernelMemory } from '../../base/index.ts';

/** Offsets are integers of 32 bits. */
export const MOST_TEXT = 2 ** 31 - 1;
/** Fewer bytes are done with before a kernel has started. */
export const KERNEL_FROM = 2 ** 21;
/** Where text begins in a kernel's memory, and how much more than the text a kernel may read. */
const TEXT = 65536;
const BEHIND = 64;

/** Null where there are no kernels, or not so much memory. */
export function openTextRoom(): KernelMemory | null {
  const memory = newKernelMemory();
  return memory === null || allocate(memory, MOST_TEXT + BEHIND) !== TEXT ? null : memory;
}

/** The first bytes of the room. */
export function textIn(memory: KernelMemory, length: number): Uint8Array {
  return new Uint8Array(memory.buffer, TEXT, length);
}

/** Numbers in a kernel's memory, and the kernel that cuts lines and numbers their texts, made from kernel/labels/. */
import { allocate, type KernelMemory, release, startModule } from '../../base/index.ts';
import { KERNEL_MODULE } from './data/kernel-module.ts';

/** Makes an array of so many zeros. */
export type MakeInts = (length: number) => Int32Array;

/** Numbered texts in arrays that the kernel works on: `write` says where they are, or false if the kernel cannot reach them. */
export type NamesInKernel = {
  size: number;
  write(state: Int32Array, at: number): boolean;
};

type Exports = {
  readonly BATCH: { readonly value: number };
  readonly STATE_SIZE: { readonly value: number };
  addLines(state: number, text: number, from: number, to: number): number;
  moveSlots(old: number, oldLength: number, slots: number, length: number): void;
  groupMembers(cluster: number, urls: number, first: number, size: number, members: number): void;
};

/** Words of the state for a table, and behind the tables. */
const TABLE = 6;
const COLUMNS = 3 * TABLE;

export class KernelLabels {
  /** Lines and labels that were taken last. */
  lines = 0;
  labels = 0;
  /** Lines that are taken together: where texts have no room for so many more, none is taken. */
  readonly batch: number;
  readonly #calls: Exports;
  readonly #state: Int32Array;
  /** Arrays that were outgrown, to be used again. */
  readonly #free: Int32Array[] = [];
  readonly #memory: KernelMemory;

  constructor(calls: Exports, memory: KernelMemory, at: number) {
    this.batch = calls.BATCH.value;
    this.#calls = calls;
    this.#memory = memory;
    this.#state = new Int32Array(memory.buffer, at, calls.STATE_SIZE.value / 4);
  }

  /** An array in the kernel's memory, or an ordinary one if there is no more. */
  readonly make: MakeInts = (length) => {
    const known = this.#free.findIndex((array) => array.length >= length && array.length <= 4 * length);
    if (known >= 0) {
      const [array] = this.#free.splice(known, 1);
      return array!.subarray(0, length).fill(0);
    }
    const at = allocate(this.#memory, 4 * length);
    return at < 0 ? new Int32Array(length) : new Int32Array(this.#memory.buffer, at, length);
  };

  /** Takes back an array that nobody needs. */
  give(array: Int32Array): void {
    if (array.buffer instanceof ArrayBuffer) return;
    this.#free.push(array);
  }

  /** Nothing more will be read: what was given back is there for other kernels. */
  end(): void {
    for (const { byteOffset, byteLength } of this.#free.splice(0)) release(this.#memory, byteOffset, byteLength);
  }

  /** What `grownSlots` gives; null if something is where the kernel cannot reach it. */
  grownSlots(old: Int32Array, times: number): Int32Array | null {
    const slots = this.make(times * old.length);
    if (areOutside([old, slots])) return null;
    this.#calls.moveSlots(old.byteOffset, old.length, slots.byteOffset, slots.length);
    return slots;
  }

  /** What `membersOf` gives, or null likewise. */
  membersOf(cluster: Int32Array, size: number): { first: Int32Array; members: Int32Array } | null {
    const first = this.make(size + 1);
    const members = this.make(cluster.length);
    if (areOutside([cluster, first, members])) return null;
    this.#calls.groupMembers(cluster.byteOffset, cluster.length, first.byteOffset, size, members.byteOffset);
    return { first, members };
  }

  /** Takes whole lines of a text; gives where the first begins that was not taken. `names` are those of URLs, ids and wide ids. */
  add(
    names: readonly NamesInKernel[],
    columns: readonly [cluster: Int32Array, wide: Int32Array],
    text: number,
    from: number,
    to: number,
  ): number {
    const state = this.#state;
    this.lines = 0;
    this.labels = 0;
    if (areOutside(columns)) return from;
    for (let t = 0; t < names.length; t++) if (!names[t]!.write(state, t * TABLE)) return from;
    state[COLUMNS] = columns[0].byteOffset;
    state[COLUMNS + 1] = columns[1].byteOffset;
    const end = this.#calls.addLines(state.byteOffset, text, text + from, text + to) >>> 0;
    for (let t = 0; t < names.length; t++) names[t]!.size = state[t * TABLE + 4]!;
    this.lines = state[COLUMNS + 2]!;
    this.labels = state[COLUMNS + 3]!;
    return end - text;
  }
}

/** True if not all of these arrays are in a kernel's memory. */
function areOutside(arrays: readonly Int32Array[]): boolean {
  return arrays.some(({ buffer }) => buffer instanceof ArrayBuffer);
}

/** Null where there is no kernel. */
export function startKernelLabels(memory: KernelMemory): KernelLabels | null {
  const calls = startModule<Exports>(KERNEL_MODULE, memory);
  if (calls === null) return null;
  const at = allocate(memory, calls.STATE_SIZE.value);
  return at < 0 ? null : new KernelLabels(calls, memory, at);
}

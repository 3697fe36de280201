/**
 * The hot path in WebAssembly, made from kernel/: sixteen bytes at a time it finds lines, hosts and delimiters, and applies token
 * and edit rules. It does what `Runner` does, only sooner; whatever it cannot do it leaves to `Runner`, as everything is where
 * WebAssembly does not run.
 */
import { newFixedMemory, startModule } from '../base/index.ts';
import { KERNEL_MODULE } from './data/kernel-module.ts';
import { type Flat, RUN_SECTIONS } from './flat.ts';

/** What `key` of a kernel says. */
export const FOR_RUNNER = -1;
export const CHANGED = 1;

export type Kernel = {
  /** The rule set; its arrays lie in the kernel's memory. */
  readonly flat: Flat;
  /** Where URLs and lines are put. */
  readonly input: Uint8Array;
  /** What came out of `lines`, from its beginning on; and all the memory, where forms lie. */
  readonly output: Uint8Array;
  readonly memory: Uint8Array;
  /** What `key` says of a form: where it begins and ends, and how many bytes at its start and end are the URL's. */
  readonly result: Int32Array;
  /** The longest URL that `key` takes. */
  readonly mostBytes: number;
  readonly calls: KernelCalls;
};

/** The functions of kernel/index.ts. `onlyFetchable` is 0 or 1: a boolean would be converted at every call. `hostEnd` is 0 where the host is not known. */
export type KernelCalls = {
  key(length: number, onlyFetchable: number, hostEnd: number, hostHash: number): number;
  lines(start: number, end: number, onlyFetchable: number): number;
  outputLength(): number;
  linesDone(): number;
  linesChanged(): number;
};

type Exports = KernelCalls &
  SectionPlaces & {
    readonly [address in 'IN' | 'IN_SIZE' | 'MOST_LINE' | 'OUT' | 'RESULT']: { readonly value: number };
  } & { setup(quarantined: number): void };

/** Bytes of the kernel's own arrays, which lie before the rule set, and behind it those that may be read past its end. Only what is used takes memory: pages of the system come with the first write. */
export const OWN_BYTES = 2 ** 23;
const BEHIND = 64;

/** A kernel with these rules; null where WebAssembly, or its instructions on sixteen bytes, are not to be had. */
export function startKernel(flat: Flat, includeQuarantined: boolean): Kernel | null {
  const memory = newFixedMemory(OWN_BYTES + sectionBytes(flat) + BEHIND);
  const calls = memory && startModule<Exports>(KERNEL_MODULE, memory);
  return calls && fill(flat, memory.buffer, calls, includeQuarantined);
}

function fill(flat: Flat, buffer: ArrayBuffer, calls: Exports, includeQuarantined: boolean): Kernel {
  const memory = new Uint8Array(buffer);
  const { starts } = putSections(flat, buffer, calls);
  const moved = Object.fromEntries(
    RUN_SECTIONS.map((name, i) => {
      const { length } = flat[name];
      const at = starts[i]!;
      return [name, name === 'pool' ? memory.subarray(at, at + length) : new Int32Array(buffer, at, length)];
    }),
  );
  calls.setup(includeQuarantined ? 1 : 0);
  const input = calls.IN.value;
  return {
    // What stays outside is copied, so that a file read into memory can be forgotten.
    flat: {
      ...flat,
      ...(moved as Pick<Flat, (typeof RUN_SECTIONS)[number]>),
      json: flat.json.slice(),
      jsonAt: flat.jsonAt.slice(),
      head: flat.head.slice(),
    },
    input: memory.subarray(input, input + calls.IN_SIZE.value),
    output: memory.subarray(calls.OUT.value, calls.RULES.value),
    memory,
    result: new Int32Array(buffer, calls.RESULT.value, 4),
    mostBytes: calls.MOST_LINE.value,
    calls,
  };
}

/** Bytes that the sections take which rules are applied from. */
export function sectionBytes(flat: Flat): number {
  return RUN_SECTIONS.reduce((sum, name) => sum + padded(flat[name].byteLength), 0);
}

/** Where the host puts the rule set, and addresses and lengths of its sections. */
export type SectionPlaces = { readonly RULES: { readonly value: number }; sectionTable(): number };

/** Copies the sections and tells the kernel where they are; gives where each begins, and where the last ends. */
export function putSections(
  flat: Flat,
  buffer: ArrayBuffer,
  places: SectionPlaces,
): { readonly starts: readonly number[]; readonly end: number } {
  const memory = new Uint8Array(buffer);
  const starts: number[] = [];
  const table: number[] = [];
  let end = places.RULES.value;
  for (const name of RUN_SECTIONS) {
    const section = flat[name];
    memory.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), end);
    starts.push(end);
    table.push(end, section.byteLength);
    end += padded(section.byteLength);
  }
  new Int32Array(buffer, places.sectionTable(), table.length).set(table);
  return { starts, end };
}

function padded(length: number): number {
  return (length + 15) & ~15;
}

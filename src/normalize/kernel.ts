/**
 * The hot path in WebAssembly, made from kernel/: sixteen bytes at a time it finds lines, hosts and delimiters, and applies token
 * and edit rules. It does what `Runner` does, only sooner; whatever it cannot do it leaves to `Runner`, as everything is where
 * WebAssembly does not run.
 */
import { type Flat, RUN_SECTIONS } from './flat.ts';
import { KERNEL_MODULE } from './kernel-module.ts';

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

/** The functions of kernel/index.ts. `onlyFetchable` is 0 or 1: a boolean would be converted at every call. */
export type KernelCalls = {
  key(length: number, onlyFetchable: number): number;
  lines(start: number, end: number, onlyFetchable: number): number;
  outputLength(): number;
  linesDone(): number;
  linesChanged(): number;
};

type Exports = KernelCalls & {
  readonly [address in 'IN' | 'IN_SIZE' | 'MOST_LINE' | 'OUT' | 'RESULT' | 'RULES']: { readonly value: number };
} & { sectionTable(): number; setup(quarantined: number): void };

/** As much of WebAssembly as is used; the library is written for no platform, so that no platform's types say what it is. */
export type WebAssemblyLike = {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

const PAGE = 65536;
/** Bytes behind the rule set that the kernel may read past its end. */
const BEHIND = 64;
const ADDRESSES_END = 8 * PAGE;
let compiled: object | null | undefined;

/** A kernel with these rules; null where WebAssembly, or its instructions on sixteen bytes, are not to be had. */
export function startKernel(flat: Flat, includeQuarantined: boolean): Kernel | null {
  const wasm = (globalThis as { readonly WebAssembly?: WebAssemblyLike }).WebAssembly;
  if (wasm === undefined) return null;
  try {
    compiled ??= new wasm.Module(decodeBase64(KERNEL_MODULE));
    const size = RUN_SECTIONS.reduce((sum, name) => sum + padded(flat[name].byteLength), ADDRESSES_END + BEHIND);
    const memory = new wasm.Memory({ initial: Math.ceil(size / PAGE) });
    const calls = new wasm.Instance(compiled, { env: { memory } }).exports as Exports;
    return fill(flat, memory.buffer, calls, includeQuarantined);
  } catch {
    // Too old an engine, a policy that forbids it, or no memory: the runner needs none of that.
    compiled ??= null;
    return null;
  }
}

function fill(flat: Flat, buffer: ArrayBuffer, calls: Exports, includeQuarantined: boolean): Kernel {
  const memory = new Uint8Array(buffer);
  const moved: Partial<Record<keyof Flat, Int32Array | Uint8Array>> = {};
  const table: number[] = [];
  let at = calls.RULES.value;
  for (const name of RUN_SECTIONS) {
    const section = flat[name];
    memory.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    moved[name] =
      name === 'pool' ? memory.subarray(at, at + section.length) : new Int32Array(buffer, at, section.length);
    table.push(at, section.byteLength);
    at += padded(section.byteLength);
  }
  new Int32Array(buffer, calls.sectionTable(), table.length).set(table);
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

export function padded(length: number): number {
  return (length + 15) & ~15;
}

export function decodeBase64(text: string): Uint8Array {
  const characters = atob(text);
  return Uint8Array.from({ length: characters.length }, (_, i) => characters.charCodeAt(i));
}

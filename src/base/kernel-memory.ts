/** Memory that WebAssembly works on, and modules started in it; null wherever the platform has no such thing. */

/** Memory that threads share. Views of `buffer` stay good when it grows: they only lack what is new. */
export type KernelMemory = { readonly buffer: SharedArrayBuffer; grow(pages: number): number };

/** Memory of one thread, of a size that stays. */
export type FixedMemory = { readonly buffer: ArrayBuffer };

/** As much of WebAssembly as is used; the library is written for no platform, so that no platform's types say what it is. */
type WebAssemblyLike = {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: {
    new (size: { initial: number; maximum: number; shared: true }): KernelMemory;
    new (size: { initial: number }): FixedMemory;
  };
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

const PAGE = 65536;
/** As far as addresses of 32 bits reach. Pages that are not used cost nothing. */
const MOST_PAGES = 65536;

/** The first page is used by nobody, so that reading some bytes before a text is harmless. */
export function newKernelMemory(): KernelMemory | null {
  try {
    return new (wasm().Memory)({ initial: 1, maximum: MOST_PAGES, shared: true });
  } catch {
    return null;
  }
}

/** So many bytes at least, which are zero. */
export function newFixedMemory(bytes: number): FixedMemory | null {
  try {
    return new (wasm().Memory)({ initial: Math.ceil(bytes / PAGE) });
  } catch {
    return null;
  }
}

/** Stretches of a memory that nobody needs any more, in bytes, in the order of their addresses. */
type Stretch = { at: number; bytes: number };
const released = new WeakMap<KernelMemory, Stretch[]>();

/**
 * What is wanted: zeros; room, where anything may be; or zeros of which few will be used, so that what was used before is better left to others.
 */
export type Wanted = 'zeros' | 'room' | 'sparse';

/** The address of so many bytes, or -1 if there are none left. */
export function allocate(memory: KernelMemory, bytes: number, wanted: Wanted = 'zeros'): number {
  const size = Math.ceil(bytes / PAGE) * PAGE;
  const stretch = wanted === 'sparse' ? undefined : released.get(memory)?.find((one) => one.bytes >= size);
  if (stretch !== undefined) {
    stretch.bytes -= size;
    const at = stretch.at + stretch.bytes;
    // Shared memory is filled number by number, so that large ones are quicker.
    if (wanted === 'zeros') new Float64Array(memory.buffer, at, size / 8).fill(0);
    return at;
  }
  try {
    return memory.grow(size / PAGE) * PAGE;
  } catch {
    return -1;
  }
}

/** Gives back what `allocate` gave, for whoever asks next: memory never becomes smaller, so that this is the only way to use it twice. */
export function release(memory: KernelMemory, at: number, bytes: number): void {
  const stretches = released.get(memory) ?? [];
  const end = at + Math.ceil(bytes / PAGE) * PAGE;
  const next = stretches.findIndex((one) => one.at >= end);
  const place = next < 0 ? stretches.length : next;
  stretches.splice(place, 0, { at, bytes: end - at });
  // What lies side by side is one, so that there is room for more than was given back at a time.
  for (let i = Math.min(place, stretches.length - 2); i >= Math.max(0, place - 1); i--) {
    if (stretches[i]!.at + stretches[i]!.bytes !== stretches[i + 1]!.at) continue;
    stretches[i]!.bytes += stretches[i + 1]!.bytes;
    stretches.splice(i + 1, 1);
  }
  released.set(memory, stretches);
}

const modules = new Map<string, object>();

/** What a module exports that works in this memory; null where its instructions are not to be had. `text` is the module in base64, `host` what the module asks for. */
export function startModule<Exports>(
  text: string,
  memory: KernelMemory | FixedMemory,
  host: Readonly<Record<string, (value: number) => number>> = {},
): Exports | null {
  try {
    const module = modules.get(text) ?? new (wasm().Module)(decodeBase64(text));
    modules.set(text, module);
    return new (wasm().Instance)(module, { env: { memory }, host }).exports as Exports;
  } catch {
    // Too old an engine, or a policy that forbids it: the plain code needs neither.
    return null;
  }
}

function wasm(): WebAssemblyLike {
  return (globalThis as unknown as { readonly WebAssembly: WebAssemblyLike }).WebAssembly;
}

/** Node's own decoder is there at once; elsewhere a loop does it. */
function decodeBase64(text: string): Uint8Array {
  const { Buffer } = globalThis as { readonly Buffer?: { from(text: string, encoding: 'base64'): Uint8Array } };
  if (Buffer) return Buffer.from(text, 'base64');
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

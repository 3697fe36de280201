/**
 * What more than one folder already needs: errors, the one string order, hashing. Takes and gives plain values.
 * Invariant: imports nothing, does no I/O, knows nothing of URLs.
 */
export { byteLength, compareCodePoints, compareFrom, isLowSurrogate } from './code-points.ts';
export { ConfigError, EngineError, InputError, isDustpanError } from './errors.ts';
export { grownSlots } from './hash-slots.ts';
export { joinBytes } from './join-bytes.ts';
export {
  allocate,
  type FixedMemory,
  type KernelMemory,
  newFixedMemory,
  newKernelMemory,
  release,
  startModule,
  type Wanted,
} from './kernel-memory.ts';
export { grouped } from './numbers.ts';
export { createRandom, type Random, seedFrom, seedFromAscii } from './random.ts';
export { sha256, sha256Hex } from './sha256.ts';
export { WordHash } from './word-hash.ts';

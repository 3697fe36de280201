/** Growing arrays and the literal pool that the builder writes into. */
import { joinBytes } from '../../base/index.ts';
import { encode } from '../bytes.ts';
import { mix } from '../hash.ts';

/** An Int32Array that grows. */
export class Ints {
  private data = new Int32Array(1024);
  length = 0;

  push(...values: readonly number[]): void {
    this.append(values);
  }

  /** The same for lists too long to be the arguments of a call. */
  append(values: ArrayLike<number>): void {
    if (this.length + values.length > this.data.length) {
      const bigger = new Int32Array(2 * (this.length + values.length));
      bigger.set(this.data);
      this.data = bigger;
    }
    for (let i = 0; i < values.length; i++) this.data[this.length++] = values[i]!;
  }

  done(): Int32Array {
    return this.slice(0, this.length);
  }

  /** True if these numbers stand at a place. */
  startsWith(index: number, values: readonly number[]): boolean {
    for (let i = 0; i < values.length; i++) if (this.data[index + i] !== values[i]) return false;
    return true;
  }

  at(index: number): number {
    return this.data[index]!;
  }

  set(index: number, value: number): void {
    this.data[index] = value;
  }

  addBits(index: number, bits: number): void {
    this.data[index]! |= bits;
  }

  slice(from: number, to: number): Int32Array {
    return this.data.slice(from, to);
  }
}

/** Programs, and what they share. */
export class Code extends Ints {
  /** Where groups stand, and masks and emits by a hash of their numbers. */
  private readonly groupAt = new Map<string, number>();
  private readonly sharedAt = new Map<number, number>();

  /** Gives the place. */
  write(numbers: readonly number[]): number {
    const at = this.length;
    this.append(numbers);
    return at;
  }

  /** As `write`, but equal groups are written once. */
  group(numbers: readonly number[]): number {
    const name = numbers.join();
    const known = this.groupAt.get(name);
    if (known !== undefined) return known;
    const at = this.write(numbers);
    this.groupAt.set(name, at);
    return at;
  }

  /** The same for masks and emits, whose first number says how many there are, and which do not change any more. */
  shared(numbers: readonly number[]): number {
    let hash = 0;
    for (let i = 0; i < numbers.length; i++) hash = mix(hash, numbers[i]!);
    for (let known = this.sharedAt.get(hash); known !== undefined; known = this.sharedAt.get(++hash))
      if (this.startsWith(known, numbers)) return known;
    const at = this.write(numbers);
    this.sharedAt.set(hash, at);
    return at;
  }
}

/** Adds bytes as whole numbers, in the machine's own order. */
export function addPacked(numbers: number[], bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i += 4) {
    FOUR_BYTES.fill(0);
    for (let k = i; k < bytes.length && k < i + 4; k++) FOUR_BYTES[k - i] = bytes[k]!;
    numbers.push(ONE_NUMBER[0]!);
  }
}

const ONE_NUMBER = new Int32Array(1);
const FOUR_BYTES = new Uint8Array(ONE_NUMBER.buffer);

/** Where a text stands in the pool. */
export type Place = readonly [from: number, length: number];

/** Literal bytes, each text once. */
export class Pool {
  private readonly known = new Map<string, Place>();
  private readonly pieces: Uint8Array[] = [];
  private size = 0;

  add(text: string): Place {
    const known = this.known.get(text);
    if (known) return known;
    const bytes = encode(text);
    const place: Place = [this.size, bytes.length];
    this.known.set(text, place);
    this.pieces.push(bytes);
    this.size += bytes.length;
    return place;
  }

  done(): Uint8Array {
    return joinBytes(this.pieces);
  }
}

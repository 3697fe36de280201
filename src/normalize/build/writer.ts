/** Growing arrays and the literal pool that the builder writes into. */
import { joinBytes } from '../../base/index.ts';
import { encode } from '../bytes.ts';

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

/** Typed arrays that grow as they are written to. */

type Typed = Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

export class Growing<A extends Typed> {
  /** Has room for more than `size` values. */
  values: A;
  size = 0;

  constructor(values: A) {
    this.values = values;
  }

  push(value: number): void {
    if (this.size === this.values.length) {
      const bigger = new (this.values.constructor as new (length: number) => A)(Math.max(16, this.size * 2));
      bigger.set(this.values);
      this.values = bigger;
    }
    this.values[this.size++] = value;
  }
}

export function growingInts(): Growing<Int32Array<ArrayBuffer>> {
  return new Growing(new Int32Array(1024));
}

export function growingBytes(): Growing<Uint8Array<ArrayBuffer>> {
  return new Growing(new Uint8Array(1024));
}

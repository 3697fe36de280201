/** The first line of each key: lines and their keys go in side by side, as the quick line transform gives them, and the lines whose key is new come out. */
import { Bytes } from './bytes.ts';
import { MAX_LINE } from './lines.ts';
import type { LineTransform } from './normalizer.ts';
import { SeenKeys } from './seen-keys.ts';

/** The key of one line, for the rare key that has a line end in it and so cannot stand on a line of its own. */
export type KeyOfLine = (
  bytes: Uint8Array,
  from: number,
  to: number,
) => { readonly bytes: Uint8Array; readonly from: number; readonly to: number };

const LF = 10;
const CR = 13;

export class FirstLines implements LineTransform {
  private readonly keys: LineTransform;
  private readonly keyOf: KeyOfLine;
  private readonly seen = new SeenKeys();
  private readonly out = new Bytes();
  /** A line that has not ended yet. */
  private readonly open = new Bytes();
  /** The line that is under way is too long to be compared, and its beginning is written already. */
  private isPassing = false;
  private readonly count = { lines: 0, changed: 0 };

  constructor(keys: LineTransform, keyOf: KeyOfLine) {
    this.keys = keys;
    this.keyOf = keyOf;
  }

  get counts(): LineTransform['counts'] {
    return { ...this.count };
  }

  push(chunk: Uint8Array): Uint8Array {
    this.out.length = 0;
    const last = chunk.lastIndexOf(LF) + 1;
    let from = 0;
    if (this.isPassing) {
      from = chunk.indexOf(LF) + 1 || chunk.length;
      this.out.append(chunk, 0, from);
      this.isPassing = last === 0;
    } else if (last > 0 && this.open.length > 0) {
      from = chunk.indexOf(LF) + 1;
      this.open.append(chunk, 0, from);
      this.keyAndTake(this.open.data.subarray(0, this.open.length));
      this.open.length = 0;
    }
    if (from < last) this.keyAndTake(chunk.subarray(from, last));
    this.open.append(chunk, Math.max(from, last), chunk.length);
    if (this.open.length > MAX_LINE) {
      this.out.append(this.open.data, 0, this.open.length);
      this.open.length = 0;
      this.isPassing = true;
      this.count.lines++;
    }
    return this.out.data.subarray(0, this.out.length);
  }

  end(): Uint8Array {
    this.out.length = 0;
    if (this.open.length > 0) {
      // Given a line end for the sake of its key, which it does not keep.
      this.open.push(LF);
      this.keyAndTake(this.open.data.subarray(0, this.open.length));
      if (this.out.length > 0) this.out.length--;
      this.open.length = 0;
    }
    return this.out.data.subarray(0, this.out.length);
  }

  /** The same for whole lines whose keys were worked out elsewhere; only the last of all may lack its line end. */
  take(lines: Uint8Array, keys: Uint8Array): Uint8Array {
    this.out.length = 0;
    this.takeAll(lines, keys);
    return this.out.data.subarray(0, this.out.length);
  }

  private keyAndTake(lines: Uint8Array): void {
    this.takeAll(lines, this.keys.push(lines));
  }

  private takeAll(lines: Uint8Array, keys: Uint8Array): void {
    const areAligned = countLines(lines) === countLines(keys);
    let key = 0;
    let copied = 0;
    for (let at = 0; at < lines.length; ) {
      const lf = lineEnd(lines, at);
      const hasCr = lf > at && lines[lf - 1] === CR;
      const isLong = (hasCr ? lf - 1 : lf) - at >= MAX_LINE;
      let isNew: boolean;
      if (areAligned) {
        const keyLf = lineEnd(keys, key);
        isNew = isLong || this.seen.add(keys, key, hasCr ? keyLf - 1 : keyLf);
        key = keyLf + 1;
      } else if (isLong) isNew = true;
      else {
        const own = this.keyOf(lines, at, hasCr ? lf - 1 : lf);
        isNew = this.seen.add(own.bytes, own.from, own.to);
      }
      this.count.lines++;
      if (!isNew) {
        this.count.changed++;
        this.out.append(lines, copied, at);
        copied = Math.min(lf + 1, lines.length);
      }
      at = lf + 1;
    }
    this.out.append(lines, copied, lines.length);
  }
}

/** Place of the LF that ends the line, or of the end of the input. */
function lineEnd(bytes: Uint8Array, from: number): number {
  const lf = bytes.indexOf(LF, from);
  return lf < 0 ? bytes.length : lf;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}

/** The hosts of many URLs as integers; every host is found once per way it is written. */
import { readText } from '../../clusters/index.ts';
import { hostOf } from '../../url/index.ts';
import { ByteTable } from './byte-table.ts';
import { grown } from './grown.ts';

const SLASH = 47;
const QUESTION_MARK = 63;
const HASH = 35;

export class HostTable {
  readonly names: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #beginnings = new ByteTable();
  /** The host of each beginning. */
  #hosts = new Int32Array(1024);

  /** The host of the URL that lies there. */
  idOf(bytes: Uint8Array, from: number, to: number): number {
    const known = this.#beginnings.size;
    const beginning = this.#beginnings.add(bytes, from, endOfBeginning(bytes, from, to));
    if (beginning < known) return this.#hosts[beginning]!;
    this.#hosts = grown(this.#hosts, known + 1);
    const name = hostOf(readText(bytes, from, to));
    const id = this.#ids.get(name) ?? this.names.push(name) - 1;
    this.#ids.set(name, id);
    this.#hosts[beginning] = id;
    return id;
  }
}

/** An end that is not before that of the host: the third slash, of which a scheme has two, or the first `?` or `#`. */
export function endOfBeginning(bytes: Uint8Array, start: number, end: number): number {
  let slashes = 0;
  for (let i = start; i < end; i++) {
    const c = bytes[i]!;
    if (c === QUESTION_MARK || c === HASH || (c === SLASH && ++slashes === 3)) return i;
  }
  return end;
}

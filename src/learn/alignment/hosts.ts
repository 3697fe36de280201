/** The hosts of many URLs as integers; every host is found once per way it is written. */
import { hostOf } from '../../url/index.ts';
import { ByteTable } from './byte-table.ts';
import { grown } from './grown.ts';
import type { UrlBytes } from './url-bytes.ts';

const SLASH = 47;
const QUESTION_MARK = 63;
const HASH = 35;

export class HostTable {
  readonly names: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #beginnings = new ByteTable();
  /** The host of each beginning. */
  #hosts = new Int32Array(1024);

  /** The host of URL u. */
  idOf(source: UrlBytes, u: number): number {
    const { bytes, starts, ends, urls } = source;
    const known = this.#beginnings.size;
    const beginning = this.#beginnings.add(bytes, starts[u]!, endOfBeginning(bytes, starts[u]!, ends[u]!));
    if (beginning < known) return this.#hosts[beginning]!;
    this.#hosts = grown(this.#hosts, known + 1);
    const name = hostOf(urls[u]!);
    const id = this.#ids.get(name) ?? this.names.push(name) - 1;
    this.#ids.set(name, id);
    this.#hosts[beginning] = id;
    return id;
  }
}

/** An end that is not before that of the host: the third slash, of which a scheme has two, or the first `?` or `#`. */
function endOfBeginning(bytes: Uint8Array, start: number, end: number): number {
  let slashes = 0;
  for (let i = start; i < end; i++) {
    const c = bytes[i]!;
    if (c === QUESTION_MARK || c === HASH || (c === SLASH && ++slashes === 3)) return i;
  }
  return end;
}

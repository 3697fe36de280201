/** The host of a URL that is still a string: most strings are of hosts without rules, and making bytes of a string costs more than reading its host. */
import { SEED } from './hash.ts';

/** 1 for a character that a plain host does not have: one that ends it, upper case, or beyond ASCII. */
const IS_ODD = Uint8Array.from({ length: 128 }, (_, c) => {
  const isWord = (c >= 97 && c <= 122) || (c >= 48 && c <= 57);
  return isWord || c === 45 || c === 46 || c === 95 ? 0 : 1;
});
const SLASH = 47;
const DOT = 46;

export class StringHost {
  /** What `Scan.open` would find; void unless `read` said so. */
  hash = 0;
  end = 0;

  /** True for `http://` or `https://`, a plain host in lower case, and a slash or nothing behind it; all other strings have to be read as bytes. */
  read(url: string): boolean {
    const { length } = url;
    // Character by character, because a call that looks for a text costs as much as the whole host.
    const colon = url.charCodeAt(4) === 115 ? 5 : 4;
    const isHttp =
      url.charCodeAt(colon) === 58 &&
      url.charCodeAt(0) === 104 &&
      url.charCodeAt(1) === 116 &&
      url.charCodeAt(2) === 116 &&
      url.charCodeAt(3) === 112;
    if (!isHttp || url.charCodeAt(colon + 1) !== SLASH || url.charCodeAt(colon + 2) !== SLASH) return false;
    const start = colon + 3;
    let hash = SEED;
    let odd = 0;
    let c = DOT;
    let i = start;
    for (; i < length; i++) {
      const next = url.charCodeAt(i);
      if (next === SLASH) break;
      c = next;
      odd |= (c >> 7) | IS_ODD[c & 127]!;
      hash = Math.imul(hash ^ c, 0x01000193);
    }
    this.hash = hash;
    this.end = i;
    // A host of no characters ends like one with a dot at its end.
    return odd === 0 && c !== DOT;
  }
}

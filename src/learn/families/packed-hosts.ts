/** The sites that packed URLs are on: nearly all hosts are written so that bytes tell them, and a host is made into a string once. */
import { ByteNames, readText, type UrlPack, urlText } from '../../clusters/index.ts';
import { sun } from '../../url/index.ts';
import { siteOf } from './sites.ts';

/** Hosts with their numbers, and the number of each URL's host. */
export type PackedHosts = { readonly hosts: ReadonlyMap<string, number>; readonly hostOf: Int32Array };

export function hostsOf(urls: UrlPack): PackedHosts {
  const { bytes, starts, ends } = urls;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = new ByteNames();
  const numberOfName: number[] = [];
  const hosts = new Map<string, number>();
  const hostOf = new Int32Array(urls.count);
  const numberOf = (site: string) => {
    const known = hosts.get(site) ?? hosts.size;
    if (known === hosts.size) hosts.set(site, known);
    return known;
  };
  for (let u = 0; u < urls.count; u++) {
    const from = hostStart(bytes, starts[u]!, ends[u]!);
    const to = from < 0 ? -1 : hostEnd(bytes, from, ends[u]!);
    if (to < 0) {
      hostOf[u] = numberOf(siteOf(sun(urlText(urls, u))));
      continue;
    }
    const name = names.add(bytes, words, from, to);
    if (name === numberOfName.length) numberOfName.push(numberOf(siteOf(`http://${readText(bytes, from, to)}/`)));
    hostOf[u] = numberOfName[name]!;
  }
  return { hosts, hostOf };
}

/** Behind `http://` or `https://`; -1 behind anything else. */
function hostStart(bytes: Uint8Array, from: number, end: number): number {
  for (let i = 0; i < HTTP.length; i++) if (bytes[from + i] !== HTTP[i]) return -1;
  const colon = from + (bytes[from + HTTP.length] === LETTER_S ? HTTP.length + 1 : HTTP.length);
  const isScheme = bytes[colon] === COLON && bytes[colon + 1] === SLASH && bytes[colon + 2] === SLASH;
  return isScheme && colon + 3 < end ? colon + 3 : -1;
}

/** The slash behind small letters, digits, `-` and dots, of which none is last; -1 for what standard normalization might change. */
function hostEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const c = bytes[i]!;
    if (c === SLASH) return bytes[i - 1] === DOT ? -1 : i;
    if (!((c >= 97 && c <= 122) || (c >= 48 && c <= 57) || c === 45 || c === DOT)) return -1;
  }
  return -1;
}

const HTTP = [104, 116, 116, 112];
const LETTER_S = 115;
const COLON = 58;
const SLASH = 47;
const DOT = 46;

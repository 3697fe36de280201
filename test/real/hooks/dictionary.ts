/** Entries of a dictionary as Debian's `dict-*` packages have it: ordinary text with links, which nobody of the project wrote. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export type Article = {
  readonly name: string;
  /** Paragraphs, in which `{word}` is a link to another entry. */
  readonly text: string;
  /** Other entries of the same choice that it links to, in order. */
  readonly links: readonly string[];
};

const FOLDER = '/usr/share/dictd';
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const LINK = /\{\s*([^{}]+?)\s*\}/g;

/** The first `count` entries that are met when links are followed from the beginning of the dictionary, in order of their names. */
export function readDictionary(dictionary: string, count: number): Article[] {
  const all = entriesOf(dictionary);
  const names = [...all.keys()];
  const chosen = new Set<string>();
  for (let next = 0; chosen.size < count && next < names.length; next++) {
    const waiting = [names[next]!];
    for (let name = waiting.shift(); name !== undefined && chosen.size < count; name = waiting.shift()) {
      if (chosen.has(name)) continue;
      chosen.add(name);
      waiting.push(...linksOf(all.get(name)!, (other) => all.has(other)));
    }
  }
  return [...chosen].sort().map((name) => {
    const text = all.get(name)!;
    return { name, text, links: linksOf(text, (other) => chosen.has(other)) };
  });
}

/** How a page of an entry is called: lower case, words joined by one underscore, as wikis do. */
export function nameOf(headword: string): string {
  return headword
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}

/** The text with each link to one of its own kind written by `write`, and all others as plain words. */
export function withLinks({ text, links }: Article, write: (name: string, words: string) => string): string {
  return text.replaceAll(LINK, (_, words: string) => {
    const plain = words.replaceAll(/\s+/g, ' ');
    const name = nameOf(plain);
    return links.includes(name) ? write(name, plain) : plain;
  });
}

function entriesOf(dictionary: string): Map<string, string> {
  const data = read(`${dictionary}.dict.dz`, gunzipSync);
  const entries = new Map<string, string>();
  for (const line of read(`${dictionary}.index`).toString().split('\n')) {
    const [word = '', offset = '', length = ''] = line.split('\t');
    const name = nameOf(word);
    if (word.startsWith('00-') || !/^[a-z]/.test(name)) continue;
    const at = numberOf(offset);
    const text = data.subarray(at, at + numberOf(length)).toString();
    // The headword itself is the first line.
    if (nameOf(text.split('\n', 1)[0]!) === name) entries.set(name, text.trim());
  }
  return entries;
}

function read(file: string, unpack = (bytes: Buffer) => bytes): Buffer {
  try {
    return unpack(readFileSync(`${FOLDER}/${file}`));
  } catch (error) {
    throw new Error(`cannot read ${FOLDER}/${file} (install it with: apt-get install dict-jargon dict-foldoc)`, {
      cause: error,
    });
  }
}

function numberOf(digits: string): number {
  let number = 0;
  for (const digit of digits) number = number * 64 + DIGITS.indexOf(digit);
  return number;
}

function linksOf(text: string, isKnown: (name: string) => boolean): string[] {
  const names = [...text.matchAll(LINK)].map(([, words = '']) => nameOf(words));
  return [...new Set(names)].filter(isKnown);
}

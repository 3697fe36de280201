/** CDXJ indexes of web archives: one capture a line, `urlkey timestamp {json}`. */
import type { LineReader } from '../../reader.ts';
import { REVISIT, type Texts } from '../columns/index.ts';
import { textOf } from '../lines-text.ts';
import { captureRecord } from './capture.ts';

const SPACE = 32;

/** Names in the JSON, by what they mean here. */
const FIELDS: readonly (readonly [keyof Texts, string])[] = [
  ['url', 'url'],
  ['type', 'mime'],
  ['status', 'status'],
  ['digest', 'digest'],
  ['length', 'length'],
  ['redirect', 'redirect'],
];

export function startCdxj(): LineReader {
  return (bytes, from, to) => {
    if (from === to || isHeader(bytes[from]!)) return null;
    let key = from;
    while (key < to && bytes[key] !== SPACE) key++;
    let stamp = key + 1;
    while (stamp < to && bytes[stamp] !== SPACE) stamp++;
    if (stamp >= to) return 'wrong-columns';
    let value: unknown;
    try {
      value = JSON.parse(textOf(bytes, stamp + 1, to));
    } catch {
      return 'not-json';
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not-an-object';
    return captureRecord(textsOf(value as Record<string, unknown>, textOf(bytes, key + 1, stamp)));
  };
}

export function recognizeCdxj(lines: readonly string[]): string | null {
  const content = lines.filter((line) => !isHeader(line.charCodeAt(0)));
  const captures = content.filter((line) => /^\S+ \d{4}[\d:TZ-]* \{/.test(line));
  return captures.length * 2 > content.length ? 'its lines hold a key, a time and a JSON object' : null;
}

/** Lines about the index itself: ` CDXJ …`, `!meta`, `@context`. */
function isHeader(byte: number): boolean {
  return byte === SPACE || byte === 0x21 || byte === 0x40;
}

function textsOf(value: Readonly<Record<string, unknown>>, time: string): Texts {
  const texts: Texts = { time };
  for (const [field, name] of FIELDS) {
    const item = value[name];
    if (typeof item === 'string') texts[field] = item;
    else if (typeof item === 'number') texts[field] = String(item);
  }
  // What it is, rather than what the server said; but a revisit is not what it refers to.
  const detected = value['mime-detected'];
  if (typeof detected === 'string' && texts.type !== REVISIT) texts.type = detected;
  // Every index of captures has statuses, also where a line leaves it out.
  texts.status ??= '-';
  return texts;
}

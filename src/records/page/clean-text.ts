/** Takes out of a text what makes one page differ from itself: its own address, clocks, dates, tokens, times of generation. */
import { lowerAscii, splitUrl } from '../../url/index.ts';
import { wordsOf } from './words.ts';

export type CleanOptions = {
  /** The address under which the page was read. */
  readonly url?: string;
  /** Other names of the site; the host of `url` need not be among them. */
  readonly hosts?: readonly string[];
};

/**
 * The words that are left. It takes the text, not its words, because only the signs between them tell a clock (`12:34`)
 * from two numbers, which may be all that two pages differ by.
 */
export function cleanText(text: string, { url, hosts = [] }: CleanOptions = {}): string[] {
  const own = url === undefined ? null : splitUrl(url);
  const names = new Set([...hosts, own?.host ?? ''].map(lowerAscii).filter((name) => name !== ''));
  const place = own && placeOf(own.path, own.query);
  return wordsOf(withoutTokens(withoutNames(text, names, place).replace(MOMENT, ' ')));
}

// In all of these a match can only begin where a run of its characters begins, so the time is linear in the text.
const START = '(?<![\\p{L}\\p{N}_])';
const END = '(?![\\p{L}\\p{N}_])';

/** Anything with a scheme, or a host name of two labels or more; then a path, or the port as servers name it in their footers. */
const ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{N}_.+-])(?:[a-z][a-z0-9+.-]*://[^\\s<>"']+|[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?::\\d+)?(?:[/?][^\\s<>"']*)?)(?:\\s+port\\s+\\d{1,5}${END})?`,
  'giu',
);

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY = '(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
const ZONE = '(?:\\s?(?:z|utc|gmt|ces?t|ees?t|[ecmp][sd]t)(?![a-z]))?(?:\\s?[+-]\\d{2}:?\\d{2}(?!\\d))?';
const CLOCK = `(?:[01]?\\d|2[0-4]):[0-5]\\d(?::[0-6]\\d(?:[.,]\\d{1,9})?)?(?![\\d:])(?:\\s?[ap]\\.?m\\.?(?![a-z]))?${ZONE}`;
const AFTER_CLOCK = `(?:[t,]?\\s*${CLOCK})?`;
const MOMENT = new RegExp(
  `${START}(?:${[
    // RFC 5322 and 850, asctime, ISO 8601, and the hour alone.
    `(?:${DAY},?\\s+)?\\d{1,2}(?:\\s+${MONTH}\\s+\\d{4}|-${MONTH}-\\d{2,4})(?!\\d)${AFTER_CLOCK}`,
    `${DAY}\\s+${MONTH}\\s+\\d{1,2}\\s+${CLOCK}\\s+\\d{4}${END}`,
    `\\d{4}([-/])(?:0?[1-9]|1[0-2])\\1(?:0[1-9]|[12]\\d|3[01]|[1-9])(?!\\d)${AFTER_CLOCK}`,
    `(?<![:.])${CLOCK}`,
    // "3 days ago", "0.123 s", "12ms"; but not "the 1990s".
    `\\d{1,6}\\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\\s+ago${END}`,
    `\\d+(?:[.,]\\d+)?\\s*(?:[mµu]s|m?secs?|(?:milli|micro)?seconds?)${END}`,
    `(?:\\d+[.,]\\d+\\s*|\\d+\\s+)s${END}`,
  ].join('|')})`,
  'giu',
);

const SPACE = /\s/;
const PORT = new RegExp(`\\s+port\\s+\\d{1,5}${END}`, 'iuy');

/** Up to so many names it is cheaper to look for each of them than for anything that could be one. */
const FEW_NAMES = 20;
/** The shortest run that can be a token rather than a word. */
const TOKEN_LENGTH = 16;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Most texts do not name their site, and this is found out much faster than where they do. */
function withoutNames(text: string, names: ReadonlySet<string>, place: string | null): string {
  const replace = (part: string) => part.replace(ADDRESS, (found) => withoutHost(found, names, place));
  if (names.size > FEW_NAMES) return replace(text);
  let cleaned = '';
  let from = 0;
  for (const [start, end] of placesOf(text, names)) {
    cleaned += text.slice(from, start) + replace(text.slice(Math.max(from, start), end));
    from = end;
  }
  return cleaned + text.slice(from);
}

/** Runs without spaces that hold a name, with the port that servers may write after it; in the order of the text. */
function placesOf(text: string, names: ReadonlySet<string>): (readonly [start: number, end: number])[] {
  const any = [...names].map((name) => name.replace(/[^\w-]/g, '\\$&')).join('|');
  if (any === '') return [];
  const places: (readonly [number, number])[] = [];
  const search = new RegExp(any, 'gi');
  for (let found = search.exec(text); found; found = search.exec(text)) {
    let start = found.index;
    while (start > 0 && !SPACE.test(text[start - 1]!)) start--;
    let end = found.index + found[0].length;
    while (end < text.length && !SPACE.test(text[end]!)) end++;
    PORT.lastIndex = end;
    if (PORT.test(text)) end = PORT.lastIndex;
    places.push([start, end]);
    search.lastIndex = Math.max(end, search.lastIndex);
  }
  return places;
}

/** What is left of an address: all of it if the host is not one of the names, else the path, else (the page itself) nothing. */
function withoutHost(found: string, names: ReadonlySet<string>, place: string | null): string {
  const address = found.replace(/\s+port\s+\d+$/i, '');
  const { host, path, query } = splitUrl(withoutPunctuation(address));
  if (!names.has(host)) return found;
  return placeOf(path, query) === place ? ' ' : ` ${path} ${query ?? ''} `;
}

/** Without what belongs to the sentence around the address. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  while (end > 0 && '.,;:!?)]}'.includes(address[end - 1]!)) end--;
  return address.slice(0, end);
}

function placeOf(path: string, query: string | null): string {
  return `${path || '/'}${query === null ? '' : `?${query}`}`;
}

/** Without long runs of the characters of hexadecimal and base64 numbers, if they look like such. */
function withoutTokens(text: string): string {
  let cleaned = '';
  let from = 0;
  let end = 0;
  // A run of this length has a character at one of every so many places: the others need not be looked at.
  for (let at = TOKEN_LENGTH - 1; at < text.length; at = end + TOKEN_LENGTH) {
    let start = at + 1;
    while (start > end && isTokenUnit(text.charCodeAt(start - 1))) start--;
    end = at;
    if (start > at) continue;
    while (end < text.length && isTokenUnit(text.charCodeAt(end))) end++;
    if (end - start < TOKEN_LENGTH || !isRandom(text.slice(start, end))) continue;
    cleaned += `${text.slice(from, start)} `;
    from = end;
  }
  return cleaned + text.slice(from);
}

/** Letters, digits and `+ / = _ -`. */
function isTokenUnit(unit: number): boolean {
  if (unit >= 97) return unit <= 122;
  if (unit >= 65) return unit <= 90 || unit === 95;
  return (unit >= 47 && unit <= 57) || unit === 43 || unit === 45 || unit === 61;
}

/** True for what no person writes: long hexadecimal numbers, or letters and digits that take turns all the time. */
function isRandom(token: string): boolean {
  if (/^[\da-f]+$/i.test(token) || UUID.test(token)) return true;
  const separators = token.split(/[+/=_-]+/).length - 1;
  const turns = token.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  // Words joined by hyphens or slashes have many separators, names of versions and standards few turns.
  return turns >= 3 && turns * 8 >= token.length && token.length >= 8 * (separators + 1);
}

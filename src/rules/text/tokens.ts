/** Text form of token rules, letter T: `^*://(www.)?(a|b)/<n>$ => $1://a/$2`. */
import { CONVERSIONS, type Conv, type El, type Out, type TokenEmit, type TokenMatch } from '../rule.ts';
import { escapeBackslash } from './escape.ts';
import type { Scanner } from './scanner.ts';

const SPECIAL = '()|?*$\\<>{}[]^';
/** In an emit `\*` is the wildcard, so a star that is only text stands bare. */
const EMIT_SPECIAL = SPECIAL.replace('*', '');
/** Groups inside groups; rules cannot nest deeper (`check/`), and the reader must not recurse without bound. */
const MAX_NESTING = 20;
const CONVERTED = new RegExp(`(${CONVERSIONS.join('|')})\\(\\$(?:([0-9]+)|\\{([0-9]+)\\})\\)`, 'y');

export function printTokenMatch(match: TokenMatch): string {
  return `^${match.seq.map(printEl).join('')}$`;
}

export function printTokenEmit(emit: TokenEmit): string {
  let out = '';
  for (let i = 0; i < emit.seq.length; i++) out += printOut(emit.seq[i]!, emit.seq[i + 1]);
  // Blanks around the emit are not part of it, so its own ones are escaped at both ends.
  return out.replace(/^ | $/g, '\\u{20}');
}

/** Reads `^…$`; captures are numbered as they come. */
export function parseTokenMatch(scanner: Scanner): TokenMatch {
  scanner.expect('^', '"^" at the start of the match');
  const captures = { count: 0 };
  const seq = parseEls(scanner, captures, 0);
  scanner.expect('$', '"$" at the end of the match');
  return { view: 'tokens', seq };
}

/** Reads an emit up to the end of the text. */
export function parseTokenEmit(scanner: Scanner): TokenEmit {
  const seq: Out[] = [];
  while (!scanner.atEnd()) {
    const item = parseOut(scanner);
    if (typeof item !== 'string') seq.push(item);
    else pushLiteral(seq, item);
  }
  return { view: 'tokens', seq };
}

function printEl(el: El): string {
  if ('lit' in el) return escapeBackslash(el.lit, SPECIAL);
  if ('star' in el) return '*';
  if ('type' in el) return el.cap === null ? `<~${el.type}>` : `<${el.type}>`;
  if ('alt' in el) return `(${printAlternatives(el.alt, SPECIAL)})`;
  return `(${el.opt.map(printEl).join('')})?`;
}

function printOut(item: Out, next: Out | undefined): string {
  if ('lit' in item) return escapeBackslash(item.lit, EMIT_SPECIAL);
  if ('any' in item) return '\\*';
  if ('alt' in item) return `$(${printAlternatives(item.alt, SPECIAL)})`;
  if (item.conv !== undefined) return `${item.conv}($${item.ref})`;
  const digitFollows = next !== undefined && 'lit' in next && /^[0-9]/.test(next.lit);
  return digitFollows ? `\${${item.ref}}` : `$${item.ref}`;
}

function printAlternatives(alternatives: readonly string[], special: string): string {
  return alternatives.map((text) => escapeBackslash(text, special)).join('|');
}

function parseEls(scanner: Scanner, captures: { count: number }, nesting: number): El[] {
  const seq: El[] = [];
  for (;;) {
    const c = scanner.peek();
    if (c === '' || c === '$' || c === '|' || c === ')') return seq;
    const typed = scanner.eatPattern(/<(~?)([an])>/y);
    if (typed) seq.push({ type: typed[2] as 'a' | 'n', cap: typed[1] === '~' ? null : ++captures.count });
    else if (scanner.eat('*')) seq.push({ star: ++captures.count });
    else if (c === '(') seq.push(parseGroup(scanner, captures, nesting + 1));
    else pushLiteral(seq, parseLiteral(scanner, ' or "$" at the end of the match'));
  }
}

/** `(x|y)` is a choice of texts, `(…)?` an optional part, `(x|y)?` an optional choice. */
function parseGroup(scanner: Scanner, captures: { count: number }, nesting: number): El {
  const from = scanner.at;
  if (nesting > MAX_NESTING) scanner.fail(`expected at most ${MAX_NESTING} groups inside each other`);
  scanner.expect('(');
  const branches: El[][] = [];
  do branches.push(parseEls(scanner, captures, nesting));
  while (scanner.eat('|'));
  scanner.expect(')', '")" to close the group');
  const optional = scanner.eat('?');
  if (optional && branches.length === 1) return { opt: branches[0]! };
  const alt = branches.map((branch) => {
    const [only, ...rest] = branch;
    if (only !== undefined && 'lit' in only && rest.length === 0) return only.lit;
    return scanner.fail('expected alternatives that are plain text and not empty', from);
  });
  return optional ? { opt: [{ alt }] } : { alt };
}

function parseLiteral(scanner: Scanner, otherwise = ''): string {
  const c = scanner.peek();
  if (c === '\\') return parseEscape(scanner);
  if (SPECIAL.includes(c)) scanner.fail(`expected "\\" before "${c}"${otherwise}`);
  scanner.at++;
  return c;
}

function parseEscape(scanner: Scanner): string {
  const coded = scanner.eatPattern(/\\u\{([0-9a-fA-F]{1,6})\}/y);
  if (coded) {
    const point = Number.parseInt(coded[1]!, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : scanner.fail('expected a code point up to 10ffff');
  }
  scanner.expect('\\');
  const c = scanner.peek();
  if (c === '' || !SPECIAL.includes(c)) scanner.fail(`expected one of ${SPECIAL} or u{hex} after "\\"`);
  scanner.at++;
  return c;
}

/** One item of an emit; a string is literal text. */
function parseOut(scanner: Scanner): Out | string {
  const converted = scanner.eatPattern(CONVERTED);
  if (converted) return { ref: Number(converted[2] ?? converted[3]), conv: converted[1] as Conv };
  const ref = scanner.eatPattern(/\$(?:([0-9]+)|\{([0-9]+)\})/y);
  if (ref) return { ref: Number(ref[1] ?? ref[2]) };
  if (scanner.eat('\\*')) return { any: true };
  if (scanner.eat('$(')) return { alt: parseEmitAlternatives(scanner) };
  if (scanner.peek() === '\\') return parseEscape(scanner);
  return scanner.text[scanner.at++]!;
}

function parseEmitAlternatives(scanner: Scanner): string[] {
  const alt: string[] = [];
  do {
    let text = '';
    while (!scanner.atEnd() && !'|)'.includes(scanner.peek())) text += parseLiteral(scanner);
    if (text === '') scanner.fail('expected an alternative that is not empty');
    alt.push(text);
  } while (scanner.eat('|'));
  scanner.expect(')', '")" to close the alternatives');
  return alt;
}

function pushLiteral(seq: (El | Out)[], text: string): void {
  const last = seq.at(-1);
  if (last !== undefined && 'lit' in last) seq[seq.length - 1] = { lit: last.lit + text };
  else seq.push({ lit: text });
}

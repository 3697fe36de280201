/** Text form of key rules, letter K: `host=a.com path[1]=* #path=2 ?exact => path[1]:=lower(path[1])`. */
import { compareKeys, parseKey } from '../key.ts';
import { CONVERSIONS, type Key, type KeyEmit, type KeyMatch, type ValueExpr, type ValuePattern } from '../rule.ts';
import { escapePercent } from './escape.ts';
import { parseKeyText, printKeyText } from './key.ts';
import { ATOM_ENDS, type Scanner } from './scanner.ts';

const GLOB_ENDS = `${ATOM_ENDS}{}`;
const LIST_ENDS = `${ATOM_ENDS},`;
/** `cat` inside `cat`; rules cannot nest deeper (`check/`), and the reader must not recurse without bound. */
const MAX_NESTING = 20;

export function printKeyMatch(match: KeyMatch): string {
  const items: [Key, string][] = [];
  for (const [key, pattern] of Object.entries(match.where)) items.push([key, printPattern(printKeyText(key), pattern)]);
  for (const [key, glob] of Object.entries(match.deep ?? {})) {
    const item: [Key, string] = [key, `${printKeyText(key)}~${printGlob(glob)}`];
    const after = items.findIndex(([other]) => compareKeys(other, key) > 0);
    items.splice(after < 0 ? items.length : after, 0, item);
  }
  const texts = items.map(([, text]) => text);
  if (match.pathLen !== null) texts.push(`#path=${match.pathLen}`);
  if (match.query === 'exact') texts.push('?exact');
  return texts.join(' ');
}

export function printKeyEmit(emit: KeyEmit): string {
  const items: string[] = [];
  let path = emit.path === undefined ? null : `path:=[${emit.path.map(printExpr).join(',')}]`;
  for (const [key, value] of Object.entries(emit.set)) {
    if (path !== null && parseKey(key)?.part === 'query') {
      items.push(path);
      path = null;
    }
    items.push(`${printKeyText(key)}:=${printExpr(value)}`);
  }
  if (path !== null) items.push(path);
  if (typeof emit.queryOrder !== 'string')
    items.push(`query:=(${emit.queryOrder.map((name) => printListed(name, LIST_ENDS)).join(',')})`);
  // A rule that only rebuilds the URL must still say something.
  else if (emit.queryOrder === 'sort' || items.length === 0) items.push(`query:=${emit.queryOrder}`);
  return items.join(' ');
}

/** Reads conditions up to `=>`. */
export function parseKeyMatch(scanner: Scanner): KeyMatch {
  const where = new Map<Key, ValuePattern>();
  const deep = new Map<Key, (string | null)[]>();
  let pathLen: number | null = null;
  let query: KeyMatch['query'] = 'open';
  while (!scanner.atEnd() && !scanner.text.startsWith('=>', scanner.at)) {
    const from = scanner.at;
    if (scanner.eat('#path=')) pathLen = scanner.integer('the number of path components');
    else if (scanner.eat('?exact')) query = 'exact';
    else {
      const key = parseKeyText(scanner);
      const isGlob = scanner.eat('~');
      if ((isGlob ? deep : where).has(key))
        scanner.fail(`expected each key once, and ${printKeyText(key)} came before`, from);
      if (isGlob) deep.set(key, parseGlob(scanner));
      else where.set(key, parsePattern(scanner));
    }
    if (!scanner.spaces()) scanner.fail('expected a blank between conditions');
  }
  const match = { view: 'keys' as const, where: Object.fromEntries(where), pathLen, query };
  return deep.size === 0 ? match : { ...match, deep: Object.fromEntries(deep) };
}

/** Reads assignments up to the end of the text. */
export function parseKeyEmit(scanner: Scanner): KeyEmit {
  const set = new Map<Key, ValueExpr>();
  let path: ValueExpr[] | undefined;
  let queryOrder: KeyEmit['queryOrder'] = 'keep';
  do {
    const from = scanner.at;
    if (scanner.eat('path:=')) path = parsePath(scanner);
    else if (scanner.eat('query:=')) queryOrder = parseOrder(scanner);
    else {
      const key = parseKeyText(scanner);
      scanner.expect(':=');
      if (set.has(key)) scanner.fail(`expected each key once, and ${printKeyText(key)} came before`, from);
      set.set(key, parseExpr(scanner, 0));
    }
  } while (scanner.spaces() && !scanner.atEnd());
  if (!scanner.atEnd()) scanner.fail('expected a blank between assignments');
  const emit = { view: 'keys' as const, set: Object.fromEntries(set), queryOrder };
  return path === undefined ? emit : { ...emit, path };
}

function printPattern(key: string, pattern: ValuePattern): string {
  if ('any' in pattern) return `${key}=*`;
  if ('absent' in pattern) return `${key}=⊥`;
  if ('type' in pattern) return `${key}=<${pattern.type}>`;
  if ('in' in pattern) return `${key} in (${pattern.in.map((text) => printListed(text, ATOM_ENDS)).join('|')})`;
  if (pattern.eq === null) return `${key}=<null>`;
  const text = escapePercent(pattern.eq, ATOM_ENDS);
  return text === '*' || text === '⊥' || text.startsWith('<') ? `${key}='${text}'` : `${key}=${text}`;
}

/** A text in a list; an empty one would not be seen and is written `''`. */
function printListed(text: string, ends: string): string {
  return text === '' ? "''" : escapePercent(text, ends);
}

/** `tt{*}` for a piece of text and a wildcard; `a{}-` for two pieces of text. */
function printGlob(glob: readonly (string | null)[]): string {
  let out = '';
  for (const [i, piece] of glob.entries()) {
    if (piece === null) out += '{*}';
    else out += (i > 0 && glob[i - 1] !== null ? '{}' : '') + escapePercent(piece, GLOB_ENDS);
  }
  return out;
}

function printExpr(value: ValueExpr): string {
  if ('del' in value) return '⊥';
  if ('any' in value) return '*';
  if ('ref' in value) return `ref(${printKeyText(value.ref)})`;
  if ('conv' in value) return `${value.conv}(${printKeyText(value.of)})`;
  if ('cat' in value) return `cat(${value.cat.map(printExpr).join(',')})`;
  return value.lit === null ? '<null>' : `'${escapePercent(value.lit, ATOM_ENDS)}'`;
}

function parsePattern(scanner: Scanner): ValuePattern {
  if (scanner.eatPattern(/[ \t]+in[ \t]+(?=\()/y)) return { in: scanner.list('|', () => scanner.atom()) };
  scanner.expect('=', '"=", "~" or " in (" after the key');
  if (scanner.eatPattern(/\*(?=[ \t]|$)/y)) return { any: true };
  if (scanner.eatPattern(/⊥(?=[ \t]|$)/y)) return { absent: true };
  if (scanner.peek() !== '<') return { eq: scanner.atom() };
  const type = scanner.eatPattern(/<(a|n|alnum|null)>/y)?.[1];
  if (type === undefined)
    scanner.fail("expected <a>, <n>, <alnum> or <null>; a text that starts with < is written in '…'");
  return type === 'null' ? { eq: null } : { type: type as 'a' | 'n' | 'alnum' };
}

function parseGlob(scanner: Scanner): (string | null)[] {
  const glob: (string | null)[] = [];
  for (;;) {
    if (scanner.eat('{*}')) glob.push(null);
    else {
      const from = scanner.at;
      if (typeof glob.at(-1) === 'string' && !scanner.eat('{}')) return glob;
      const text = scanner.atom(GLOB_ENDS);
      if (text !== '') glob.push(text);
      else if (glob.length > 0 && scanner.at === from) return glob;
      else scanner.fail('expected text or {*}');
    }
  }
}

function parsePath(scanner: Scanner): ValueExpr[] {
  scanner.expect('[');
  const path: ValueExpr[] = [];
  if (scanner.eat(']')) return path;
  do {
    scanner.spaces();
    path.push(parseExpr(scanner, 0));
    scanner.spaces();
  } while (scanner.eat(','));
  scanner.expect(']', '"," or "]"');
  return path;
}

function parseOrder(scanner: Scanner): KeyEmit['queryOrder'] {
  const word = scanner.eatPattern(/sort|keep/y)?.[0];
  if (word !== undefined) return word as 'sort' | 'keep';
  if (scanner.peek() !== '(') scanner.fail('expected sort, keep or (name,name)');
  return scanner.list(',', () => scanner.atom(LIST_ENDS));
}

function parseExpr(scanner: Scanner, nesting: number): ValueExpr {
  if (nesting > MAX_NESTING) scanner.fail(`expected at most ${MAX_NESTING} cat(…) inside each other`);
  if (scanner.eat('⊥')) return { del: true };
  if (scanner.eat('*')) return { any: true };
  if (scanner.eat('<null>')) return { lit: null };
  if (scanner.peek() === "'") return { lit: scanner.atom() };
  if (scanner.text.startsWith('cat(', scanner.at)) {
    scanner.at += 3;
    return { cat: scanner.list(',', () => parseExpr(scanner, nesting + 1)) };
  }
  const name = ['ref' as const, ...CONVERSIONS].find((word) => scanner.eat(`${word}(`));
  if (name === undefined) return scanner.fail("expected 'text', ⊥, *, <null>, ref(key), lower(key) or cat(…)");
  const key = parseKeyText(scanner);
  scanner.expect(')');
  return name === 'ref' ? { ref: key } : { conv: name, of: key };
}

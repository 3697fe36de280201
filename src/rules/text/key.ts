/** Text form of a key: as in JSON, with the parameter's name percent-escaped where it would be misread. */
import { type KeyParts, parseKey, printKey } from '../key.ts';
import type { Key } from '../rule.ts';
import { escapePercent } from './escape.ts';
import { ATOM_ENDS, type Scanner } from './scanner.ts';

export function printKeyText(key: Key): string {
  const parts = parseKey(key);
  return parts?.part === 'query' ? printKey({ ...parts, name: escapeName(parts.name) }) : key;
}

/** A name for use inside brackets; `s[]` stays as it is because its brackets come in pairs. */
export function escapeName(name: string): string {
  return escapePercent(name, isBalanced(name) ? ATOM_ENDS : `${ATOM_ENDS}[]`);
}

/** Reads a key such as `path[-1].2` or `query[s[]#2]`. */
export function parseKeyText(scanner: Scanner): Key {
  const from = scanner.at;
  const key = printKey(readParts(scanner));
  // Reading it back catches what has the shape of a key but is none, such as `path[0]`.
  if (parseKey(key) === null) scanner.fail(`expected a key, and ${JSON.stringify(key)} is none`, from);
  return key;
}

function readParts(scanner: Scanner): KeyParts {
  if (scanner.eat('scheme')) return { part: 'scheme' };
  if (scanner.eat('host')) return { part: 'host' };
  if (scanner.eat('path[')) {
    const index = scanner.integer('a number such as 1 or -1');
    scanner.expect(']');
    return { part: 'path', index, piece: readPiece(scanner) };
  }
  scanner.expect('query[', 'a key (scheme, host, path[1], path[-1], query[name])');
  const from = scanner.at;
  const name = scanner.bracketed('#');
  if (name.includes('#')) scanner.fail('expected a name without "#", which no query can hold', from);
  const occurrence = scanner.eat('#') ? scanner.integer('a number such as 2 after "#"') : 1;
  scanner.expect(']');
  return { part: 'query', name, occurrence, piece: readPiece(scanner) };
}

function readPiece(scanner: Scanner): number | null {
  return scanner.eat('.') ? scanner.integer('the number of a piece') : null;
}

function isBalanced(name: string): boolean {
  let depth = 0;
  for (const c of name) {
    if (c === '[') depth++;
    if (c === ']' && --depth < 0) return false;
  }
  return depth === 0;
}

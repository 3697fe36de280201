/** Text form of an edit rule's operation: `dropParam(ref)`, `host(a.com,b.com -> c.com)`, `aliasParam(sort: a,b -> c)`. */
import type { Op } from '../rule.ts';
import { escapePercent } from './escape.ts';
import { ATOM_ENDS, type Scanner } from './scanner.ts';

const ARGUMENT_ENDS = `${ATOM_ENDS},`;
const NAME_ENDS = `${ARGUMENT_ENDS}:`;

export function printOperation(op: Op): string {
  return `${op.op}(${printArguments(op)})`;
}

export function parseOperation(scanner: Scanner): Op {
  const name = scanner.eatPattern(/[A-Za-z]+/y)?.[0] ?? '';
  const read = READERS.get(name as Op['op']);
  if (read === undefined) {
    return scanner.fail(`expected an operation (${[...READERS.keys()].join(', ')})`, scanner.at - name.length);
  }
  scanner.expect('(');
  scanner.spaces();
  const op = read(scanner);
  scanner.spaces();
  scanner.expect(')');
  return op;
}

function printArguments(op: Op): string {
  switch (op.op) {
    case 'host':
    case 'aliasPrefix':
      return `${printList(op.from)} -> ${printText(op.to)}`;
    case 'scheme':
    case 'separator':
      return printText(op.to);
    case 'dropParam':
      if ('prefix' in op) return `prefix=${escapePercent(op.prefix, ARGUMENT_ENDS)}`;
      return printText(op.name) + printNamed('value', op.value);
    case 'anyParam':
    case 'dropPathParam':
      return printText(op.name);
    case 'aliasParam':
      return `${printText(op.name, NAME_ENDS)}: ${printList(op.from)} -> ${printText(op.to)}`;
    case 'renameParam':
      return `${printText(op.from)} -> ${printText(op.to)}`;
    case 'lowerPath':
      return op.segment === undefined ? '' : String(op.segment);
    case 'dropSuffix':
      return printText(op.suffix);
    case 'dropSegment':
      return typeof op.segment === 'number' ? String(op.segment) : printSegmentText(op.segment);
    case 'anySegment':
      return String(op.segment);
    case 'pathFromParam':
      return printText(op.param) + printNamed('prefix', op.prefix) + printNamed('suffix', op.suffix);
    case 'dropPort':
    case 'dropQuery':
    case 'sortParams':
    case 'dropEmptyParams':
    case 'dropRepeatedParams':
    case 'decode':
    case 'collapseSlashes':
    case 'trimSlash':
      return '';
  }
}

function printText(text: string, ends = ARGUMENT_ENDS): string {
  return text === '' ? "''" : escapePercent(text, ends);
}

/** A component that looks like a number is quoted: `dropSegment(2)` is the second one, `dropSegment('2')` the text. */
function printSegmentText(text: string): string {
  return /^-?[0-9]+$/.test(text) ? `'${text}'` : printText(text);
}

function printList(texts: readonly string[]): string {
  return texts.map((text) => printText(text)).join(',');
}

function printNamed(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,${name}=${escapePercent(value, ARGUMENT_ENDS)}`;
}

const READERS: ReadonlyMap<Op['op'], (scanner: Scanner) => Op> = new Map<Op['op'], (scanner: Scanner) => Op>([
  ['host', (s) => ({ op: 'host', ...readAlias(s) })],
  ['scheme', (s) => ({ op: 'scheme', to: readText(s) })],
  ['dropPort', () => ({ op: 'dropPort' })],
  ['dropParam', readDropParam],
  ['anyParam', (s) => ({ op: 'anyParam', name: readText(s) })],
  ['aliasParam', readAliasParam],
  ['renameParam', readRenameParam],
  ['dropQuery', () => ({ op: 'dropQuery' })],
  ['sortParams', () => ({ op: 'sortParams' })],
  ['dropEmptyParams', () => ({ op: 'dropEmptyParams' })],
  ['dropRepeatedParams', () => ({ op: 'dropRepeatedParams' })],
  ['separator', readSeparator],
  ['lowerPath', (s) => (s.peek() === ')' ? { op: 'lowerPath' } : { op: 'lowerPath', segment: readPlace(s) })],
  ['decode', () => ({ op: 'decode' })],
  ['collapseSlashes', () => ({ op: 'collapseSlashes' })],
  ['trimSlash', () => ({ op: 'trimSlash' })],
  ['dropSuffix', (s) => ({ op: 'dropSuffix', suffix: readText(s) })],
  ['dropSegment', readDropSegment],
  ['anySegment', (s) => ({ op: 'anySegment', segment: readPlace(s) })],
  ['dropPathParam', (s) => ({ op: 'dropPathParam', name: readText(s) })],
  ['aliasPrefix', (s) => ({ op: 'aliasPrefix', ...readAlias(s) })],
  ['pathFromParam', readPathFromParam],
]);

/** A text, which must be written `''` to be empty. */
function readText(scanner: Scanner, ends = ARGUMENT_ENDS): string {
  const from = scanner.at;
  const text = scanner.atom(ends);
  return scanner.at > from ? text : scanner.fail("expected a text ('' for the empty one)");
}

function readPlace(scanner: Scanner): number {
  return scanner.integer('the number of a path component');
}

function readAlias(scanner: Scanner): { from: string[]; to: string } {
  const from: string[] = [];
  do {
    scanner.spaces();
    from.push(readText(scanner));
  } while (scanner.eat(','));
  return { from, to: readTarget(scanner) };
}

function readTarget(scanner: Scanner): string {
  scanner.spaces();
  scanner.expect('->', '"," or "->"');
  scanner.spaces();
  return readText(scanner);
}

function readDropParam(scanner: Scanner): Op {
  if (scanner.eat('prefix=')) return { op: 'dropParam', prefix: scanner.atom(ARGUMENT_ENDS) };
  const name = readText(scanner);
  const value = readNamed(scanner, 'value');
  return value === undefined ? { op: 'dropParam', name } : { op: 'dropParam', name, value };
}

function readAliasParam(scanner: Scanner): Op {
  const name = readText(scanner, NAME_ENDS);
  scanner.expect(':', '":" after the parameter');
  return { op: 'aliasParam', name, ...readAlias(scanner) };
}

function readRenameParam(scanner: Scanner): Op {
  const from = readText(scanner);
  return { op: 'renameParam', from, to: readTarget(scanner) };
}

function readSeparator(scanner: Scanner): Op {
  scanner.expect('&');
  return { op: 'separator', to: '&' };
}

function readDropSegment(scanner: Scanner): Op {
  const place = scanner.eatPattern(/-?[0-9]+(?=[ )])/y);
  return { op: 'dropSegment', segment: place ? Number(place[0]) : readText(scanner) };
}

function readPathFromParam(scanner: Scanner): Op {
  const param = readText(scanner);
  const prefix = readNamed(scanner, 'prefix') ?? scanner.fail('expected ",prefix=" after the parameter');
  const suffix = readNamed(scanner, 'suffix');
  return suffix === undefined ? { op: 'pathFromParam', param, prefix } : { op: 'pathFromParam', param, prefix, suffix };
}

function readNamed(scanner: Scanner, name: string): string | undefined {
  return scanner.eatPattern(new RegExp(`[ \\t]*,[ \\t]*${name}=`, 'y')) ? scanner.atom(ARGUMENT_ENDS) : undefined;
}

/** Text form of an edit rule's conditions: `path^=/shop/ param[ref]=1 !(depth=3 ext=html)`; a `!` marks what must not hold. */
import type { Cond, EditMatch, PathCond, QueryCond } from '../rule.ts';
import { escapePercent } from './escape.ts';
import { escapeName } from './key.ts';
import { ATOM_ENDS, type Scanner } from './scanner.ts';

const LIST_ENDS = `${ATOM_ENDS},`;

export function printConditions(match: EditMatch): string {
  return [...match.when.map(printCond), ...match.unless.map((cond) => `!${printCond(cond)}`)].join(' ');
}

/** Reads conditions up to `=>`. */
export function parseConditions(scanner: Scanner): EditMatch {
  const when: Cond[] = [];
  const unless: Cond[] = [];
  while (!scanner.atEnd() && !scanner.text.startsWith('=>', scanner.at)) {
    (scanner.eat('!') ? unless : when).push(parseCond(scanner));
    if (!scanner.spaces()) scanner.fail('expected a blank between conditions');
  }
  return { view: 'edit', when, unless };
}

function printCond(cond: Cond): string {
  if ('query' in cond) return `query=${cond.query}`;
  if ('params' in cond) {
    return `params=(${cond.params.map((name) => (name === '' ? "''" : escapePercent(name, LIST_ENDS))).join(',')})`;
  }
  if ('param' in cond) {
    if (cond.value === undefined) return `param=${escapePercent(cond.param, ATOM_ENDS)}`;
    return `param[${escapeName(cond.param)}]=${escapePercent(cond.value, ATOM_ENDS)}`;
  }
  const fields = printPathFields(cond.path);
  return fields.length === 1 ? fields[0]! : `(${fields.join(' ')})`;
}

function printPathFields({ prefix, depth, ext, segment }: PathCond): string[] {
  const fields: string[] = [];
  if (prefix !== undefined) fields.push(`path^=${escapePercent(prefix, ATOM_ENDS)}`);
  if (depth !== undefined) fields.push(`depth=${depth}`);
  if (ext !== undefined) fields.push(`ext=${escapePercent(ext, ATOM_ENDS)}`);
  if (segment !== undefined) fields.push(`seg[${segment[0]}]=${escapePercent(segment[1], ATOM_ENDS)}`);
  return fields;
}

function parseCond(scanner: Scanner): Cond {
  if (scanner.eat('query=')) {
    const word =
      scanner.eatPattern(/none|some|semicolon|word/y)?.[0] ?? scanner.fail('expected none, some, semicolon or word');
    return { query: word as QueryCond };
  }
  if (scanner.eat('params=')) return { params: scanner.list(',', () => scanner.atom(LIST_ENDS)) };
  if (scanner.eat('param=')) return { param: scanner.atom() };
  if (scanner.eat('param[')) {
    const param = scanner.bracketed();
    scanner.expect(']=');
    return { param, value: scanner.atom() };
  }
  if (!scanner.eat('(')) return { path: parsePathField(scanner, {}) };
  let path: PathCond = {};
  do path = parsePathField(scanner, path);
  while (scanner.spaces());
  scanner.expect(')', 'a blank and another condition on the path, or ")"');
  return { path };
}

function parsePathField(scanner: Scanner, others: PathCond): PathCond {
  const from = scanner.at;
  const field = readPathField(scanner);
  if (Object.keys(field).some((name) => name in others))
    scanner.fail('expected another condition, this one came before', from);
  return { ...others, ...field };
}

function readPathField(scanner: Scanner): PathCond {
  if (scanner.eat('path^=')) return { prefix: scanner.atom() };
  if (scanner.eat('depth=')) return { depth: scanner.integer('a number of path components') };
  if (scanner.eat('ext=')) return { ext: scanner.atom() };
  if (scanner.eat('seg[')) {
    const place = scanner.integer('the number of a path component');
    scanner.expect(']=');
    return { segment: [place, scanner.atom()] };
  }
  return scanner.fail(
    'expected a condition (path^=, depth=, ext=, seg[1]=, param=, param[name]=, params=, query=) or "=>"',
  );
}

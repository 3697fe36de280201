/** The one spelling of a rule's body, so that equal rules have equal ids: literals joined, keys and sets in order. */
import { lowerAscii } from '../url/index.ts';
import { sortedSet } from './hosts.ts';
import { compareKeys, parseKey } from './key.ts';
import type { Cond, El, Emit, Key, Match, Op, Out, ValuePattern } from './rule.ts';

/** The same match, tidied. */
export function tidyMatch(match: Match): Match {
  switch (match.view) {
    case 'tokens':
      return { view: 'tokens', seq: tidyEls(match.seq) };
    case 'keys': {
      const { view, where, pathLen, query, deep } = match;
      const patterns = Object.entries(where).map(([key, pattern]): [Key, ValuePattern] => [key, tidyPattern(pattern)]);
      const tidy = { view, where: sortKeys(patterns), pathLen, query };
      return deep === undefined || Object.keys(deep).length === 0
        ? tidy
        : { ...tidy, deep: sortKeys(Object.entries(deep)) };
    }
    case 'text':
      return match;
    case 'edit':
      return { view: 'edit', when: match.when.map(tidyCond), unless: match.unless.map(tidyCond) };
  }
}

/** The same emit, tidied. */
export function tidyEmit(emit: Emit): Emit {
  switch (emit.view) {
    case 'tokens':
      return { view: 'tokens', seq: joinLiterals<Out>(emit.seq) };
    case 'keys': {
      // The order of parameters is kept: new ones are appended to the query in this order.
      const isParam = ([key]: readonly [Key, unknown]) => parseKey(key)?.part === 'query';
      const entries = Object.entries(emit.set);
      const others = entries.filter((entry) => !isParam(entry)).sort(([a], [b]) => compareKeys(a, b));
      return { ...emit, set: Object.fromEntries([...others, ...entries.filter(isParam)]) };
    }
    case 'text':
      return emit;
    case 'edit':
      return { view: 'edit', op: tidyOp(emit.op) };
  }
}

function tidyEls(seq: readonly El[]): El[] {
  return joinLiterals<El>(seq.map((el) => ('opt' in el ? { opt: tidyEls(el.opt) } : el)));
}

function joinLiterals<T extends object>(
  seq: readonly (T | { readonly lit: string })[],
): (T | { readonly lit: string })[] {
  const out: (T | { readonly lit: string })[] = [];
  for (const item of seq) {
    const last = out.at(-1);
    if (!isLiteral(item)) out.push(item);
    else if (last !== undefined && isLiteral(last)) out[out.length - 1] = { lit: last.lit + item.lit };
    else if (item.lit !== '') out.push(item);
  }
  return out;
}

function isLiteral(item: object): item is { readonly lit: string } {
  return 'lit' in item;
}

function tidyPattern(pattern: ValuePattern): ValuePattern {
  return 'in' in pattern ? { in: sortedSet(pattern.in) } : pattern;
}

function sortKeys<T>(entries: readonly [Key, T][]): Record<Key, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => compareKeys(a, b)));
}

function tidyCond(cond: Cond): Cond {
  return 'params' in cond ? { params: sortedSet(cond.params) } : cond;
}

function tidyOp(op: Op): Op {
  switch (op.op) {
    case 'host':
      return { op: 'host', from: sortedSet(op.from.map(lowerAscii)), to: lowerAscii(op.to) };
    case 'aliasParam':
    case 'aliasPrefix':
      return { ...op, from: sortedSet(op.from) };
    default:
      return op;
  }
}

/** What in a rule matched which part of a URL, in words and pieces for people. */
import { tokenizeDuster, tokenizeInner } from '../../url/index.ts';
import type { Cond, EditMatch, El, KeyMatch, Rule, TextMatch } from '../rule.ts';
import { keySource, keyValue } from './keys.ts';
import { findTokens } from './text.ts';
import { type Captures, matchTokens } from './tokens.ts';

/** A piece of the URL, and what in the rule it answers to. */
export type MatchedPart = { readonly text: string; readonly by: string };

/** The parts of a URL that a rule is known to match. */
export function describeMatch({ match }: Pick<Rule, 'match'>, url: string): MatchedPart[] {
  if (match.view === 'tokens') return describeTokens(match.seq, url);
  if (match.view === 'keys') return describeKeys(match, url);
  if (match.view === 'text') return describeText(match, url);
  return describeEdit(match);
}

/** Captured texts with the literal text between them. */
function describeTokens(seq: readonly El[], url: string): MatchedPart[] {
  const tokens = tokenizeDuster(url);
  const captures = matchTokens(seq, tokens);
  if (captures === null) return [];
  const names = captureNames(seq, new Map());
  const parts: MatchedPart[] = [];
  let at = 0;
  for (const [number, [from, to]] of sortedCaptures(captures)) {
    if (from > at) parts.push({ text: tokens.slice(at, from).join(''), by: 'literal' });
    parts.push({ text: tokens.slice(from, to).join(''), by: `$${number} ${names.get(number) ?? ''}` });
    at = to;
  }
  if (at < tokens.length) parts.push({ text: tokens.slice(at).join(''), by: 'literal' });
  return parts;
}

function sortedCaptures(captures: Captures): [number, readonly [number, number]][] {
  return [...captures].sort(([, a], [, b]) => a[0] - b[0]);
}

function captureNames(seq: readonly El[], names: Map<number, string>): Map<number, string> {
  for (const el of seq) {
    if ('star' in el) names.set(el.star, '*');
    else if ('type' in el && el.cap !== null) names.set(el.cap, `<${el.type}>`);
    else if ('opt' in el) captureNames(el.opt, names);
  }
  return names;
}

function describeKeys(match: KeyMatch, url: string): MatchedPart[] {
  const source = keySource(url, match.deep ?? {});
  if (source === null) return [];
  return Object.entries(match.where).map(([key, pattern]) => {
    const value = keyValue(key, source);
    return { text: value === undefined ? '' : (value ?? ''), by: `${key} ${Object.keys(pattern)[0]}` };
  });
}

function describeText(match: TextMatch, url: string): MatchedPart[] {
  const tokens = tokenizeInner(url);
  const at = findTokens(match, tokens);
  const to = at + match.alpha.length;
  return [
    { text: tokens.slice(0, at).join(''), by: 'before' },
    { text: tokens.slice(at, to).join(''), by: 'replaced' },
    { text: tokens.slice(to).join(''), by: 'after' },
  ].filter(({ text, by }) => text !== '' || by === 'replaced');
}

function describeEdit({ when, unless }: EditMatch): MatchedPart[] {
  return [
    ...when.map((cond) => ({ text: condText(cond), by: 'when' })),
    ...unless.map((cond) => ({ text: condText(cond), by: 'unless' })),
  ];
}

const QUERY_TEXTS = {
  none: 'no query',
  some: 'a query',
  semicolon: 'a ; in the query',
  word: 'a query that begins with a word',
} as const;

function condText(cond: Cond): string {
  if ('param' in cond) return cond.value === undefined ? `has ${cond.param}` : `${cond.param} is ${cond.value}`;
  if ('params' in cond) return `parameters are exactly ${cond.params.join(', ') || 'none'}`;
  if ('query' in cond) return QUERY_TEXTS[cond.query];
  const { prefix, depth, ext, segment } = cond.path;
  const texts: string[] = [];
  if (prefix !== undefined) texts.push(`path begins with ${prefix}`);
  if (depth !== undefined) texts.push(`path has ${depth} components`);
  if (ext !== undefined) texts.push(`path ends with .${ext}`);
  if (segment !== undefined) texts.push(`component ${segment[0]} is ${segment[1]}`);
  return texts.join(' and ');
}

/** Conditions of edit rules as patterns over a URL; null is a condition that no plain URL fulfills. */
import type { Cond, PathCond } from '../../rules/index.ts';
import { HEAD, literal, oneOf, PORT, QUERY } from './pattern.ts';

/** Groups are repeated a bounded number of times, because some engines recurse for each; longer queries are given up. */
const MAX_PARAMS = 60;
export const TOO_MANY_PARAMS = `[^? ]*\\?(?:[^&; ]*[&;]){${MAX_PARAMS + 1}}[^ ]*`;

const QUERY_PATTERNS = {
  none: '[^? ]*',
  some: '[^? ]*\\?[^ ]*',
  semicolon: '[^? ]*\\?[^; ]*;[^ ]*',
  word: '[^? ]*\\?[^=&; ]+(?:[&;][^ ]*)?',
} as const;

/** All of the patterns must match. */
export type Conjunction = readonly string[] | null;

export function conditionPatterns(cond: Cond): Conjunction {
  if ('path' in cond) return pathPatterns(cond.path);
  if ('query' in cond) return [QUERY_PATTERNS[cond.query]];
  if ('param' in cond) {
    const param = paramPattern(cond.param, cond.value);
    return param === null ? null : [hasParam(param)];
  }
  if (cond.params.length === 0) return ['[^? ]*'];
  const params = [...new Set(cond.params)].map((name) => paramPattern(name));
  if (params.some((param) => param === null)) return null;
  const any = `(?:${params.join('|')})`;
  return [`[^? ]*\\?${any}(?:[&;]${any}){0,${MAX_PARAMS}}`, ...params.map((param) => hasParam(param!))];
}

/** The host is one of these. */
export function hostPattern(hosts: readonly string[]): string {
  return `https?://${oneOf(hosts)}${PORT}/[^ ]*`;
}

/** A whole parameter of this name, and value if one is given. */
export function paramPattern(name: string, value?: string): string | null {
  if (/[=&;]/.test(name) || (value !== undefined && /[&;]/.test(value))) return null;
  return literal(name) + (value === undefined ? '(?:=[^&; ]*)?' : `=${literal(value)}`);
}

/** The query has a parameter that matches. */
export function hasParam(param: string): string {
  return `[^? ]*\\?(?:[^ ]*[&;])?${param}(?:[&;][^ ]*)?`;
}

function pathPatterns({ prefix, depth, ext, segment }: PathCond): Conjunction {
  const patterns: string[] = [];
  if (prefix !== undefined) {
    if (prefix.includes('?') || (prefix !== '' && !prefix.startsWith('/'))) return null;
    patterns.push(`${HEAD}${literal(prefix || '/')}[^ ]*`);
  }
  if (depth !== undefined) {
    if (depth === 0) return null;
    patterns.push(`${HEAD}(?:/[^/? ]*){${depth}}${QUERY}`);
  }
  if (ext !== undefined) {
    if (/[./?]/.test(ext)) return null;
    patterns.push(`${HEAD}/[^? ]*\\.${literal(ext)}${QUERY}`);
  }
  if (segment !== undefined) {
    const [place, text] = segment;
    if (/[/?]/.test(text)) return null;
    patterns.push(
      place > 0
        ? `${HEAD}(?:/[^/? ]*){${place - 1}}/${literal(text)}(?:/[^? ]*)?${QUERY}`
        : `${HEAD}(?:/[^? ]*)?/${literal(text)}(?:/[^/? ]*){${-place - 1}}${QUERY}`,
    );
  }
  return patterns;
}

/** Operations of edit rules as substitutions. What a fixed number of them cannot do for every URL gives the URL up: it stays as it came. */
import { compareCodePoints } from '../../base/index.ts';
import type { Conv, Op } from '../../rules/index.ts';
import { hasParam, paramPattern } from './conditions.ts';
import { ENCODED_PLAIN, HEAD, literal, oneOf, PORT, QUERY } from './pattern.ts';

/** Changes a URL that matches: `groups` is the number of groups in the pattern. Matches only if there is something to change. */
export type Change = { readonly pattern: string; readonly groups: number; readonly to: readonly (string | number)[] };
/** Gives up a URL that matches. */
export type GiveUp = { readonly giveUp: string };
/** Skips the rule for a URL that matches. */
export type Skip = { readonly skip: string };
export type Action = Change | GiveUp | Skip;

/** How often something may occur in a URL before it is given up. */
const TIMES = { param: 2, prefix: 6, separator: 6, run: 3, letter: 2 } as const;
/** A path, taken apart nowhere. */
const PATH = '/[^? ]*';

/** Why an operation is no substitution; null if it is one. */
export function operationProblem(op: Op): string | null {
  switch (op.op) {
    case 'sortParams':
      return 'no substitution sorts parameters';
    case 'dropRepeatedParams':
      return 'no substitution compares parameters with each other';
    case 'scheme':
      return ['http', 'https'].includes(op.to) ? null : `the scheme ${op.to} is neither http nor https`;
    case 'pathFromParam':
      return op.prefix.startsWith('/') ? null : 'the new path does not begin with a slash';
    default:
      return null;
  }
}

/**
 * What matches every URL that an operation which is no substitution may change, and others: where they may be left alone, that is
 * enough to keep the rest right. Null if there is no such pattern.
 */
export function operationStop(op: Op): string | null {
  if (op.op === 'sortParams' || op.op === 'dropRepeatedParams') return '[^? ]*\\?[^ ]*[&;][^ ]*';
  return null;
}

/** The texts of an operation. */
export function operationTexts(op: Op): string[] {
  return Object.entries(op)
    .filter(([name]) => name !== 'op')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value): value is string => typeof value === 'string');
}

export function operationActions(op: Op): readonly Action[] {
  switch (op.op) {
    case 'host':
      return [{ pattern: `(https?://)${oneOf(op.from)}(${PORT}/[^ ]*)`, groups: 2, to: [1, op.to, 2] }];
    case 'scheme':
      return [{ pattern: `${op.to === 'http' ? 'https' : 'http'}(://[^ ]*)`, groups: 1, to: [op.to, 1] }];
    case 'dropPort':
      return [{ pattern: `(https?://[^/: ]+):[0-9]+(/[^ ]*)`, groups: 2, to: [1, 2] }];
    case 'dropParam':
      return 'prefix' in op
        ? dropParam(/[=&;]/.test(op.prefix) ? null : `${literal(op.prefix)}[^=&; ]*(?:=[^&; ]*)?`, TIMES.prefix)
        : [...skipOtherValue(op.name, op.value), ...dropParam(paramPattern(op.name, op.value), TIMES.param)];
    case 'anyParam':
      return changeParam(op.name, '=', '(?:[^*&; ][^&; ]*|\\*[^&; ]+)?', '=*');
    case 'aliasParam':
      return changeParam(op.name, '=', oneOf(op.from.filter((value) => !/[&;]/.test(value))), `=${op.to}`);
    case 'renameParam':
      return renameParam(op.from, op.to);
    case 'dropQuery':
      return [{ pattern: '([^? ]*)\\?[^ ]*', groups: 1, to: [1] }];
    case 'dropEmptyParams':
      return dropEmptyParams();
    case 'separator':
      return repeated({ pattern: '([^? ]*\\?[^ ]*);([^ ]*)', groups: 2, to: [1, '&', 2] }, TIMES.separator);
    case 'lowerPath':
      return lowerPath(op.segment);
    case 'decode':
      return decode();
    case 'collapseSlashes':
      return repeated(
        { pattern: `(${HEAD}(?:/[^? ]*[^/? ])?/)/+((?:[^/? ][^? ]*)?${QUERY})`, groups: 2, to: [1, 2] },
        TIMES.run,
      );
    case 'trimSlash':
      return [{ pattern: `(${HEAD}/(?:[^? ]*[^/? ])?)/+(${QUERY})`, groups: 2, to: [1, 2] }];
    case 'dropSuffix':
      if (op.suffix.includes('?')) return [];
      return repeated({ pattern: `(${HEAD}${PATH})${literal(op.suffix)}(${QUERY})`, groups: 2, to: [1, 2] }, TIMES.run);
    case 'dropSegment':
      return [...dropSegment(op.segment), { pattern: `(${HEAD})(${QUERY})`, groups: 2, to: [1, '/', 2] }];
    case 'anySegment': {
      const [before, after] = around(op.segment);
      const component = '(?:[^*/? ][^/? ]*|\\*[^/? ]+)?';
      return [{ pattern: `(${before}/)${component}(${after}${QUERY})`, groups: 2, to: [1, '*', 2] }];
    }
    case 'dropPathParam':
      if (/[;/?]/.test(op.name)) return [];
      return repeated(
        {
          pattern: `(${HEAD}${PATH});${literal(op.name)}(?:=[^;/? ]*)?((?:[;/][^? ]*)?${QUERY})`,
          groups: 2,
          to: [1, 2],
        },
        TIMES.run,
      );
    case 'aliasPrefix':
      return aliasPrefix(op.from, op.to);
    case 'pathFromParam':
      return pathFromParam(op.param, op.prefix, op.suffix ?? '');
    default: {
      const stop = operationStop(op);
      return stop === null ? [] : [{ pattern: stop, groups: 0, to: [] }];
    }
  }
}

/** Several times the same; if it is still to do then, the URL is given up. */
function repeated(change: Change, times: number): Action[] {
  return [...Array.from({ length: times }, () => change), { giveUp: withoutGroups(change.pattern) }];
}

/** Without capturing; the patterns of this folder have no escaped `(` before a `?`. */
function withoutGroups(pattern: string): string {
  let out = '';
  let isClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]!;
    if (c === '\\') out += c + pattern[++i]!;
    else {
      if (c === '[') isClass = true;
      if (c === ']') isClass = false;
      out += c === '(' && !isClass && pattern[i + 1] !== '?' ? '(?:' : c;
    }
  }
  return out;
}

/** A parameter that has another value too is not dropped. */
function skipOtherValue(name: string, value: string | undefined): Action[] {
  if (value === undefined || paramPattern(name, value) === null) return [];
  return [{ skip: hasParam(`${literal(name)}(?:=${otherThan(value)})?`) }];
}

/** Every value but this one: it ends sooner, goes on, or is different at some place. Without looking ahead, and in as many steps as it is long. */
function otherThan(value: string): string {
  let pattern = '[^&; ]+';
  for (const char of [...value].reverse()) {
    const inClass = /[\\\]^-]/.test(char) ? `\\${char}` : char === '"' ? '\\x22' : char;
    pattern = `(?:[^&; ${inClass}][^&; ]*|${literal(char)}${pattern})?`;
  }
  return pattern;
}

function dropParam(param: string | null, times: number): Action[] {
  if (param === null) return [];
  const later: Change = { pattern: `([^? ]*\\?[^ ]*)[&;]${param}((?:[&;][^ ]*)?)`, groups: 2, to: [1, 2] };
  return [
    ...Array.from({ length: times }, () => later),
    { pattern: `([^? ]*\\?)${param}[&;]([^ ]*)`, groups: 2, to: [1, 2] },
    { pattern: `([^? ]*)\\?${param}`, groups: 1, to: [1] },
    { giveUp: hasParam(param) },
  ];
}

function changeParam(name: string, before: string, value: string, to: string): Action[] {
  if (/[=&;]/.test(name) || value === '(?:)') return [];
  const change: Change = {
    pattern: `([^? ]*\\?(?:[^ ]*[&;])?)${literal(name)}${before}${value}((?:[&;][^ ]*)?)`,
    groups: 2,
    to: [1, name + to, 2],
  };
  return repeated(change, TIMES.param);
}

function renameParam(from: string, to: string): Action[] {
  if (/[=&;]/.test(from)) return [];
  const change: Change = {
    pattern: `([^? ]*\\?(?:[^ ]*[&;])?)${literal(from)}((?:=[^&; ]*)?(?:[&;][^ ]*)?)`,
    groups: 2,
    to: [1, to, 2],
  };
  return repeated(change, TIMES.param);
}

function dropEmptyParams(): Action[] {
  const later: Change = {
    pattern: '([^? ]*\\?(?:[^ ]*[^&; ])?)(?:[&;]=?){1,60}((?:[&;][^ ]*)?)',
    groups: 2,
    to: [1, 2],
  };
  return [
    ...Array.from({ length: TIMES.run }, () => later),
    { pattern: '([^? ]*\\?)(?:=?[&;]){1,60}([^ ]*)', groups: 2, to: [1, 2] },
    { pattern: '([^? ]*)\\?=?', groups: 1, to: [1] },
    { giveUp: '[^? ]*\\?(?:[^ ]*[&;])?=?(?:[&;][^ ]*)?' },
  ];
}

/** What stands before and after the component at a place. */
function around(place: number): readonly [string, string] {
  return place > 0
    ? [`${HEAD}(?:/[^/? ]*){${place - 1}}`, '(?:/[^? ]*)?']
    : [`${HEAD}(?:${PATH})?`, `(?:/[^/? ]*){${-place - 1}}`];
}

/** A component of the path converted; null for conversions that no substitution makes. */
export function convertComponent(place: number, conversion: Conv): Action[] | null {
  const [before, after] = around(place);
  const replaced = (what: string, by: string): Action[] =>
    repeated(
      { pattern: `(${before}/[^/? ]*)${what}([^/? ]*${after}${QUERY})`, groups: 2, to: [1, by, 2] },
      TIMES.separator,
    );
  switch (conversion) {
    case 'capital':
      return [...'abcdefghijklmnopqrstuvwxyz'].map(
        (letter): Change => ({
          pattern: `(${before}/)${letter}([^/? ]*${after}${QUERY})`,
          groups: 2,
          to: [1, letter.toUpperCase(), 2],
        }),
      );
    case 'space':
      return replaced('\\+', '%20');
    case 'underscore':
      return replaced('%20', '_');
    case 'number':
      return [{ pattern: `(${before}/)0+([0-9]+${after}${QUERY})`, groups: 2, to: [1, 2] }];
    default:
      return null;
  }
}

function dropSegment(segment: number | string): Action[] {
  if (typeof segment === 'number') {
    const [before, after] = around(segment);
    return [{ pattern: `(${before})/[^/? ]*(${after}${QUERY})`, groups: 2, to: [1, 2] }];
  }
  if (/[/?]/.test(segment)) return [];
  return repeated(
    { pattern: `(${HEAD}(?:${PATH})?)/${literal(segment)}((?:${PATH})?${QUERY})`, groups: 2, to: [1, 2] },
    TIMES.run,
  );
}

function aliasPrefix(from: readonly string[], to: string): Action[] {
  const prefixes = from
    .filter((prefix) => !prefix.includes('?'))
    .sort((a, b) => b.length - a.length || compareCodePoints(a, b));
  if (prefixes.length === 0) return [];
  const bare = prefixes.map((prefix) => literal(prefix.replace(/(?<=.)\/+$/, '')));
  const rest = prefixes[0]!.endsWith('/') ? '[^? ]*' : `(?:${PATH})?`;
  const change: Change = { pattern: `(${HEAD})${oneOf(prefixes)}(${rest}${QUERY})`, groups: 2, to: [1, to, 2] };
  return [{ skip: `${HEAD}(?:${bare.join('|')})/?` }, change, { giveUp: withoutGroups(change.pattern) }];
}

/** A percent sign without two hex digits after it; what rules make of those is more than one substitution. */
const BROKEN_PERCENT = '%(?:|[0-9A-Fa-f]|[0-9A-Fa-f]?[^0-9A-Fa-f ][^ ]*)';

/** One letter at a time; hex digits of percent-encoding stay as they are. */
function lowerPath(place: number | undefined): Action[] {
  const [before, after] = place === undefined ? [HEAD, ''] : around(place);
  const c = place === undefined ? '? ' : '/? ';
  const pattern = (letter: string, start: string) => `(${before}/${start})${letter}([^${c}]*${after}${QUERY})`;
  const notHex = `(?:[^%${c}]?|[^${c}]*[^%${c}]{2})`;
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(
    (letter): Change => ({
      pattern: pattern(letter, letter <= 'F' ? notHex : `[^${c}]*`),
      groups: 2,
      to: [1, letter.toLowerCase(), 2],
    }),
  );
  return [
    { giveUp: `${HEAD}/[^? ]*${BROKEN_PERCENT}` },
    ...letters.flatMap((change) => Array.from({ length: TIMES.letter }, () => change)),
    { giveUp: withoutGroups(pattern('[A-F]', notHex)) },
    { giveUp: withoutGroups(pattern('[G-Z]', `[^${c}]*`)) },
  ];
}

/** One character at a time; `$`, which not every target can write, is given up, and so is what standard normalization would decode. */
function decode(): Action[] {
  const changes = (characters: string, before: string, after: string) =>
    [...characters].map(
      (character): Change => ({
        pattern: `(${before})%${tripletOf(character)}(${after})`,
        groups: 2,
        to: [1, character, 2],
      }),
    );
  const all = [
    ...changes("!&'()*+,;=:@", `${HEAD}${PATH}`, `[^? ]*${QUERY}`),
    ...changes("!'()*,:@/?", '[^? ]*\\?[^ ]*', '[^ ]*'),
  ];
  return [
    { giveUp: `[^ ]*(?:%24[^ ]*|${ENCODED_PLAIN}[^ ]*|${BROKEN_PERCENT})` },
    ...all.flatMap((change) => Array.from({ length: TIMES.letter }, () => change)),
    ...all.map((change) => ({ giveUp: withoutGroups(change.pattern) })),
  ];
}

function tripletOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
}

function pathFromParam(param: string, prefix: string, suffix: string): Action[] {
  if (/[=&;]/.test(param)) return [];
  const any = paramPattern(param)!;
  const value = `${literal(param)}=([^&;? ]+)`;
  return [
    { skip: `[^? ]*\\?(?:[^ ]*[&;])?${any}[&;](?:[^ ]*[&;])?${any}(?:[&;][^ ]*)?` },
    { pattern: `(${HEAD})${PATH}(\\?[^ ]*)[&;]${value}((?:[&;][^ ]*)?)`, groups: 4, to: [1, prefix, 3, suffix, 2, 4] },
    { pattern: `(${HEAD})${PATH}\\?${value}[&;]([^ ]*)`, groups: 3, to: [1, prefix, 2, `${suffix}?`, 3] },
    { pattern: `(${HEAD})${PATH}\\?${value}`, groups: 2, to: [1, prefix, 2, suffix] },
  ];
}

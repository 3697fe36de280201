/** Tracks of a rule that is one small operation with conditions. */
import type { Rule } from '../../../src/server/api.ts';
import { box, choice, type RuleTracks, type Track } from './track.ts';

type EditMatch = Extract<Rule['match'], { view: 'edit' }>;
type EditEmit = Extract<Rule['emit'], { view: 'edit' }>;
type Cond = EditMatch['when'][number];
type Op = EditEmit['op'];

export function editTracks({ when, unless }: EditMatch, { op }: EditEmit): RuleTracks {
  const { from, to } = operation(op);
  return {
    match: [
      ...when.map((cond) => box('cond', conditionText(cond), 'if')),
      ...unless.map((cond) => box('not', conditionText(cond), 'unless')),
      ...from,
    ],
    result: to,
  };
}

const QUERY_TEXTS = {
  none: 'no query',
  some: 'a query',
  semicolon: 'a ; in the query',
  word: 'a query that begins with a word',
} as const;

function conditionText(cond: Cond): string {
  if ('param' in cond) return cond.value === undefined ? `has ${cond.param}` : `${cond.param}=${cond.value}`;
  if ('params' in cond) return `parameters are ${cond.params.join(', ') || 'none'}`;
  if ('query' in cond) return QUERY_TEXTS[cond.query];
  const { prefix, depth, ext, segment } = cond.path;
  const texts: string[] = [];
  if (prefix !== undefined) texts.push(`path ${prefix}…`);
  if (depth !== undefined) texts.push(`${depth} path components`);
  if (ext !== undefined) texts.push(`ends with .${ext}`);
  if (segment !== undefined) texts.push(`component ${segment[0]} is ${segment[1]}`);
  return texts.join(', ');
}

type Change = { readonly from: readonly Track[]; readonly to: readonly Track[] };

const BEFORE = box('any', '…');
const AFTER = box('any', '…');

/** The part that changes, between what stays. */
function operation(op: Op): Change {
  switch (op.op) {
    case 'host':
      return { from: [options(op.from, 'host'), AFTER], to: [box('out', op.to, 'host'), AFTER] };
    case 'scheme':
      return { from: [options(['http', 'https'], 'scheme'), AFTER], to: [box('out', op.to, 'scheme'), AFTER] };
    case 'dropPort':
      return removed(box('lit', ':port', 'port'));
    case 'dropParam':
      return removed(box('lit', parameter(op), 'parameter'));
    case 'anyParam':
      return between(
        [box('lit', `${op.name}=`, 'parameter'), box('any', 'any value')],
        [box('out', `${op.name}=*`, 'parameter')],
      );
    case 'aliasParam':
      return between(
        [
          options(
            op.from.map((v) => `${op.name}=${v}`),
            'parameter',
          ),
        ],
        [box('out', `${op.name}=${op.to}`, 'parameter')],
      );
    case 'renameParam':
      return between([box('lit', `${op.from}=`, 'name')], [box('out', `${op.to}=`, 'name')]);
    case 'dropQuery':
      return { from: [BEFORE, box('lit', '?…', 'query')], to: [BEFORE, box('gone', '?…', 'removed')] };
    case 'sortParams':
      return query('in any order', 'sorted by name');
    case 'dropEmptyParams':
      return query('with empty parameters', 'without them');
    case 'dropRepeatedParams':
      return query('with repeated parameters', 'the first of each');
    case 'separator':
      return between([box('lit', ';', 'separator')], [box('out', op.to, 'separator')]);
    case 'lowerPath':
      return path(op.segment === undefined ? 'path' : `component ${op.segment}`, 'in any case', 'in lower case');
    case 'decode':
      return { from: [box('any', 'URL with needless escapes')], to: [box('out', 'decoded')] };
    case 'collapseSlashes':
      return between([box('lit', '//…', 'path')], [box('out', '/', 'path')]);
    case 'trimSlash':
      return removed(box('lit', '/', 'end of path'));
    case 'dropSuffix':
      return removed(box('lit', op.suffix, 'end of path'));
    case 'dropSegment':
      return removed(
        typeof op.segment === 'number'
          ? box('any', 'any text', `component ${op.segment}`)
          : box('lit', op.segment, 'component'),
      );
    case 'anySegment':
      return path(`component ${op.segment}`, 'any text', '*');
    case 'dropPathParam':
      return removed(box('lit', `;${op.name}=…`, 'in the path'));
    case 'aliasPrefix':
      return between([options(op.from, 'path begins')], [box('out', op.to, 'path begins')]);
    case 'pathFromParam':
      return {
        from: [box('any', 'any path'), box('lit', `${op.param}=`, 'parameter'), box('any', 'any value', undefined, 1)],
        to: [
          box('out', op.prefix, 'path'),
          box('any', 'as matched', undefined, 1),
          ...(op.suffix === undefined ? [] : [box('out', op.suffix)]),
        ],
      };
  }
}

function options(texts: readonly string[], caption: string): Track {
  return choice(
    texts.map((text) => box('lit', text)),
    caption,
  );
}

function between(from: readonly Track[], to: readonly Track[]): Change {
  return { from: [BEFORE, ...from, AFTER], to: [BEFORE, ...to, AFTER] };
}

function removed(part: Track): Change {
  const gone = box('gone', part.kind === 'box' ? part.text : '', 'removed');
  return between([part], [gone]);
}

function query(before: string, after: string): Change {
  return { from: [BEFORE, box('any', before, 'query')], to: [BEFORE, box('out', after, 'query')] };
}

function path(caption: string, before: string, after: string): Change {
  return between([box('any', before, caption)], [box('out', after, caption)]);
}

function parameter(op: Extract<Op, { op: 'dropParam' }>): string {
  if ('prefix' in op) return `${op.prefix}…=…`;
  return op.value === undefined ? `${op.name}=…` : `${op.name}=${op.value}`;
}

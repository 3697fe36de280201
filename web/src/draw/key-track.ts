/** Tracks of a rule over the keys of a URL, in the order in which a URL has them. */
import type { Rule } from '../../../src/server/api.ts';
import { box, choice, type RuleTracks, type Track } from './track.ts';

type KeyMatch = Extract<Rule['match'], { view: 'keys' }>;
type KeyEmit = Extract<Rule['emit'], { view: 'keys' }>;
type Pattern = KeyMatch['where'][string];
type Expression = KeyEmit['set'][string];

export function keyTracks(match: KeyMatch, emit: KeyEmit): RuleTracks {
  const deep = match.deep ?? {};
  const keys = [...new Set([...Object.keys(match.where), ...Object.keys(deep)])].sort(byPlace);
  const tracks = keys.map((key) => {
    const glob = deep[key];
    if (glob !== undefined) return box('lit', glob.map((piece) => piece ?? '*').join(''), key);
    return patternTrack(key, match.where[key]!);
  });
  if (match.pathLen !== null) tracks.push(box('cond', String(match.pathLen), 'path components'));
  if (match.query === 'exact') tracks.push(box('not', 'other parameters', 'no'));
  return { match: tracks.length === 0 ? [box('any', 'any URL')] : tracks, result: resultTracks(emit) };
}

function patternTrack(key: string, pattern: Pattern): Track {
  if ('eq' in pattern) return box('lit', pattern.eq === null ? 'no value' : shown(pattern.eq), key);
  if ('in' in pattern)
    return choice(
      pattern.in.map((value) => box('lit', shown(value))),
      key,
    );
  if ('any' in pattern) return box('any', 'any value', key);
  if ('absent' in pattern) return box('not', 'present', `${key} not`);
  return box('any', { a: 'letters', n: 'digits', alnum: 'letters, digits' }[pattern.type], key);
}

function resultTracks({ set, path, queryOrder }: KeyEmit): Track[] {
  const tracks = Object.entries(set)
    .sort(([a], [b]) => byPlace(a, b))
    .map(([key, value]) => expressionTrack(key, value));
  if (path !== undefined)
    tracks.push(box('out', path.map((part) => `/${expression(part)}`).join('') || 'empty', 'path'));
  if (queryOrder === 'sort') tracks.push(box('out', 'sorted by name', 'parameters'));
  else if (queryOrder !== 'keep') tracks.push(box('out', queryOrder.join(', '), 'parameters in this order'));
  return [...tracks, box('any', 'all else as it is')];
}

function expressionTrack(key: string, value: Expression): Track {
  if ('del' in value) return box('gone', key, 'removed');
  return box('out', expression(value), key);
}

function expression(value: Expression): string {
  if ('del' in value) return '';
  if ('lit' in value) return value.lit === null ? 'no value' : shown(value.lit);
  if ('ref' in value) return `‹${value.ref}›`;
  if ('conv' in value) return `${value.conv} ‹${value.of}›`;
  if ('any' in value) return '*';
  return value.cat.map(expression).join('');
}

function shown(text: string): string {
  return text === '' ? 'empty' : text;
}

function byPlace(a: string, b: string): number {
  return place(a) - place(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** scheme, host, path from the front, path from the back, query. */
function place(key: string): number {
  if (key === 'scheme') return 0;
  if (key === 'host') return 1;
  const index = Number(/^path\[(-?\d+)\]/.exec(key)?.[1] ?? Number.NaN);
  if (Number.isNaN(index)) return 1e7;
  return index > 0 ? 1 + index : 1e6 + index;
}

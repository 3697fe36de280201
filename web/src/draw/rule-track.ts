/** A rule as two railroad tracks: what it matches, and what becomes of it. */
import type { Rule } from '../../../src/server/api.ts';
import { editTracks } from './edit-track.ts';
import { keyTracks } from './key-track.ts';
import { box, choice, type RuleTracks, type Track } from './track.ts';

type Match<V> = Extract<Rule['match'], { view: V }>;
type Emit<V> = Extract<Rule['emit'], { view: V }>;
type El = Match<'tokens'>['seq'][number];
type Out = Emit<'tokens'>['seq'][number];

export function ruleTracks({ match, emit }: Pick<Rule, 'match' | 'emit'>): RuleTracks {
  if (match.view === 'tokens' && emit.view === 'tokens') {
    return { match: match.seq.map(elTrack), result: emit.seq.map(outTrack) };
  }
  if (match.view === 'keys' && emit.view === 'keys') return keyTracks(match, emit);
  if (match.view === 'edit' && emit.view === 'edit') return editTracks(match, emit);
  if (match.view === 'text' && emit.view === 'text') return textTracks(match, emit);
  return { match: [], result: [] };
}

function elTrack(el: El): Track {
  if ('lit' in el) return box('lit', el.lit);
  if ('star' in el) return box('any', 'any text', undefined, el.star);
  if ('type' in el) return box('any', el.type === 'n' ? 'digits' : 'letters', undefined, el.cap ?? undefined);
  if ('alt' in el) return choice(el.alt.map((text) => box('lit', text)));
  const items = el.opt.map(elTrack);
  return { kind: 'optional', item: items.length === 1 ? items[0]! : { kind: 'seq', items } };
}

function outTrack(out: Out): Track {
  if ('lit' in out) return box('out', out.lit);
  if ('ref' in out) return box('any', out.conv === undefined ? 'as matched' : conversion(out.conv), undefined, out.ref);
  if ('any' in out) return box('out', '*', 'any value');
  return box('out', `(${out.alt.join('|')})`);
}

const CONVERSIONS: Readonly<Record<string, string>> = {
  lower: 'in lower case',
  upper: 'in upper case',
  decode: 'decoded',
  encode: 'encoded',
  capital: 'with a capital',
  space: 'with %20 for +',
  underscore: 'with _ for %20',
  number: 'without leading zeros',
};

export function conversion(name: string): string {
  return CONVERSIONS[name] ?? name;
}

function textTracks({ alpha, start, end }: Match<'text'>, { beta }: Emit<'text'>): RuleTracks {
  const around = (middle: Track): Track[] => [
    ...(start ? [] : [box('any', 'any text', undefined, 1)]),
    middle,
    ...(end ? [] : [box('any', 'any text', undefined, start ? 1 : 2)]),
  ];
  const place = start ? 'at the start' : end ? 'at the end' : 'first place';
  return {
    match: around(box('lit', alpha.join('') || 'nothing', place)),
    result: around(beta.length === 0 ? box('gone', alpha.join(''), 'removed') : box('out', beta.join(''), place)),
  };
}

/** What a railroad diagram is made of, before it has places. */

/**
 * lit: exactly this text. any: some text. cond: something that must hold. not: something that must not hold.
 * out: text that is written. gone: text that is taken away.
 */
export type BoxKind = 'lit' | 'any' | 'cond' | 'not' | 'out' | 'gone';

export type Track =
  | {
      readonly kind: 'box';
      readonly box: BoxKind;
      readonly text: string;
      /** A word above the box. */
      readonly caption?: string;
      /** The number that ties what was matched to where it goes. */
      readonly capture?: number;
    }
  | { readonly kind: 'seq'; readonly items: readonly Track[] }
  /** One of several; the first lies on the straight line. */
  | { readonly kind: 'choice'; readonly options: readonly Track[] }
  /** May be passed by. */
  | { readonly kind: 'optional'; readonly item: Track };

/** What a rule matches, and what becomes of it. */
export type RuleTracks = { readonly match: readonly Track[]; readonly result: readonly Track[] };

export function box(kind: BoxKind, text: string, caption?: string, capture?: number): Track {
  return {
    kind: 'box',
    box: kind,
    text,
    ...(caption === undefined ? {} : { caption }),
    ...(capture === undefined ? {} : { capture }),
  };
}

/** More options than this are counted, not drawn. */
const MOST_OPTIONS = 8;

export function choice(options: readonly Track[], caption?: string): Track {
  const [first, ...others] = options;
  if (first === undefined) return box('any', 'nothing');
  const titled = caption !== undefined && first.kind === 'box' ? { ...first, caption } : first;
  if (others.length === 0) return titled;
  const drawn = others.slice(0, MOST_OPTIONS - 1);
  const left = others.length - drawn.length;
  return { kind: 'choice', options: [titled, ...drawn, ...(left === 0 ? [] : [box('any', `${left} more`)])] };
}

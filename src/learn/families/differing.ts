/** What differs between two forms of a page that are alike but for one place. */
import type { Conv, KeyMatch, ValuePattern } from '../../rules/index.ts';
import { oncePerView, type RuleBody, type SitePair } from './family.ts';
import { componentPairs, paramPairs } from './pair-kinds.ts';

/** A key as in rules, and what each of the two forms has there; of a component also the key from the front, and the first ones of the path, if it is behind them. */
export type Differing = {
  readonly key: string;
  readonly fromFront?: string;
  readonly folder?: readonly string[];
  readonly x: string;
  readonly y: string;
};

/** Pairs that differ in one value, then those that differ in one component, both in their order; components of any depth are named from the end. */
export const differingPairs = oncePerView((view): readonly { readonly pair: SitePair; readonly at: Differing }[] => {
  const found: { readonly pair: SitePair; readonly at: Differing }[] = [];
  for (const { pair, at } of paramPairs(view)) {
    const [x, y] = [pair.a.source.params[at]!, pair.b.source.params[at]!];
    if (x.name !== y.name || x.name.includes('#') || !x.value || !y.value) continue;
    found.push({ pair, at: { key: `query[${x.name}]`, x: x.value, y: y.value } });
  }
  for (const { pair, at } of componentPairs(view)) {
    const { a, b } = pair;
    if (a.source.parts.query !== b.source.parts.query) continue;
    const [p, q] = [a.source.path, b.source.path];
    const folder = p.slice(0, Math.min(at, FOLDER));
    const key = `path[${at - p.length}]`;
    found.push({ pair, at: { key, fromFront: `path[${at + 1}]`, folder, x: p[at]!, y: q[at]! } });
  }
  return found;
});

/** Where one place is written in two ways: a component only in the folder where that was seen, because other folders are other programs. */
export type Place = Pick<Differing, 'key' | 'folder'>;

/** Components that name a program: a script is often in a folder of scripts. */
const FOLDER = 2;

export function placeName({ key, folder }: Place): string {
  return folder === undefined ? key : `${key} /${folder.join('/')}`;
}

/** A rule that converts what stands at a place. */
export function converted({ key, folder = [] }: Place, conv: Conv): RuleBody {
  const fromEnd = Number(/^path\[-(\d+)\]$/.exec(key)?.[1]);
  const inFolder = folder.map((name, i): [string, ValuePattern] => [`path[${i + 1}]`, { eq: name }]);
  // The folder itself is not in it.
  if (folder.length > 0) inFolder.push([`path[${folder.length + fromEnd}]`, ANY]);
  const match: KeyMatch = {
    view: 'keys',
    where: { ...Object.fromEntries(inFolder), [key]: ANY },
    pathLen: Number.isNaN(fromEnd) || folder.length > 0 ? null : fromEnd,
    query: 'open',
  };
  return { learner: 'families', match, emit: { view: 'keys', set: { [key]: { conv, of: key } }, queryOrder: 'keep' } };
}

const ANY = { any: true } as const;

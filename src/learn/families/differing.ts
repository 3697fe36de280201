/** What differs between two forms of a page that are alike but for one place. */
import type { Conv, KeyMatch, ValuePattern } from '../../rules/index.ts';
import { oncePerView, type RuleBody, type SitePair } from './family.ts';

/** A key as in rules, and what each of the two forms has there; of a component also the first ones of the path, if it is behind them. */
export type Differing = {
  readonly key: string;
  readonly folder?: readonly string[];
  readonly x: string;
  readonly y: string;
};

/** Pairs that differ in one component, or in one value, in their order. */
export const differingPairs = oncePerView(({ pairs }): readonly { readonly pair: SitePair; readonly at: Differing }[] =>
  pairs.flatMap((pair) => {
    const at = differing(pair);
    return at === null ? [] : [{ pair, at }];
  }),
);

/** The one component, or the one value, in which two forms differ; components of any depth are named from the end. */
function differing({ a, b }: SitePair): Differing | null {
  const [p, q] = [a.source.path, b.source.path];
  if (a.source.parts.path === b.source.parts.path) {
    const [s, t] = [a.source.params, b.source.params];
    const at = onlyOther(s, t, (x, y) => x.name === y.name && x.value === y.value);
    if (at < 0) return null;
    const [x, y] = [s[at]!, t[at]!];
    if (x.name !== y.name || x.name.includes('#') || !x.value || !y.value) return null;
    return { key: `query[${x.name}]`, x: x.value, y: y.value };
  }
  if (a.source.parts.query !== b.source.parts.query) return null;
  const place = onlyOther(p, q, (x, y) => x === y);
  if (place < 0) return null;
  return { key: `path[${place - p.length}]`, folder: p.slice(0, Math.min(place, FOLDER)), x: p[place]!, y: q[place]! };
}

/** The one place at which two lists of the same length differ; -1 if they differ otherwise. */
export function onlyOther<T>(a: readonly T[], b: readonly T[], isSame: (x: T, y: T) => boolean): number {
  if (a.length !== b.length) return -1;
  let found = -1;
  for (let i = 0; i < a.length; i++) {
    if (isSame(a[i]!, b[i]!)) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

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

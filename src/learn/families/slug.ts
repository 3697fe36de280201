/** Family `slug`: of a component or a value that has an id and a text, only the id matters (`/17-how-to`, `/how-to.17`, `?id=17:how-to`). */
import type { KeyMatch } from '../../rules/index.ts';
import { differingPairs } from './differing.ts';
import { type Family, LEAST_SEEN, type RuleBody, Suggestions } from './family.ts';

const MOST = 12;
/** Between an id and a text: what web software writes. */
export const SEPARATORS = ['-', ':', '_', '.', ','];

export const slug: Family = {
  name: 'slug',
  idea: 'beside an id, a text in the same component or value does not matter',
  propose(view) {
    const found = new Suggestions<Place>();
    for (const {
      pair: { page },
      at: { key, fromFront, x, y },
    } of differingPairs(view)) {
      for (const isFirst of [true, false]) {
        // The id is the same, and stands at the same end.
        const [c, d] = isFirst ? [x[0], y[0]] : [x.at(-1), y.at(-1)];
        if (c !== d || c === undefined || c < '0' || c > '9') continue;
        for (const separator of SEPARATORS) {
          const id = idOf(x, separator, isFirst);
          if (id === null || id !== idOf(y, separator, isFirst) || isOneText(x, y, id, separator)) continue;
          // What stands behind it may be missing, or what stands before it may.
          for (const place of fromFront === undefined ? [key] : [key, fromFront])
            found.add(`${place} ${separator} ${isFirst}`, page, () => ({ key: place, separator, isFirst }));
        }
      }
    }
    return found
      .list(LEAST_SEEN, MOST)
      .map(({ value, seen }) => ({ family: 'slug', ops: [], when: [], bodies: [bodyOf(value)], seen }));
  },
};

type Place = { readonly key: string; readonly separator: string; readonly isFirst: boolean };

/** The number before the first separator, or after the last one; the whole if it is a number; else null. */
function idOf(text: string, separator: string, isFirst: boolean): string | null {
  const at = isFirst ? text.indexOf(separator) : text.lastIndexOf(separator);
  const id = at < 0 ? text : isFirst ? text.slice(0, at) : text.slice(at + separator.length);
  return /^[0-9]+$/.test(id) && id !== '' ? id : null;
}

/** Whether both have a text beside the id, and it is the same but for its spelling or an ending: of other texts that says nothing. */
function isOneText(x: string, y: string, id: string, separator: string): boolean {
  const [a, b] = [x, y].map((text) => spelled(text.replace(id, '').replace(separator, '')));
  return a !== '' && b !== '' && (a!.startsWith(b!) || b!.startsWith(a!));
}

function spelled(text: string): string {
  return text
    .replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toLowerCase();
}

/** Only the number stays. */
function bodyOf({ key, separator, isFirst }: Place): RuleBody {
  const id = isFirst ? `${key}.1` : `${key}.3`;
  const match: KeyMatch = {
    view: 'keys',
    where: { [id]: { type: 'n' } },
    pathLen: null,
    query: 'open',
    deep: { [key]: [null, separator, null] },
  };
  return { learner: 'families', match, emit: { view: 'keys', set: { [key]: { ref: id } }, queryOrder: 'keep' } };
}

/** Keeps a change that rarely meets another address out of places where it never does, though it changes many there: nobody has seen what it does to them. */
import { binomialTail } from './binomial-tail.ts';
import { type Candidate, narrowed } from './candidate.ts';
import type { Form } from './forms.ts';
import type { Literal, Literals } from './literals.ts';
import type { Measured } from './measure.ts';
import { usable } from './narrow.ts';
import { CHANCE } from './worst-place.ts';

const MOST_PLACES = 3;
/** Changes that meet more than this share of what they change are known well enough. */
const RARELY = 0.1;

type Place = Extract<Literal, { readonly cond: unknown }>;
/** Forms that are changed in a place, and those of them that meet another. */
type Counted = { changed: number; met: number };

/** At no price: all that speaks for the change stays. Places are folders, because parameters come and go with other rules; hosts, schemes and ports are of whole sites. */
export function keptToMet(
  candidate: Candidate,
  { merges, changes }: Pick<Measured, 'merges' | 'changes'>,
  literals: Literals,
): Candidate {
  if (candidate.bodies !== undefined || candidate.ops.some(({ op }) => OF_SITES.has(op))) return candidate;
  const met = new Set(merges.flatMap(({ changed }) => changed));
  if (met.size >= RARELY * changes.size) return candidate;
  let left = [...changes.keys()];
  let kept = candidate;
  for (let k = 0; k < MOST_PLACES && met.size < left.length; k++) {
    const place = largestUnmet(kept, left, met, literals);
    if (place === null) break;
    left = left.filter((form) => !literals.of(form).includes(place));
    kept = narrowed(kept, [], [place.cond]);
  }
  return kept;
}

const OF_SITES: ReadonlySet<string> = new Set(['host', 'scheme', 'dropPort']);

/** The place with most of the changed forms where none meets another, which cannot be chance. */
function largestUnmet(
  candidate: Candidate,
  changed: readonly Form[],
  met: ReadonlySet<Form>,
  literals: Literals,
): Place | null {
  const isUsable = usable(candidate);
  const counts = new Map<Literal, Counted>();
  for (const form of changed) {
    const isMet = met.has(form);
    for (const literal of literals.of(form)) {
      const known = counts.get(literal) ?? { changed: 0, met: 0 };
      counts.set(literal, known);
      known.changed++;
      if (isMet) known.met++;
    }
  }
  let best: Place | null = null;
  let most = 0;
  for (const [literal, there] of counts) {
    if (there.met > 0 || there.changed < most || !('cond' in literal && 'path' in literal.cond)) continue;
    const rate = met.size / (changed.length - there.changed);
    if (!isUsable(literal) || binomialTail(0, there.changed, rate) * counts.size > CHANCE) continue;
    if (best !== null && there.changed === most && best.key < literal.key) continue;
    [best, most] = [literal, there.changed];
  }
  return best;
}

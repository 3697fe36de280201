/** A whole rule that takes any text at a place, and is wrong where certain words stand there (feeds that print their own address), is kept to the words for which it is right. */
import { compareCodePoints } from '../base/index.ts';
import { looksLikeId, type RuleBody } from '../learn/index.ts';
import { type Key, parseKey } from '../rules/index.ts';
import { CONDITION_PRICE, isWhole, reasonAgainst } from './accept.ts';
import { binomialTail } from './binomial-tail.ts';
import { type Candidate, withBodies } from './candidate.ts';
import type { Form } from './forms.ts';
import { type Measured, measureChanges } from './measure.ts';
import type { Narrowed, NarrowingData } from './narrowed.ts';

/** Different words at a place that names a kind of page; where there are more, they name pages. */
const MOST_WORDS = 40;
/** Merges that a word must have, taking one with another: a word for a kind of page stands in many addresses. */
const MERGES_EACH = 4;
/** A word is right if so much of its merges is wrong at the most. */
const WRONG = 0.05;
const CHANCE = 0.05;

/** Whether a candidate is one whole rule of a family, over keys. */
export function takesWords({ family, bodies }: Candidate): boolean {
  return bodies?.length === 1 && bodies[0]!.match.view === 'keys' && !family.startsWith('learner:');
}

/** The rule with the list of words that is accepted with the largest gain; null if there is none. */
export function keptToWords(
  candidate: Candidate,
  changes: ReadonlyMap<Form, string>,
  measured: Measured,
  { forms, options, sensitivity }: NarrowingData,
): Narrowed | null {
  const [body] = candidate.bodies!;
  const places = wildPlaces(body!);
  let best: Narrowed | null = null;
  for (const place of places) {
    const words = rightWords(place, measured, places.length);
    if (words === null) continue;
    const kept = new Map([...changes].filter(([form]) => words.has(wordAt(place, form) ?? '')));
    const found: Narrowed = {
      candidate: withBodies(candidate, [keptTo(body!, place, [...words])]),
      measured: measureChanges(kept, forms, sensitivity, isWhole(options)),
      price: CONDITION_PRICE,
    };
    if (reasonAgainst(found.candidate, found.measured, options, found.price) !== null) continue;
    if (best === null || found.measured.gain > best.measured.gain) best = found;
  }
  return best;
}

/** Places where any text may stand. */
function wildPlaces({ match }: RuleBody): Key[] {
  if (match.view !== 'keys') return [];
  return Object.entries(match.where)
    .filter(([, pattern]) => 'any' in pattern)
    .map(([key]) => key);
}

/** Words for which merges are right, if it is no chance that the others are wrong; null if there is nothing to keep out, or nothing else, or the words name pages. */
function rightWords(place: Key, { merges }: Measured, places: number): ReadonlySet<string> | null {
  const counts = new Map<string, { right: number; wrong: number }>();
  const total = { right: 0, wrong: 0 };
  for (const { changed, right, wrong } of merges) {
    const words = new Set(changed.map((form) => wordAt(place, form)));
    for (const word of words) {
      if (word === null || looksLikeId(word)) return null;
      const count = counts.get(word) ?? { right: 0, wrong: 0 };
      counts.set(word, { right: count.right + right, wrong: count.wrong + wrong });
      if (counts.size > MOST_WORDS) return null;
    }
    total.right += right;
    total.wrong += wrong;
  }
  const isRight = ({ right, wrong }: { right: number; wrong: number }) => right > 0 && wrong <= WRONG * (right + wrong);
  const others = [...counts.values()].filter((count) => !isRight(count));
  const wrong = others.reduce((sum, count) => sum + count.wrong, 0);
  const tried = others.reduce((sum, count) => sum + count.right + count.wrong, 0);
  const chance = 1 - binomialTail(wrong - 1, tried, total.wrong / (total.right + total.wrong));
  if (wrong === 0 || chance * places * counts.size > CHANCE) return null;
  const kept = [...counts].filter(([, count]) => isRight(count));
  const rights = kept.reduce((sum, [, { right }]) => sum + right, 0);
  if (kept.length === 0 || rights < MERGES_EACH * kept.length) return null;
  return new Set(kept.map(([word]) => word).sort(compareCodePoints));
}

/** What stands at a place of a form; null if that is not a word. */
function wordAt(place: Key, { source }: Form): string | null {
  const parts = parseKey(place);
  if (parts?.part === 'path') return source.path.at(parts.index > 0 ? parts.index - 1 : parts.index) || null;
  if (parts?.part !== 'query') return null;
  return source.params.find(({ name }) => name === parts.name)?.value || null;
}

function keptTo(body: RuleBody, place: Key, words: readonly string[]): RuleBody {
  const { match } = body;
  if (match.view !== 'keys') return body;
  const pattern = words.length === 1 ? { eq: words[0]! } : { in: words };
  return { ...body, match: { ...match, where: { ...match.where, [place]: pattern } } };
}

/** What a family is: a kind of change that web software makes to an address without changing the page, as hypotheses for the data of a site to prove. */
import { compareCodePoints } from '../../base/index.ts';
import type { Cond, EditSource, Op, RuleInput } from '../../rules/index.ts';

/** A URL of the site as the rules found so far leave it. */
export type SiteForm = { readonly text: string; readonly source: EditSource };

/** Two forms that are one page; `page` numbers the page, which is the witness. */
export type SitePair = { readonly a: SiteForm; readonly b: SiteForm; readonly page: number };

/** All that families look at: the forms of one site, and pairs of them that are known to be one page. */
export type SiteView = { readonly forms: readonly SiteForm[]; readonly pairs: readonly SitePair[] };

/** Operations that are proven or refuted together, mostly one. */
export type Hypothesis = {
  readonly family: string;
  readonly ops: readonly Op[];
  readonly when: readonly Cond[];
  readonly unless?: readonly Cond[];
  /** Hosts it is about; all of the site if absent. */
  readonly hosts?: readonly string[];
  /** Pages or forms that suggested it. */
  readonly seen: number;
  /** Pages of which it can join forms at most, where that is known beforehand. */
  readonly atMost?: number;
  /** A wider operation that joins all that this joins: where it joins nothing, this need not be tried. */
  readonly within?: Op;
  /** What no operation can say, as whole rules; then there are no operations and no conditions. */
  readonly bodies?: readonly RuleBody[];
  /** The alias that whole rules amount to, if they are one: what is known of its place counts for them too. */
  readonly like?: Op;
};

/** A rule without hosts. */
export type RuleBody = Pick<RuleInput, 'learner' | 'match' | 'emit'>;

export type Family = {
  readonly name: string;
  /** One line for people: what is held to be the same. */
  readonly idea: string;
  /** In any order; equal ones may be given once only. */
  propose(view: SiteView): readonly Hypothesis[];
};

/**
 * Remembers what is made of the view that was asked for last: several families ask the same of it. A weak map would hold what is made of every view until all of memory is looked through,
 * because the quick collections of what was made last take the values of an old map for alive.
 */
export function oncePerView<T>(make: (view: SiteView) => T): (view: SiteView) => T {
  let last: { readonly view: SiteView; readonly made: T } | null = null;
  return (view) => {
    if (last === null || last.view !== view) last = { view, made: make(view) };
    return last.made;
  };
}

/** Looks at each pair from both sides. */
export function bothWays(
  pairs: readonly SitePair[],
  look: (one: SiteForm, other: SiteForm, page: number) => void,
): void {
  for (const { a, b, page } of pairs) {
    look(a, b, page);
    look(b, a, page);
  }
}

/** Pages that must show a difference before it is worth a test: what fewer show cannot be proven anyway. */
export const LEAST_SEEN = 3;

/** Counts by pages: a page with a hundred addresses says a thing once. */
export class Suggestions<T> {
  readonly #found = new Map<string, { readonly value: T; page: number; seen: number }>();

  add(key: string, page: number, value: () => T): void {
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { value: value(), page, seen: 1 });
    else if (known.page !== page) {
      // Pairs come page by page.
      known.page = page;
      known.seen++;
    }
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** The most frequent first, then by key. */
  list(least: number, most: number): { readonly value: T; readonly seen: number }[] {
    return [...this.#found]
      .filter(([, { seen }]) => seen >= least)
      .sort(([x, a], [y, b]) => b.seen - a.seen || compareCodePoints(x, y))
      .slice(0, most)
      .map(([, { value, seen }]) => ({ value, seen }));
  }
}

/** How often each text occurs. */
export function tally(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Entries of a tally, the most frequent first, then by text. */
export function frequent(counts: ReadonlyMap<string, number>, least: number, most: number): [string, number][] {
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([x, a], [y, b]) => b - a || compareCodePoints(x, y))
    .slice(0, most);
}

/** A hypothesis of one operation, without conditions. */
export function plain(family: string, op: Op, seen: number): Hypothesis {
  return { family, ops: [op], when: [], seen };
}

/** How many forms a test holds for. */
export function countForms(view: SiteView, test: (form: SiteForm) => boolean): number {
  let count = 0;
  const { forms } = view;
  for (let i = 0; i < forms.length; i++) if (test(forms[i]!)) count++;
  return count;
}

/** True for values that name one thing of very many (numbers, hashes, tokens): a rule for one of them says nothing of the next. */
export function looksLikeId(value: string): boolean {
  if (value.length > 24) return true;
  let digits = 0;
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    if (c >= 48 && c <= 57) digits++;
  }
  if (digits >= 3) return true;
  return digits > 0 && /^[0-9a-f]{7,}$/i.test(value);
}

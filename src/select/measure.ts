/** What a change of forms merges, counted in witnesses: pages for it, pairs of different pages against it. */
import type { Form, Forms } from './forms.ts';
import type { Sensitivity } from './sensitivity.ts';

/** Forms that become one; those of `kept` have the text already. */
export type Merge = {
  readonly text: string;
  readonly changed: readonly Form[];
  readonly kept: Form | null;
  /** Forms fewer, if counted within single pages. */
  readonly right: number;
  /** Certainly different pages in it, less one. */
  readonly wrong: number;
};

export type Measured = {
  /** Pages with a merge, each worth what it could have shown: forty merges inside one page are one witness. */
  readonly good: number;
  /** Sets of certainly different pages that become one, in bits: log2 of their number. */
  readonly bad: number;
  readonly goodMerges: number;
  readonly badMerges: number;
  /** Pages with a merge. */
  readonly pages: number;
  /** What the page says that became one under most texts, in bits of their number: of a rule for any text at a place, each text is a trial. */
  readonly texts: number;
  /** Forms fewer. */
  readonly gain: number;
  /** Forms changed, and those of them that meet another form. */
  readonly changed: number;
  readonly met: number;
  /** Merges with a form that had the text already. */
  readonly bare: number;
  /** Pages with a changed form whose new text no form had already: a different page with that text may be missing in the data. Not counted where none can be. */
  readonly open: number;
  readonly merges: readonly Merge[];
  /** The new texts of forms. */
  readonly changes: ReadonlyMap<Form, string>;
};

/** Some of the forms that were changed for a page, and how many of its forms became one. */
type Saved = { readonly changed: Form[]; most: number };

/** Forms of a page that tell beside which parameters a change is made; more would tell the same. */
const LOOKED_AT = 4;

/** `changes` are the new texts of forms; forms that are not named keep theirs. Where `isWhole`, all pages of the site are in the data, and none is open. */
export function measureChanges(
  changes: ReadonlyMap<Form, string>,
  forms: Forms,
  sensitivity: Sensitivity | null = null,
  isWhole = false,
): Measured {
  const saved = new Map<number, Saved>();
  const open = new Set<number>();
  const sets = new Map<string, number>();
  const merges: Merge[] = [];
  let [gain, met, bare, goodMerges, badMerges] = [0, 0, 0, 0, 0];
  for (const [text, group] of groupsOf(changes)) {
    const kept = keptAt(text, forms, changes);
    const isAlone = !Array.isArray(group);
    if (kept === null) {
      if (!isWhole) for (const form of isAlone ? [group] : group) for (const page of form.pages) open.add(page);
      if (isAlone) continue;
    }
    const changed = isAlone ? [group] : group;
    const members = kept ? [kept, ...changed] : changed;
    const right = countRight(members, saved, changes);
    const different = differentPages(members);
    if (different.length > 1) sets.set(different.join(' '), different.length - 1);
    merges.push({ text, changed, kept, right, wrong: different.length - 1 });
    gain += members.length - 1;
    met += changed.length;
    if (kept) bare++;
    goodMerges += right;
    badMerges += different.length - 1;
  }
  const { good, largest } = worthOf(saved, changes, sensitivity);
  return {
    good,
    bad: bits(sets.values()),
    goodMerges,
    badMerges,
    pages: saved.size,
    texts: largest * (met / Math.max(1, changes.size)),
    gain,
    changed: changes.size,
    met,
    bare,
    open: open.size,
    merges,
    changes,
  };
}

/** Whether nothing is known of most of what is changed. */
export function rarelyMeets({ met, changed }: Pick<Measured, 'met' | 'changed'>): boolean {
  return met < 0.3 * changed;
}

/** Whether a change joins certainly different pages; what it is worth otherwise is not asked. */
export function joinsDifferent(changes: ReadonlyMap<Form, string>, forms: Forms): boolean {
  for (const [text, group] of groupsOf(changes)) {
    const kept = keptAt(text, forms, changes);
    const changed = Array.isArray(group) ? group : [group];
    const members = kept ? [kept, ...changed] : changed;
    if (members.length > 1 && differentPages(members).length > 1) return true;
  }
  return false;
}

/** The form that has the text and keeps it, if there is one. */
function keptAt(text: string, forms: Forms, changes: ReadonlyMap<Form, string>): Form | null {
  const there = forms.find(text);
  return there !== undefined && !changes.has(there) ? there : null;
}

/** Forms by their new texts. Most have one of their own, and need no list. */
function groupsOf(changes: ReadonlyMap<Form, string>): Map<string, Form | Form[]> {
  const groups = new Map<string, Form | Form[]>();
  for (const [form, text] of changes) {
    const known = groups.get(text);
    if (known === undefined) groups.set(text, form);
    else if (Array.isArray(known)) known.push(form);
    else groups.set(text, [known, form]);
  }
  return groups;
}

/** Forms saved within single pages; notes the pages in `saved`. */
function countRight(members: readonly Form[], saved: Map<number, Saved>, changes: ReadonlyMap<Form, string>): number {
  const a = members[0]!;
  const b = members[1]!;
  if (members.length === 2 && a.pages.length === 1 && b.pages.length === 1) {
    const page = b.pages[0]!;
    if (a.pages[0] !== page) return 0;
    note(saved, page, b, 2, changes);
    return 1;
  }
  const seen = new Map<number, number>();
  let right = 0;
  for (const form of members) {
    let known = false;
    for (const page of form.pages) {
      const count = (seen.get(page) ?? 0) + 1;
      seen.set(page, count);
      if (count === 1 || known) continue;
      note(saved, page, form, count, changes);
      known = true;
    }
    if (known) right++;
  }
  return right;
}

/** Notes that so many forms of a page became one, the last of them this. */
function note(
  saved: Map<number, Saved>,
  page: number,
  form: Form,
  count: number,
  changes: ReadonlyMap<Form, string>,
): void {
  let known = saved.get(page);
  if (known === undefined) {
    known = { changed: [], most: 0 };
    saved.set(page, known);
  }
  if (known.changed.length < LOOKED_AT && changes.has(form)) known.changed.push(form);
  if (count > known.most) known.most = count;
}

/** What all pages are worth together, and what the page is that shows most. */
function worthOf(
  saved: ReadonlyMap<number, Saved>,
  changes: ReadonlyMap<Form, string>,
  sensitivity: Sensitivity | null,
): { good: number; largest: number } {
  let [good, largest] = [0, 0];
  for (const [page, { changed, most }] of saved) {
    const weight = sensitivity === null ? 1 : sensitivity.weight(page, changed, changes);
    good += weight;
    largest = Math.max(largest, weight * Math.log2(most));
  }
  return { good, largest };
}

/** One number for each set of forms that might be one page, sorted. */
function differentPages(members: readonly Form[]): number[] {
  const wide = members[0]!.wides[0]!;
  if (members.every(({ wides }) => wides.length === 1 && wides[0] === wide)) return [wide];
  const parent = new Map<number, number>();
  const root = (x: number): number => {
    let at = x;
    while (parent.get(at) !== at) at = parent.get(at)!;
    return at;
  };
  for (const { wides } of members) {
    for (const wide of wides) if (!parent.has(wide)) parent.set(wide, wide);
    for (const wide of wides) {
      const [a, b] = [root(wides[0]!), root(wide)];
      // The smaller stands for both, so that the order does not matter.
      if (a !== b) parent.set(Math.max(a, b), Math.min(a, b));
    }
  }
  return [...parent.keys()].filter((wide) => parent.get(wide) === wide).sort((a, b) => a - b);
}

function bits(counts: Iterable<number>): number {
  let sum = 0;
  for (const count of counts) sum += Math.log2(1 + count);
  return sum;
}

/** Pairs of forms that are one page, for families to look at: all of small pages, neighbors in several orders of large ones. */
import { compareCodePoints } from '../../base/index.ts';
import type { SiteForm, SitePair } from './family.ts';

/** A form with the numbers of the pages it is known to be. */
export type LabeledForm = SiteForm & { readonly pages: readonly number[] };

/** All pairs of so many forms. */
const SMALL = 14;
/** Pairs of a site: more would only say the same again. */
const MOST = 60_000;

/** Whether no page of the site was left out. */
export function areOfAllPages(pairs: readonly SitePair[]): boolean {
  return pairs.length < MOST;
}

/** Page by page, in the order of their first forms. */
export function pairsOf(forms: Iterable<LabeledForm>): SitePair[] {
  const byPage = new Map<number, LabeledForm[]>();
  for (const form of [...forms].sort((a, b) => compareCodePoints(a.text, b.text))) {
    for (const page of form.pages) {
      const known = byPage.get(page);
      if (known === undefined) byPage.set(page, [form]);
      else known.push(form);
    }
  }
  const pairs: SitePair[] = [];
  for (const [page, members] of byPage) {
    if (pairs.length >= MOST) break;
    if (members.length <= SMALL) {
      for (let i = 0; i < members.length; i++) {
        for (let j = i + 1; j < members.length; j++) pairs.push({ a: members[i]!, b: members[j]!, page });
      }
      continue;
    }
    for (const order of ORDERS) {
      const keyed = members.map((form) => ({ form, key: order(form) }));
      keyed.sort((x, y) => compareCodePoints(x.key, y.key));
      for (let i = 1; i < keyed.length; i++) pairs.push({ a: keyed[i - 1]!.form, b: keyed[i]!.form, page });
    }
  }
  return pairs;
}

/** Each brings together forms that differ in another part. */
const ORDERS: readonly ((form: SiteForm) => string)[] = [
  ({ text }) => text,
  ({ source: { parts } }) => `${parts.path}?${parts.query} ${parts.host} ${parts.scheme}`,
  ({ source: { parts } }) => `${parts.query}?${parts.path} ${parts.host}`,
  ({ source: { path, parts } }) => `${path.toReversed().join('/')}?${parts.query} ${parts.host}`,
];

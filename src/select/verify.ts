/** The last look at a site's rules: what they do to its URLs, which may be more than they did to the forms they were judged on. */
import type { SiteUrls } from '../learn/index.ts';
import { closureOf } from './accepted.ts';
import type { Forms } from './forms.ts';
import { firstPassBy, onlyChangedBy } from './left-alone.ts';
import type { Accepted, SiteSelection } from './select-site.ts';

/** What all rules make of the URLs. */
export function keysAfter(site: SiteSelection, urls: SiteUrls): string[] {
  const { touched } = site;
  const keyOf = keysUnder(site);
  return urls.texts.map((text, u) => (touched.has(u) ? keyOf(text, u) : text));
}

/** Rules in the end run on URLs, not on the forms they were judged on: where they join more different pages than they did there, some go. */
export function verified(site: SiteSelection, keys: readonly string[], urls: SiteUrls): readonly Accepted[] {
  const { accepted, forms } = site;
  return withoutWrong(accepted, (some) => closureOf(some.flatMap(({ rules }) => rules)), urls, impurity(forms), keys);
}

/** Whether the rules join more different pages than they did on forms. */
export function joinsMore({ forms }: SiteSelection, keys: readonly string[], urls: SiteUrls): boolean {
  return impurityOf(keys, urls) > impurity(forms);
}

/**
 * Those that together join no more different pages than `allowed`: the one goes without which least is joined wrongly, the last of equal ones, until they do not.
 * `keys` is what all make of the URLs.
 */
export function withoutWrong<T>(
  all: readonly T[],
  closureUnder: (some: readonly T[]) => (text: string) => string,
  urls: SiteUrls,
  allowed: number,
  keys: readonly string[],
): readonly T[] {
  let [kept, made] = [all, keys];
  while (kept.length > 0 && impurityOf(made, urls) > allowed) {
    // Which one it is, the few URLs tell that are joined wrongly.
    const few = joinedWrongly(made, urls);
    const left = kept.map((_, i) => impurityOf(few.texts.map(closureUnder(kept.toSpliced(i, 1))), few));
    kept = kept.toSpliced(left.lastIndexOf(Math.min(...left)), 1);
    made = urls.texts.map(closureUnder(kept));
  }
  return kept;
}

/** The URLs whose key others of another page have too. */
function joinedWrongly(keys: readonly string[], urls: SiteUrls): SiteUrls {
  const wideOf = new Map<string, number>();
  const mixed = new Set<string>();
  for (const [u, key] of keys.entries()) {
    const known = wideOf.get(key);
    if (known === undefined) wideOf.set(key, urls.wides[u]!);
    else if (known !== urls.wides[u]) mixed.add(key);
  }
  const texts = new Set(urls.texts.filter((_, u) => mixed.has(keys[u]!)));
  return onlyOf(urls, (text) => texts.has(text));
}

/** The URLs whose texts are wanted. */
export function onlyOf({ texts, pages, wides }: SiteUrls, isWanted: (text: string) => boolean): SiteUrls {
  const kept = texts.flatMap((text, u) => (isWanted(text) ? [u] : []));
  return { texts: kept.map((u) => texts[u]!), pages: kept.map((u) => pages[u]!), wides: kept.map((u) => wides[u]!) };
}

/**
 * The key of a URL, by its text and number. Where no rule changes any form, a pass that ends at one ends there for good: the sets of few sites need be compiled.
 * And such a pass is what one rule made of the URL, if that was the only one to change it, and no rule changes the URL that was taken later and is applied before.
 */
function keysUnder({
  accepted,
  forms,
  closure,
  touched,
  isSettled,
}: SiteSelection): (text: string, u: number) => string {
  if (!isSettled) return closure;
  const rules = accepted.flatMap((one) => one.rules);
  const firstPass = firstPassBy(rules);
  const isMadeBy = onlyChangedBy(rules);
  return (text, u) => {
    const { text: known } = forms.ofUrl(u);
    const change = touched.onlyChange(u);
    if (change >= 0 && isMadeBy(change, text, known)) return known;
    const form = firstPass(text);
    return form === known ? form : closure(text);
  };
}

/** What a set of rules makes of all URLs. */
export function keysOf(accepted: readonly Accepted[], { texts }: SiteUrls): string[] {
  return texts.map(closureOf(accepted.flatMap(({ rules }) => rules)));
}

/** Pages too many in forms, by their wide numbers. */
function impurity(forms: Forms): number {
  let sum = 0;
  for (const { wides } of forms.all()) sum += wides.length - 1;
  return sum;
}

/** The same of URLs by their keys: the forms need not be made for that. */
export function impurityOf(keys: readonly string[], { wides }: SiteUrls): number {
  const byKey = new Map<string, number | Set<number>>();
  let sum = 0;
  for (const [u, key] of keys.entries()) {
    const wide = wides[u]!;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, wide);
    else if (typeof known !== 'number') {
      if (!known.has(wide)) sum++;
      known.add(wide);
    } else if (known !== wide) {
      sum++;
      byKey.set(key, new Set([known, wide]));
    }
  }
  return sum;
}

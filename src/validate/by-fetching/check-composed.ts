/** Looks at what proven rules do together: the page under the final form must still be the page of the URL. */
import { createRandom, seedFrom } from '../../base/index.ts';
import { normalizePlain, type Rule, type RuleSet, type Stage } from '../../rules/index.ts';
import type { Fetcher } from './fetcher.ts';
import type { TrialPair } from './try-rule.ts';

/** What was found of one rule that took the last step: forms compared, and those that are another page or none. */
export type ComposedCheck = {
  /** Ids of all rules that led to a form without a page, or to one at another address. */
  readonly unfetchable: ReadonlySet<string>;
  /** By the id of the rule that took the last step: a URL and the form that is another page. */
  readonly wrong: ReadonlyMap<string, TrialPair>;
};

/** Forms that are looked at, and URLs that are searched for such as several rules change. */
const FORMS = 20;
const SEARCHED = 2000;

/** `urls` are sorted. Rules that are not active take no part. */
export async function checkComposed<Page>(
  stage: Stage,
  urls: readonly string[],
  fetcher: Fetcher<Page>,
  seed: number,
): Promise<ComposedCheck> {
  const unfetchable = new Set<string>();
  const wrong = new Map<string, TrialPair>();
  for (const { url, form, rules } of composedForms(stage, urls, seed)) {
    if ((await fetcher.mayFetch(form)) !== null) continue;
    const before = await fetcher.fetch(url);
    if (before.kind !== 'page') continue;
    const after = await fetcher.fetch(form);
    if (after.kind === 'unknown') continue;
    const isPage = after.kind === 'page';
    const isSame = isPage && (before.url === after.url || fetcher.isSame(before.page, after.page));
    if (!isSame || after.redirects > 0) for (const { id } of rules) unfetchable.add(id);
    // A form that does not exist merges nothing wrongly.
    if (isPage && !isSame) wrong.set(rules.at(-1)!.id, { url, other: form, form });
  }
  return { unfetchable, wrong };
}

type ComposedForm = { readonly url: string; readonly form: string; readonly rules: readonly Rule[] };

function composedForms({ apply, sun, rules }: Stage, urls: readonly string[], seed: number): ComposedForm[] {
  const active = rules.filter(({ state }) => state === 'active');
  if (apply !== 'fixpoint' || active.length < 2) return [];
  const set: RuleSet = { dustpan: 1, apply, sun, options: {}, rules: active };
  const random = createRandom(seedFrom(seed, 'fetch', 'composed'));
  const left = [...urls];
  const found: ComposedForm[] = [];
  for (let i = 0; i < Math.min(SEARCHED, left.length) && found.length < FORMS; i++) {
    const k = i + random.below(left.length - i);
    [left[i], left[k]] = [left[k]!, left[i]!];
    const { form, steps } = normalizePlain(set, left[i]!);
    const together = [...new Set(steps.map(({ rule }) => rule))];
    if (together.length > 1) found.push({ url: left[i]!, form, rules: together });
  }
  return found;
}

/** Leaves out rules that later ones made superfluous: fewer rules for the same forms. */
import type { SiteUrls } from '../learn/index.ts';
import { coversHosts, type Rule } from '../rules/index.ts';
import { closureOf } from './accepted.ts';
import type { Forms } from './forms.ts';
import type { Accepted } from './select-site.ts';

/** URLs that are looked at in all; the rules that change fewest come first, and are likeliest to be superfluous. */
const MOST_LOOKED_AT = 2_000_000;

type Prunable = Pick<Accepted, 'rules' | 'urls'>;

/** Those without which some URLs would no longer share a form, in the same order; `forms` are what all of them leave. */
export function pruned<T extends Prunable>(accepted: readonly T[], forms: Forms, urls: SiteUrls): readonly T[] {
  let kept = accepted;
  let looked = 0;
  for (const one of [...accepted].sort((a, b) => a.urls.length - b.urls.length)) {
    looked += one.urls.length;
    if (kept.length < 2 || looked > MOST_LOOKED_AT) break;
    const others = kept.filter((other) => other !== one);
    if (isSame(others, one, forms, urls)) {
      kept = others;
      continue;
    }
    // What was proven together may be needed in part.
    const rules = withoutNarrow(one, kept);
    if (rules.length === 0 || rules.length === one.rules.length) continue;
    const less = kept.map((other) => (other === one ? { ...one, rules } : other));
    if (isSame(less, one, forms, urls)) kept = less;
  }
  return kept;
}

/** Its rules without those that others repeat under fewer conditions. */
function withoutNarrow({ rules }: Prunable, kept: readonly Prunable[]): Prunable['rules'] {
  if (rules.length < 2) return rules;
  const all = kept.flatMap((other) => other.rules);
  return rules.filter(({ rule }) => !all.some((other) => isWider(other.rule, rule)));
}

/** Whether it does the same under conditions of which the other has more. */
function isWider({ match, emit, scope }: Rule, other: Rule): boolean {
  if (match.view !== 'edit' || other.match.view !== 'edit') return false;
  if (JSON.stringify(emit) !== JSON.stringify(other.emit) || !coversHosts({ scope }, other)) return false;
  const isPart = (some: readonly unknown[], all: readonly unknown[]) => {
    const texts = new Set(all.map((one) => JSON.stringify(one)));
    return some.every((one) => texts.has(JSON.stringify(one)));
  };
  const conditions = match.when.length + match.unless.length;
  const its = other.match.when.length + other.match.unless.length;
  return conditions < its && isPart(match.when, other.match.when) && isPart(match.unless, other.match.unless);
}

/** Whether the forms that the rule has to do with stay what they are, each of them one and no two of them the same. */
function isSame(others: readonly Prunable[], { urls: changed }: Prunable, forms: Forms, { texts }: SiteUrls): boolean {
  const closure = closureOf(others.flatMap(({ rules }) => rules));
  for (const form of new Set(changed.map((url) => forms.ofUrl(url)))) {
    for (const url of form.urls) if (closure(texts[url]!) !== form.text) return false;
  }
  return true;
}

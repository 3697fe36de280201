/** Rules that were taken on many sites become rules for every host, unless one site speaks against them. */
import type { SiteUrls } from '../learn/index.ts';
import { parseKey, type Rule, type RuleSet } from '../rules/index.ts';
import { type AcceptedRule, closureOf, ruleSetOf } from './accepted.ts';
import { changesBy } from './changes.ts';
import { type Form, Forms } from './forms.ts';
import { type Measured, type Merge, measureChanges } from './measure.ts';

/** A rule with the place of its site in the list of sites. */
export type SiteRule = AcceptedRule & { readonly site: number };

/** Sites that must have taken a rule: left out in turn, each is then foretold by four others at least. */
const LEAST_SITES = 5;
/** Of what a rule joins on a site, so much may be different pages; the same bound as for all rules of a site. */
const WRONG_SHARE = 0.005;

/** Gives the sites on which rules may join different pages, and perhaps others: on nearly all there are none, and they need not be looked at. */
export type SitesUnder = (rules: RuleSet) => Iterable<SiteUrls>;

/** Asked of every site: which of the rules do not hold there, each by itself or all together. */
export type HoldQuestion = { readonly rules: readonly AcceptedRule[]; readonly are: 'alone' | 'together' };

/** Gives the ids of rules that hold everywhere, taken on five sites and contradicted on none, alone and together; what it asks is answered with the ids of rules that fall. */
function* lifting(chosen: readonly SiteRule[]): Generator<HoldQuestion, Set<string>, ReadonlySet<string>> {
  const found = liftable(chosen);
  if (found.length === 0) return new Set();
  const fallen = yield { rules: found, are: 'alone' };
  let lifted = found.filter(({ rule }) => !fallen.has(rule.id));
  while (lifted.length > 0 && (yield { rules: lifted, are: 'together' }).size > 0) lifted = lifted.slice(0, -1);
  return new Set(lifted.map(({ rule }) => rule.id));
}

export function liftedIds(chosen: readonly SiteRule[], sitesUnder: SitesUnder): Set<string> {
  const asking = lifting(chosen);
  let step = asking.next();
  while (!step.done) {
    const fallenOn = fallenBy(step.value);
    const fallen = new Set<string>();
    for (const site of sitesUnder(ruleSetOf(step.value.rules))) for (const id of fallenOn(site)) fallen.add(id);
    step = asking.next(fallen);
  }
  return step.value;
}

/** The same, where sites are asked somewhere else. */
export async function liftedIdsBy(
  chosen: readonly SiteRule[],
  fallen: (question: HoldQuestion) => Promise<ReadonlySet<string>>,
): Promise<Set<string>> {
  const asking = lifting(chosen);
  let step = asking.next();
  while (!step.done) step = asking.next(await fallen(step.value));
  return step.value;
}

/** Tells of one site after the other the ids of rules that it speaks against, each once; together all of them fall or none. */
export function fallenBy({ rules, are }: HoldQuestion): (site: SiteUrls) => string[] {
  const closure = closureOf(rules);
  let left = rules;
  return (site) => {
    if (left.length === 0) return [];
    const measured = measuredUnder(closure, site);
    // Where all of them join nothing wrongly, one alone hardly does, and need not be tried.
    if (measured === null || wrongMerges(measured).length === 0) return [];
    const holding = are === 'alone' ? holdAlone(left, site, measured) : isSafe(measured) ? left : [];
    const fallen = left.filter((rule) => !holding.includes(rule));
    left = holding;
    return fallen.map(({ rule }) => rule.id);
  };
}

/** Rules for every host: those that enough sites took and that are not about hosts. */
function liftable(chosen: readonly SiteRule[]): AcceptedRule[] {
  const taken = new Map<string, { readonly first: SiteRule; readonly sites: Set<number> }>();
  for (const entry of chosen) {
    const known = taken.get(entry.rule.id) ?? { first: entry, sites: new Set() };
    known.sites.add(entry.site);
    taken.set(entry.rule.id, known);
  }
  const wide = [...taken.values()].filter((t) => t.sites.size >= LEAST_SITES && !namesHost(t.first.rule));
  return wide.map(({ first }) => ({ family: first.family, rule: everywhere(first.rule) }));
}

/** Tells of one site after the other the ids of rules that by themselves join some of what all of them join wrongly. Of the site no more URLs need be there than those that become one with a different page. */
export function suspectsBy(rules: readonly AcceptedRule[]): (site: SiteUrls) => string[] {
  const closure = closureOf(rules);
  return (site) => {
    const measured = measuredUnder(closure, site);
    return measured === null ? [] : rules.filter(isSuspect(site, measured)).map(({ rule }) => rule.id);
  };
}

/** Those of the rules that hold on the site, each by itself. Only one that joins some of what all of them join wrongly is tried on the whole site. */
function holdAlone(rules: readonly AcceptedRule[], site: SiteUrls, all: Measured): AcceptedRule[] {
  const isWrong = isSuspect(site, all);
  let whole: Forms | null = null;
  return rules.filter((accepted) => {
    if (!isWrong(accepted)) return true;
    whole ??= new Forms(site);
    return isSafe(measureChanges(changesBy(accepted.rule, whole), whole));
  });
}

/** Whether a rule joins wrongly some of what all of them do. */
function isSuspect(site: SiteUrls, all: Measured): (rule: AcceptedRule) => boolean {
  const joined = new Set(
    wrongMerges(all)
      .flatMap(({ kept, changed }) => [...changed, ...(kept ? [kept] : [])])
      .map(({ text }) => text),
  );
  if (joined.size === 0) return () => false;
  const few = new Forms(onlyOf(site, (text) => joined.has(text)));
  return ({ rule }) => wrongMerges(measureChanges(changesBy(rule, few), few)).length > 0;
}

/** The same rule for every host. */
export function everywhere(rule: Rule): Rule {
  return { ...rule, scope: { hosts: '*' } };
}

/** Whether a rule is about hosts: then it says nothing of others. */
function namesHost({ match, emit }: Rule): boolean {
  if (emit.view === 'edit') return emit.op.op === 'host';
  if (match.view === 'keys') return Object.keys(match.where).some((key) => parseKey(key)?.part === 'host');
  // Of token and text rules one cannot tell.
  return true;
}

/** What becomes one on a site, if anything does that is not one page for sure; null says that nothing speaks against it. */
function measuredUnder(keyOf: (text: string) => string, site: SiteUrls): Measured | null {
  const keys = site.texts.map(keyOf);
  if (!mayJoinWrongly(keys, site)) return null;
  const touched = touchedBy(keys, site);
  const forms = new Forms(onlyOf(site, (text) => touched.has(text)));
  const changes = new Map<Form, string>();
  for (const form of forms.all()) {
    const text = touched.get(form.text)!;
    if (text !== form.text) changes.set(form, text);
  }
  return measureChanges(changes, forms);
}

/** Whether a text that changes meets one of another wide group. On nearly all sites none does, and then no form need be made. */
function mayJoinWrongly(keys: readonly string[], { texts, wides }: SiteUrls): boolean {
  const wideOf = new Map<string, number>();
  for (let u = 0; u < keys.length; u++) if (keys[u] !== texts[u]) wideOf.set(keys[u]!, wides[u]!);
  if (wideOf.size === 0) return false;
  return keys.some((key, u) => (wideOf.get(key) ?? wides[u]) !== wides[u]);
}

/** Texts that have another key, and those that are such a key, each with its key: all others stay as they are. */
function touchedBy(keys: readonly string[], { texts }: SiteUrls): Map<string, string> {
  const touched = new Map<string, string>();
  for (const [u, key] of keys.entries()) {
    if (key === texts[u]) continue;
    touched.set(texts[u]!, key);
    // Every key is its own.
    touched.set(key, key);
  }
  return touched;
}

function onlyOf({ texts, pages, wides }: SiteUrls, isWanted: (text: string) => boolean): SiteUrls {
  const kept = texts.flatMap((text, u) => (isWanted(text) ? [u] : []));
  return { texts: kept.map((u) => texts[u]!), pages: kept.map((u) => pages[u]!), wides: kept.map((u) => wides[u]!) };
}

/** Whether nearly all that becomes one is one page: pages of which forms become one against forms that would be different pages. */
function isSafe(measured: Measured): boolean {
  const wrong = wrongMerges(measured).length;
  return wrong <= WRONG_SHARE * (measured.pages + wrong);
}

function wrongMerges({ merges }: Measured): Merge[] {
  return merges.filter((merge) => merge.wrong > 0);
}

/** Rules that were taken on many sites become rules for every host, unless one site speaks against them. */
import { smallestOf } from '../clusters/index.ts';
import { type SiteUrls, siteOf } from '../learn/index.ts';
import { mergeHosts, parseKey, type Rule, type RuleSet } from '../rules/index.ts';
import { type AcceptedRule, closureOf, inOrder, ruleSetOf } from './accepted.ts';
import { changesBy } from './changes.ts';
import { type Form, Forms } from './forms.ts';
import { joinsDifferent, type Measured, type Merge, measureChanges } from './measure.ts';
import { impurityOf, onlyOf, withoutWrong } from './verify.ts';

/** A rule with the place of its site in the list of sites. */
export type SiteRule = AcceptedRule & { readonly site: number };

/** Sites that must have taken a rule: left out in turn, each is then foretold by four others at least. */
const LEAST_SITES = 5;
/** Of what a rule joins on a site, or all of them, so much may be different pages; the same bound as for all rules of a site. */
const WRONG_SHARE = 0.005;

/** Gives the sites on which rules may join different pages, and perhaps others: on nearly all there are none, and they need not be looked at. */
export type SitesUnder = (rules: RuleSet) => Iterable<SiteUrls>;

/** Asked of every site: which of the rules do not hold there, each by itself or all together; or, with rules of sites among them, which of a site's own do not hold beside those for every host. */
export type HoldQuestion = { readonly rules: readonly AcceptedRule[]; readonly are: 'alone' | 'together' | 'beside' };

export type Lifted = {
  /** Ids of rules that hold everywhere, taken on five sites and contradicted on none, alone and together. */
  readonly ids: ReadonlySet<string>;
  /** Rules of single sites that go, because of what rules for every host lead to them, as `placedId` names them. */
  readonly withdrawn: ReadonlySet<string>;
};

/** What it asks is answered with the ids of rules that fall. */
function* lifting(chosen: readonly SiteRule[]): Generator<HoldQuestion, Lifted, ReadonlySet<string>> {
  const found = liftable(chosen);
  if (found.length === 0) return { ids: new Set(), withdrawn: new Set() };
  const fallen = yield { rules: found, are: 'alone' };
  let lifted = found.filter(({ rule }) => !fallen.has(rule.id));
  while (lifted.length > 0 && (yield { rules: lifted, are: 'together' }).size > 0) lifted = lifted.slice(0, -1);
  const ids = new Set(lifted.map(({ rule }) => rule.id));
  const own = ownRules(chosen, ids);
  if (ids.size === 0 || own.length === 0) return { ids, withdrawn: new Set() };
  return { ids, withdrawn: yield { rules: [...lifted, ...own], are: 'beside' } };
}

/** Rules of sites that are not for every host, each once with the hosts of all its sites, and without what was found out about them. */
function ownRules(chosen: readonly SiteRule[], lifted: ReadonlySet<string>): AcceptedRule[] {
  const families = new Map(chosen.map(({ rule, family }) => [rule.id, family]));
  const rules = chosen.flatMap(({ rule: { evidence: _, ...rule } }) => (lifted.has(rule.id) ? [] : [rule]));
  return mergeHosts(rules).map((rule) => ({ rule, family: families.get(rule.id)! }));
}

/** A rule of one site: `hosts` are those of the site that it names. */
export function placedId(id: string, hosts: Iterable<string>): string {
  return `${id} ${smallestOf([...hosts])}`;
}

export function lift(chosen: readonly SiteRule[], sitesUnder: SitesUnder): Lifted {
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
export async function liftBy(
  chosen: readonly SiteRule[],
  fallen: (question: HoldQuestion) => Promise<ReadonlySet<string>>,
): Promise<Lifted> {
  const asking = lifting(chosen);
  let step = asking.next();
  while (!step.done) step = asking.next(await fallen(step.value));
  return step.value;
}

/** Tells of one site after the other the ids of rules that it speaks against, each once; together all of them fall or none. */
export function fallenBy({ rules, are }: HoldQuestion): (site: SiteUrls) => string[] {
  if (are === 'beside') return withdrawnBy(rules);
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

/**
 * Tells of one site after the other which of its own rules go. They were judged on what the site's own rules leave of its URLs; a rule for every host that the site had no need of may lead more to them
 * (a slash at the end goes, and a rule for paths without one takes what it never saw). Where all together join more different pages than the site's own and the others by themselves, and more than a site may, some of its own go.
 */
function withdrawnBy(rules: readonly AcceptedRule[]): (site: SiteUrls) => string[] {
  const closure = closureOf(rules);
  const lifted = rules.filter(({ rule }) => rule.scope.hosts === '*');
  const byHost = new Map<string, AcceptedRule[]>();
  for (const accepted of rules) {
    const { hosts } = accepted.rule.scope;
    if (hosts === '*') continue;
    for (const host of hosts) {
      const known = byHost.get(host);
      if (known === undefined) byHost.set(host, [accepted]);
      else known.push(accepted);
    }
  }
  return (site) => {
    const impurityUnder = (some: readonly AcceptedRule[]) => impurityOf(site.texts.map(closureOf(some)), site);
    const keys = site.texts.map(closure);
    if (impurityOf(keys, site) <= WRONG_SHARE * (keys.length - new Set(keys).size)) return [];
    const hosts = new Set(site.texts.map(siteOf));
    const own = inOrder(new Set([...hosts].flatMap((host) => byHost.get(host) ?? [])));
    const allowed = impurityUnder(own) + impurityUnder(lifted);
    const kept = withoutWrong(own, (some) => closureOf([...lifted, ...some]), site, allowed, keys);
    const namesOf = ({ rule: { id, scope } }: AcceptedRule) =>
      placedId(id, scope.hosts === '*' ? [] : scope.hosts.filter((host) => hosts.has(host)));
    return own.filter((rule) => !kept.includes(rule)).map(namesOf);
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
  return ({ rule }) => joinsDifferent(changesBy(rule, few), few);
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

/** Whether nearly all that becomes one is one page: pages of which forms become one against forms that would be different pages. */
function isSafe(measured: Measured): boolean {
  const wrong = wrongMerges(measured).length;
  return wrong <= WRONG_SHARE * (measured.pages + wrong);
}

function wrongMerges({ merges }: Measured): Merge[] {
  return merges.filter((merge) => merge.wrong > 0);
}

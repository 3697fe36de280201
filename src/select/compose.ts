/** From labeled clusters to a set of rules that work together: site by site, then equal rules of several sites as one. */
import { compareCodePoints } from '../base/index.ts';
import { type Cluster, smallestOf } from '../clusters/index.ts';
import { type SiteUrls, sitesOf } from '../learn/index.ts';
import { type Evidence, mergeHosts, type Rule } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { clopperPearsonUpper } from '../validate/index.ts';
import { type AcceptedRule, closureOf, inOrder } from './accepted.ts';
import { evidenceOf } from './evidence.ts';
import { type ExpectedImpurity, expectedImpurity } from './expected.ts';
import { Forms } from './forms.ts';
import {
  everywhere,
  type HoldQuestion,
  type Lifted,
  lift,
  liftBy,
  placedId,
  type SiteRule,
  type SitesUnder,
} from './lift.ts';
import { pruned } from './prune.ts';
import { type Accepted, type SelectOptions, type SiteSelection, selectSite } from './select-site.ts';
import { perhapsLearnable, type Unexplained, unexplained } from './unexplained.ts';
import { joinsMore, keysAfter, keysOf, verified } from './verify.ts';

export type ComposeOptions = SelectOptions & {
  /** Of the bounds in the evidence. */
  readonly confidence: number;
  /** URLs known not to answer with a page. */
  readonly failing?: readonly string[];
};

export type Composition = {
  /** In the order they are applied. */
  readonly rules: readonly Rule[];
  readonly candidates: number;
  /** Candidates that were not taken: for want of evidence, and because something speaks against them. */
  readonly unproven: number;
  readonly contradicted: number;
  /** Kinds of duplicates that stay, the most frequent first. */
  readonly unexplained: readonly Unexplained[];
  /** How many of those a rule might still explain. */
  readonly perhapsLearnable: number;
  /** What all rules together are expected to join wrongly; null if they join nothing. */
  readonly expected: ExpectedImpurity | null;
};

/** What was chosen for one site, as plain data: sites have nothing to do with each other. */
export type SiteComposition = Omit<Composition, 'rules' | 'unexplained' | 'perhapsLearnable' | 'expected'> & {
  readonly chosen: readonly AcceptedRule[];
  readonly parts: readonly { readonly merges: number; readonly risk: number }[];
  readonly unexplained: readonly Unexplained[];
};

/** What was chosen for a site, with its smallest host, which is the site's place among others. */
export type ComposedSite = { readonly host: string; readonly site: SiteComposition };

export function selectTogether(clusters: readonly Cluster[], options: ComposeOptions): Composition {
  const sites = sitesOf(clusters, sun);
  return combineComposed(composeSites(sites, options, failingSet(options.failing)), () => sites, options.confidence);
}

/** How the URLs that do not answer are looked up. */
export function failingSet(urls: readonly string[] = []): Set<string> {
  return new Set(urls.map(sun));
}

/** Sites that have something to learn from, each by itself. */
export function composeSites(
  sites: Iterable<SiteUrls>,
  options: Omit<ComposeOptions, 'failing'>,
  failing: ReadonlySet<string>,
): ComposedSite[] {
  const composed: ComposedSite[] = [];
  for (const urls of sites) {
    const site = composeSite(urls, options, failing);
    if (site) composed.push(site);
  }
  return composed;
}

/** All sites as one set of rules, in whatever order they come; sites are gone through again if a rule might hold for every host. */
export function combineComposed(
  composed: readonly ComposedSite[],
  sitesUnder: SitesUnder,
  confidence: number,
): Composition {
  const ordered = bySmallestHost(composed);
  return combineSites(ordered, lift(rulesOfSites(ordered), sitesUnder), confidence);
}

/** The same, where sites are asked somewhere else whether rules hold there. */
export async function combineComposedBy(
  composed: readonly ComposedSite[],
  fallen: (question: HoldQuestion) => Promise<ReadonlySet<string>>,
  confidence: number,
): Promise<Composition> {
  const ordered = bySmallestHost(composed);
  return combineSites(ordered, await liftBy(rulesOfSites(ordered), fallen), confidence);
}

function bySmallestHost(composed: readonly ComposedSite[]): SiteComposition[] {
  return composed.toSorted((a, b) => compareCodePoints(a.host, b.host)).map(({ site }) => site);
}

/** All rules of sites, each with the place of its site. */
export function rulesOfSites(sites: readonly SiteComposition[]): SiteRule[] {
  return sites.flatMap(({ chosen }, site) => chosen.map((entry): SiteRule => ({ ...entry, site })));
}

/** The rules of one site; null if it has no page of two URLs, and so nothing to learn from. */
export function composeSite(
  urls: SiteUrls,
  options: Omit<ComposeOptions, 'failing'>,
  failing: ReadonlySet<string>,
): ComposedSite | null {
  if (new Set(urls.pages).size === urls.pages.length) return null;
  const { site, keys } = selected(urls, options);
  // Nearly always the rules do to the URLs what they did to the forms.
  const isAsJudged = keys.every((key, u) => key === site.forms.ofUrl(u).text);
  const sound = isAsJudged ? site.accepted : verified(site, keys, urls);
  const texts = sound.length === site.accepted.length ? keys : keysOf(sound, urls);
  const forms = isAsJudged ? site.forms : new Forms({ ...urls, texts });
  const kept = pruned(sound, forms, urls);
  const data = { urls, forms, failing, confidence: options.confidence };
  const aliases = aliasesOf(kept);
  const { candidates, unproven, contradicted } = site;
  const composition: SiteComposition = {
    candidates,
    unproven,
    contradicted,
    chosen: kept.flatMap((accepted) =>
      accepted.rules.map(({ rule, family }) => {
        const evidence = evidenceOf(accepted, rule, data);
        return { family, rule: { ...withAliases(rule, aliases), evidence } };
      }),
    ),
    parts: kept.map(({ measured, risk }) => ({ merges: measured.gain, risk })),
    unexplained: unexplained(forms),
  };
  return { host: smallestOf(site.hosts), site: composition };
}

/**
 * The rules chosen for a site, and what they make of its URLs. A rule that is applied before one that was taken earlier may keep it from its addresses: where URLs
 * stay apart that had become one form, more is looked for among what they really become. It may also take what the earlier one was to change first, and join different pages there:
 * then it goes, and is not taken again, before that is looked at; else what it joined would pass for judged.
 */
function selected(urls: SiteUrls, options: SelectOptions): { site: SiteSelection; keys: readonly string[] } {
  let site = selectSite(urls, options);
  let keys = keysAfter(site, urls);
  const refused = new Set<string>();
  for (let i = 0; i < RESUMED; i++) {
    const isWorse = joinsMore(site, keys, urls);
    if (!isWorse && new Set(keys).size <= site.forms.size) break;
    if (isWorse) {
      const accepted = verified(site, keys, urls);
      for (const one of site.accepted) if (!accepted.includes(one)) refused.add(one.candidate.key);
      site = { ...site, accepted, closure: closureOf(accepted.flatMap(({ rules }) => rules)) };
      keys = urls.texts.map(site.closure);
    }
    site = selectSite(urls, options, undefined, { selection: site, keys, refused });
    keys = keysAfter(site, urls);
  }
  return { site, keys };
}

/** How often that is tried: what is found may keep other rules from their addresses in turn. */
const RESUMED = 2;

/** Sites in the order of their smallest hosts as one set; `lifted` says which of the rules hold for every host, and which do not hold beside those. */
export function combineSites(
  sites: readonly SiteComposition[],
  { ids, withdrawn }: Lifted,
  confidence: number,
): Composition {
  const kinds = new Map<string, Unexplained>();
  for (const kind of sites.flatMap((site) => site.unexplained)) {
    kinds.set(kind.difference, addKind(kinds.get(kind.difference), kind));
  }
  const isWithdrawn = ({ rule: { id, scope } }: AcceptedRule) =>
    withdrawn.size > 0 && scope.hosts !== '*' && withdrawn.has(placedId(id, scope.hosts));
  const sum = (count: (site: SiteComposition) => number) => sites.reduce((total, site) => total + count(site), 0);
  return {
    rules: inOrder(mergeSites(sites.flatMap(({ chosen }) => chosen).filter((entry) => !isWithdrawn(entry)))).map(
      ({ rule }) => (ids.has(rule.id) ? everywhere(rule) : rule),
    ),
    candidates: sum(({ candidates }) => candidates),
    unproven: sum(({ unproven }) => unproven),
    contradicted: sum(({ contradicted }) => contradicted),
    unexplained: [...kinds.values()].sort(
      (a, b) => b.duplicates - a.duplicates || (a.difference < b.difference ? -1 : 1),
    ),
    perhapsLearnable: sum((site) => perhapsLearnable(site.unexplained)),
    expected: expectedImpurity(
      sites.flatMap(({ parts }) => parts),
      confidence,
    ),
  };
}

/** For each host those that rules turn into it. */
function aliasesOf(accepted: readonly Accepted[]): Map<string, string[]> {
  const aliases = new Map<string, string[]>();
  for (const { candidate } of accepted) {
    for (const op of candidate.ops) {
      if (op.op === 'host') aliases.set(op.to, [...(aliases.get(op.to) ?? []), ...op.from]);
    }
  }
  return aliases;
}

/** A rule for a host is one for its aliases too: they become that host, and the rule was judged on their URLs as well. */
function withAliases(rule: Rule, aliases: ReadonlyMap<string, readonly string[]>): Rule {
  if (rule.scope.hosts === '*' || (rule.emit.view === 'edit' && rule.emit.op.op === 'host')) return rule;
  const hosts = new Set(rule.scope.hosts);
  for (const host of hosts) for (const alias of aliases.get(host) ?? []) hosts.add(alias);
  return hosts.size === rule.scope.hosts.length
    ? rule
    : mergeHosts([rule, { ...rule, scope: { hosts: [...hosts] } }])[0]!;
}

/** Equal rules become one, with the hosts of all and the evidence added up. */
function mergeSites(chosen: readonly AcceptedRule[]): AcceptedRule[] {
  const groups = new Map<string, AcceptedRule[]>();
  for (const entry of chosen) {
    const known = groups.get(entry.rule.id);
    if (known === undefined) groups.set(entry.rule.id, [entry]);
    else known.push(entry);
  }
  return [...groups.values()].map((entries) => {
    const [first] = entries;
    if (entries.length === 1) return first!;
    const [rule] = mergeHosts(entries.map((entry) => entry.rule));
    return {
      family: first!.family,
      rule: { ...rule!, evidence: addEvidence(entries.map((e) => e.rule.evidence ?? {})) },
    };
  });
}

function addEvidence(all: readonly Evidence[]): Evidence {
  const [first] = all;
  const sum = (count: (evidence: Evidence) => number | undefined) =>
    all.reduce((total, e) => total + (count(e) ?? 0), 0);
  const [support, falsePairs] = [sum((e) => e.support), sum((e) => e.falsePairs)];
  const [forms, impureForms] = [sum((e) => e.forms), sum((e) => e.impureForms)];
  const upper = clopperPearsonUpper(impureForms, forms, first!.confidence!);
  const examples = all.flatMap((e) => e.examples ?? []).slice(0, EXAMPLES);
  const counterExamples = all.flatMap((e) => e.counterExamples ?? []).slice(0, EXAMPLES);
  return {
    ...first,
    frequency: sum((e) => e.frequency),
    support,
    falsePairs,
    fpr: support === 0 ? null : falsePairs / support,
    forms,
    impureForms,
    impureUpper: upper === null ? null : Number(upper.toPrecision(6)),
    risk: Math.max(...all.map((e) => e.risk ?? 0)),
    changed: sum((e) => e.changed),
    met: sum((e) => e.met),
    ...(first!.fetchable && {
      fetchable: { checked: sum((e) => e.fetchable?.checked), ok: sum((e) => e.fetchable?.ok) },
    }),
    ...(examples.length > 0 && { examples }),
    ...(counterExamples.length > 0 && { counterExamples }),
  };
}

const EXAMPLES = 5;

function addKind(known: Unexplained | undefined, kind: Unexplained): Unexplained {
  if (known === undefined) return kind;
  return { ...known, duplicates: known.duplicates + kind.duplicates, pages: known.pages + kind.pages };
}

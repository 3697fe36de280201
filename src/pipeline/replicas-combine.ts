/** Site rules and replica host rules in one set, and what each of them and both together remove. */
import { type Cluster, type Fold, labelUrls, takeFold } from '../clusters/index.ts';
import { countForms } from '../evaluate/index.ts';
import { compileRules } from '../normalize/index.ts';
import { unionReduction } from '../replicas/index.ts';
import { isApplied, type Rule, type RuleSet, type Stage, stagesOf } from '../rules/index.ts';
import { hostOf } from '../url/index.ts';

export type Combined = {
  readonly ruleSet: RuleSet;
  /** Host rules that are right alone and join different pages together with the site rules: left out. */
  readonly refused: readonly string[];
};

/** Rounds of leaving out host rules; each leaves out at least one. */
const MOST_ROUNDS = 100;

/**
 * Hosts first, so that the rules of the site that stands for a group see all its URLs; or site rules first, if that removes more of
 * `clusters`. A host rule that makes a form impure which is pure without it is left out.
 */
export function combineSets(hostSet: RuleSet, siteSet: RuleSet, clusters: readonly Cluster[]): Combined {
  const hostRules = stagesOf(hostSet).flatMap(({ rules }) => rules);
  const tries = (['hosts first', 'sites first'] as const).map((order) =>
    tryOrder(hostRules, hostSet, siteSet, order, clusters),
  );
  const [first, second] = tries as [Combined, Combined];
  const labels = labelUrls(clusters);
  const forms = ({ ruleSet }: Combined) => countForms(ruleSet, labels).forms;
  return forms(second) < forms(first) ? second : first;
}

export type Reduction = {
  /** URLs beyond the first of each cluster. */
  readonly duplicates: number;
  /** URLs that site rules alone remove, host rules alone, both kinds, and all together. */
  readonly intra: number;
  readonly inter: number;
  readonly both: number;
  readonly union: number;
  /** Shares of the duplicates; null if there are none. */
  readonly intraRate: number | null;
  readonly interRate: number | null;
  readonly unionRate: number | null;
};

/** Null if the set has not both kinds of rules. What only the two together remove makes `both` negative: it is counted in `union`. */
export function reductionOf(ruleSet: RuleSet, all: readonly Cluster[], fold?: Fold): Reduction | null {
  const clusters = fold ? takeFold(all, fold, 'inside') : all;
  const isHost = ({ learner }: Rule) => learner === 'replicas';
  const part = (keep: (rule: Rule) => boolean): RuleSet => ({
    dustpan: 1,
    options: {},
    stages: stagesOf(ruleSet).map(({ apply, sun, rules }): Stage => ({ apply, sun, rules: rules.filter(keep) })),
  });
  const rules = stagesOf(ruleSet)
    .flatMap((stage) => stage.rules)
    .filter((rule) => isApplied(rule, {}));
  if (!rules.some(isHost) || rules.every(isHost)) return null;
  const labels = labelUrls(clusters);
  const removedBy = (set: RuleSet) => {
    const { urls, forms } = countForms(set, labels);
    return urls - forms;
  };
  const intra = removedBy(part((rule) => !isHost(rule)));
  const inter = removedBy(part(isHost));
  const union = removedBy(ruleSet);
  const both = intra + inter - union;
  const duplicates = clusters.reduce((sum, { urls }) => sum + urls.length - 1, 0);
  return {
    ...{ duplicates, intra, inter, both, union },
    intraRate: unionReduction(duplicates, intra, 0, 0),
    interRate: unionReduction(duplicates, 0, inter, 0),
    unionRate: unionReduction(duplicates, intra, inter, both),
  };
}

function tryOrder(
  hostRules: readonly Rule[],
  hostSet: RuleSet,
  siteSet: RuleSet,
  order: 'hosts first' | 'sites first',
  clusters: readonly Cluster[],
): Combined {
  const sites = stagesOf(siteSet).map(({ apply, sun, rules }): Stage => ({ apply, sun, rules }));
  const options = { replicas: hostSet.options, sites: siteSet.options };
  const build = (rules: readonly Rule[]): RuleSet => {
    const hosts: Stage = { apply: 'first', sun: false, rules };
    return { dustpan: 1, options, stages: order === 'hosts first' ? [hosts, ...sites] : [...sites, hosts] };
  };
  const pure = impureForms(build([]), clusters);
  const refused: string[] = [];
  let kept = hostRules;
  for (let round = 0; round < MOST_ROUNDS && kept.length > 0; round++) {
    const guilty = new Set<string>();
    for (const [form, hosts] of impureForms(build(kept), clusters)) {
      if (!pure.has(form)) for (const host of hosts) guilty.add(host);
    }
    const next = kept.filter(({ scope }) => scope.hosts === '*' || !scope.hosts.some((host) => guilty.has(host)));
    if (next.length === kept.length) break;
    refused.push(...kept.filter((rule) => !next.includes(rule)).map(({ id }) => id));
    kept = next;
  }
  return { ruleSet: build(kept), refused };
}

/** Forms that join certainly different pages, with the hosts of their URLs. */
function impureForms(ruleSet: RuleSet, clusters: readonly Cluster[]): Map<string, Set<string>> {
  const { urls, wide } = labelUrls(clusters);
  const normalizer = compileRules(ruleSet);
  const forms = new Map<string, { wide: number; hosts: Set<string>; isImpure: boolean }>();
  for (const [u, url] of urls.entries()) {
    const form = normalizer.key(url);
    const known = forms.get(form);
    if (known === undefined) forms.set(form, { wide: wide[u]!, hosts: new Set([hostOf(url)]), isImpure: false });
    else {
      known.hosts.add(hostOf(url));
      known.isImpure ||= known.wide !== wide[u];
    }
  }
  return new Map([...forms].filter(([, { isImpure }]) => isImpure).map(([form, { hosts }]) => [form, hosts]));
}

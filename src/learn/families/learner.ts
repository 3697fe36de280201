/**
 * Families as a learner of its own: every hypothesis that joins URLs of enough pages is a candidate.
 *
 * 1. Cut the URLs into sites: hosts that share pages.
 * 2. Let every family look at a site's URLs and at pairs that are one page.
 * 3. Count the pages in which a hypothesis makes two URLs equal; keep those of min_freq pages or more.
 */
import { compareCodePoints } from '../../base/index.ts';
import type { Cluster } from '../../clusters/index.ts';
import {
  applyBody,
  type EditMatch,
  editParsed,
  editSource,
  makeRule,
  mergeHosts,
  printRule,
} from '../../rules/index.ts';
import { type CandidateRule, completeOptions, type Learner } from '../learner.ts';
import { FAMILIES } from './families.ts';
import type { Hypothesis, RuleBody, SiteForm, SitePair } from './family.ts';
import { FAMILIES_DEFAULTS, type FamiliesOptions } from './options.ts';
import { pairsOf } from './pairs.ts';
import { type SiteUrls, sitesOf } from './sites.ts';

export const families: Learner<FamiliesOptions> = {
  name: 'families',
  source: 'own: the changes that web software makes to addresses, see docs/auto.md',
  emits: ['edit', 'keys'],
  defaults: FAMILIES_DEFAULTS,
  selection: 'none',
  apply: 'fixpoint',
  propose: ({ clusters }, options) => ({
    candidates: proposeFrom(clusters, completeOptions(FAMILIES_DEFAULTS, options)),
    problems: [],
  }),
};

function proposeFrom(clusters: readonly Cluster[], { minFrequency }: FamiliesOptions): CandidateRule[] {
  const found = new Map<string, CandidateRule[]>();
  for (const site of sitesOf(clusters, (url) => url)) {
    for (const rule of proposeForSite(site)) {
      const known = found.get(rule.id);
      if (known === undefined) found.set(rule.id, [rule]);
      else known.push(rule);
    }
  }
  return [...found.values()]
    .map((rules): CandidateRule => {
      const [rule] = mergeHosts(rules);
      return { ...rule!, evidence: { frequency: rules.reduce((sum, { evidence }) => sum + evidence.frequency, 0) } };
    })
    .filter(({ evidence }) => evidence.frequency >= minFrequency)
    .sort((a, b) => b.evidence.frequency - a.evidence.frequency || compareCodePoints(printRule(a), printRule(b)));
}

/** Rules with the number of pages in which they join something; each once. */
function proposeForSite(site: SiteUrls): CandidateRule[] {
  const forms = formsOf(site);
  const pairs = pairsOf(forms);
  if (pairs.length === 0) return [];
  const hosts = [...new Set(forms.map(({ source }) => source.parts.host))];
  const rules = new Map<string, CandidateRule>();
  for (const family of FAMILIES) {
    for (const hypothesis of family.propose({ forms, pairs })) {
      const match: EditMatch = { view: 'edit', when: hypothesis.when, unless: hypothesis.unless ?? [] };
      const frequency = countJoined(hypothesis, match, pairs);
      if (frequency === 0) continue;
      const bodies: readonly RuleBody[] =
        hypothesis.bodies ??
        hypothesis.ops.map((op) => ({ learner: 'families', match, emit: { view: 'edit', op } }) as const);
      for (const body of bodies) {
        const rule = makeRule({ ...body, hosts: hypothesis.hosts ?? hosts });
        const known = rules.get(rule.id);
        if (known === undefined || known.evidence.frequency < frequency)
          rules.set(rule.id, { ...rule, evidence: { frequency } });
      }
    }
  }
  return [...rules.values()];
}

function formsOf({ texts, pages }: SiteUrls): (SiteForm & { readonly pages: readonly number[] })[] {
  const byText = new Map<string, Set<number>>();
  for (const [u, text] of texts.entries()) {
    const known = byText.get(text);
    if (known === undefined) byText.set(text, new Set([pages[u]!]));
    else known.add(pages[u]!);
  }
  return [...byText]
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([text, own]) => ({ text, source: editSource(text), pages: [...own] }));
}

/** Pages of which two forms become one. */
function countJoined({ ops, bodies = [] }: Hypothesis, match: EditMatch, pairs: readonly SitePair[]): number {
  const texts = new Map<SiteForm, string>();
  const textOf = (form: SiteForm): string => {
    const known = texts.get(form);
    if (known !== undefined) return known;
    let text = form.text;
    for (const op of ops)
      text = editParsed(match, op, text === form.text ? form.source : editSource(text), text) ?? text;
    for (const body of bodies) text = applyBody(body, text) ?? text;
    texts.set(form, text);
    return text;
  };
  let count = 0;
  let last = -1;
  for (const { a, b, page } of pairs) {
    // Pairs come page by page.
    if (page === last || textOf(a) !== textOf(b)) continue;
    last = page;
    count++;
  }
  return count;
}

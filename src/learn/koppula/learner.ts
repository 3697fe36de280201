/**
 * Koppula et al.: pair rules from the URLs of a page, generalized by a decision tree, host by host.
 *
 * 1. Split the values of each key where the host's own patterns split them (Algorithms 1 and 2, `tokenizeHost`).
 * 2. Choose the URL that a page's others should become, and a sample of the others (section 3.2.1).
 * 3. Write down what turns each of them into it (Algorithms 3 and 4, `pairRule`).
 * 4. Generalize the contexts of pair rules with the same transformation (Algorithm 5, `generalizeContexts`).
 * 5. Generalize transformations under the same context (section 3.2.2, `mergeTransformations`).
 * 6. Drop rules that match few URLs (section 5.1, `isCovering`).
 */
import { applyBody, emitsUrl, makeRule, type Rule } from '../../rules/index.ts';
import { buildUrl, urlKeys } from '../../url/index.ts';
import { exampleOf, ProblemList, sortCandidates } from '../candidates.ts';
import { KeyRows, MAX_KEYS } from '../key-rows.ts';
import type { CandidateRule, Learner } from '../learner.ts';
import { isCovering } from './coverage.ts';
import { countPages, type Draft, generalizeContexts, type PairRules } from './generalize.ts';
import { type HostPages, hostPages } from './host-pages.ts';
import { type HostTokens, type KeyedUrl, keyedUrl, tokenizeHost } from './keyed-url.ts';
import { completeKoppulaOptions, KOPPULA_DEFAULTS, type KoppulaOptions } from './options.ts';
import { pairRule } from './pair-rule.ts';
import { type RuleBody, ruleBody } from './rule-body.ts';
import { selectSources } from './sources.ts';
import { buildTable } from './table.ts';
import { type Transformation, transformationText } from './transformation.ts';

export const koppula: Learner<KoppulaOptions> = {
  name: 'koppula',
  source:
    'H. S. Koppula, K. P. Leela, A. Agarwal, K. P. Chitrapura, S. Garg, A. Sasturkar, Learning URL Patterns for Webpage De-duplication, WSDM 2010',
  emits: ['keys'],
  defaults: KOPPULA_DEFAULTS,
  selection: 'none',
  apply: 'first',
  propose({ clusters }, asked) {
    const options = completeKoppulaOptions(asked);
    const problems = new ProblemList();
    const candidates = hostPages(clusters, options).flatMap((pages) => proposeForHost(pages, options, problems));
    return { candidates: sortCandidates(candidates), problems: problems.list() };
  },
};

/** Pairs of a rule that are tried until it leads from the source to the target. */
const CHECKED = 10;

/** A source and the target it should become. */
type Pair = { readonly row: number; readonly source: string; readonly target: string };

function proposeForHost(pages: HostPages, options: KoppulaOptions, problems: ProblemList): CandidateRule[] {
  if (pages.pages.every(({ targets }) => targets.length === 0)) return [];
  const rows = new KeyRows();
  const rowOf = loadUrls(pages, rows, problems);
  const tokens = tokenizeHost(rows, options);
  const { pairs, ...found } = findPairs(pages, rowOf, tokens, options);
  if (pairs.length === 0) return [];
  const fromEnd = found.transformations.reduce((most, transformation) => Math.max(most, transformation.fromEnd), 0);
  const sources = pairs.map(({ row }) => row);
  const rules: PairRules = { ...found, table: buildTable(rows, sources, tokens, fromEnd) };
  const drafts = generalizeContexts(rules, options)
    .map((draft) => ({ ...draft, frequency: countPages(rules.pageOf, draft.rows) }))
    .filter(({ frequency }) => frequency >= options.minFrequency)
    .map((draft) => ({ ...draft, body: ruleBody(rules.table, draft) }));
  const covering = keepCovering(drafts, sources, rows, options.minCoverage ?? options.minFrequency);
  return covering.flatMap((draft): CandidateRule[] => {
    const rule = makeRule({ learner: 'koppula', hosts: [pages.host], ...draft.body });
    const own = draft.rows.slice(0, CHECKED).map((row) => pairs[row]!);
    const pair = own.find(({ source, target }) => leadsTo(rule, source, target));
    if (pair !== undefined) {
      const example = exampleOf(rule, [pair.source, pair.target]);
      return [{ ...rule, evidence: { frequency: draft.frequency, ...example } }];
    }
    problems.add('ruleMissesItsTarget', own[0]!.source);
    return [];
  });
}

/** A rule matches the URLs it was made from; only where these are too few the others are looked at. */
function keepCovering<T extends Draft & { readonly body: RuleBody }>(
  drafts: readonly T[],
  sources: readonly number[],
  rows: KeyRows,
  wanted: number,
): T[] {
  const rare = drafts.filter((draft) => new Set(draft.rows.map((row) => sources[row])).size < wanted);
  const bodies = rare.map(({ body }) => body);
  const dropped = new Set(rare);
  for (const [i, isGood] of isCovering(bodies, rows, wanted).entries()) if (isGood) dropped.delete(rare[i]!);
  return drafts.filter((draft) => !dropped.has(draft));
}

/** A key rule cannot say that `;` becomes `&`; a rule whose pairs all want that leads nowhere. */
function leadsTo(rule: Rule, source: string, target: string): boolean {
  const form = applyBody(rule, source);
  return form !== null && (!emitsUrl(rule) || form === buildUrl(urlKeys(target)));
}

/** Row numbers of the URLs of a host; -1 for one that is not looked at. */
function loadUrls({ pages }: HostPages, rows: KeyRows, problems: ProblemList): Map<string, number> {
  const rowOf = new Map<string, number>();
  for (const { urls } of pages) {
    for (const url of urls) {
      const row = rows.add(url);
      rowOf.set(url, row);
      if (row < 0 && urls.length > 1) problems.add('tooManyKeys', url);
    }
  }
  return rowOf;
}

function findPairs(
  { pages }: HostPages,
  rowOf: ReadonlyMap<string, number>,
  tokens: HostTokens,
  options: KoppulaOptions,
): { pairs: Pair[]; classOf: Int32Array; pageOf: Int32Array; transformations: Transformation[] } {
  const pairs: Pair[] = [];
  const classes: number[] = [];
  const pageOf: number[] = [];
  const transformations: Transformation[] = [];
  const numbers = new Map<string, number>();
  for (const [page, { urls, targets }] of pages.entries()) {
    if (targets.length === 0) continue;
    const others = urls.filter((url) => !targets.includes(url) && rowOf.get(url)! >= 0);
    const keyedTargets = targets.map((target) => ({ target, keys: keyedUrl(target, tokens) })).filter(isShort);
    for (const source of selectSources(others, options)) {
      const keyed = keyedUrl(source, tokens);
      for (const { target, keys } of keyedTargets) {
        const transformation = pairRule(keyed, keys);
        if (transformation === null) continue;
        const text = transformationText(transformation);
        const known = numbers.get(text) ?? transformations.push(transformation) - 1;
        numbers.set(text, known);
        pairs.push({ row: rowOf.get(source)!, source, target });
        classes.push(known);
        pageOf.push(page);
      }
    }
  }
  return { pairs, classOf: Int32Array.from(classes), pageOf: Int32Array.from(pageOf), transformations };
}

/** Sources with too many keys have no row; a target of another host has none either way. */
function isShort({ keys }: { readonly keys: KeyedUrl }): boolean {
  return keys.path.length + keys.params.length <= MAX_KEYS;
}

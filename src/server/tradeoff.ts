/** What is won and what is risked as rules are taken in the order of their risk. */
import { type Rule, type RuleSet, type Stage, stagesOf } from '../index.ts';
import { compileRules } from '../normalize/index.ts';
import type { Tradeoff, TradeoffPoint } from './api.ts';
import { applyRules, type DataSet } from './data-set.ts';
import { riskOf } from './rule-list.ts';
import type { Snapshot } from './snapshot.ts';

/** Points of the curve besides the one without rules; a measured one costs a pass over the data. */
const EVIDENCE_POINTS = 24;
const MEASURED_POINTS = 12;
/** Beyond this many URLs every n-th cluster is looked at. */
const MOST_URLS = 100_000;

type Ranked = { readonly rule: Rule; readonly risk: number };

/** Of very many rules the evidence must do: each measured point compiles all of them. */
export async function tradeoffOf(snapshot: Snapshot, given: DataSet | null): Promise<Tradeoff> {
  const data = snapshot.isLarge ? null : given;
  const offered = snapshot.entries.map(({ rule }) => rule).filter(({ state }) => state !== 'refuted');
  const ranked = offered
    .map((rule) => ({ rule, risk: riskOf(rule) }))
    .filter((item): item is Ranked => item.risk !== null)
    .sort((a, b) => a.risk - b.risk || (b.rule.evidence?.support ?? 0) - (a.rule.evidence?.support ?? 0));
  const unknown = offered.length - ranked.length;
  const steps = stepsOf(ranked.length, data ? MEASURED_POINTS : EVIDENCE_POINTS);
  const points = data ? await measured(snapshot, ranked, steps, data) : fromEvidence(ranked, steps);
  const ceiling = data ? data.clusters.reduce((sum, { urls }) => sum + urls.length - 1, 0) : null;
  return {
    source: data ? 'data' : 'evidence',
    unit: data ? 'URLs' : 'pairs',
    ceiling,
    points: marked(points, ranked),
    unknown,
  };
}

type Point = Omit<TradeoffPoint, 'isCurrent'>;

/** How many rules each point has: none, then evenly up to all. */
function stepsOf(rules: number, most: number): number[] {
  const count = Math.min(rules, most);
  return [...new Set(Array.from({ length: count + 1 }, (_, i) => (count === 0 ? 0 : Math.round((i * rules) / count))))];
}

function fromEvidence(ranked: readonly Ranked[], steps: readonly number[]): Point[] {
  const points: Point[] = [];
  let removed = 0;
  let wrong = 0;
  let at = 0;
  for (const rules of steps) {
    for (; at < rules; at++) {
      const { rule, risk } = ranked[at]!;
      const support = rule.evidence?.support ?? 0;
      removed += support;
      wrong += support * risk;
    }
    points.push({ maxRisk: ranked[rules - 1]?.risk ?? 0, rules, removed, wrong });
  }
  return points;
}

async function measured(
  { ruleSet }: Snapshot,
  ranked: readonly Ranked[],
  steps: readonly number[],
  data: DataSet,
): Promise<Point[]> {
  const { sample, scale } = sampleOf(data);
  const points: Point[] = [];
  for (const rules of steps) {
    const taken = new Set(ranked.slice(0, rules).map(({ rule }) => rule));
    const { removed, pagesLost } = await applyRules(sample, compileRules(onlyThese(ruleSet, taken)));
    points.push({
      maxRisk: ranked[rules - 1]?.risk ?? 0,
      rules,
      removed: Math.round(removed * scale),
      wrong: Math.round(pagesLost * scale),
    });
  }
  return points;
}

function sampleOf({ clusters, sources }: DataSet): { sample: DataSet; scale: number } {
  const urls = clusters.reduce((sum, cluster) => sum + cluster.urls.length, 0);
  const every = Math.max(1, Math.ceil(urls / MOST_URLS));
  const chosen = clusters.filter((_, i) => i % every === 0);
  const chosenUrls = chosen.reduce((sum, cluster) => sum + cluster.urls.length, 0);
  return { sample: { sources, clusters: chosen, listed: [] }, scale: chosenUrls === 0 ? 1 : urls / chosenUrls };
}

/** These rules applied, whatever their state, and no others. */
function onlyThese(set: RuleSet, taken: ReadonlySet<Rule>): RuleSet {
  const stages = stagesOf(set).map(
    (stage): Stage => ({
      apply: stage.apply,
      sun: stage.sun,
      rules: stage.rules.filter((rule) => taken.has(rule)).map((rule) => ({ ...rule, state: 'active' })),
    }),
  );
  return { dustpan: 1, options: {}, stages };
}

/** The last point that needs no rule beyond the riskiest in use. */
function marked(points: readonly Point[], ranked: readonly Ranked[]): TradeoffPoint[] {
  const last = ranked.findLastIndex(({ rule }) => rule.state === 'active') + 1;
  const current = points.findLastIndex(({ rules }) => rules <= last);
  return points.map((point, i) => ({ ...point, isCurrent: i === current }));
}

/** Judging rules that compose by stages: clusters whose URLs ever meet on their way through the rules are judged together, by the function that works in memory. */
import { type Cluster, keyOf, labelUrls } from '../../clusters/index.ts';
import type { Stage as RuleStage } from '../../rules/index.ts';
import { sun } from '../../url/index.ts';
import { type PairCounts, type ReplayCounts, replayStages, replayTexts } from '../../validate/index.ts';
import { type Member, wideOf } from './members.ts';
import { smallestExamples } from './reach.ts';
import type { Stage } from './stage.ts';
import { padded } from './texts.ts';

export type ReplayParams = {
  readonly stages: readonly RuleStage[];
  /** Places of rules that take no part, of all rules in order. */
  readonly refuted: readonly number[];
};

/** URLs that are looked at together; those that meet are never parted. */
const BATCH = 50_000;

/** In: URLs by cluster, and URLs that did not answer. Out: the same (`r`), and clusters by what their URLs may meet in: a wide group, a text (`k`). */
export const linkReplays: Stage = {
  name: 'map:replay-links',
  kind: 'map',
  open(params, emit, pass) {
    const { stages, isRefuted } = opened(params);
    let waiting: { readonly node: string; readonly url: string }[] = [];
    const flush = () => {
      const texts = replayTexts(
        stages,
        waiting.map(({ url }) => url),
        isRefuted,
      );
      for (const [i, { node, url }] of waiting.entries()) {
        const keys = new Set([...texts[i]!, sun(url)].map(keyOf));
        for (const key of keys) emit(`kt${key}`, node, 0);
      }
      waiting = [];
    };
    return {
      row({ k, s, v }) {
        if (k === 'f') {
          // Nothing is asked of it but whether it is what a rule gives.
          const url = JSON.parse(v) as string;
          const node = keyOf(url);
          emit(`r${node}`, '3', url);
          for (const key of new Set([url, sun(url)].map(keyOf))) emit(`kt${key}`, node, 0);
          return;
        }
        const node = k.slice(1);
        const member = JSON.parse(v) as Member;
        pass(`r${node}`, `2${s}`, v);
        emit(`kw${wideOf(member, node)}`, node, 0);
        if (waiting.push({ node, url: member[0] }) >= BATCH) flush();
      },
      end: flush,
    };
  },
};

/** In: URLs by what hangs together. Out: what they say of each rule, by its place among all (`y`). */
export const replayPieces: Stage = {
  name: 'reduce:replay',
  kind: 'reduce',
  open(params, emit) {
    const { stages, isRefuted } = opened(params);
    const totals: ReplayCounts[] = [];
    let waiting: Cluster[] = [];
    let failing: string[] = [];
    let size = 0;
    const flush = () => {
      const found = replayStages(stages, { labels: labelUrls(waiting), failing }, isRefuted).flat();
      for (const [r, counts] of found.entries()) totals[r] = addReplays(totals[r], counts);
      waiting = [];
      failing = [];
      size = 0;
    };
    return {
      group(_root, rows) {
        const clusters = new Map<string, { urls: string[]; wide: string[] }>();
        for (const { s, v } of rows) {
          const row = JSON.parse(v) as Member | string;
          if (typeof row === 'string') {
            failing.push(row);
            continue;
          }
          const known = clusters.get(s) ?? { urls: [], wide: [] };
          known.urls.push(row[0]);
          known.wide.push(wideOf(row, s));
          clusters.set(s, known);
          size++;
        }
        for (const [id, own] of clusters) waiting.push({ id, ...own });
        if (size > BATCH) flush();
      },
      end() {
        flush();
        for (const [r, counts] of totals.entries()) emit('y', padded(r), [r, counts]);
      },
    };
  },
};

/** What two parts of the data say of a rule, together. */
export function addReplays(a: ReplayCounts | undefined, b: ReplayCounts): ReplayCounts {
  if (!a) return b;
  const names = Object.keys(a.counts) as (keyof PairCounts)[];
  return {
    counts: Object.fromEntries(names.map((name) => [name, a.counts[name] + b.counts[name]])) as PairCounts,
    examples: smallestExamples([...a.examples, ...b.examples]),
    counterExamples: smallestExamples([...a.counterExamples, ...b.counterExamples]),
    ...(a.fetchable &&
      b.fetchable && {
        fetchable: { checked: a.fetchable.checked + b.fetchable.checked, ok: a.fetchable.ok + b.fetchable.ok },
      }),
  };
}

function opened(params: unknown) {
  const { stages, refuted } = params as ReplayParams;
  const gone = new Set(refuted);
  const starts = stages.map((_, s) => stages.slice(0, s).reduce((sum, { rules }) => sum + rules.length, 0));
  return { stages, isRefuted: (stage: number, rule: number) => gone.has(starts[stage]! + rule) };
}

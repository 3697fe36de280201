/** Evaluating by stages: clusters that share a page or a form meet, and what meets is measured by the function that works in memory. */
import { type Cluster, type Fold, keyOf, takeFold } from '../../clusters/index.ts';
import {
  addDust,
  addEvaluations,
  classifyDust,
  type DustClasses,
  type EvaluationCounts,
  evaluationCounter,
} from '../../evaluate/index.ts';
import { type CompileOptions, compileRules } from '../../normalize/index.ts';
import type { RuleSet } from '../../rules/index.ts';
import { sun } from '../../url/index.ts';
import { clusterOf, emitMember, type Member, wideOf } from './members.ts';
import type { Stage } from './stage.ts';

export type EvaluateParams = {
  readonly ruleSet: RuleSet;
  readonly include?: CompileOptions['include'];
  readonly fold?: Fold;
};

export type EvaluatedPart = { readonly counts: EvaluationCounts; readonly dust: DustClasses };

/** URLs that are measured at once. What hangs together is never cut. */
const BATCH = 50_000;

/** In: URLs by cluster. Out: the same (`r`), and clusters by what they may share: a wide group, a standard form, a form (`k`). */
export const linkClusters: Stage = {
  name: 'map:cluster-links',
  kind: 'map',
  open(params, emit, pass) {
    const { ruleSet, include } = params as EvaluateParams;
    const normalizer = compileRules(ruleSet, include ? { include } : {});
    return {
      row(row) {
        const cluster = clusterOf(row);
        const member = JSON.parse(row.v) as Member;
        const [url] = member;
        pass(`r${cluster}`, `2${row.s}`, row.v);
        for (const key of new Set([
          `w${wideOf(member, cluster)}`,
          `s${keyOf(sun(url))}`,
          `f${keyOf(normalizer.key(url))}`,
        ])) {
          emit(`k${key}`, cluster, 0);
        }
      },
    };
  },
};

/** In: URLs by what hangs together. Out: what is measured (`m`); of a fold also its URLs by cluster (`c`). */
export const measurePieces: Stage = {
  name: 'reduce:measure',
  kind: 'reduce',
  open(params, emit) {
    const { ruleSet, include, fold } = params as EvaluateParams;
    const options = { ...(include && { include }), ...(fold && { fold }) };
    const count = evaluationCounter(ruleSet, options);
    let waiting: Measured[] = [];
    let size = 0;
    const parts: EvaluatedPart[] = [];
    const flush = () => {
      const clusters = waiting.map(({ cluster }) => cluster);
      parts.push({ counts: count(clusters), dust: classifyDust(ruleSet, clusters, options) });
      if (fold) {
        const isInside = new Set(takeFold(clusters, fold, 'inside').map(({ id }) => id));
        for (const { cluster, members } of waiting) {
          if (!isInside.has(cluster.id)) continue;
          for (const member of members) emitMember(emit, cluster.id, member);
        }
      }
      waiting = [];
      size = 0;
    };
    return {
      group(_root, rows) {
        const found = new Map<string, Member[]>();
        for (const { s, v } of rows) {
          const known = found.get(s);
          if (known) known.push(JSON.parse(v) as Member);
          else found.set(s, [JSON.parse(v) as Member]);
          size++;
        }
        for (const [id, members] of found) {
          const cluster = { id, urls: members.map(([url]) => url), wide: members.map((member) => wideOf(member, id)) };
          waiting.push({ cluster, members });
        }
        if (size > BATCH) flush();
      },
      end() {
        if (size > 0) flush();
        if (parts.length > 0) emit('m', '0', addParts(parts));
      },
    };
  },
};

export function addParts(parts: readonly EvaluatedPart[]): EvaluatedPart {
  return {
    counts: addEvaluations(parts.map(({ counts }) => counts)),
    dust: addDust(parts.map(({ dust }) => dust)),
  };
}

type Measured = { readonly cluster: Cluster; readonly members: readonly Member[] };

/** Which rules undo each other, by stages: URLs are looked at one by one, wherever they are. */
import { compareCodePoints } from '../../base/index.ts';
import type { Rule } from '../../rules/index.ts';
import { directedOf, dropUndone, type Undone, UndoneCounter } from '../../validate/index.ts';
import { type ClusterJob, values } from './cluster-job.ts';
import type { Judged } from './judge-job.ts';
import type { Member } from './members.ts';
import { type Engine, part, type Stage } from './stage.ts';

type UndoneCounts = Pick<Undone, 'changed' | 'firstUrl'> & {
  readonly undone: readonly (readonly [pair: number, urls: number])[];
};

/** In: URLs by cluster. Out: what the rules change, and change back (`u`). */
export const countUndone: Stage = {
  name: 'map:undone',
  kind: 'map',
  open(params, emit) {
    const counter = new UndoneCounter((params as { rules: readonly Rule[] }).rules);
    return {
      row: ({ v }) => counter.add((JSON.parse(v) as Member)[0]),
      end() {
        const { changed, firstUrl, undone } = counter;
        emit('u', '0', { changed, firstUrl, undone: [...undone] } satisfies UndoneCounts);
      },
    };
  },
};

/** The rules without those that a stronger one undoes. */
export async function withoutUndone(
  engine: Engine,
  { members }: ClusterJob,
  judged: readonly Judged[],
): Promise<readonly Judged[]> {
  const ranked = judged.map((one) => ({ one, rule: one.rule, support: one.evidence.support }));
  const rules = directedOf(ranked);
  if (rules.length < 2) return judged;
  const table = await engine.run([{ stage: 'map:undone', params: { rules } }], [members]);
  const counts = addUndone(await values<UndoneCounts>(engine, part(table, 'u')), rules.length);
  await engine.drop(table);
  return dropUndone(ranked, counts).map(({ one }) => one);
}

function addUndone(parts: readonly UndoneCounts[], rules: number): Undone {
  const changed: number[] = new Array(rules).fill(0);
  const firstUrl: (string | null)[] = new Array(rules).fill(null);
  const undone = new Map<number, number>();
  for (const counts of parts) {
    for (let r = 0; r < rules; r++) {
      changed[r]! += counts.changed[r]!;
      const [known, url] = [firstUrl[r] ?? null, counts.firstUrl[r] ?? null];
      if (url !== null && (known === null || compareCodePoints(url, known) < 0)) firstUrl[r] = url;
    }
    for (const [pair, urls] of counts.undone) undone.set(pair, (undone.get(pair) ?? 0) + urls);
  }
  return { changed, firstUrl, undone };
}

/** What other commands wrote and the explorer shows: a comparison of learners, replicas. */
import { ConfigError } from '../base/index.ts';
import { FIGURES } from '../index.ts';
import type { ComparisonAnswer } from './api.ts';
import { comparisonFile, replicasFile } from './schemas-side.ts';
import type { Replicas } from './services.ts';

/** Of the text that `compare --json` wrote. `name`: of the file, for the sentence when it is not one. */
export function readComparison(text: string, name: string): ComparisonAnswer {
  const result = comparisonFile.safeParse(parsed(text));
  if (!result.success) throw notMadeBy(name, 'compare --json');
  const { data, rows, costs, absent } = result.data;
  return {
    data,
    figures: FIGURES,
    absent,
    rows: rows.map((row) => {
      const cost = costs.find(
        (one) => one.method === row.method && one.maxFpr === row.maxFpr && one.swept === row.swept,
      );
      return { ...row, cpuSeconds: cost?.cpuSeconds ?? null };
    }),
  };
}

/** Of the text that `replicas --json` wrote. */
export function readReplicas(text: string, name: string): Replicas {
  const result = replicasFile.safeParse(parsed(text));
  if (!result.success) throw notMadeBy(name, 'replicas --json');
  const { summary, groups, pairs } = result.data;
  return { ...summary, groups, pairs };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function notMadeBy(name: string, command: string): ConfigError {
  return new ConfigError('bad-file', `${name} is not what dustpan ${command} writes; make it again`);
}

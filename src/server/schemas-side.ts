/** The schemas of what other commands wrote: files are read with them, and what is not known in them is dropped. */
import { z } from 'zod';
import type { ComparisonAnswer, ReplicasAnswer } from './api.ts';
import { count, list, orNull, pair, text } from './schema-parts.ts';

const number = z.number();
const numberOrNull = orNull(number);
const comparisonRow = z.object({
  method: text,
  kind: z.enum(['learner', 'normalizer']),
  maxFpr: numberOrNull,
  swept: numberOrNull,
  mean: z.record(text, numberOrNull),
  pages: count,
  pagesLost: count,
  advice: orNull(text),
});
const comparisonShape = {
  data: z.object({ urls: count, clusters: count, plural: count, duplicates: count }),
  absent: list(z.object({ method: text, reason: text })),
};
export const comparisonFile = z.object({
  ...comparisonShape,
  rows: list(comparisonRow),
  costs: list(z.object({ method: text, maxFpr: numberOrNull, swept: numberOrNull, cpuSeconds: numberOrNull })),
});
export const comparisonAnswer: z.ZodType<ComparisonAnswer> = z.strictObject({
  ...comparisonShape,
  figures: list(text),
  rows: list(comparisonRow.extend({ cpuSeconds: numberOrNull })),
});
const replicaShape = {
  groups: list(z.object({ representative: text, replicas: list(text) })),
  pairs: list(
    z.object({
      a: text,
      b: text,
      score: number,
      isReplica: z.boolean(),
      sharedPages: count,
      jaccard: number,
      examples: list(pair),
    }),
  ),
};
export const replicasFile = z.object({
  summary: z.object({ method: text, hosts: count, sites: count, replicas: count }),
  ...replicaShape,
});
export const replicasAnswer: z.ZodType<ReplicasAnswer> = z.strictObject({
  method: text,
  hosts: count,
  sites: count,
  replicas: count,
  ...replicaShape,
  total: count,
  matched: count,
  offset: count,
});

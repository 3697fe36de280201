/** What the server and the process of a learn job say to each other; the process itself is the command line's, which knows how to learn. */
import type { JobRequest, JobResult, JobState } from '../api.ts';

/** The first and only thing the process is told. */
export type LearnOrder = {
  readonly paths: readonly string[];
  readonly request: JobRequest;
  /** Where it leaves `rules.json`, and `clusters.jsonl` (a cluster a line) if there are not too many URLs. */
  readonly folder: string;
  readonly mostUrls: number;
};

export type LearnProgress = {
  readonly state: Extract<JobState, 'reading' | 'clustering' | 'learning'>;
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly lines: number;
  readonly urls: number;
  readonly clusters: number;
};

/** What it tells; sentences for people come on its standard error. */
export type LearnMessage =
  | { readonly kind: 'progress'; readonly progress: LearnProgress }
  | { readonly kind: 'done'; readonly result: Omit<JobResult, 'isAdopted'> }
  /** `isInternal`: not the user's doing. */
  | { readonly kind: 'failed'; readonly message: string; readonly isInternal: boolean };

export const RULES_FILE = 'rules.json';
export const CLUSTERS_FILE = 'clusters.jsonl';

/** The types of what other commands wrote, a comparison and replicas; a part of `api.ts`, which is what others import. */

/** `GET /v1/comparison`, if the server was started with `--comparison` (what `compare --json` wrote); else 404 `no-comparison`. */
export type ComparisonAnswer = {
  readonly data: {
    readonly urls: number;
    readonly clusters: number;
    readonly plural: number;
    readonly duplicates: number;
  };
  /** Figures in the order of tables. */
  readonly figures: readonly string[];
  readonly rows: readonly ComparisonRow[];
  readonly absent: readonly { readonly method: string; readonly reason: string }[];
};
export type ComparisonRow = {
  readonly method: string;
  readonly kind: 'learner' | 'normalizer';
  readonly maxFpr: number | null;
  readonly swept: number | null;
  readonly mean: Readonly<Record<string, number | null>>;
  readonly pages: number;
  readonly pagesLost: number;
  readonly cpuSeconds: number | null;
  readonly advice: string | null;
};

/** `GET /v1/replicas?q=&offset=&limit=`, if the server was started with `--replicas` (what `replicas --json` wrote); else 404 `no-replicas`. */
export type ReplicasAnswer = {
  readonly method: string;
  readonly hosts: number;
  readonly sites: number;
  readonly replicas: number;
  readonly groups: readonly { readonly representative: string; readonly replicas: readonly string[] }[];
  readonly total: number;
  readonly matched: number;
  readonly offset: number;
  readonly pairs: readonly ReplicaRow[];
};
export type ReplicaRow = {
  readonly a: string;
  readonly b: string;
  readonly score: number;
  readonly isReplica: boolean;
  readonly sharedPages: number;
  readonly jaccard: number;
  readonly examples: readonly (readonly [string, string])[];
};

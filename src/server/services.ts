/** What the routes work with: made once when the server starts. */
import type { ComparisonAnswer, ReplicasAnswer } from './api.ts';
import { AppliedData, type DataSet } from './data-set.ts';
import type { Gate } from './gate.ts';
import type { Jobs, Source } from './jobs/jobs.ts';
import type { Uploads } from './jobs/uploads.ts';
import type { ServerLimits } from './limits.ts';
import type { DescribeEvidence } from './rule-detail.ts';
import type { RuleStore } from './rule-store.ts';
import type { Guard } from './security.ts';

export type Replicas = Omit<ReplicasAnswer, 'total' | 'matched' | 'offset'>;

export type Services = {
  readonly version: string;
  readonly limits: ServerLimits;
  readonly guard: Guard;
  readonly requests: Gate;
  readonly streams: Gate;
  readonly listeners: Gate;
  readonly store: RuleStore;
  readonly data: DataHolder;
  /** What the server was started with, as far as it can be read again. */
  readonly inputs: readonly Source[];
  readonly uploads: Uploads;
  readonly jobs: Jobs;
  readonly describe: DescribeEvidence;
  readonly comparison: ComparisonAnswer | null;
  readonly replicas: Replicas | null;
  /** The folder of the explorer's files; null if it was not built. */
  readonly webRoot: string | null;
  /** Told of what should never happen. */
  readonly onError: (error: unknown) => void;
};

/** The data in use; a job that is adopted brings its own. */
export class DataHolder {
  private held: AppliedData | null;

  constructor(data: DataSet | null) {
    this.held = data && new AppliedData(data);
  }

  get current(): AppliedData | null {
    return this.held;
  }

  replace(data: DataSet | null): void {
    this.held = data && new AppliedData(data);
  }
}

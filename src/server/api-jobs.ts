/** The types of uploads and learn jobs; a part of `api.ts`, which is what others import. */

/** `POST /v1/uploads?name=crawl.tsv.gz` with the bytes of the file as body (any type; at most `Limits.uploadBytes`). 201. */
export type Upload = { readonly id: string; readonly name: string; readonly bytes: number };
/** `GET /v1/uploads`. `DELETE /v1/uploads/{id}` removes one (204). */
export type UploadsAnswer = {
  readonly uploads: readonly Upload[];
  /** What the server was started with can be learned from, too. */
  readonly inputs: readonly string[];
};

/** `POST /v1/jobs`: 202 with the `Job`; 429 `too-many-jobs` if enough are waiting. */
export type JobRequest = {
  readonly uploads?: readonly string[];
  /** Use what the server was started with. */
  readonly inputs?: boolean;
  readonly learner?: string;
  readonly format?: string;
  /** Of logs without host names. */
  readonly host?: string;
  readonly maxRisk?: number;
  readonly minSupport?: number;
  readonly minFrequency?: number;
  readonly maxFpr?: number;
  readonly seed?: number;
};
/** `GET /v1/learners`: what a form can offer. */
export type LearnersAnswer = {
  readonly learners: readonly { readonly name: string; readonly about: string }[];
  readonly formats: readonly string[];
  readonly defaults: {
    readonly learner: string;
    readonly maxRisk: number;
    readonly minSupport: number;
    readonly minFrequency: number;
    readonly maxFpr: number;
    readonly seed: number;
  };
  readonly limits: Limits;
};
export type Limits = {
  /** Of a JSON body. */
  readonly bodyBytes: number;
  readonly uploadBytes: number;
  /** Of one line of a stream. */
  readonly lineBytes: number;
  readonly explainUrls: number;
};

/** `GET /v1/jobs` (latest first), `GET /v1/jobs/{id}`; `DELETE /v1/jobs/{id}` cancels it, or forgets it when it has ended (204). */
export type JobsAnswer = { readonly jobs: readonly Job[] };
export type JobState = 'waiting' | 'reading' | 'clustering' | 'learning' | 'done' | 'failed' | 'canceled';
export type Job = {
  readonly id: string;
  readonly state: JobState;
  readonly request: JobRequest;
  /** Names of what it reads. */
  readonly sources: readonly string[];
  readonly progress: JobProgress;
  /** Of `failed`: what went wrong and what to do. */
  readonly error: string | null;
  /** Of `done`. */
  readonly result: JobResult | null;
};
export type JobProgress = {
  readonly bytes: number;
  /** Null if unknown. */
  readonly totalBytes: number | null;
  readonly lines: number;
  readonly urls: number;
  readonly clusters: number;
  /** Since it began to run. */
  readonly seconds: number;
  /** What was told on the way: lines left out, filters, and so on. */
  readonly notes: readonly string[];
};
export type JobResult = {
  readonly rules: number;
  readonly candidates: number;
  readonly urls: number;
  readonly clusters: number;
  readonly duplicates: number;
  readonly removed: number;
  readonly sharedForms: number;
  readonly impureForms: number;
  readonly errorBound: number | null;
  readonly confidence: number;
  /** Why nothing was learned, and what to change. */
  readonly advice: string | null;
  readonly strongest: readonly { readonly text: string; readonly support: number }[];
  readonly unexplained: readonly {
    readonly difference: string;
    readonly duplicates: number;
    readonly pages: number;
    readonly example: readonly [string, string];
  }[];
  /** Whether it is what the server uses now. */
  readonly isAdopted: boolean;
};

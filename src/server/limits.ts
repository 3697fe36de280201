/** What the server lets a client take of its memory, time and disk; every bound is here. */
import type { Limits } from './api.ts';

export type ServerLimits = Limits & {
  /** Of all uploads together, and their number. */
  readonly uploadsBytes: number;
  readonly uploads: number;
  /** Requests, streams and event listeners at one time. */
  readonly requests: number;
  readonly streams: number;
  readonly listeners: number;
  /** Learn jobs that may wait behind the one that runs, and jobs that are remembered. */
  readonly waitingJobs: number;
  readonly keptJobs: number;
  /** Changes that can be undone. */
  readonly changes: number;
  /** URLs of an adopted job's data that are kept for the clusters browser. */
  readonly jobUrls: number;
  /** For the head of a request, and for a body that is read as a whole. */
  readonly headersMs: number;
  readonly bodyMs: number;
  /** A connection or a stream on which nothing moves. */
  readonly idleMs: number;
  /** What is under way when the server is asked to stop may take this long. */
  readonly stopMs: number;
  readonly noteLength: number;
};

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: ServerLimits = {
  bodyBytes: 8 * MIB,
  uploadBytes: 1024 * MIB,
  lineBytes: MIB,
  explainUrls: 1000,
  uploadsBytes: 4096 * MIB,
  uploads: 64,
  requests: 512,
  streams: 16,
  listeners: 64,
  waitingJobs: 4,
  keptJobs: 32,
  changes: 1000,
  jobUrls: 2_000_000,
  headersMs: 10_000,
  bodyMs: 30_000,
  idleMs: 60_000,
  stopMs: 10_000,
  noteLength: 4000,
};

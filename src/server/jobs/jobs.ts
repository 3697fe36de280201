/** Learn jobs: one runs, in a process of its own so that the server stays quick, the next ones wait; who listens is told of every change. */
import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Cluster, RuleSet } from '../../index.ts';
import { parseRuleSet } from '../../normalize/index.ts';
import type { Job, JobProgress, JobRequest, JobState } from '../api.ts';
import type { DataSet } from '../data-set.ts';
import type { ServerLimits } from '../limits.ts';
import { Refusal } from '../problem.ts';
import { CLUSTERS_FILE, type LearnMessage, type LearnOrder, RULES_FILE } from './protocol.ts';
import type { RunLearning, Running } from './run-learning.ts';

export type Source = { readonly name: string; readonly path: string };
type Listener = (job: Job) => void;
type Entry = {
  job: Job;
  readonly sources: readonly Source[];
  readonly folder: string;
  readonly listeners: Set<Listener>;
  running: Running | null;
  startedAt: number;
};

const ENDED: ReadonlySet<JobState> = new Set(['done', 'failed', 'canceled']);
const NOTHING: JobProgress = { bytes: 0, totalBytes: null, lines: 0, urls: 0, clusters: 0, seconds: 0, notes: [] };
const NOTES = 50;
const TICK_MS = 1000;

export class Jobs {
  private readonly entries = new Map<string, Entry>();
  private readonly run: RunLearning;
  private readonly limits: ServerLimits;
  /** The private folder that jobs work in. */
  private readonly folder: () => string;
  private current: Entry | null = null;
  private adopted: string | null = null;

  constructor(run: RunLearning, limits: ServerLimits, folder: () => string) {
    this.run = run;
    this.limits = limits;
    this.folder = folder;
  }

  /** Latest first. */
  list(): Job[] {
    return [...this.entries.values()].map(({ job }) => job).reverse();
  }

  get(id: string): Job {
    return this.entryOf(id).job;
  }

  add(request: JobRequest, sources: readonly Source[]): Job {
    const waiting = [...this.entries.values()].filter(({ job }) => job.state === 'waiting').length;
    if (this.current !== null && waiting >= this.limits.waitingJobs) {
      throw new Refusal(429, 'too-many-jobs', 'Enough jobs are waiting; cancel one, or try again when one has ended.');
    }
    const id = randomBytes(8).toString('hex');
    const job: Job = {
      id,
      state: 'waiting',
      request,
      sources: sources.map(({ name }) => name),
      progress: NOTHING,
      error: null,
      result: null,
    };
    const folder = join(this.folder(), 'jobs', id);
    this.entries.set(id, { job, sources, folder, listeners: new Set(), running: null, startedAt: 0 });
    this.forgetOld();
    this.next();
    return this.get(id);
  }

  /** Cancels a job that has not ended, and forgets one that has. */
  remove(id: string): void {
    const entry = this.entryOf(id);
    if (ENDED.has(entry.job.state)) this.forget(entry);
    else this.cancel(entry);
  }

  /** Calls the listener at once and on every change; gives the function that ends it. */
  listen(id: string, listener: Listener): () => void {
    const entry = this.entryOf(id);
    entry.listeners.add(listener);
    listener(entry.job);
    return () => entry.listeners.delete(listener);
  }

  /** What a job learned, as the text of a rule file. */
  rulesText(id: string): string {
    const entry = this.entryOf(id);
    if (entry.job.state !== 'done') {
      throw new Refusal(409, 'not-done', 'The job has no rules; wait until it is done, or start another.');
    }
    return readFileSync(join(entry.folder, RULES_FILE), 'utf8');
  }

  async result(id: string): Promise<{ ruleSet: RuleSet; data: DataSet | null }> {
    const text = this.rulesText(id);
    const { folder, job } = this.entryOf(id);
    return { ruleSet: parseRuleSet(text), data: await readClusters(join(folder, CLUSTERS_FILE), job.sources) };
  }

  setAdopted(id: string | null): void {
    this.adopted = id;
    for (const entry of this.entries.values()) {
      const { result } = entry.job;
      if (result && result.isAdopted !== (entry.job.id === id)) {
        this.update(entry, { result: { ...result, isAdopted: entry.job.id === id } });
      }
    }
  }

  /** Ends everything. */
  async close(): Promise<void> {
    const ends = [...this.entries.values()].map(({ running }) => running?.ended);
    for (const entry of this.entries.values()) if (!ENDED.has(entry.job.state)) this.cancel(entry);
    await Promise.all(ends);
  }

  private next(): void {
    if (this.current !== null) return;
    const entry = [...this.entries.values()].find(({ job }) => job.state === 'waiting');
    if (entry === undefined) return;
    this.current = entry;
    entry.startedAt = performance.now();
    mkdirSync(entry.folder, { recursive: true });
    const order: LearnOrder = {
      paths: entry.sources.map(({ path }) => path),
      request: entry.job.request,
      folder: entry.folder,
      mostUrls: this.limits.jobUrls,
    };
    const tick = setInterval(() => this.update(entry, {}), TICK_MS);
    entry.running = this.run(order, {
      onMessage: (message) => this.hear(entry, message),
      onNote: (text) => this.note(entry, this.scrubbed(entry, text)),
      onEnd: (problem) => {
        clearInterval(tick);
        entry.running = null;
        if (!ENDED.has(entry.job.state)) this.update(entry, { state: 'failed', error: problem });
        if (entry.job.state !== 'done') rmSync(entry.folder, { recursive: true, force: true });
        this.current = null;
        this.next();
      },
    });
    this.update(entry, { state: 'reading' });
  }

  private hear(entry: Entry, message: LearnMessage): void {
    if (ENDED.has(entry.job.state)) return;
    if (message.kind === 'progress') {
      const { state, ...progress } = message.progress;
      this.update(entry, { state, progress: { ...entry.job.progress, ...progress } });
    } else if (message.kind === 'done') {
      this.update(entry, { state: 'done', result: { ...message.result, isAdopted: false } });
    } else {
      const error = message.isInternal
        ? 'The job failed inside; the standard error of the server says more. Report it if it stays.'
        : this.scrubbed(entry, message.message);
      this.update(entry, { state: 'failed', error });
    }
  }

  private note(entry: Entry, text: string): void {
    const { progress } = entry.job;
    if (progress.notes.length < NOTES)
      this.update(entry, { progress: { ...progress, notes: [...progress.notes, text] } });
  }

  /** Messages name files as they are on disk; people know them by the names they gave them. */
  private scrubbed(entry: Entry, text: string): string {
    let clean = text;
    for (const { path, name } of entry.sources) clean = clean.replaceAll(path, name);
    return clean
      .replaceAll(entry.folder, 'the folder of the job')
      .replaceAll(this.folder(), 'the folder of the server');
  }

  private cancel(entry: Entry): void {
    this.update(entry, { state: 'canceled' });
    entry.running?.stop();
  }

  private update(entry: Entry, change: Partial<Job>): void {
    const isRunning = entry.startedAt > 0 && !ENDED.has(entry.job.state);
    const merged = { ...entry.job, ...change };
    const seconds = isRunning ? (performance.now() - entry.startedAt) / 1000 : merged.progress.seconds;
    entry.job = { ...merged, progress: { ...merged.progress, seconds: Math.round(seconds * 10) / 10 } };
    for (const listener of [...entry.listeners]) listener(entry.job);
  }

  private forgetOld(): void {
    const ended = [...this.entries.values()].filter(({ job }) => ENDED.has(job.state) && job.id !== this.adopted);
    for (const entry of ended.slice(0, Math.max(0, this.entries.size - this.limits.keptJobs))) this.forget(entry);
  }

  private forget(entry: Entry): void {
    this.entries.delete(entry.job.id);
    rmSync(entry.folder, { recursive: true, force: true });
  }

  private entryOf(id: string): Entry {
    const entry = this.entries.get(id);
    if (entry) return entry;
    throw new Refusal(404, 'no-job', 'There is no such job any more; load the list of jobs again.');
  }
}

export function hasEnded({ state }: Job): boolean {
  return ENDED.has(state);
}

async function readClusters(path: string, sources: readonly string[]): Promise<DataSet | null> {
  const clusters: Cluster[] = [];
  try {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) clusters.push(JSON.parse(line) as Cluster);
  } catch (error) {
    // Too many URLs to be kept: the process wrote none.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return clusters.length === 0 ? null : { sources, clusters, listed: [] };
}

/** Answers noted in a file as they come, one JSON line each, so that a run that was stopped goes on without asking again. */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { EngineError, InputError } from '../base/index.ts';
import type { PageMark } from './page-mark.ts';
import type { RobotsAnswer } from './robots.ts';

/** What one request for a page brought: an answer, or how it failed after it was sent. */
export type Visit = {
  readonly url: string;
  readonly status?: number;
  readonly failure?: string;
  readonly redirect?: string;
  readonly type?: string;
  readonly bytes?: number;
  /** Of answers with status 200. */
  readonly page?: PageMark;
};

export type NotedRobots = RobotsAnswer & { readonly robots: string; readonly at: number };

/** A crash of the machine loses no more than this. */
const SYNC_MS = 1000;

export class Journal {
  readonly visits = new Map<string, Visit>();
  readonly robots = new Map<string, NotedRobots>();
  readonly #path: string;
  readonly #fd: number;
  #synced = 0;

  /**
   * Opens or begins a journal. The beginning of a line that was being written when a run ended is taken away.
   * `marks` says how pages are marked: marks that were made in another way cannot be compared.
   */
  constructor(path: string, marks: string) {
    this.#path = path;
    this.#fd = this.#attempt(() => openSync(path, 'a+'));
    const bytes = this.#attempt(() => readFileSync(this.#fd));
    const end = bytes.lastIndexOf(10) + 1;
    const [head, ...lines] = bytes.toString('utf8', 0, end).split('\n');
    // Half of a first line is what is left of a run that hardly began.
    const first = JSON.stringify({ 'dustpan-journal': 1, marks });
    const isNew = end === 0 && first.startsWith(bytes.toString('utf8'));
    if (head !== first && !isNew) {
      closeSync(this.#fd);
      const isOther = head?.startsWith('{"dustpan-journal":');
      const what = isOther ? 'was written by another version of dustpan' : 'is not a journal of dustpan';
      throw new InputError('not-a-journal', `${path} ${what}; name a new file with --journal`);
    }
    for (const line of lines) this.#take(line);
    this.#attempt(() => ftruncateSync(this.#fd, end));
    if (isNew) this.#write(first);
  }

  addVisit(visit: Visit): void {
    this.visits.set(visit.url, visit);
    this.#write(JSON.stringify(visit));
  }

  addRobots(answer: NotedRobots): void {
    this.robots.set(answer.robots, answer);
    this.#write(JSON.stringify(answer));
  }

  close(): void {
    this.#attempt(() => {
      fsyncSync(this.#fd);
      closeSync(this.#fd);
    });
  }

  /** A line that makes no sense is passed over: what it told is asked for again. */
  #take(line: string): void {
    const value = parseLine(line);
    if (value === null) return;
    if (isRobots(value)) this.robots.set(value.robots, value);
    else if (isVisit(value)) this.visits.set(value.url, value);
  }

  #write(line: string): void {
    this.#attempt(() => {
      const bytes = Buffer.from(`${line}\n`);
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
      const now = performance.now();
      if (now - this.#synced < SYNC_MS) return;
      this.#synced = now;
      fsyncSync(this.#fd);
    });
  }

  #attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const why = code === 'ENOENT' ? 'there is no such folder' : `the system says ${code ?? String(error)}`;
      const message = `cannot write the journal ${this.#path}: ${why}; name another file with --journal`;
      throw new EngineError('journal-failed', message, error);
    }
  }
}

function parseLine(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isRobots(value: object): value is NotedRobots {
  const { robots, at, status, text } = value as Partial<NotedRobots>;
  return typeof robots === 'string' && Number.isFinite(at) && Number.isInteger(status) && typeof text === 'string';
}

function isVisit(value: object): value is Visit {
  const { url, status, failure, redirect, page } = value as Partial<Visit>;
  const isAnswer = Number.isInteger(status) && (status !== 200 || isMark(page));
  const isRedirect = redirect === undefined || typeof redirect === 'string';
  return typeof url === 'string' && isRedirect && (isAnswer || typeof failure === 'string');
}

function isMark(page: unknown): page is PageMark {
  const { digest, text } = (page ?? {}) as Partial<PageMark>;
  if (typeof digest !== 'string') return false;
  if (text === undefined) return true;
  return Number.isInteger(text.words) && typeof text.digest === 'string' && typeof text.sketch === 'string';
}

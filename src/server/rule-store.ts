/** The rules in use and every change of them: written back whole, never over somebody else's change, and undone on request. */
import { readFileSync, statSync } from 'node:fs';
import { ConfigError, isDustpanError } from '../base/index.ts';
import type { Rule, RuleSet } from '../index.ts';
import { parseRuleSet } from '../normalize/index.ts';
import type { Change, ChangeRequest, RuleFileFacts } from './api.ts';
import { ChangeLog } from './change-log.ts';
import { Refusal } from './problem.ts';
import { type CompileElsewhere, type Entry, Snapshot, versionOf } from './snapshot.ts';

/** Where the rules are: in a file, to which changes are written, or in memory, with a sentence why they are not written. `name` is for people, without folders. */
export type RuleSource =
  | { readonly kind: 'file'; readonly name: string; readonly path: string }
  | { readonly kind: 'memory'; readonly name: string | null; readonly ruleSet: RuleSet; readonly whyNot: string };

/** Replaces a file as a whole, or throws. */
export type WriteFile = (path: string, text: string) => Promise<void>;

export type StoreTools = {
  readonly writeFile: WriteFile;
  readonly compile: CompileElsewhere;
  /** That are remembered, to be undone. */
  readonly mostChanges: number;
  readonly onError: (error: unknown) => void;
};

/** Somebody who writes the file all the time must not keep us busy for ever. */
const TRIES = 5;
/** The disk is looked at once in this time for requests that only read. */
const LOOK_MS = 500;

export class RuleStore {
  private snapshot: Snapshot;
  private readonly source: RuleSource;
  private readonly tools: StoreTools;
  private readonly log: ChangeLog;
  private trouble: string | null = null;
  private mark: string | null = null;
  private lookedAt = 0;
  private isCompiling = false;
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(source: RuleSource, snapshot: Snapshot, mark: string | null, tools: StoreTools) {
    this.source = source;
    this.snapshot = snapshot;
    this.mark = mark;
    this.tools = tools;
    this.log = new ChangeLog(tools.mostChanges);
  }

  static async open(source: RuleSource, tools: StoreTools): Promise<RuleStore> {
    const mark = source.kind === 'file' ? markOf(source.path) : null;
    try {
      const snapshot = source.kind === 'file' ? readSnapshot(source.path) : Snapshot.of(source.ruleSet);
      await snapshot.prepare(tools.compile);
      return new RuleStore(source, snapshot, mark, tools);
    } catch (error) {
      if (!(error instanceof ConfigError) || source.kind !== 'file') throw error;
      // This is told to who started the server, not to who asks it.
      throw new ConfigError(error.code, `${source.path}: ${error.message}`, error);
    }
  }

  /** What holds now. A file that somebody changed is read again; until that is done, what was there before holds. */
  current(): Snapshot {
    const now = performance.now();
    if (this.source.kind === 'file' && now - this.lookedAt >= LOOK_MS) {
      this.lookedAt = now;
      if (markOf(this.source.path) !== this.mark) this.exclusively(() => this.look()).catch(this.tools.onError);
    }
    return this.snapshot;
  }

  facts(): RuleFileFacts {
    const { source, trouble } = this;
    const whyNot = source.kind === 'file' ? null : source.whyNot;
    return { name: source.name, isWritable: source.kind === 'file', whyNot, trouble, isPending: this.isCompiling };
  }

  changes(ref?: string): Change[] {
    return this.log.list(ref);
  }

  /** `version`: of the rule as its changer saw it. */
  change(ref: string, version: string, request: ChangeRequest): Promise<{ change: Change; snapshot: Snapshot }> {
    return this.exclusively(async () => {
      const done = await this.commit((snapshot) => {
        const entry = this.entryOf(snapshot, ref);
        if (versionOf(entry.rule) !== version) throw new StaleRule(snapshot, entry);
        return { entry, rule: changedRule(entry.rule, request) };
      });
      return { change: this.log.addRule(ref, done.before, done.after, null), snapshot: this.snapshot };
    });
  }

  undo(id: number): Promise<{ change: Change; snapshot: Snapshot; ref: string | null }> {
    return this.exclusively(async () => {
      const past = this.log.find(id);
      if (past.kind === 'adopt') {
        await this.look();
        if (this.snapshot.revision !== past.after) {
          throw new Refusal(409, 'rules-changed', 'The rules were changed since; undo the later changes first.');
        }
        await this.replaceAll(past.set);
        const change = this.log.addAdopt(
          'the rules from before are back',
          past.afterSet,
          past.set,
          this.snapshot.revision,
          id,
        );
        return { change, snapshot: this.snapshot, ref: null };
      }
      const { ref, before, after } = past;
      const done = await this.commit((snapshot) => {
        const entry = this.entryOf(snapshot, ref);
        if (versionOf(entry.rule) !== versionOf(after)) throw new StaleRule(snapshot, entry);
        return { entry, rule: changedRule(entry.rule, { state: before.state, note: before.note ?? '' }) };
      });
      return { change: this.log.addRule(ref, done.before, done.after, id), snapshot: this.snapshot, ref };
    });
  }

  /** Makes another set the one in use. */
  adopt(set: RuleSet, text: string): Promise<{ change: Change; snapshot: Snapshot }> {
    return this.exclusively(async () => {
      await this.look();
      const before = this.snapshot.ruleSet;
      await this.replaceAll(set);
      return { change: this.log.addAdopt(text, before, set, this.snapshot.revision, null), snapshot: this.snapshot };
    });
  }

  /** Changes wait for each other. */
  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => undefined);
    return result;
  }

  /** Resolves when no change is under way. */
  async settled(): Promise<void> {
    await this.queue;
  }

  private async commit(
    plan: (snapshot: Snapshot) => { entry: Entry; rule: Rule },
  ): Promise<{ before: Rule; after: Rule }> {
    for (let tries = 0; tries < TRIES; tries++) {
      await this.look();
      this.refuseTrouble();
      const { entry, rule } = plan(this.snapshot);
      if (await this.write(this.snapshot.with(entry, rule))) return { before: entry.rule, after: rule };
    }
    throw busyFile();
  }

  private async replaceAll(set: RuleSet): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      await this.look();
      this.refuseTrouble();
      if (await this.write(Snapshot.of(set))) return;
    }
    throw busyFile();
  }

  /** False if the file was changed by somebody after we looked: nothing is written then. */
  private async write(next: Snapshot): Promise<boolean> {
    // Compiling says whether the set makes sense, before it is on disk; a large set was checked when it was read.
    const isLater = next.inherit(this.snapshot);
    if (!isLater) await next.prepare(this.tools.compile);
    if (this.source.kind === 'file') {
      const { path } = this.source;
      if (markOf(path) !== this.mark) return false;
      try {
        await this.tools.writeFile(path, next.text);
      } catch (error) {
        const reason = (error as { cause?: { code?: string } }).cause?.code ?? 'an error';
        throw new Refusal(
          500,
          'not-written',
          `The rule file could not be written (${reason}), and nothing was changed; see to its folder and try again.`,
        );
      }
      this.mark = markOf(path);
    }
    this.snapshot = next;
    if (isLater) this.compileLater();
    return true;
  }

  /** One after the other, and only the latest: many changes in a row cost little more than one. */
  private compileLater(): void {
    if (this.isCompiling) return;
    this.isCompiling = true;
    const work = async () => {
      for (let done = this.snapshot; done.keyRevision !== done.revision; done = this.snapshot) {
        await done.prepare(this.tools.compile);
        if (done !== this.snapshot) this.snapshot.inherit(done);
      }
    };
    work()
      .catch(this.tools.onError)
      .finally(() => {
        this.isCompiling = false;
      });
  }

  /** Reads the file again if somebody changed it. */
  private async look(): Promise<void> {
    if (this.source.kind !== 'file') return;
    const { path } = this.source;
    const mark = markOf(path);
    if (mark === this.mark) return;
    this.mark = mark;
    if (mark === null) {
      this.trouble = 'The rule file is gone; the rules from before stay in use until it is back.';
      return;
    }
    try {
      const next = readSnapshot(path);
      if (next.text !== this.snapshot.text) {
        await next.prepare(this.tools.compile);
        this.snapshot = next;
      }
      this.trouble = null;
    } catch (error) {
      const reason = isDustpanError(error) ? error.message : 'It cannot be read.';
      this.trouble = `The rule file was changed and cannot be used, so the rules from before stay in use: ${reason}`;
    }
  }

  private refuseTrouble(): void {
    if (this.trouble !== null) {
      throw new Refusal(409, 'file-trouble', `${this.trouble} Repair the file first; nothing was changed.`);
    }
  }

  private entryOf(snapshot: Snapshot, ref: string): Entry {
    const entry = snapshot.find(ref);
    if (entry) return entry;
    throw new Refusal(404, 'no-rule', 'There is no such rule any more; load the list again.');
  }
}

/** Somebody else was faster; the handler adds how the rule is now. */
export class StaleRule extends Error {
  readonly snapshot: Snapshot;
  readonly entry: Entry;
  constructor(snapshot: Snapshot, entry: Entry) {
    super('the rule was changed');
    this.snapshot = snapshot;
    this.entry = entry;
  }
}

function readSnapshot(path: string): Snapshot {
  const text = readFileSync(path, 'utf8');
  return Snapshot.of(parseRuleSet(text), text);
}

function changedRule(rule: Rule, { state = rule.state, note = rule.note ?? '' }: ChangeRequest): Rule {
  const { note: _, ...rest } = rule;
  return { ...rest, state, ...(note === '' ? {} : { note }) };
}

/** Differs whenever the file was written; null if there is none. */
function markOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats?.isFile() ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : null;
}

function busyFile(): Refusal {
  return new Refusal(409, 'file-busy', 'Another program keeps writing the rule file; stop it, or try again.');
}

/** What was changed since the server started, so that it can be shown and undone. */
import type { Rule, RuleSet } from '../index.ts';
import type { Change } from './api.ts';
import { Refusal } from './problem.ts';

type Past =
  | { readonly kind: 'rule'; readonly ref: string; readonly before: Rule; readonly after: Rule }
  /** `set` is what was there before, `after` the revision afterwards. */
  | { readonly kind: 'adopt'; readonly set: RuleSet; readonly afterSet: RuleSet; readonly after: string };

type Item = { readonly change: Change; readonly past: Past };

/** Whole sets are large; so many of them can be brought back. */
const KEPT_SETS = 5;

export class ChangeLog {
  private items: Item[] = [];
  private nextId = 1;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** Latest first. */
  list(ref?: string): Change[] {
    const changes = this.items.map(({ change }) => change).reverse();
    return ref === undefined ? changes : changes.filter((change) => change.ref === ref || change.kind === 'adopt');
  }

  /** The change to undo; a refusal if there is none or it was undone. */
  find(id: number): Past {
    const item = this.items.find(({ change }) => change.id === id);
    if (!item) throw new Refusal(404, 'no-change', 'There is no such change any more; load the list of changes again.');
    if (!item.change.canUndo) {
      throw new Refusal(409, 'undone', 'This change was undone already, or is too old; change the rule itself.');
    }
    return item.past;
  }

  addRule(ref: string, before: Rule, after: Rule, undoes: number | null): Change {
    return this.add(
      { kind: 'rule', ref, before, after },
      ref,
      describe(before, after),
      undoes,
      summary(before),
      summary(after),
    );
  }

  addAdopt(text: string, set: RuleSet, afterSet: RuleSet, after: string, undoes: number | null): Change {
    const change = this.add({ kind: 'adopt', set, afterSet, after }, null, text, undoes, null, null);
    const adopts = this.items.filter(({ past }) => past.kind === 'adopt');
    if (adopts.length > KEPT_SETS) this.forget(adopts[0]!.change.id);
    return change;
  }

  private add(
    past: Past,
    ref: string | null,
    text: string,
    undoes: number | null,
    before: Change['before'],
    after: Change['after'],
  ): Change {
    const at = new Date().toISOString();
    const change: Change = { id: this.nextId++, at, kind: past.kind, ref, text, before, after, undoes, canUndo: true };
    this.items = this.items.map((item) =>
      item.change.id === undoes ? { ...item, change: { ...item.change, canUndo: false } } : item,
    );
    this.items.push({ change, past });
    if (this.items.length > this.most) this.items.shift();
    return change;
  }

  private forget(id: number): void {
    this.items = this.items.filter(({ change }) => change.id !== id);
  }
}

function summary({ state, note }: Rule): Change['before'] {
  return { state, note: note ?? null };
}

function describe(before: Rule, after: Rule): string {
  const parts: string[] = [];
  if (before.state !== after.state) parts.push(`${before.state} → ${after.state}`);
  if (before.note !== after.note) {
    parts.push(after.note === undefined ? 'note removed' : before.note === undefined ? 'note added' : 'note changed');
  }
  return parts.length === 0 ? 'nothing changed' : parts.join(', ');
}

/** A rule set at one moment, with what is worked out of it once and used often: rows, texts, compiled forms. Never changes. */
import { createHash } from 'node:crypto';
import { printRule, printRuleSet, type Rule, type RuleSet, stagesOf } from '../index.ts';
import { compileRules, loadCompiled, type Normalizer } from '../normalize/index.ts';

/** A rule with its place and address. */
export type Entry = {
  readonly rule: Rule;
  readonly ref: string;
  /** From 0, among all rules of the set. */
  readonly place: number;
  readonly stage: number;
  readonly text: string;
  /** What a search looks at, in lower case. */
  readonly searched: string;
};

/** Makes the compiled file of a rule file's text, somewhere else. */
export type CompileElsewhere = (text: string) => Promise<Uint8Array>;

/** Compiling more rules than this would keep the server from answering. */
const MANY = 3000;

export class Snapshot {
  readonly ruleSet: RuleSet;
  readonly entries: readonly Entry[];
  /** A hash of the file's text. */
  readonly revision: string;
  /** What is on disk, or would be. */
  readonly text: string;
  private readonly places: ReadonlyMap<string, number>;
  private readonly normalizers = new Map<boolean, Normalizer>();
  /** Of a large set: its compiled file, or that of an earlier revision while its own is being made. */
  private compiled: { readonly bytes: Uint8Array; readonly revision: string } | null = null;
  private hosts: ReadonlyMap<string, readonly number[]> | null = null;
  /** Results of queries; see `rule-list.ts`. */
  readonly found = new Map<string, Uint32Array>();

  private constructor(ruleSet: RuleSet, entries: readonly Entry[], places: ReadonlyMap<string, number>, text: string) {
    this.ruleSet = ruleSet;
    this.entries = entries;
    this.places = places;
    this.text = text;
    this.revision = hash(text);
  }

  static of(ruleSet: RuleSet, text: string = printRuleSet(ruleSet)): Snapshot {
    const seen = new Map<string, number>();
    const entries = stagesOf(ruleSet)
      .flatMap(({ rules }, stage) => rules.map((rule) => ({ rule, stage })))
      .map(({ rule, stage }, place): Entry => {
        const count = (seen.get(rule.id) ?? 0) + 1;
        seen.set(rule.id, count);
        return entryOf(rule, count === 1 ? rule.id : `${rule.id}~${count}`, place, stage);
      });
    return new Snapshot(ruleSet, entries, new Map(entries.map(({ ref, place }) => [ref, place])), text);
  }

  find(ref: string): Entry | undefined {
    const place = this.places.get(ref);
    return place === undefined ? undefined : this.entries[place];
  }

  /** The same set with another state or note of one rule; what does not depend on them is kept. */
  with(entry: Entry, rule: Rule): Snapshot {
    const ruleSet = replaceRule(this.ruleSet, entry, rule);
    const text = replaceLine(this.text, ruleLine(entry.rule), ruleLine(rule)) ?? printRuleSet(ruleSet);
    const entries = this.entries.with(entry.place, entryOf(rule, entry.ref, entry.place, entry.stage, entry.text));
    const next = new Snapshot(ruleSet, entries, this.places, text);
    next.hosts = this.hosts;
    return next;
  }

  /** To be awaited before the first use, unless there is something to inherit: a large set is compiled elsewhere. Throws if the set makes no sense. */
  async prepare(compile: CompileElsewhere): Promise<void> {
    if (this.isLarge) {
      this.compiled = { bytes: await compile(this.text), revision: this.revision };
      this.normalizers.clear();
    }
    this.normalizer(false);
  }

  /** Until it is compiled itself, a large set gives the keys of another. False if that has none. */
  inherit(other: Snapshot): boolean {
    if (!this.isLarge || !other.compiled) return false;
    this.compiled = other.compiled;
    this.normalizers.clear();
    return true;
  }

  /** The revision whose keys are given: this one's, or for some seconds that of the one before. */
  get keyRevision(): string {
    return this.isLarge ? (this.compiled?.revision ?? '') : this.revision;
  }

  get isLarge(): boolean {
    return this.entries.length > MANY;
  }

  normalizer(isQuarantinedToo: boolean): Normalizer {
    const known = this.normalizers.get(isQuarantinedToo);
    if (known) return known;
    const options = isQuarantinedToo ? { include: ['quarantined' as const] } : {};
    const made = this.compiled ? loadCompiled(this.compiled.bytes, options) : compileRules(this.ruleSet, options);
    this.normalizers.set(isQuarantinedToo, made);
    return made;
  }

  /** Places of the rules for a host (in lower case, `*` for those of every host), whatever their state. */
  placesFor(host: string): readonly number[] {
    this.hosts ??= indexHosts(this.entries);
    return this.hosts.get(host) ?? [];
  }
}

function indexHosts(entries: readonly Entry[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const { rule, place } of entries) {
    for (const host of rule.scope.hosts === '*' ? ['*'] : rule.scope.hosts) {
      const places = index.get(host);
      if (places) places.push(place);
      else index.set(host, [place]);
    }
  }
  return index;
}

/** Equal for rules that are equal in every field, however they came to be. */
export function versionOf(rule: Rule): string {
  return hash(ruleLine(rule));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function entryOf(rule: Rule, ref: string, place: number, stage: number, text: string = printRule(rule)): Entry {
  const { note = '', id } = rule;
  return { rule, ref, place, stage, text, searched: `${text}\n${note}\n${id}`.toLowerCase() };
}

function replaceRule(set: RuleSet, { place, stage }: Entry, rule: Rule): RuleSet {
  if (!('stages' in set)) return { ...set, rules: set.rules.with(place, rule) };
  const before = set.stages.slice(0, stage).reduce((sum, { rules }) => sum + rules.length, 0);
  const old = set.stages[stage]!;
  return { ...set, stages: set.stages.with(stage, { ...old, rules: old.rules.with(place - before, rule) }) };
}

/** The rule as one line of a rule file, without indentation. */
function ruleLine(rule: Rule): string {
  const text = printRuleSet({ dustpan: 1, apply: 'first', sun: false, options: {}, rules: [rule] });
  const start = text.indexOf('"rules": [') + '"rules": ['.length;
  return text.slice(start, text.lastIndexOf(']')).trim();
}

/** Changes one line of a large file; null if the file is written otherwise than we do, or holds the line twice. */
function replaceLine(text: string, before: string, after: string): string | null {
  const at = text.indexOf(before);
  if (at === -1 || text.indexOf(before, at + 1) !== -1) return null;
  const isLine =
    /\n *$/.test(text.slice(Math.max(0, at - 40), at)) &&
    /^,?\r?\n/.test(text.slice(at + before.length, at + before.length + 3));
  return isLine ? text.slice(0, at) + after + text.slice(at + before.length) : null;
}

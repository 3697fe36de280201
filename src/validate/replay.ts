/** URLs as the rules used so far leave them, and what one more rule would make of them: how sets whose rules compose are judged. */
import { byteLength } from '../base/index.ts';
import { matchAllRules } from '../normalize/index.ts';
import { applyBody, formLimit, MAX_PASSES, type Rule } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import type { Joined } from './joined.ts';

/** A text that forms get by a rule. */
export type Move = {
  readonly text: string;
  /** Numbers of the forms that become it. */
  readonly forms: readonly number[];
  /** Number of the form that is it already, and stays; -1 if there is none. */
  readonly stays: number;
};

export type ReplayOptions = {
  readonly sun: boolean;
  /** Rules that match a form are remembered with it, at most so many in all; for those left over the forms are gone through again. */
  readonly held?: number;
};

const HELD = 6_000_000;

/** A rule that is used comes after those used before it. */
export class Replay {
  /** The form of each URL. */
  readonly formOf: Int32Array;
  readonly #rules: readonly Rule[];
  readonly #sun: boolean;
  readonly #held: number;
  readonly #all: ReturnType<typeof matchAllRules>;
  /** By form: its text, and its URLs, none if it is no more. */
  readonly #texts: string[] = [];
  readonly #members: number[][] = [];
  readonly #byText = new Map<string, number>();
  /** Place of each rule among those used, or -1. */
  readonly #rank: Int32Array;
  #used = 0;
  /** Forms that match each of the rules `#from` to `#end`. */
  #matching: number[][] = [];
  #from = 0;
  #end = 0;
  #noted = 0;

  constructor(rules: readonly Rule[], texts: readonly string[], options: ReplayOptions) {
    this.#rules = rules;
    this.#sun = options.sun;
    this.#held = options.held ?? HELD;
    this.#all = matchAllRules(rules);
    this.#rank = new Int32Array(rules.length).fill(-1);
    this.formOf = new Int32Array(texts.length);
    for (const [u, text] of texts.entries()) this.#put(this.#sun ? sun(text) : text, [u]);
    this.#index(0);
  }

  /** The text that a URL has now. */
  textOf(url: number): string {
    return this.#texts[this.formOf[url]!]!;
  }

  /** The URLs that moves change. */
  changedBy({ forms }: Move): number[] {
    return forms.flatMap((form) => this.#members[form]!);
  }

  /** What changes if this rule is used after the others: to the end, as in use. */
  movesOf(rule: number): Move[] {
    return this.#moves(rule, (text) => this.#normalize(text, rule));
  }

  /** What the rule makes of the forms by itself. */
  movesAlone(rule: number): Move[] {
    return this.#moves(rule, (text) => this.#apply(rule, text, text));
  }

  /** From now on the rule is used; `moves` are those it makes. */
  use(rule: number, moves: readonly Move[]): void {
    this.#rank[rule] = this.#used++;
    this.#move(moves);
  }

  /** Changes all forms by the first of these rules that matches each. */
  applyFirst(isUsed: (rule: number) => boolean): void {
    const moves = new Map<string, number[]>();
    for (let form = 0; form < this.#texts.length; form++) {
      if (this.#members[form]!.length === 0) continue;
      const text = this.#texts[form]!;
      let first = -1;
      this.#all.each(text, (rule, _form, length) => {
        if (first < 0 && isUsed(rule) && length <= formLimit(byteLength(text))) first = rule;
      });
      const after = first < 0 ? text : this.#apply(first, text, text);
      if (after !== text) moves.set(after, [...(moves.get(after) ?? []), form]);
    }
    this.#move([...moves].map(([text, forms]) => ({ text, forms, stays: -1 })));
  }

  #move(moves: readonly Move[]): void {
    const moved = moves.map(({ text, forms }) => {
      const urls = forms.map((form) => this.#members[form]!);
      for (const form of forms) {
        this.#members[form] = [];
        this.#byText.delete(this.#texts[form]!);
      }
      return { text, urls };
    });
    for (const { text, urls } of moved) {
      const known = this.#texts.length;
      for (const group of urls) this.#put(text, group);
      if (this.#texts.length > known) this.#note(known);
    }
  }

  /** The URLs that moves bring together, by the forms they have before; valid until the next move. */
  joinedBy(moves: readonly Move[]): Joined[] {
    return moves
      .map(({ text, forms, stays }) => ({ text, forms: stays < 0 ? forms : [...forms, stays] }))
      .filter(({ forms }) => forms.length > 1)
      .map(({ text, forms }) => ({ text, parts: forms.map((form) => this.#members[form]!) }));
  }

  #moves(rule: number, change: (text: string) => string): Move[] {
    if (rule < this.#from || rule >= this.#end) this.#index(rule);
    const moves = new Map<string, number[]>();
    const moving = new Set<number>();
    for (const form of this.#matching[rule]!) {
      const text = this.#texts[form]!;
      if (this.#members[form]!.length === 0) continue;
      const after = change(text);
      if (after === text) continue;
      moving.add(form);
      const known = moves.get(after);
      if (known) known.push(form);
      else moves.set(after, [form]);
    }
    return [...moves].map(([text, forms]) => {
      const known = this.#byText.get(text) ?? -1;
      return { text, forms, stays: moving.has(known) ? -1 : known };
    });
  }

  /** The fixpoint of the rules used and one more. */
  #normalize(text: string, last: number): string {
    let form = text;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const before = form;
      if (this.#sun) form = sun(form);
      for (let done = -1; ; ) {
        const next = this.#nextRule(form, done, last);
        if (next < 0) break;
        done = this.#rankOf(next, last);
        form = this.#apply(next, form, text);
      }
      if (form === before) break;
    }
    return form;
  }

  /** The first rule behind a place that matches. */
  #nextRule(form: string, done: number, last: number): number {
    let next = -1;
    let best = this.#used + 1;
    this.#all.each(form, (rule) => {
      const rank = this.#rankOf(rule, last);
      if (rank <= done || rank >= best) return;
      best = rank;
      next = rule;
    });
    return next;
  }

  #rankOf(rule: number, last: number): number {
    return rule === last ? this.#used : this.#rank[rule]!;
  }

  #apply(rule: number, form: string, url: string): string {
    const after = applyBody(this.#rules[rule]!, form);
    return after === null || byteLength(after) > formLimit(byteLength(url)) ? form : after;
  }

  #put(text: string, urls: number[]): void {
    const known = this.#byText.get(text);
    const form = known ?? this.#texts.length;
    if (known === undefined) {
      this.#byText.set(text, form);
      this.#texts.push(text);
      this.#members.push(urls);
    } else for (const url of urls) this.#members[form]!.push(url);
    for (const url of urls) this.formOf[url] = form;
  }

  #index(from: number): void {
    this.#matching = this.#rules.map(() => []);
    this.#from = from;
    this.#end = this.#rules.length;
    this.#noted = 0;
    for (let form = 0; form < this.#texts.length; form++) if (this.#members[form]!.length > 0) this.#note(form);
  }

  #note(form: number): void {
    this.#all.each(this.#texts[form]!, (rule) => {
      if (rule < this.#from || rule >= this.#end) return;
      this.#matching[rule]!.push(form);
      if (++this.#noted > this.#held) this.#putOff();
    });
  }

  /** Leaves the last rules for later; one alone may have all it needs. */
  #putOff(): void {
    while (this.#end > this.#from + 1 && this.#noted * 2 > this.#held) {
      const rule = --this.#end;
      this.#noted -= this.#matching[rule]!.length;
      this.#matching[rule] = [];
    }
  }
}

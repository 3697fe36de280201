/** Rules that work together until nothing changes: each is taken only if, after those before it, it still joins pages rightly. */
import { byteLength } from '../base/index.ts';
import { joinEquivalent, type Labels } from '../clusters/index.ts';
import { applyBody, formLimit, MAX_PASSES, type Rule } from '../rules/index.ts';
import { hostOf } from '../url/index.ts';

export type Composed = {
  readonly rules: readonly Rule[];
  /** Rules that, after those before them, join nothing more, and those that join different pages. */
  readonly useless: number;
  readonly conflicting: number;
};

/**
 * Goes through valid rules in order. A rule is judged on what the rules taken so far make of the URLs, and with them: what it leads to
 * is changed by them until nothing changes, as in use. Those that join nothing are tried again, because later rules may bring URLs to them.
 * URLs that are equal under RFC 3986 contradict nothing, whatever two fetches gave.
 */
export function composeRules(rules: readonly Rule[], labels: Labels, maxFpr: number): Composed {
  const forms = new Forms(labels);
  const taken = new TakenRules();
  let conflicting = 0;
  let waiting = rules;
  for (let before = -1; taken.rules.length > before && waiting.length > 0; ) {
    before = taken.rules.length;
    const useless: Rule[] = [];
    for (const rule of waiting) {
      taken.push(rule);
      const moves = forms.movedBy(rule, (form) => taken.normalize(form));
      const { truePairs, falsePairs } = forms.count(moves);
      if (truePairs > 0 && falsePairs <= maxFpr * (truePairs + falsePairs)) {
        forms.move(moves);
        continue;
      }
      taken.pop();
      if (falsePairs > 0) conflicting++;
      else useless.push(rule);
    }
    waiting = useless;
  }
  return { rules: taken.rules, useless: waiting.length, conflicting };
}

/** Rules by host, in order. */
class TakenRules {
  readonly rules: Rule[] = [];
  readonly #byHost = new Map<string, Rule[]>();
  readonly #everywhere: Rule[] = [];

  push(rule: Rule): void {
    this.rules.push(rule);
    for (const list of this.#listsOf(rule)) list.push(rule);
  }

  pop(): void {
    for (const list of this.#listsOf(this.rules.pop()!)) list.pop();
  }

  normalize(url: string): string {
    const limit = formLimit(byteLength(url));
    let form = url;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const before = form;
      for (const rule of this.#rulesFor(form)) {
        const after = applyBody(rule, form);
        if (after !== null && byteLength(after) <= limit) form = after;
      }
      if (form === before) break;
    }
    return form;
  }

  /** Those of the host that the form had at the beginning of the pass: another host's rules come with the next pass. */
  #rulesFor(form: string): readonly Rule[] {
    const own = this.#byHost.get(hostOf(form)) ?? [];
    return this.#everywhere.length === 0
      ? own
      : this.rules.filter((rule) => own.includes(rule) || rule.scope.hosts === '*');
  }

  #listsOf({ scope: { hosts } }: Rule): Rule[][] {
    if (hosts === '*') return [this.#everywhere];
    return hosts.map((host) => {
      const known = this.#byHost.get(host) ?? [];
      this.#byHost.set(host, known);
      return known;
    });
  }
}

type Moves = ReadonlyMap<string, readonly string[]>;

/** URLs by the form they have now. */
class Forms {
  readonly #labels: Labels;
  /** What may be one page, of each URL. */
  readonly #same: Int32Array;
  readonly #members = new Map<string, number[]>();
  readonly #byHost = new Map<string, Set<string>>();

  constructor(labels: Labels) {
    this.#labels = labels;
    const roots = joinEquivalent(labels);
    this.#same = labels.wide.map((wide) => roots[wide]!);
    for (const [u, url] of labels.urls.entries()) this.#add(url, [u]);
  }

  /** New forms, each with the forms that become it. */
  movedBy(rule: Rule, normalize: (form: string) => string): Moves {
    const { hosts } = rule.scope;
    const moves = new Map<string, string[]>();
    for (const host of hosts === '*' ? this.#byHost.keys() : hosts) {
      for (const form of this.#byHost.get(host) ?? []) {
        if (applyBody(rule, form) === null) continue;
        const after = normalize(form);
        if (after !== form) moves.set(after, [...(moves.get(after) ?? []), form]);
      }
    }
    return moves;
  }

  /** Pairs of URLs that are joined now and were not before; those that may be one page or not count for nothing. */
  count(moves: Moves): { truePairs: number; falsePairs: number } {
    const { page } = this.#labels;
    const wide = this.#same;
    let truePairs = 0;
    let falsePairs = 0;
    for (const [after, before] of moves) {
      const pages = new Map<number, number>();
      const wides = new Map<number, number>();
      let all = 0;
      for (const form of [after, ...before.filter((form) => form !== after)]) {
        const members = this.#members.get(form) ?? [];
        for (const u of members) {
          truePairs += pages.get(page[u]!) ?? 0;
          falsePairs += all - (wides.get(wide[u]!) ?? 0);
        }
        for (const u of members) {
          pages.set(page[u]!, (pages.get(page[u]!) ?? 0) + 1);
          wides.set(wide[u]!, (wides.get(wide[u]!) ?? 0) + 1);
        }
        all += members.length;
      }
    }
    return { truePairs, falsePairs };
  }

  move(moves: Moves): void {
    const moved: [string, number[]][] = [];
    for (const [after, before] of moves) {
      for (const form of before) {
        moved.push([after, this.#members.get(form)!]);
        this.#members.delete(form);
        this.#byHost.get(hostOf(form))!.delete(form);
      }
    }
    for (const [after, urls] of moved) this.#add(after, urls);
  }

  #add(form: string, urls: readonly number[]): void {
    const known = this.#members.get(form);
    if (known) {
      for (const u of urls) known.push(u);
      return;
    }
    this.#members.set(form, [...urls]);
    const host = hostOf(form);
    const forms = this.#byHost.get(host) ?? new Set();
    this.#byHost.set(host, forms.add(form));
  }
}

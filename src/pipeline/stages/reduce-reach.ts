/** What forms show of the rules that give them, by stages: the smallest examples, and what covers them. */
import { compareCodePoints } from '../../base/index.ts';
import type { Example } from '../../rules/index.ts';
import { IS_FORM, readOrder } from './form-rows.ts';
import { ruleOfKey } from './judge.ts';
import { addLow, exampleOf, type OwnLow, type ReachParams, reachKey } from './map-reach.ts';
import {
  type Cover,
  type FormReach,
  type Low,
  mergeCovers,
  mergeReach,
  NO_REACH,
  type RuleReach,
  twoPages,
} from './reach.ts';
import type { Row, Stage } from './stage.ts';

/** In: what is needed of URLs, by form, and what is known already, by rule. Out: for each rule what covers it, and its smallest examples (`v`). */
export const reachForms: Stage = {
  name: 'reduce:reach',
  kind: 'reduce',
  open(params, emit) {
    const asked = params as ReachParams;
    const found = new Map<number, RuleReach>();
    const add = (rule: number, reach: RuleReach) => found.set(rule, mergeReach(found.get(rule), reach));
    return {
      group(key, rows) {
        if (key.startsWith('v')) {
          for (const { v } of rows) add(ruleOfKey(key), JSON.parse(v) as RuleReach);
        } else readForm(rows, asked, add);
      },
      end() {
        for (const [rule, reach] of found) emit(reachKey(rule), '0', reach);
      },
    };
  },
};

/** In: what some forms show, by rule. Out: what all show. */
export const addReaches: Stage = {
  name: 'reduce:add-reaches',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(key, rows) {
        let total: RuleReach | undefined;
        for (const { v } of rows) total = mergeReach(total, JSON.parse(v) as RuleReach);
        emit(key, '0', total);
      },
    };
  },
};

/** Rows of one form, in order: what is the form comes before those that have it, and those by rule. */
function readForm(rows: Iterable<Row>, params: ReachParams, found: (rule: number, reach: RuleReach) => void): void {
  const own: OwnLow[] = [];
  let form = null as FormLows | null;
  for (const { s, v } of rows) {
    if (s === IS_FORM) {
      own.push(JSON.parse(v) as OwnLow);
      continue;
    }
    const { rule, isWhole } = readOrder(s);
    if (form?.rule !== rule) {
      if (form) found(form.rule, form.end(own, params));
      form = new FormLows(rule);
    }
    form.add(JSON.parse(v) as FormReach, isWhole);
  }
  if (form) found(form.rule, form.end(own, params));
}

/** What is known of one form of a rule. */
class FormLows {
  readonly rule: number;
  #cover: Cover | null = null;
  /** Of pages that are whole the smallest URLs of two wide groups; of others the two smallest of each. */
  #whole: Low[] = [];
  readonly #pages = new Map<string, Low[]>();

  constructor(rule: number) {
    this.rule = rule;
  }

  add({ lows, cover }: FormReach, isWhole: boolean): void {
    this.#cover = mergeCovers(this.#cover, cover);
    if (isWhole) this.#whole = twoPages([...this.#whole, ...lows]);
    else for (const low of lows) addLow(this.#pages, low);
  }

  end(own: readonly OwnLow[], { rules, areFalse, sun }: ReachParams): RuleReach {
    const rule = rules[this.rule]!;
    const alone = rule.directed ? own.filter(([, ...matching]) => !matching.includes(this.rule)) : [];
    const members = [
      ...[...this.#whole, ...[...this.#pages.values()].flat()].map((low): Shown => ({ low, isMatched: true })),
      ...alone.map(([low]): Shown => ({ low, isMatched: false })),
    ].sort((x, y) => compareCodePoints(x.low[0], y.low[0]));
    const shown = (pair: Pair | null): Example[] => {
      if (!pair) return [];
      const [a, b] = pair;
      return [exampleOf(rule, sun, [a.low[0], b.low[0]], (a.isMatched ? a : b).low[0])];
    };
    return {
      ...NO_REACH,
      coveredBy: this.#cover?.isSeveral ? this.#cover.others.map(([other]) => other) : null,
      examples: shown(samePage(members)),
      counterExamples: areFalse[this.rule] ? shown(differentPages(members)) : [],
    };
  }
}

/** A URL of a form; the rule matches it, or leaves it alone. */
type Shown = { readonly low: Low; readonly isMatched: boolean };
type Pair = readonly [Shown, Shown];

/** The smallest pair of one page, of URLs in order. */
function samePage(sorted: readonly Shown[]): Pair | null {
  const firsts = new Map<string, Shown>();
  const pairs = new Map<string, Pair>();
  for (const member of sorted) {
    const page = member.low[1] + member.low[2];
    const first = firsts.get(page);
    if (!first) firsts.set(page, member);
    else if (!pairs.has(page) && (first.isMatched || member.isMatched)) pairs.set(page, [first, member]);
  }
  // Pages stand in the order of their first URLs.
  for (const page of firsts.keys()) if (pairs.has(page)) return pairs.get(page)!;
  return null;
}

/** The smallest pair of different pages. */
function differentPages(sorted: readonly Shown[]): Pair | null {
  for (const [i, a] of sorted.entries()) {
    for (let k = i + 1; k < sorted.length; k++) {
      const b = sorted[k]!;
      if ((a.isMatched || b.isMatched) && a.low[1] !== b.low[1]) return [a, b];
    }
    // What follows a matched URL was all of its page: there is no pair further on.
    if (a.isMatched) return null;
  }
  return null;
}

/** From what was found on each host to candidate rules: equal rules of several hosts become one, the strongest come first. */
import { compareCodePoints } from '../../base/index.ts';
import {
  applyBody,
  type Emit,
  type Example,
  type Likely,
  type Match,
  makeRule,
  mergeHosts,
  printKey,
  printRuleBody,
} from '../../rules/index.ts';
import { tokenizeInner } from '../../url/index.ts';
import type { CandidateRule } from '../learner.ts';
import type { LikelyParameter } from './parameters.ts';
import { orderPair, type Sides } from './sides.ts';
import type { Tally } from './tally.ts';
import type { UrlList } from './url-list.ts';

type Body = { readonly match: Match; readonly emit: Emit };

const EXAMPLES = 5;

/** Gathers rules; those whose text does not do what was found are none. */
export class LikelyRules {
  readonly #list: UrlList;
  readonly #found = new Map<string, CandidateRule[]>();

  constructor(list: UrlList) {
    this.#list = list;
  }

  addPair({ alpha, beta, start, end }: Sides, hosts: readonly string[], tally: Tally): void {
    // Where several tokens were taken for one, the order of the sides was that of these.
    const [larger, smaller] = orderPair(alpha, beta);
    this.#add(
      {
        match: { view: 'text', alpha: tokenizeInner(larger), start, end },
        emit: { view: 'text', beta: tokenizeInner(smaller) },
      },
      hosts,
      tally,
    );
  }

  /** Two rules: without the parameter, and with the value that it has most often. */
  addParameter({ name, value, tally }: LikelyParameter, host: string): void {
    const key = printKey({ part: 'query', name, occurrence: 1, piece: null });
    const match: Match = { view: 'keys', where: { [key]: { any: true } }, pathLen: null, query: 'open' };
    for (const instead of [{ del: true }, { lit: value }] as const) {
      this.#add({ match, emit: { view: 'keys', set: { [key]: instead }, queryOrder: 'keep' } }, [host], tally);
    }
  }

  /** By support, then text. */
  candidates(): CandidateRule[] {
    const merged = [...this.#found.values()].map((rules) => ({ rule: merge(rules), body: '' }));
    // Of two rules for a parameter the one without it is to be tried first: a space comes before everything else.
    for (const candidate of merged) {
      const { match, emit } = candidate.rule;
      candidate.body = printRuleBody(match, emit).replace(/:=⊥$/, ':= ');
    }
    const byRank = (a: (typeof merged)[number], b: (typeof merged)[number]) =>
      b.rule.evidence.frequency - a.rule.evidence.frequency || compareCodePoints(a.body, b.body);
    return merged.sort(byRank).map(({ rule }) => rule);
  }

  #add(body: Body, hosts: readonly string[], tally: Tally): void {
    const examples = this.#examplesOf(body, tally);
    if (examples.length === 0) return;
    const rule = makeRule({ learner: 'dustbuster', hosts, ...body, state: 'quarantined' });
    const likely: Likely = { pairs: tally.pairs, ...tally.counts() };
    const candidate = { ...rule, evidence: { frequency: tally.pairs, likely, examples } };
    const known = this.#found.get(rule.id);
    if (known) known.push(candidate);
    else this.#found.set(rule.id, [candidate]);
  }

  /** The rule changes the first occurrence only, which need not be the one that was found. */
  #examplesOf(body: Body, { first }: Tally): Example[] {
    const examples: Example[] = [];
    for (const [u, v] of first) {
      const urls = [this.#list.urls[u]!, this.#list.urls[v]!] as const;
      const [form, other] = urls.map((url) => applyBody(body, url) ?? url);
      if (form === other && examples.push({ urls, form: form! }) === EXAMPLES) break;
    }
    return examples;
  }
}

function merge(rules: readonly CandidateRule[]): CandidateRule {
  const [first] = rules;
  if (rules.length === 1) return first!;
  const sum = (of: (likely: Likely) => number) =>
    rules.reduce((total, { evidence }) => total + of(evidence.likely!), 0);
  const likely: Likely = {
    pairs: sum(({ pairs }) => pairs),
    label: sum(({ label }) => label),
    sketch: sum(({ sketch }) => sketch),
    size: sum(({ size }) => size),
    unknown: sum(({ unknown }) => unknown),
  };
  const examples = rules.flatMap(({ evidence }) => evidence.examples ?? []).slice(0, EXAMPLES);
  const [{ scope }] = mergeHosts(rules) as [CandidateRule];
  return { ...first!, scope, evidence: { frequency: likely.pairs, likely, examples } };
}

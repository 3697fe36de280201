/** Judges the rules of a set one after another, each on what those before it leave of the URLs; what is refuted takes no part any more. */
import { joinEquivalent, type Labels } from '../clusters/index.ts';
import { emitsUrl, isApplied, type Rule, type Stage } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { countJoined, findJoinedExamples, type Joined } from './joined.ts';
import { evidenceOf, type Judgement } from './judge.ts';
import { PairCounter } from './pairs.ts';
import { type Move, Replay } from './replay.ts';

export type ReplayData = { readonly labels: Labels; readonly failing: readonly string[] };

export type Replayed = {
  readonly rule: Rule;
  /** With examples; its support is 0 if the rule joins nothing of which something is known. */
  readonly evidence: Judgement['evidence'];
  readonly isRefuted: boolean;
};

/** A rule is refuted if more than this share of what it joins are different pages. */
export function replayStages(
  stages: readonly Stage[],
  data: ReplayData,
  { maxFpr, confidence }: { readonly maxFpr: number; readonly confidence: number },
): Replayed[][] {
  const roots = joinEquivalent(data.labels);
  // What RFC 3986 says is one resource is no false pair, as in `evaluate`.
  const labels = { ...data.labels, wide: data.labels.wide.map((wide) => roots[wide]!) };
  const counter = new PairCounter(labels);
  const outputs = new Outputs(labels, stages, data.failing);
  let texts: readonly string[] = labels.urls;
  const judged = stages.map((stage) => {
    const replay = new Replay(stage.rules, texts, stage);
    const isFirst = stage.apply === 'first';
    const rules = stage.rules.map((rule, r): Replayed => {
      const moves = isFirst ? replay.movesAlone(r) : replay.movesOf(r);
      const joined: Joined[] = replay.joinedBy(moves);
      const counts = countJoined(joined, counter);
      const evidence = { ...evidenceOf(counts, confidence), ...findJoinedExamples(joined, labels) };
      const isRefuted = counts.falsePairs > maxFpr * (counts.truePairs + counts.falsePairs);
      const isUsed = isApplied(rule, {}) && !isRefuted;
      outputs.add(rule, isUsed, moves, replay);
      if (isUsed && !isFirst) replay.use(r, moves);
      return { rule, evidence, isRefuted };
    });
    if (isFirst) replay.applyFirst((r) => isApplied(rules[r]!.rule, {}) && !rules[r]!.isRefuted);
    texts = labels.urls.map((_, u) => replay.textOf(u));
    return rules;
  });
  const fetchable = outputs.check(texts);
  return judged.map((rules) =>
    rules.map((item) => {
      const checked = fetchable.get(item.rule);
      return checked ? { ...item, evidence: { ...item.evidence, fetchable: checked } } : item;
    }),
  );
}

/** What is known of the outputs of rules as URLs to fetch: of rules in use the last output counts, of others their own. */
class Outputs {
  readonly #labels: Labels;
  readonly #known = new Map<string, number[]>();
  readonly #failing: ReadonlySet<string>;
  readonly #text: (url: string) => string;
  readonly #changed = new Map<Rule, { readonly url: number; readonly text: string | null }[]>();

  constructor(labels: Labels, stages: readonly Stage[], failing: readonly string[]) {
    this.#labels = labels;
    // Where rules see normalized URLs, their outputs are normalized too.
    this.#text = stages.some((stage) => stage.sun) ? sun : (url) => url;
    this.#failing = new Set(failing.map(this.#text));
    for (const [u, url] of labels.urls.entries()) {
      const text = this.#text(url);
      const known = this.#known.get(text);
      if (known) known.push(u);
      else this.#known.set(text, [u]);
    }
  }

  add(rule: Rule, isUsed: boolean, moves: readonly Move[], replay: Replay): void {
    if (!emitsUrl(rule)) return;
    const changed = moves.flatMap((move) =>
      replay.changedBy(move).map((url) => ({ url, text: isUsed ? null : move.text })),
    );
    this.#changed.set(rule, changed);
  }

  /** An output counts once: right if all URLs that lead to it are of its page, left out if some only perhaps are. */
  check(texts: readonly string[]): ReadonlyMap<Rule, { readonly checked: number; readonly ok: number }> {
    const found = new Map<Rule, { checked: number; ok: number }>();
    for (const [rule, changed] of this.#changed) {
      const verdicts = new Map<string, Verdict>();
      for (const { url, text } of changed) {
        const output = text ?? texts[url]!;
        if (this.#text(this.#labels.urls[url]!) === output) continue;
        const verdict = this.#verdict(url, output);
        if (verdict !== null) verdicts.set(output, Math.max(verdicts.get(output) ?? RIGHT, verdict) as Verdict);
      }
      const all = [...verdicts.values()];
      const ok = all.filter((verdict) => verdict === RIGHT).length;
      found.set(rule, { checked: ok + all.filter((verdict) => verdict === WRONG).length, ok });
    }
    return found;
  }

  #verdict(source: number, output: string): Verdict | null {
    if (this.#failing.has(output)) return WRONG;
    const { wide, page } = this.#labels;
    let verdict: Verdict | null = null;
    for (const url of this.#known.get(output) ?? []) {
      const its = wide[url] !== wide[source] ? WRONG : page[url] === page[source] ? RIGHT : UNKNOWN;
      if (verdict === null || its > verdict) verdict = its;
    }
    return verdict;
  }
}

const RIGHT = 1;
const UNKNOWN = 2;
const WRONG = 3;
type Verdict = typeof RIGHT | typeof UNKNOWN | typeof WRONG;

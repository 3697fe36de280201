/** Judges the rules of a set one after another, each on what those before it leave of the URLs; what is refuted takes no part any more. */
import { joinEquivalent, type Labels } from '../clusters/index.ts';
import { type Example, emitsUrl, isApplied, type Rule, type Stage } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { countJoined, findJoinedExamples, type Joined } from './joined.ts';
import { PairCounter, type PairCounts } from './pairs.ts';
import { type Move, Replay } from './replay.ts';

export type ReplayData = { readonly labels: Labels; readonly failing: readonly string[] };

/** What the data says of one rule, after those before it; of parts of the data that have nothing to do with each other it can be added up. */
export type ReplayCounts = {
  readonly counts: PairCounts;
  readonly examples: readonly Example[];
  readonly counterExamples: readonly Example[];
  /** Of rules that give URLs to fetch. */
  readonly fetchable?: { readonly checked: number; readonly ok: number };
};

/** Says of a rule, by its stage and its place there, whether it takes no part any more. */
export type Refuting = (stage: number, rule: number, counts: PairCounts) => boolean;

/** Of each stage its rules, in order. */
export function replayStages(stages: readonly Stage[], data: ReplayData, isRefuted: Refuting): ReplayCounts[][] {
  const roots = joinEquivalent(data.labels);
  // What RFC 3986 says is one resource is no false pair, as in `evaluate`.
  const labels = { ...data.labels, wide: data.labels.wide.map((wide) => roots[wide]!) };
  const counter = new PairCounter(labels);
  const outputs = new Outputs(labels, stages, data.failing);
  const found: ReplayCounts[][] = stages.map(() => []);
  const texts = walkStages(stages, labels.urls, (s, r, moves, replay) => {
    const joined: Joined[] = replay.joinedBy(moves);
    const counts = countJoined(joined, counter);
    found[s]!.push({ counts, ...findJoinedExamples(joined, labels) });
    const rule = stages[s]!.rules[r]!;
    const isGone = isRefuted(s, r, counts);
    outputs.add(rule, isApplied(rule, {}) && !isGone, moves, replay);
    return isGone;
  });
  const fetchable = outputs.check(texts);
  return stages.map(({ rules }, s) =>
    rules.map((rule, r) => {
      const checked = fetchable.get(rule);
      return checked ? { ...found[s]![r]!, fetchable: checked } : found[s]![r]!;
    }),
  );
}

/**
 * Every text that each URL has or would get on its way through the stages: URLs that ever meet share one. `isRefuted` says it of rules
 * by their stage and their place there.
 */
export function replayTexts(
  stages: readonly Stage[],
  urls: readonly string[],
  isRefuted: (stage: number, rule: number) => boolean,
): ReadonlySet<string>[] {
  const met = urls.map((url) => new Set([url]));
  const note = (replay: Replay) => {
    for (const [u, texts] of met.entries()) texts.add(replay.textOf(u));
  };
  walkStages(
    stages,
    urls,
    (s, r, moves, replay) => {
      for (const move of moves) for (const u of replay.changedBy(move)) met[u]!.add(move.text);
      return isRefuted(s, r);
    },
    note,
  );
  return met;
}

/** Goes through the rules in order, each with what it would move; `judge` says whether it takes no part. Gives what becomes of the URLs. */
function walkStages(
  stages: readonly Stage[],
  urls: readonly string[],
  judge: (stage: number, rule: number, moves: readonly Move[], replay: Replay) => boolean,
  onStage: (replay: Replay) => void = () => undefined,
): readonly string[] {
  let texts = urls;
  for (const [s, stage] of stages.entries()) {
    const replay = new Replay(stage.rules, texts, stage);
    onStage(replay);
    const isFirst = stage.apply === 'first';
    const isUsed = stage.rules.map((rule, r) => {
      const moves = isFirst ? replay.movesAlone(r) : replay.movesOf(r);
      const isTaken = !judge(s, r, moves, replay) && isApplied(rule, {});
      if (isTaken && !isFirst) replay.use(r, moves);
      return isTaken;
    });
    if (isFirst) replay.applyFirst((r) => isUsed[r]!);
    onStage(replay);
    texts = urls.map((_, u) => replay.textOf(u));
  }
  return texts;
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

/** What is known for and against an accepted rule, in the terms of rule files. Pairs are of forms: what the rules before it made one counts once. */
import type { SiteUrls } from '../learn/index.ts';
import { type Evidence, type Example, emitsUrl, type Rule } from '../rules/index.ts';
import { clopperPearsonUpper } from '../validate/index.ts';
import type { Form, Forms } from './forms.ts';
import type { Merge } from './measure.ts';
import type { Accepted } from './select-site.ts';

const EXAMPLES = 5;

export type EvidenceData = {
  readonly urls: SiteUrls;
  /** The forms that all rules together leave. */
  readonly forms: Forms;
  /** Texts of URLs known not to answer with a page. */
  readonly failing: ReadonlySet<string>;
  readonly confidence: number;
};

export function evidenceOf(accepted: Accepted, rule: Rule, data: EvidenceData): Evidence {
  const { measured, candidate } = accepted;
  const { merges } = measured;
  let support = 0;
  let falsePairs = 0;
  for (const merge of merges) {
    const members = membersOf(merge);
    const wrong = pairs(members.length) - pairsWithin(members, ({ wides }) => wides[0]!);
    support += pairsWithin(members, ({ pages }) => pages[0]!) + wrong;
    falsePairs += wrong;
  }
  const impureForms = merges.filter(({ wrong }) => wrong > 0).length;
  const upper = clopperPearsonUpper(impureForms, merges.length, data.confidence);
  const examples = merges.filter(({ right, wrong }) => right > 0 && wrong === 0);
  const counterExamples = merges.filter(({ wrong }) => wrong > 0);
  return {
    family: candidate.family,
    frequency: measured.pages,
    support,
    falsePairs,
    fpr: support === 0 ? null : falsePairs / support,
    forms: merges.length,
    impureForms,
    impureUpper: upper === null ? null : Number(upper.toPrecision(6)),
    confidence: data.confidence,
    risk: Number(accepted.risk.toPrecision(4)),
    changed: measured.changed,
    met: measured.met,
    ...(emitsUrl(rule) && { fetchable: checkOutputs(accepted, data) }),
    ...(examples.length > 0 && { examples: examples.slice(0, EXAMPLES).map((merge) => exampleOf(merge, data, false)) }),
    ...(counterExamples.length > 0 && {
      counterExamples: counterExamples.slice(0, EXAMPLES).map((merge) => exampleOf(merge, data, true)),
    }),
  };
}

function membersOf({ kept, changed }: Merge): readonly Form[] {
  return kept ? [kept, ...changed] : changed;
}

function pairs(count: number): number {
  return (count * (count - 1)) / 2;
}

/** Pairs of forms with the same number. */
function pairsWithin(members: readonly Form[], numberOf: (form: Form) => number): number {
  if (members.length === 2) return numberOf(members[0]!) === numberOf(members[1]!) ? 1 : 0;
  const counts = new Map<number, number>();
  for (const form of members) counts.set(numberOf(form), (counts.get(numberOf(form)) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum += pairs(count);
  return sum;
}

/** Two URLs that the rule joins: of one page, or of two. */
function exampleOf(merge: Merge, { urls }: EvidenceData, isWrong: boolean): Example {
  const members = membersOf(merge);
  const last = members.at(-1)!;
  const isSame = (form: Form) =>
    isWrong
      ? form.wides.some((wide) => last.wides.includes(wide))
      : !form.pages.some((page) => last.pages.includes(page));
  const other = members.find((form) => form !== last && !isSame(form)) ?? members[0]!;
  return { urls: [urls.texts[other.urls[0]!]!, urls.texts[last.urls[0]!]!], form: merge.text };
}

/** An output counts once: right if all URLs that lead to it are of its page, left out if some only perhaps are. */
function checkOutputs(accepted: Accepted, { urls, forms, failing }: EvidenceData): { checked: number; ok: number } {
  const wanted = new Set(accepted.urls);
  let [checked, ok] = [0, 0];
  for (const { text, urls: members } of new Set(accepted.urls.map((u) => forms.ofUrl(u)))) {
    const sources = members.filter((u) => wanted.has(u) && urls.texts[u] !== text);
    if (sources.length === 0) continue;
    const target = members.find((u) => urls.texts[u] === text);
    if (target === undefined) {
      if (failing.has(text)) checked++;
      continue;
    }
    const isRight = sources.every((u) => urls.pages[u] === urls.pages[target]);
    const isWrong = sources.some((u) => urls.wides[u] !== urls.wides[target]);
    if (isRight || isWrong) checked++;
    if (isRight) ok++;
  }
  return { checked, ok };
}

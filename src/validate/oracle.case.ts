/** The definitions of `spec` 1 (sections 6 and 7) taken literally, pair by pair: what the counting must agree with. */
import { compareCodePoints } from '../base/index.ts';
import type { Cluster } from '../clusters/index.ts';
import { applyRule, type Rule } from '../rules/index.ts';
import { sun } from '../url/index.ts';

export type LabeledUrl = {
  readonly url: string;
  readonly text: string;
  readonly cluster: string;
  readonly wide: string;
  readonly isSingle: boolean;
};

export function plainLabels(clusters: readonly Cluster[], useSun = false): LabeledUrl[] {
  return clusters.flatMap(({ id, urls, wide }) =>
    urls.map((url, i) => ({
      url,
      text: useSun ? sun(url) : url,
      cluster: id,
      wide: wide?.[i] ?? id,
      isSingle: urls.length === 1,
    })),
  );
}

export type PlainPair = {
  readonly a: LabeledUrl;
  readonly b: LabeledUrl;
  readonly form: string;
  readonly kind: 'true' | 'false' | 'unknown';
};

/** Every instance of a rule; the smaller URL of a pair first. */
export function plainInstances(rule: Rule, labeled: readonly LabeledUrl[]): PlainPair[] {
  const pairs: PlainPair[] = [];
  const forms = new Map(labeled.map((url) => [url, applyRule(rule, url.text)]));
  for (const [i, x] of labeled.entries()) {
    for (const y of labeled.slice(i + 1)) {
      const fx = forms.get(x)!;
      const fy = forms.get(y)!;
      const isInstance = rule.directed
        ? (fx !== null || fy !== null) && (fx ?? x.text) === (fy ?? y.text)
        : fx !== null && fx === fy;
      if (!isInstance) continue;
      const kind = x.wide !== y.wide ? 'false' : x.cluster === y.cluster ? 'true' : 'unknown';
      const [a, b] = compareCodePoints(x.url, y.url) < 0 ? [x, y] : [y, x];
      pairs.push({ a, b, form: fx ?? fy!, kind });
    }
  }
  return pairs;
}

/** The counts of a judgement. `isCounted` says which clusters' true pairs count. */
export function plainCounts(pairs: readonly PlainPair[], isCounted: (cluster: string) => boolean = () => true) {
  const known = pairs.filter(({ kind, a }) => kind === 'false' || (kind === 'true' && isCounted(a.cluster)));
  const wrong = known.filter(({ kind }) => kind === 'false');
  const plural = known.filter(({ a, b }) => !a.isSingle && !b.isSingle);
  const wrongPlural = plural.filter(({ kind }) => kind === 'false');
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return {
    support: known.length,
    falsePairs: wrong.length,
    fpr: share(wrong.length, known.length),
    forms: new Set(known.map(({ form }) => form)).size,
    impureForms: new Set(wrong.map(({ form }) => form)).size,
    withoutSingles: {
      support: plural.length,
      falsePairs: wrongPlural.length,
      fpr: share(wrongPlural.length, plural.length),
    },
  };
}

/** Distinct outputs that are URLs of the data, and those that are right for all their sources. */
export function plainFetchable(rule: Rule, labeled: readonly LabeledUrl[], failing: readonly string[] = []) {
  const verdicts = new Map<string, string[]>();
  for (const source of labeled) {
    const form = applyRule(rule, source.text);
    if (form === null || form === source.text) continue;
    const found = labeled
      .filter(({ text }) => text === form)
      .map(({ wide, cluster }) => (wide !== source.wide ? 'wrong' : cluster === source.cluster ? 'right' : 'unknown'));
    if (failing.includes(form)) found.push('wrong');
    verdicts.set(form, [...(verdicts.get(form) ?? []), ...found]);
  }
  const counts = { checked: 0, ok: 0 };
  for (const found of verdicts.values()) {
    if (found.length === 0 || (!found.includes('wrong') && found.includes('unknown'))) continue;
    counts.checked++;
    if (!found.includes('wrong')) counts.ok++;
  }
  return counts;
}

/** Algorithm 6 with the order that keeps one of equal rules; supports as sets of pairs. */
export function plainKept(
  rules: readonly {
    readonly id: string;
    readonly pairs: readonly string[];
    readonly hosts: number;
    readonly contextLength: number;
  }[],
): string[] {
  const ordered = [...rules].sort(
    (a, b) =>
      b.pairs.length - a.pairs.length ||
      b.hosts - a.hosts ||
      a.contextLength - b.contextLength ||
      compareCodePoints(a.id, b.id),
  );
  const kept: { id: string; pairs: ReadonlySet<string> }[] = [];
  for (const { id, pairs } of ordered) {
    if (pairs.length > 0 && kept.some((other) => pairs.every((pair) => other.pairs.has(pair)))) continue;
    kept.push({ id, pairs: new Set(pairs) });
  }
  return kept.map(({ id }) => id);
}

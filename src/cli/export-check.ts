/** What an exported file would do to URLs, beside what the rules do. */

import type { Export } from '../index.ts';
import type { Normalizer } from '../normalize/index.ts';

/** Examples of each cause, and in all; the numbers of URLs are given in any case. */
const PER_CAUSE = 3;
const SHOWN = 20;

export type ExportCheck = {
  readonly urls: number;
  readonly different: number;
  /** Why, most frequent first; a URL may have several causes. */
  readonly causes: readonly DifferenceCause[];
  readonly examples: readonly DifferentUrl[];
};

/**
 * `refused`: a rule that takes part is not in the text. `standard-form`: no rule takes part, and standard normalization, which the
 * target does not do, changes the URL. `left-alone`: the rules are in the text, and the target is not exact for such URLs.
 */
export type DifferenceKind = 'refused' | 'standard-form' | 'left-alone';

export type DifferenceCause = {
  readonly kind: DifferenceKind;
  /** The refused rule. */
  readonly id?: string;
  readonly reason: string;
  readonly urls: number;
};

export type DifferentUrl = {
  readonly url: string;
  readonly rules: string;
  readonly target: string;
  readonly kind: DifferenceKind;
  /** Refused rules that took part. */
  readonly because: readonly { readonly id: string; readonly reason: string }[];
};

/** `exactFor`: for which URLs the target gives what the rules give. */
export async function checkExport(
  normalizer: Normalizer,
  result: Export,
  exactFor: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<ExportCheck> {
  const reasons = new Map(result.refused.map(({ rule, reason }) => [rule.id, reason]));
  const causes = new Map<string, DifferenceCause>();
  const examples: DifferentUrl[] = [];
  let urls = 0;
  let different = 0;
  for await (const batch of batches) {
    for (const url of batch) {
      urls++;
      const rules = result.gives === 'key' ? normalizer.key(url) : normalizer.rewrite(url);
      const target = result.apply(url);
      if (rules === target) continue;
      different++;
      const ids = [...new Set(normalizer.explain(url).steps.map(({ rule }) => rule.id))];
      const because = ids.flatMap((id) => (reasons.has(id) ? [{ id, reason: reasons.get(id)! }] : []));
      const kind = because.length > 0 ? 'refused' : ids.length === 0 ? 'standard-form' : 'left-alone';
      const found = because.length > 0 ? because : [{ reason: reasonOf(kind, exactFor) }];
      const counts = found.map((cause) => count(causes, { kind, ...cause }));
      if (examples.length < SHOWN && Math.min(...counts) <= PER_CAUSE)
        examples.push({ url, rules, target, kind, because });
    }
  }
  return { urls, different, causes: [...causes.values()].sort((a, b) => b.urls - a.urls), examples };
}

function reasonOf(kind: DifferenceKind, exactFor: string): string {
  return kind === 'standard-form'
    ? 'no rule takes part; standard normalization changes the URL, and the target does not normalize'
    : `the target leaves such URLs as they are; it is exact for ${exactFor}`;
}

/** How often the cause was met, this time included. */
function count(causes: Map<string, DifferenceCause>, cause: Omit<DifferenceCause, 'urls'>): number {
  const key = cause.id ?? cause.kind;
  const urls = (causes.get(key)?.urls ?? 0) + 1;
  causes.set(key, { ...cause, urls });
  return urls;
}

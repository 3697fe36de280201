/** What an exported file would do to URLs, beside what the rules do. */

import type { Export } from '../index.ts';
import type { Normalizer } from '../normalize/index.ts';

/** URLs shown; their number is given in any case. */
const SHOWN = 20;

export type ExportCheck = {
  readonly urls: number;
  readonly different: number;
  readonly examples: readonly DifferentUrl[];
};

export type DifferentUrl = {
  readonly url: string;
  readonly rules: string;
  readonly target: string;
  /** Refused rules that took part; if none did, the target leaves URLs of this kind alone. */
  readonly because: readonly { readonly id: string; readonly reason: string }[];
};

export async function checkExport(
  normalizer: Normalizer,
  result: Export,
  batches: AsyncIterable<readonly string[]>,
): Promise<ExportCheck> {
  const reasons = new Map(result.refused.map(({ rule, reason }) => [rule.id, reason]));
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
      if (examples.length >= SHOWN) continue;
      const ids = new Set(normalizer.explain(url).steps.map(({ rule }) => rule.id));
      const because = [...ids].flatMap((id) => (reasons.has(id) ? [{ id, reason: reasons.get(id)! }] : []));
      examples.push({ url, rules, target, because });
    }
  }
  return { urls, different, examples };
}

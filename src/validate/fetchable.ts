/** What is known of a rule's outputs as URLs to fetch: how many are in the data, and how many of those are the page they came from. */
import type { LabelColumns } from '../clusters/index.ts';
import type { FormGroups } from './buckets.ts';
import type { TextIndex } from './text-index.ts';

const RIGHT = 1;
const UNKNOWN = 2;
const WRONG = 3;

/**
 * An output counts once, however many URLs lead to it; a URL that is its own output proves nothing. It is right if all URLs that lead to it are of its cluster,
 * wrong if one is not or if it is known not to answer, and left out if nothing is worse than perhaps (same wide group, other cluster).
 */
export function checkOutputs(
  groups: FormGroups,
  index: TextIndex,
  labels: LabelColumns,
): { checked: number; ok: number } {
  const verdict = new Uint8Array(groups.forms);
  for (let i = 0; i < groups.matched; i++) {
    const form = groups.form[i]!;
    const text = groups.output[form]!;
    // Of most forms nothing is known, and nothing else need be looked at.
    if (text === -1 && groups.failing[form] === 0) continue;
    const source = groups.url[i]!;
    if (index.textOf(source) === text) continue;
    if (groups.failing[form] === 1) verdict[form] = WRONG;
    if (text === -1) continue;
    for (let url = index.first(text); url !== -1; url = index.next(url)) {
      verdict[form] = Math.max(verdict[form]!, compare(source, url, labels));
    }
  }
  const counts = { checked: 0, ok: 0 };
  for (const found of verdict) {
    if (found === RIGHT || found === WRONG) counts.checked++;
    if (found === RIGHT) counts.ok++;
  }
  return counts;
}

function compare(a: number, b: number, { wide, page }: LabelColumns): number {
  if (wide[a] !== wide[b]) return WRONG;
  return page[a] === page[b] ? RIGHT : UNKNOWN;
}

/** Whether what speaks for dropping a parameter, whatever its value, is more than that one value of it is the default. */
import { looksLikeId } from '../learn/index.ts';
import type { Op } from '../rules/index.ts';
import type { Form } from './forms.ts';
import { type Measured, rarelyMeets } from './measure.ts';

/**
 * The share of witnesses that speak for any value. A value that many more pages show than any other is the default, which explains them by itself: it counts as often as the
 * next one, and nothing counts if hardly any address with another value met one. Values that look like ids are no defaults, nor is the only one there is. 1 for all other changes.
 */
export function shareBeyondDefault(ops: readonly Op[], measured: Pick<Measured, 'merges' | 'changes'>): number {
  const [op] = ops;
  if (ops.length !== 1 || op?.op !== 'dropParam' || !('name' in op) || op.value !== undefined) return 1;
  const { name } = op;
  let [first, second, sum, top] = [0, 0, 0, ''];
  for (const [value, pages] of pagesByValue(name, measured)) {
    sum += pages;
    if (pages > first) [first, second, top] = [pages, first, value];
    else if (pages > second) second = pages;
  }
  if (first - second <= 1 || looksLikeId(top)) return 1;
  const isOther = (form: Form) => valueIn(form, name) !== top;
  const changed = [...measured.changes.keys()].filter(isOther).length;
  if (changed === 0) return 1;
  const met = measured.merges.flatMap((merge) => merge.changed.filter(isOther)).length;
  return rarelyMeets({ met, changed }) ? 0 : (sum - (first - second)) / sum;
}

/** How many pages with a merge each value has. */
function pagesByValue(name: string, { merges }: Pick<Measured, 'merges'>): Map<string, number> {
  const pages = new Map<string, Set<number>>();
  for (const { changed, kept, right } of merges) {
    if (right === 0) continue;
    for (const form of changed) {
      const value = valueIn(form, name);
      if (value === null) continue;
      const known = pages.get(value) ?? new Set();
      pages.set(value, known);
      for (const page of form.pages) if (kept === null || kept.pages.includes(page)) known.add(page);
    }
  }
  return new Map([...pages].map(([value, { size }]) => [value, size]));
}

function valueIn({ source }: Form, name: string): string | null {
  return source.params.find((param) => param.name === name)?.value ?? null;
}

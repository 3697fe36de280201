/** The rule that makes URLs of one node those of another: what each key of the target is made of. */
import { parseKey } from '../../rules/index.ts';
import { ABSENT } from '../key-rows.ts';
import type { NodePair } from './node-pairs.ts';
import { MAX_COMPARED, MIN_REFERENCE, SAME_SHARE } from './options.ts';
import { FREE, STAR } from './pattern-tree.ts';
import type { SiteTable } from './site-table.ts';

/** What becomes of a key: nothing is left, a value (by number), or the value of another key. */
export type CrossChange =
  | { readonly key: number; readonly to: 'absent' }
  | { readonly key: number; readonly to: 'value' | 'key'; readonly number: number };

/** The changes in the order of keys; null if some key of the target cannot be told from the source, or nothing changes. */
export function crossChanges(site: SiteTable, { source, target }: NodePair): CrossChange[] | null {
  const shared = sharedUrls(source.firstOf, target.firstOf);
  const changes: CrossChange[] = [];
  for (const [key, wanted] of target.states.entries()) {
    if (wanted === STAR || wanted === FREE) {
      const from = sourceOf(site, key, shared);
      if (from === null) return null;
      if (from !== key) changes.push({ key, to: 'key', number: from });
    } else if (wanted === source.states[key]) {
    } else if (wanted !== ABSENT) {
      changes.push({ key, to: 'value', number: wanted });
    } else if (parseKey(site.keys[key]!)?.part === 'scheme') {
      return null;
    } else {
      changes.push({ key, to: 'absent' });
    }
  }
  return changes.length === 0 ? null : changes;
}

/** The value that a URL of the source has for a key after the changes. */
export function changedValue(site: SiteTable, url: number, change: CrossChange): number {
  if (change.to === 'absent') return ABSENT;
  return change.to === 'value' ? change.number : site.columns[change.number]![url]!;
}

/** Of the clusters that both nodes have, the first URL in each. */
function sharedUrls(source: ReadonlyMap<number, number>, target: ReadonlyMap<number, number>): [number, number][] {
  const shared: [number, number][] = [];
  const [fewer, more] = source.size <= target.size ? [source, target] : [target, source];
  for (const [cluster, url] of fewer) {
    const other = more.get(cluster);
    if (other === undefined) continue;
    shared.push(fewer === source ? [url, other] : [other, url]);
    if (shared.length === MAX_COMPARED) break;
  }
  return shared;
}

/** The key of the source whose value is the target's in nearly all shared clusters, itself before the others; null if there is none. */
function sourceOf(site: SiteTable, key: number, shared: readonly [number, number][]): number | null {
  const column = site.columns[key]!;
  // Short values are equal by chance too often.
  const isTelling = (value: number) => (site.textOf(value) ?? '').length >= MIN_REFERENCE;
  const isSame = (from: number) => {
    const own = site.columns[from]!;
    let same = 0;
    for (const [s, t] of shared) if (own[s] === column[t] && (from === key || isTelling(own[s]!))) same++;
    return same >= SAME_SHARE * shared.length;
  };
  if (isSame(key)) return key;
  for (const [from, name] of site.keys.entries()) {
    if (name !== 'scheme' && name !== 'host' && from !== key && isSame(from)) return from;
  }
  return null;
}

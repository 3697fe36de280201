/** What differs between two forms of a page that are alike but for one place. */
import type { Conv, KeyMatch } from '../../rules/index.ts';
import type { RuleBody, SitePair } from './family.ts';

/** A key as in rules, and what each of the two forms has there. */
export type Differing = { readonly key: string; readonly x: string; readonly y: string };

/** The one component, or the one value, in which two forms differ; components of any depth are named from the end. */
export function differing({ a, b }: SitePair): readonly Differing[] {
  const [p, q] = [a.source.path, b.source.path];
  if (a.source.parts.path === b.source.parts.path) {
    const [s, t] = [a.source.params, b.source.params];
    if (s.length !== t.length) return [];
    const at = s.flatMap(({ name, value }, i) => (name === t[i]!.name && value === t[i]!.value ? [] : [i]));
    const [x, y] = [s[at[0] ?? 0], t[at[0] ?? 0]];
    if (at.length !== 1 || x!.name !== y!.name || x!.name.includes('#') || !x!.value || !y!.value) return [];
    return [{ key: `query[${x!.name}]`, x: x!.value, y: y!.value }];
  }
  if (p.length !== q.length || a.source.parts.query !== b.source.parts.query) return [];
  const at = p.flatMap((component, i) => (component === q[i] ? [] : [i]));
  return at.length === 1 ? [{ key: `path[${at[0]! - p.length}]`, x: p[at[0]!]!, y: q[at[0]!]! }] : [];
}

/** A rule that converts what stands at a key. */
export function converted(key: string, conv: Conv): RuleBody {
  const match: KeyMatch = { view: 'keys', where: { [key]: { any: true } }, pathLen: null, query: 'open' };
  return { learner: 'families', match, emit: { view: 'keys', set: { [key]: { conv, of: key } }, queryOrder: 'keep' } };
}

/** Literals of two hosts whose hashes are equal by chance: each host keeps to its own rules. */
import { expect, it } from 'vitest';
import { makeRule, type Rule, type RuleSet } from '../rules/index.ts';
import { buildFlat } from './build/build.ts';
import { featureLookups } from './build/rule-features.ts';
import { compileRules } from './compile.ts';
import { CHAIN_GOES_ON, CHAIN_HEAD, HOST_PROGRAM, PROGRAM_ROWS } from './flat.ts';
import { mix } from './hash.ts';

/** Among so many hashes of 32 bits some are equal. */
const NAMES = 300_000;

const dropping = (name: string): Pick<Rule, 'match' | 'emit'> => ({
  match: { view: 'edit', when: [], unless: [] },
  emit: { view: 'edit', op: { op: 'dropParam', name } },
});

function setOf(names: readonly string[]): RuleSet {
  const rules = names.map((name, i) => makeRule({ learner: 'manual', hosts: [`h${i}.com`], ...dropping(name) }));
  return { dustpan: 1, apply: 'fixpoint', sun: false, options: {}, rules };
}

/** A parameter for each of two hosts, found under the same hash: the programs of the hosts are 0 and 1. */
function colliding(): [string, string] {
  const { hostEntries, lists } = buildFlat(setOf(['a', 'b']));
  const group = lists[hostEntries[HOST_PROGRAM + PROGRAM_ROWS]!]!;
  const literals = Array.from({ length: NAMES }, (_, i) => featureLookups(dropping(`p${i}`) as Rule)[0]!.hash);
  const first = new Map(literals.map((hash, i) => [mix(mix(0, group), hash), i]));
  const second = literals.findIndex((hash) => first.has(mix(mix(1, group), hash)));
  return [`p${first.get(mix(mix(1, group), literals[second]!))}`, `p${second}`];
}

it('applies to a host what is said of it, and nothing that is said of another', () => {
  const names = colliding();
  const set = setOf(names);
  const { chains } = buildFlat(set);
  // The two chains stand under one hash, or nothing is tested here.
  expect(chains).toHaveLength(2 * (CHAIN_HEAD + 3));
  expect(chains[0]).toBe(1 | CHAIN_GOES_ON);
  const normalizer = compileRules(set);
  const query = names.map((name) => `${name}=1`).join('&');
  const urls = Array.from({ length: 2000 }, (_, i) => `http://h${i % 2}.com/${i}?${query}`);
  const keys = urls.map((_, i) => `http://h${i % 2}.com/${i}?${names[1 - (i % 2)]}=1`);
  expect(urls.map((url) => normalizer.key(url))).toEqual(keys);
  const lines = normalizer.lines('key');
  const out = Buffer.concat([lines.push(Buffer.from(`${urls.join('\n')}\n`)), lines.end()]).toString();
  expect(out).toBe(`${keys.join('\n')}\n`);
});

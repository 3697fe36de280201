/** What several tests of alignment need: readable views of a consensus, and random clusters. */
import fc from 'fast-check';
import { compareTokens } from '../../url/index.ts';
import type { Consensus } from './consensus.ts';
import { RulePlan } from './rule-plan.ts';
import type { Workspace } from './workspace.ts';

/** Token sets in token order, λ last. */
export function consensusSets(work: Workspace, consensus: Consensus): string[][] {
  return Array.from({ length: consensus.length }, (_, p) => {
    const tokens = [...consensus.tokens.subarray(consensus.first[p], consensus.first[p + 1])];
    const texts = tokens.map((token) => work.table.text(token)).sort(compareTokens);
    return consensus.hasGap(p) ? [...texts, 'λ'] : texts;
  });
}

/** A plan of this consensus alone. */
export function planOf(work: Workspace, consensus: Consensus): RulePlan {
  const plan = new RulePlan(work.table);
  plan.make(consensus);
  return plan;
}

/** Distinct strings over a small alphabet of tokens, so that equal scores and odd shapes are common. */
export function oddClusters(max: number, min = 2): fc.Arbitrary<string[]> {
  const token = fc.constantFrom('a', 'A', 'b', 'ab', '1', '2', '/', '.', '-', '=', '\ud800');
  const text = fc.array(token, { minLength: 0, maxLength: 9 }).map((tokens) => tokens.join(''));
  return fc.uniqueArray(text, { minLength: min, maxLength: max });
}

/** URLs of one page that differ in the usual ways, several at a time. */
export function urlClusters(max: number): fc.Arbitrary<string[]> {
  const url = fc.record({
    scheme: fc.constantFrom('http', 'http', 'https'),
    host: fc.constantFrom('ex.com', 'www.ex.com', 'Ex.com', 'm.ex.com'),
    folder: fc.constantFrom('/a', '/a', '/A', '/old/a', '//a'),
    page: fc.constantFrom('/', '/index.html', '', '/x-1', '/x_2.html'),
    query: fc.constantFrom('', '', '?', '?id=5', '?sid=17&id=5', '?id=5&sid=9', '?id=5;sid=88', '?ID=5'),
    fragment: fc.constantFrom('', '', '', '#top'),
  });
  const text = url.map(
    ({ scheme, host, folder, page, query, fragment }) => `${scheme}://${host}${folder}${page}${query}${fragment}`,
  );
  return fc.uniqueArray(text, { minLength: 2, maxLength: max });
}

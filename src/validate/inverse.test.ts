/** Which of rules that undo each other stay. */
import { expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { dropUndone } from './inverse.ts';

/** Rules of growing support, each undone by the next one. */
const chain = [10, 20, 30].map((support, i) => ({ rule: ruleOf(`@* E => dropParam(p${i})`), support }));

/** `pairs`: for each, the rule, the one that undoes it, and for how many of the ten URLs that it changes. */
function left(...pairs: readonly (readonly [number, number, number])[]): number[] {
  const undone = new Map(pairs.map(([rule, by, urls]) => [rule * chain.length + by, urls]));
  const firstUrl = chain.map((_, i) => `http://h/?p${i}=1`);
  return dropUndone(chain, { changed: [10, 10, 10], firstUrl, undone }).map(({ support }) => support);
}

it('a rule does not fall to one that falls itself, whatever was counted first', () => {
  expect(left([0, 1, 10], [1, 2, 10])).toEqual([10, 30]);
  expect(left([1, 2, 10], [0, 1, 10])).toEqual([10, 30]);
});

it('a rule falls if at least half of what it changes is changed back, and never to a weaker one', () => {
  expect(left([0, 1, 5])).toEqual([20, 30]);
  expect(left([0, 1, 4])).toEqual([10, 20, 30]);
  expect(left([1, 0, 10])).toEqual([10, 20, 30]);
});

/** Which rules need a second pass: the quick way finds the pairs that comparing all of them finds. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeRule, parseRule, type Rule } from '../../rules/index.ts';
import { accessOf, repeatedRules } from './order.ts';

const NAME = fc.constantFrom('a', 'ab', 'abc', 'b', 'utm_a', 'utm_');
const TEXT = fc.oneof(
  NAME.map((name) => `E => dropParam(${name})`),
  NAME.map((name) => `E => dropParam(prefix=${name})`),
  fc
    .tuple(NAME, NAME)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => `E param=${a} => renameParam(${a} -> ${b})`),
  fc.constantFrom(
    ...['E => dropQuery()', 'E => trimSlash()', 'E => scheme(https)', 'E => dropPort()', 'E => sortParams()'],
    ...['E => dropEmptyParams()', 'E => separator(&)', 'E path^=/x/ => dropParam(q)', 'S "/x" => "/y"'],
  ),
);

it('is what comparing every two rules gives', () => {
  fc.assert(
    fc.property(fc.array(TEXT, { maxLength: 12 }), fc.constantFrom('*' as const, ['h']), (texts, hosts) => {
      const rules = texts.map((text) => makeRule({ learner: 'manual', ...parseRule(`@* ${text}`), hosts }));
      expect(repeatedRules(rules)).toEqual(plainly(rules));
    }),
    { numRuns: 500, seed: 1 },
  );
});

function plainly(rules: readonly Rule[]): number[] {
  const access = rules.map(accessOf);
  const sets = (i: number, j: number) =>
    access[i]!.writes.some((written) => access[j]!.reads.some((read) => overlap(written, read)));
  const again = new Set(rules.flatMap(({ match }, i) => (match.view === 'edit' ? [] : [i])));
  for (let i = 0; i < rules.length; i++) for (let j = i + 1; j < rules.length; j++) if (sets(j, i)) again.add(i);
  for (let i = 0; i < rules.length; i++)
    if (again.has(i)) for (let j = i + 1; j < rules.length; j++) if (sets(i, j)) again.add(j);
  return [...again].sort((a, b) => a - b);
}

function overlap(a: string, b: string): boolean {
  if (a === b || a === '*' || b === '*') return true;
  const [nameA, nameB] = [a.slice(1), b.slice(1)];
  if (a[0] === '^' && b[0] === '^') return nameA.startsWith(nameB) || nameB.startsWith(nameA);
  if (a[0] === '^' && b[0] === '=') return nameB.startsWith(nameA);
  return a[0] === '=' && b[0] === '^' && nameA.startsWith(nameB);
}

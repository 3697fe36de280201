// What .ci/run takes for a changed lock file: all but optional packages that the registry did not have before.
import { expect, test } from 'vitest';
import { compareLocks } from '../scripts/check-lock.mjs';

const before = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'p' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', optional: true },
  },
};

test('a lock file is unchanged, or has optional packages of other platforms more', () => {
  expect(compareLocks(before, structuredClone(before))).toEqual({ changes: [], platforms: [] });
  const more = structuredClone(before) as { packages: Record<string, object> };
  more.packages['node_modules/c'] = { version: '2.0.0', optional: true, os: ['darwin'] };
  expect(compareLocks(before, more)).toEqual({ changes: [], platforms: ['node_modules/c'] });
});

test.each([
  ['another version', { 'node_modules/a': { version: '1.0.1' } }, ['node_modules/a']],
  [
    'another version of an optional package',
    { 'node_modules/b': { version: '1.0.1', optional: true } },
    ['node_modules/b'],
  ],
  ['a package more', { 'node_modules/c': { version: '1.0.0' } }, ['node_modules/c']],
  ['the project', { '': { name: 'q' } }, ['the project itself']],
])('%s is a change', (_, packages, changes) => {
  expect(compareLocks(before, { ...before, packages: { ...before.packages, ...packages } }).changes).toEqual(changes);
});

test('a package less is a change, and so is another head', () => {
  const { 'node_modules/b': _, ...packages } = before.packages;
  expect(compareLocks(before, { ...before, packages }).changes).toEqual(['node_modules/b']);
  expect(compareLocks(before, { ...before, lockfileVersion: 2 } as typeof before).changes).toEqual([
    'the head of the file',
  ]);
});

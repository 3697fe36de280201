/** Every worked example of the specification is driven by some test, or its kind stands here with the part that will drive it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { vectors } from './support/vectors.ts';

/** Kinds whose code does not exist yet, and the number of the issue that brings it. */
const PENDING: Readonly<Record<string, number>> = {};

/** Kinds that a test asks for by name. */
function drivenKinds(): Set<string> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const driven = new Set<string>();
  for (const folder of ['src', 'test']) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.test.ts')) continue;
      for (const [, kind] of readFileSync(join(root, folder, file), 'utf8').matchAll(/vectorsOf\('([^']+)'\)/g))
        driven.add(kind!);
    }
  }
  return driven;
}

it('every kind is driven or pending, and none is both', () => {
  const kinds = new Set(vectors.map(({ kind }) => kind));
  const driven = drivenKinds();
  expect([...kinds].filter((kind) => !driven.has(kind)).sort()).toEqual(Object.keys(PENDING).sort());
  expect(Object.keys(PENDING).filter((kind) => !kinds.has(kind))).toEqual([]);
});

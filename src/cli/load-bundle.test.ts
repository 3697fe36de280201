import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeCacheOf, compileBundle, loadBundle, runBundle } from './load-bundle.ts';

type Exports = {
  readonly where: () => string;
  readonly base: (path: string) => string;
  readonly other: () => Promise<{ readonly name: string }>;
};

/** With a number, because V8 itself remembers a source that it has seen in this process, and would look at no cache. All are equally long, and say the same. */
let number = 0;
const source = () => `/* ${String(number++).padStart(9)} */ let path = require("node:path");
exports.where = () => __filename;
exports.base = (file) => path.basename(file);
exports.other = () => importModule("./other.mjs");`;

let folder: string;
let bundle: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dustpan-bundle-'));
  bundle = join(folder, 'bundle.cjs');
  writeFileSync(bundle, source());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A cache of the bundle, which is now another text that V8 has not seen. */
function makeCache(): Buffer {
  const script = compileBundle(bundle);
  runBundle<Exports>(script, bundle).base('/a/b');
  writeFileSync(bundle, source());
  return script.createCachedData();
}

it('runs a bundle that has no cache', () => {
  const { where, base } = loadBundle<Exports>(bundle);
  expect([where(), base('/a/b')]).toEqual([bundle, 'b']);
});

it('takes a cache of the same V8', async () => {
  writeFileSync(codeCacheOf(bundle), makeCache());
  const script = compileBundle(bundle);
  expect(script.cachedDataRejected).toBe(false);
  const { base, other } = runBundle<Exports>(script, bundle);
  expect(base('/a/b')).toBe('b');
  writeFileSync(join(folder, 'other.mjs'), "export const name = 'other'");
  expect((await other()).name).toBe('other');
});

it.each([
  ['of another V8', (cache: Buffer) => cache.fill(0xff, 4, 8)],
  ['that is cut off', (cache: Buffer) => cache.subarray(0, cache.length >> 1)],
  ['that is none', () => Buffer.from('no cache')],
])('does without a cache %s', (_, damage) => {
  writeFileSync(codeCacheOf(bundle), damage(makeCache()));
  const script = compileBundle(bundle);
  expect(script.cachedDataRejected).toBe(true);
  expect(runBundle<Exports>(script, bundle).base('/a/b')).toBe('b');
});

it('loads a built-in when something of it is asked for', () => {
  writeFileSync(bundle, 'let gone = require("node:is-not-there"); exports.use = () => gone.name; exports.rest = 1;');
  const { use, rest } = loadBundle<{ readonly use: () => unknown; readonly rest: number }>(bundle);
  expect(rest).toBe(1);
  expect(use).toThrow(/No such built-in module/);
});

it('calls a package that is a function', () => {
  writeFileSync(join(folder, 'double.cjs'), 'module.exports = (text) => text + text;');
  writeFileSync(bundle, 'let double = require("./double.cjs"); exports.twice = (text) => double(text);');
  expect(loadBundle<{ readonly twice: (text: string) => string }>(bundle).twice('ab')).toBe('abab');
});

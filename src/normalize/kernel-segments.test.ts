/** Segments in the kernel: every byte between delimiters, any number of segments, empty ones wherever they are, URLs of any length. */
import { describe, expect, it } from 'vitest';
import { firstSetOf } from '../../test/support/rule-of.ts';
import type { RuleSet } from '../rules/index.ts';
import { buildFlat } from './build/build.ts';
import { CHANGED, FOR_RUNNER, startKernel } from './kernel.ts';
import { Runner } from './runner.ts';

/** How many of the URLs are changed; kernel and runner must agree on each. */
function changedBy(set: RuleSet, urls: readonly Uint8Array[]): number {
  const kernel = startKernel(buildFlat(set), false)!;
  const runner = new Runner(kernel.flat, false);
  let changed = 0;
  for (const url of urls) {
    // What stood there before must not matter.
    kernel.input.fill(47, 0, url.length + 80);
    kernel.input.set(url);
    const verdict = kernel.calls.key(url.length, 0, 0, 0);
    expect(verdict).not.toBe(FOR_RUNNER);
    expect([verdict === CHANGED, Buffer.from(url).toString('latin1')]).toEqual([
      runner.run(url, 0, url.length, null, 'raw'),
      Buffer.from(url).toString('latin1'),
    ]);
    if (verdict !== CHANGED) continue;
    changed++;
    const form = kernel.memory.subarray(kernel.result[0], kernel.result[1]);
    expect(Buffer.from(form).equals(runner.bytes.subarray(runner.from, runner.to))).toBe(true);
  }
  return changed;
}

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('segments', () => {
  it('end at the eight delimiters and at no other byte', () => {
    const set = firstSetOf('@{a.com} T ^http://a.com/*$ => http://a.com/x/$1');
    const urls = Array.from({ length: 256 }, (_, b) => bytes(`http://a.com/p${String.fromCharCode(b)}q`));
    expect(changedBy(set, urls)).toBe(256 - '/?=&#;:.'.length);
  });

  it.each([1, 3, 4, 5, 11, 12, 13, 20, 40, 60])('of a path of %i stars fit only if none is empty', (n) => {
    const context = `^http://a.com/${'*/'.repeat(n)}z$`;
    const form = `http://a.com/${Array.from({ length: n }, (_, i) => `$${i + 1}`).join('/')}`;
    const set = firstSetOf(`@{a.com} T ${context} => ${form}`);
    const urlOf = (empty: number, length: number) =>
      bytes(`http://a.com/${Array.from({ length: n }, (_, i) => (i === empty ? '' : 'p'.repeat(length))).join('/')}/z`);
    const full = [1, 2, 3, 5, 17, 64].map((length) => urlOf(-1, length));
    expect(changedBy(set, full)).toBe(full.length);
    const holed = Array.from({ length: n }, (_, i) => urlOf(i, 3));
    expect(changedBy(set, holed)).toBe(0);
    // One delimiter more, one less, another one.
    const odd = [`${full[2]}/`, `${full[2]}`.slice(0, -2), `${full[2]}`.replace('p/', 'p;')].map(bytes);
    expect(changedBy(set, odd)).toBe(0);
  });

  it('that a rule has empty must be empty', () => {
    const of = (...paths: readonly string[]) => paths.map((path) => bytes(`http://a.com${path}`));
    const set = firstSetOf('@{a.com} T ^http://a.com//*///lit.*\\?$ => http://a.com/$1');
    expect(changedBy(set, of('//x///lit.y?', `//${'x'.repeat(90)}///lit.yy?`))).toBe(2);
    const others = of('//x///lit.y?z', '//x//a/lit.y?', '//x/a//lit.y?', '/a/x///lit.y?', '/////lit.y?', '//x///lit.?');
    expect(changedBy(set, others)).toBe(0);
    expect(changedBy(set, of('//x///Lit.y?', '//x///li.y?', '//x///litt.y?'))).toBe(0);
  });
});

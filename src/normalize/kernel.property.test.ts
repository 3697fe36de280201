/** The kernel and its twin, the runner, agree on everything the kernel does not leave to the runner; and that is most. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRule, arbRuleSet, arbUrl, arbUrlFor } from '../../test/support/arbitraries.ts';
import { checkRuleSet, type RuleSet, rulesOf, type View } from '../rules/index.ts';
import { buildFlat } from './build/build.ts';
import { encode } from './bytes.ts';
import { type Flat, HOST_PROGRAM, PROGRAM_ROW_COUNT, PROGRAM_ROWS } from './flat.ts';
import { CHANGED, FOR_RUNNER, type Kernel, startKernel } from './kernel.ts';
import { Runner } from './runner.ts';
import { StringHost } from './string-host.ts';

const RUNS = 180;
/** What a stream may hold besides URLs that rules were made for. */
const arbTail = fc.constantFrom(
  '',
  '',
  '',
  '?ref=1&b=2&a=3;c',
  '/./a/../b//c/',
  '/%41%7e%2f%e9%',
  '/..',
  '#top',
  '/a;sid=1/index.html?',
  '?a&a=&=&a',
  ':80/A',
  '/é%c3\ud800',
);
const withUrls = (set: RuleSet) => {
  const rules = rulesOf(set);
  const url =
    rules.length === 0
      ? arbUrl()
      : fc.oneof(
          arbUrl(),
          fc.constantFrom(...rules).chain((rule) => arbUrlFor(rule)),
          fc
            .tuple(
              fc.constantFrom(...rules).chain((rule) => arbUrlFor(rule)),
              arbTail,
            )
            .map(([start, tail]) => start + tail),
        );
  return fc.tuple(fc.constant(set), fc.array(url, { minLength: 1, maxLength: 8 }));
};
const arbSetOf = (view: View) =>
  fc
    .tuple(fc.array(arbRule(view), { minLength: 1, maxLength: 6 }), fc.boolean(), fc.constantFrom('first', 'fixpoint'))
    .map(([rules, sun, apply]): RuleSet => ({ dustpan: 1, options: {}, apply, sun, rules }) as RuleSet);

/** True if the first host has so few token rules, and no others, that all of them are tried. */
function triesAll({ hostEntries }: Flat): boolean {
  const rowCount = hostEntries[HOST_PROGRAM + PROGRAM_ROW_COUNT];
  return rowCount === 0 && hostEntries[HOST_PROGRAM + PROGRAM_ROWS]! >= 0;
}

/** What both make of a URL: null where the kernel leaves it to the runner. */
function both(kernel: Kernel, runner: Runner, url: Uint8Array, onlyFetchable: boolean) {
  kernel.input.set(url);
  const verdict = kernel.calls.key(url.length, onlyFetchable ? 1 : 0, 0, 0);
  const changed = runner.run(url, 0, url.length, null, 'raw') && (!onlyFetchable || (runner.fired && runner.fetchable));
  if (verdict === FOR_RUNNER) return { changed, kernel: null, runner: null };
  if (verdict !== CHANGED) return { changed, kernel: verdict, runner: changed ? CHANGED : 0 };
  const [from, to, start, end] = kernel.result;
  const own = Buffer.from(kernel.memory.subarray(from, to)).toString('latin1');
  const whole = Buffer.from(url).toString('latin1');
  // The parts that are said to be the URL's own are.
  const again = whole.slice(0, start) + own.slice(start, own.length - end!) + whole.slice(whole.length - end!);
  const form = Buffer.from(runner.bytes.subarray(runner.from, runner.to)).toString('latin1');
  return { changed, kernel: [own, again], runner: [form, changed ? form : 'the URL'] };
}

/** What the kernel makes of a URL whose host it is told, as it is of a string; null if that cannot be. */
function told(kernel: Kernel, host: StringHost, url: Uint8Array, onlyFetchable: boolean) {
  const isConcerned = host.mayConcern(Buffer.from(url).toString('latin1'));
  if (host.end === 0) return null;
  kernel.input.set(url);
  const verdict = kernel.calls.key(url.length, onlyFetchable ? 1 : 0, host.end, host.hash);
  return {
    isConcerned,
    verdict,
    form: verdict === CHANGED ? kernel.memory.slice(kernel.result[0], kernel.result[1]) : null,
  };
}

function compare(sets: fc.Arbitrary<RuleSet>, runs: number) {
  const counts = { urls: 0, changed: 0, left: 0, leftChanged: 0, tryingAll: 0, byShape: 0, told: 0 };
  fc.assert(
    fc.property(sets.chain(withUrls), fc.boolean(), fc.boolean(), ([set, urls], include, onlyFetchable) => {
      const flat = buildFlat(checkRuleSet(set));
      const kernel = startKernel(flat, include)!;
      if (flat.shapes.length > 2) counts.byShape++;
      if (triesAll(flat)) counts.tryingAll++;
      const runner = new Runner(kernel.flat, include);
      const host = new StringHost(kernel.flat);
      for (const url of urls) {
        const bytes = encode(url.replaceAll('\n', ''));
        if (bytes.length > 8192) continue;
        const result = both(kernel, runner, bytes, onlyFetchable);
        expect(result.kernel).toEqual(result.runner);
        const again = told(kernel, host, bytes, onlyFetchable);
        if (again !== null) {
          counts.told++;
          expect(again.verdict).toBe(
            result.kernel === null ? FOR_RUNNER : typeof result.kernel === 'number' ? result.kernel : CHANGED,
          );
          if (again.form !== null)
            expect(Buffer.from(again.form).toString('latin1')).toBe((result.kernel as string[])[0]);
          if (result.changed) expect(again.isConcerned).toBe(true);
        }
        counts.urls++;
        if (result.changed) counts.changed++;
        if (result.kernel === null) counts.left++;
        if (result.kernel === null && result.changed) counts.leftChanged++;
      }
    }),
    { seed: 1, numRuns: runs },
  );
  return counts;
}

describe('kernel equals runner', () => {
  it('for sets of every view', () => {
    const { changed, left, urls } = compare(arbRuleSet(), RUNS);
    expect(changed).toBeGreaterThan(RUNS / 2);
    expect(left).toBeLessThan(urls);
  });
  it('for token rules, few enough to be tried one by one and more', () => {
    const { urls, changed, leftChanged, tryingAll, byShape, told } = compare(arbSetOf('tokens'), RUNS);
    expect(told).toBeGreaterThan(urls / 20);
    expect(changed).toBeGreaterThan(urls / 10);
    expect(leftChanged).toBeLessThan(changed * 0.4);
    expect(tryingAll).toBeGreaterThan(RUNS / 10);
    expect(byShape).toBeGreaterThan(RUNS / 10);
  });
  it.each<[View, number]>([
    ['edit', 0.15],
    ['text', 0.05],
    ['keys', 0.5],
  ])('for rules of view %s, of which it leaves few to the runner', (view, most) => {
    const { urls, changed, leftChanged } = compare(arbSetOf(view), RUNS);
    expect(changed).toBeGreaterThan(urls / 10);
    expect(leftChanged).toBeLessThan(changed * most);
  });
});

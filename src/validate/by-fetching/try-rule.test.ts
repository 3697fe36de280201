/** Checks of trials of one rule: when it is decided, what counts and what does not. */
import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../../../test/support/vectors.ts';
import { localSite } from './local-site.case.ts';
import { decisionPoints, type TrialPair, tryRule } from './try-rule.ts';

const OPTIONS = { pairs: 100, maxError: 0.05, isOutput: true };

/** Pages `/0`, `/1` … each with another name `/x0`, `/x1` …, which is not the same page where the number is in `wrong`. */
function pairsOf(count: number): TrialPair[] {
  return Array.from({ length: count }, (_, i) => ({ url: `/x${i}`, other: `/${i}`, form: `/${i}` }));
}
function siteWith(wrong: (number: number) => boolean) {
  return localSite((url) =>
    url.startsWith('/x') && wrong(Number(url.slice(2))) ? `other ${url}` : url.replace('x', ''),
  );
}

describe('tryRule', () => {
  it.each(vectorsOf('dustbuster.validateRule'))('$id', async ({ input, expected }) => {
    const options = { pairs: input.N, maxError: input.epsilon, isOutput: true };
    const { accept, reject } = decisionPoints(input.N, input.epsilon);
    expect({ acceptAtPositives: accept, rejectAtNegatives: reject }).toEqual(expected);
    const right = await tryRule(
      pairsOf(500),
      siteWith(() => false),
      options,
    );
    expect(right).toMatchObject({ verdict: 'valid', positive: expected.acceptAtPositives, negative: 0 });
    const wrong = await tryRule(
      pairsOf(500),
      siteWith(() => true),
      options,
    );
    expect(wrong).toMatchObject({ verdict: 'invalid', positive: 0, negative: expected.rejectAtNegatives });
  });

  it.each([
    [100, 0.05, 95, 5],
    [20, 0.05, 19, 1],
    [10, 0.1, 9, 1],
    [100, 0, 100, 1],
    [7, 0.3, 5, 3],
    [100, 0.07, 93, 7],
  ])('of %i pairs with %f wrong accepts at %i and rejects at %i', (pairs, maxError, accept, reject) => {
    expect(decisionPoints(pairs, maxError)).toEqual({ accept, reject });
  });

  it('decides by the share when the list ends', async () => {
    const run = (count: number, wrong: number, maxError = 0.05) =>
      tryRule(
        pairsOf(count),
        siteWith((number) => number < wrong),
        { ...OPTIONS, maxError },
      );
    expect(await run(30, 1)).toMatchObject({ verdict: 'valid', positive: 29, negative: 1 });
    expect(await run(20, 1)).toMatchObject({ verdict: 'invalid', positive: 19, negative: 1 });
    expect(await run(3, 0)).toMatchObject({ verdict: 'valid', positive: 3, negative: 0 });
    expect(await run(3, 0, 0)).toMatchObject({ verdict: 'valid' });
    expect(await run(3, 1, 0)).toMatchObject({ verdict: 'invalid' });
    expect(await run(0, 0)).toMatchObject({ verdict: 'untested' });
  });

  it('gives up after ten attempts for each pair', async () => {
    const site = localSite(() => 404);
    const trial = await tryRule(pairsOf(5000), site, OPTIONS);
    expect(trial).toMatchObject({ verdict: 'untested', skipped: { 'no-page': 1000 } });
  });

  it.each<[string, string | number, string | number, boolean, object]>([
    ['no page at first', 404, 'a', true, { skipped: { 'no-page': 1 } }],
    ['no page at the output', 'a', 404, true, { negative: 1 }],
    ['no page at another URL of the list', 'a', 404, false, { skipped: { 'no-page': 1 } }],
    ['nothing known at first', '?timeout', 'a', true, { skipped: { timeout: 1 } }],
    ['nothing known then', 'a', '?timeout', true, { skipped: { timeout: 1 } }],
    ['another page', 'a', 'b', true, { negative: 1, outputs: { checked: 1, ok: 0 } }],
    ['the same page', 'a', 'a', true, { positive: 1, outputs: { checked: 1, ok: 1 } }],
    ['a redirect to the output', '->/v', 'a', true, { positive: 1, outputs: { checked: 1, ok: 1 } }],
    ['a redirect of the output', 'a', '->/u', true, { positive: 1, outputs: { checked: 1, ok: 0 } }],
    ['a redirect elsewhere', 'a', '->/w', true, { negative: 1, outputs: { checked: 1, ok: 0 } }],
  ])('counts %s', async (_, u, v, isOutput, expected) => {
    const pages: Record<string, string | number> = { '/u': u, '/v': v, '/w': 'w' };
    const pair = { url: '/u', other: '/v', form: '/v' };
    const trial = await tryRule(
      [pair],
      localSite((url) => pages[url]!),
      { ...OPTIONS, isOutput },
    );
    expect(trial).toMatchObject({ positive: 0, negative: 0, skipped: {}, ...expected });
  });

  it('is not taken in by a page that is shown everywhere', async () => {
    const login = await tryRule(
      pairsOf(200),
      localSite((url) => (url === '/login' ? 'log in' : '->/login')),
      OPTIONS,
    );
    expect(login).toMatchObject({ verdict: 'valid', positive: 1, skipped: { 'same-as-others': 199 } });
    // Many URLs that all become one are another matter.
    const sessions = Array.from({ length: 200 }, (_, i) => ({ url: `/a?${i}`, other: '/a', form: '/a' }));
    expect(
      await tryRule(
        sessions,
        localSite(() => 'a'),
        OPTIONS,
      ),
    ).toMatchObject({ positive: 95, skipped: {} });
  });

  it('fetches no page whose partner it may not fetch', async () => {
    const site = localSite(
      () => 'a',
      (url) => url !== '/1',
    );
    const trial = await tryRule(pairsOf(2), site, OPTIONS);
    expect(trial).toMatchObject({ positive: 1, skipped: { robots: 1 } });
    expect(site.log).toEqual(['/x0', '/0']);
  });

  it('is open when the budget ends before it is decided, and ends at once when stopped', async () => {
    const until = (last: number, why: string) =>
      localSite((url) => (Number(url.replace(/\D/g, '')) < last ? url.replace('x', '') : `?${why}`));
    expect(await tryRule(pairsOf(300), until(50, 'budget'), OPTIONS)).toMatchObject({
      verdict: 'open',
      positive: 50,
      skipped: { budget: 250 },
    });
    const stopped = until(50, 'stopped');
    expect(await tryRule(pairsOf(300), stopped, OPTIONS)).toMatchObject({ verdict: 'open', skipped: { stopped: 1 } });
    expect(stopped.log).toHaveLength(101);
    expect(await tryRule(pairsOf(300), until(95, 'budget'), OPTIONS)).toMatchObject({ verdict: 'valid' });
  });

  it('shows the first five of each kind', async () => {
    const trial = await tryRule(
      pairsOf(90),
      siteWith((number) => number % 2 === 0),
      { ...OPTIONS, maxError: 0.4 },
    );
    expect(trial.examples).toHaveLength(5);
    expect(trial.counterExamples).toHaveLength(5);
    expect(trial.examples[0]).toEqual({ urls: ['/x1', '/1'], form: '/1' });
    expect(trial.counterExamples[0]).toEqual({ urls: ['/x0', '/0'], form: '/0' });
  });
});

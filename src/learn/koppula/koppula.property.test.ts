/** What must hold whatever the URLs are: pieces are cut as rules cut them, pair rules lead to their target, order does not matter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbShuffled } from '../../clusters/arb-clusters.case.ts';
import type { Cluster } from '../../clusters/index.ts';
import { applyBody, applyRule, printRule } from '../../rules/index.ts';
import { buildUrl, urlKeys } from '../../url/index.ts';
import { deepTokenize } from './deep-tokens.ts';
import { koppula } from './index.ts';
import { keyedUrl } from './keyed-url.ts';
import { KOPPULA_DEFAULTS } from './options.ts';
import { pairRule } from './pair-rule.ts';

const arbWord = fc.constantFrom(
  'a',
  'News',
  'news',
  'NEWS',
  'item12',
  'x-1',
  '7',
  'b%20c',
  'b c',
  'Site_id',
  '😀',
  '*',
  '',
);
const arbValue = fc.array(arbWord, { minLength: 1, maxLength: 4 }).map((words) => words.join('-'));
const arbParam = fc
  .tuple(fc.constantFrom('a', 'b', 'id', ''), fc.option(arbValue))
  .map(([name, value]) => (value === null ? name : `${name}=${value}`));
const arbUrlWith = (...separators: string[]) =>
  fc
    .tuple(
      fc.constantFrom('http://', 'https://', 'HTTP://', ''),
      fc.constantFrom('h.com', 'H.com', 'h.com:8080'),
      fc.array(arbValue, { maxLength: 4 }),
      fc.array(arbParam, { maxLength: 4 }),
      fc.constantFrom(...separators),
    )
    .map(([scheme, host, path, params, separator]) => {
      const query = params.length === 0 ? '' : `?${params.join(separator)}`;
      return scheme + host + path.map((component) => `/${component}`).join('') + query;
    });

/** Values with something in common. */
const arbValues = fc
  .tuple(arbWord, arbWord, fc.constantFrom('-', '_', '.'), fc.uniqueArray(arbValue, { minLength: 2, maxLength: 12 }))
  .map(([before, after, separator, values]) => values.map((value) => before + separator + value + separator + after));

describe('deep tokens', () => {
  it('are the pieces that a rule with the pattern sees', () => {
    let deep = 0;
    fc.assert(
      fc.property(arbValues, (values) => {
        for (const [i, token] of deepTokenize(values, KOPPULA_DEFAULTS).entries()) {
          if (token === null) continue;
          deep++;
          expect(token.pieces.join('')).toBe(values[i]);
          const form = applyBody(
            {
              match: { view: 'keys', where: {}, pathLen: 1, query: 'open', deep: { 'path[1]': token.glob } },
              emit: {
                view: 'keys',
                set: {},
                path: token.pieces.map((_, n) => ({ ref: `path[1].${n + 1}` })),
                queryOrder: 'keep',
              },
            },
            `http://h/${values[i]}`,
          );
          expect(form).toBe(`http://h/${token.pieces.join('/')}`);
        }
      }),
      { seed: 1, numRuns: 200 },
    );
    expect(deep).toBeGreaterThan(50);
  });
});

describe('pair rules', () => {
  it('lead from the source to the target', () => {
    const none = new Map();
    let found = 0;
    fc.assert(
      fc.property(arbUrlWith('&', ';'), arbUrlWith('&', ';'), (source, target) => {
        const rule = pairRule(keyedUrl(source, none), keyedUrl(target, none));
        if (rule === null) return;
        found++;
        const set = Object.fromEntries(rule.changes.map(({ key, value }) => [key, value]));
        const form = applyBody(
          {
            match: { view: 'keys', where: {}, pathLen: null, query: 'open' },
            emit: { view: 'keys', set, ...(rule.path && { path: rule.path }), queryOrder: rule.queryOrder },
          },
          source,
        );
        const spell = (url: string) => url.replaceAll(';', '&');
        expect(spell(form!)).toBe(spell(buildUrl(urlKeys(target))));
      }),
      { seed: 1, numRuns: 1000 },
    );
    expect(found).toBeGreaterThan(500);
  });
});

describe('koppula', () => {
  const arbClusters = fc
    .array(fc.uniqueArray(arbUrlWith('&'), { minLength: 1, maxLength: 5 }), { maxLength: 12 })
    .map((pages) => {
      const seen = new Set<string>();
      return pages.map((urls, i): Cluster => {
        const fresh = urls.filter((url) => !seen.has(url));
        for (const url of fresh) seen.add(url);
        return { id: String(i), urls: fresh };
      });
    });

  it('gives rules that lead somewhere, whatever the order of the data', () => {
    const options = { minFrequency: 1, maxValues: 2 };
    let rules = 0;
    const arbPair = arbClusters.chain((clusters) => arbShuffled(clusters).map((shuffled) => ({ clusters, shuffled })));
    fc.assert(
      fc.property(arbPair, ({ clusters, shuffled }) => {
        const found = koppula.propose({ clusters }, options);
        expect(koppula.propose({ clusters: shuffled }, options)).toEqual(found);
        expect(found.problems).toEqual([]);
        for (const rule of found.candidates) {
          rules++;
          expect(
            clusters.some(({ urls }) => urls.some((url) => applyRule(rule, url) !== null)),
            printRule(rule),
          ).toBe(true);
        }
      }),
      { seed: 1, numRuns: 25 },
    );
    expect(rules).toBeGreaterThan(100);
  });
});

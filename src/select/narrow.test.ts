/** Conditions for a change that is contradicted: where they are found, which ones never are, and that chance is not taken for a reason. */
import { describe, expect, it } from 'vitest';
import type { Hypothesis } from '../learn/index.ts';
import type { Op } from '../rules/index.ts';
import { candidateOf } from './candidate.ts';
import { Changes } from './changes.ts';
import { Forms } from './forms.ts';
import { Literals } from './literals.ts';
import { measureChanges } from './measure.ts';
import { narrow } from './narrow.ts';
import { PRIORS } from './priors.ts';
import { Sensitivity } from './sensitivity.ts';

/** Two addresses, and whether they are one page. */
type Pair = { readonly urls: readonly [string, string]; readonly isOne: boolean };

const DROP_S: Op = { op: 'dropParam', name: 's' };
const HOSTS = ['http://a.com', 'http://b.com'];

/** Names that do not look like numbers of pages. */
function name(i: number): string {
  return `${'abcdefghij'[i % 10]}${'klmnopqrst'[Math.floor(i / 10) % 10]}${'uvwxyz'[Math.floor(i / 100) % 6]}x`;
}

/** Pages of a folder, with `s` and without; of every ten, `wrong` are two pages, from `first` on. */
function folder(path: string, count: number, wrong: number, more = '', first = 0): Pair[] {
  return Array.from({ length: count }, (_, i) => {
    const url = `${path}/${name(i)}?${more}`;
    return { urls: [`${url}z=1`, `${url}z=1&s=1`], isOne: (i + first) % 10 >= wrong };
  });
}

function narrowedTo(pairs: readonly Pair[], op: Op = DROP_S, family = 'param') {
  const pages = pairs.flatMap(({ isOne }, i) => [2 * i, isOne ? 2 * i : 2 * i + 1]);
  const urls = { texts: pairs.flatMap((pair) => pair.urls), pages, wides: pages };
  const forms = new Forms(urls);
  const options = { maxRisk: 0.04, seenShare: 1 };
  const hypothesis: Hypothesis = { family, ops: [op], when: [], seen: pairs.length };
  const candidate = candidateOf(hypothesis, ['a.com', 'b.com']);
  const changes = new Changes(forms).of(candidate);
  const sensitivity = new Sensitivity(forms, PRIORS);
  const measured = measureChanges(changes, forms, sensitivity, true);
  const found = narrow(candidate, changes, measured, { forms, literals: new Literals(), options, sensitivity });
  if (found === null) return null;
  const { match, hosts } = found.candidate;
  return { when: match.when, unless: match.unless, hosts, price: found.price, pages: found.measured.pages };
}

const [a, b] = HOSTS as [string, string];
const both = ['a.com', 'b.com'];

describe('narrow', () => {
  it('keeps a change out of the one place where it is wrong', () => {
    const pairs = [...folder(`${a}/news`, 60, 0), ...folder(`${a}/shop`, 60, 0), ...folder(`${a}/talk`, 20, 10)];
    expect(narrowedTo(pairs)).toEqual({
      when: [],
      unless: [{ path: { prefix: '/talk/' } }],
      hosts: both,
      price: 4,
      pages: 120,
    });
  });

  it('does not keep it out of a place where it is more often right than wrong, but narrows it to the others', () => {
    const pairs = [...folder(`${a}/news`, 90, 0), ...folder(`${a}/talk`, 70, 4)];
    expect(narrowedTo(pairs)).toMatchObject({
      when: [{ path: { prefix: '/news/' } }],
      unless: [],
      price: 4,
      pages: 90,
    });
  });

  it('keeps it out of such a place too, if all that speaks against it is there, and little of what speaks for it', () => {
    const right = [...folder(`${a}/news`, 60, 0), ...folder(`${a}/shop`, 60, 0)];
    expect(narrowedTo([...right, ...folder(`${a}/talk`, 30, 3)])).toMatchObject({
      when: [],
      unless: [{ path: { prefix: '/talk/' } }],
      price: 4,
      pages: 120,
    });
    // Elsewhere something speaks against it as well, so that this place is not the reason.
    expect(narrowedTo([...right, ...folder(`${a}/talk`, 30, 3), ...folder(`${a}/help`, 30, 3)])?.unless ?? []).toEqual(
      [],
    );
  });

  it('keeps it out of three places at the most, each of which costs', () => {
    const right = [...folder(`${a}/news`, 150, 0), ...folder(`${a}/shop`, 150, 0)];
    const wrong = (places: readonly string[]) => places.flatMap((place) => folder(`${a}/${place}`, 12, 10));
    expect(narrowedTo([...right, ...wrong(['talk', 'help', 'jobs'])])).toMatchObject({
      unless: [{ path: { prefix: '/talk/' } }, { path: { prefix: '/help/' } }, { path: { prefix: '/jobs/' } }],
      price: 12,
      pages: 300,
    });
    const found = narrowedTo([...right, ...wrong(['talk', 'help', 'jobs', 'blog', 'mail', 'team'])]);
    expect(found?.unless.length ?? 0).toBeLessThan(2);
  });

  it('does not keep it out of one value of the parameter that it drops: others that nobody saw would be dropped', () => {
    const ofValue = (value: string, count: number, param: string): Pair[] =>
      Array.from({ length: count }, (_, i) => {
        const url = `${a}/${value}${name(i)}?z=1`;
        const more = param === 's' ? `s=${value}` : `${param}=${value}&s=1`;
        const bare = param === 's' ? url : `${url}&${param}=${value}`;
        return { urls: [bare, `${url}&${more}`], isOne: value !== 'two' };
      });
    const pairs = (param: string) => [
      ...ofValue('one', 60, param),
      ...ofValue('off', 60, param),
      ...ofValue('two', 20, param),
    ];
    expect(narrowedTo(pairs('kind'))).toMatchObject({ unless: [{ param: 'kind', value: 'two' }], pages: 120 });
    expect(narrowedTo(pairs('s'))?.unless ?? []).toEqual([]);
  });

  it('narrows it to the one place where it is right', () => {
    const wrong = ['talk', 'shop', 'help', 'blog'].flatMap((path) => folder(`${a}/${path}`, 20, 10));
    expect(narrowedTo([...folder(`${a}/news`, 80, 0), ...wrong])).toMatchObject({
      when: [{ path: { prefix: '/news/' } }],
      unless: [],
      pages: 80,
    });
  });

  it('takes two conditions where one is not enough, and each costs', () => {
    const pairs = [
      ...folder(`${a}/news`, 100, 0, 'kind=long&'),
      ...folder(`${a}/news`, 100, 5, 'kind=short&'),
      ...folder(`${a}/talk`, 100, 5, 'kind=long&'),
    ];
    const found = narrowedTo(pairs)!;
    expect(found.when.length + found.unless.length).toBe(2);
    expect(found).toMatchObject({ price: 8, pages: 100 });
  });

  it('finds nothing where it is wrong everywhere alike', () => {
    const paths = ['news', 'talk', 'shop', 'help', 'blog', 'jobs'];
    expect(narrowedTo(paths.flatMap((path) => folder(`${a}/${path}`, 40, 1)))).toBeNull();
  });

  it('does not believe a small place that is clean by chance', () => {
    const pairs = [...folder(`${a}/news`, 200, 2), ...folder(`${a}/talk`, 12, 0)];
    expect(narrowedTo(pairs)).toBeNull();
  });

  it('counts all places that were looked at: one of thirty that is clean by chance is not believed, though it would do by itself', () => {
    const clean = folder(`${a}/talk`, 30, 0);
    const others = Array.from({ length: 30 }, (_, i) => folder(`${a}/${name(i)}`, 10, 1, '', i)).flat();
    expect(narrowedTo([...clean, ...others])).toBeNull();
    const wrong = Array.from({ length: 30 }, (_, i) => folder(`${a}/${name(i)}`, 10, 3, '', i)).flat();
    expect(narrowedTo([...clean, ...wrong])).toMatchObject({ when: [{ path: { prefix: '/talk/' } }], pages: 30 });
  });

  it('nor is one of many a place to keep out of, where two pages of three happen to differ', () => {
    const few = folder(`${a}/talk`, 3, 2);
    const places = (count: number, size: number) =>
      Array.from({ length: count }, (_, i) => folder(`${a}/${name(i)}`, size, 0)).flat();
    expect(narrowedTo([...few, ...places(12, 5)])).toBeNull();
    expect(narrowedTo([...few, ...places(1, 60)])).toMatchObject({ unless: [{ path: { prefix: '/talk/' } }] });
  });

  it('takes hosts as places', () => {
    const pairs = [...folder(`${a}/news`, 60, 0), ...folder(`${b}/news`, 30, 10)];
    expect(narrowedTo(pairs)).toMatchObject({ when: [], unless: [], hosts: ['a.com'], pages: 60 });
  });

  it('takes other parameters and their values as places, but never the one that goes', () => {
    const pairs = [...folder(`${a}/news`, 60, 0, 'kind=long&'), ...folder(`${a}/news`, 60, 10, 'kind=short&')];
    const found = narrowedTo(pairs)!;
    expect([...found.when, ...found.unless]).toEqual([{ param: 'kind', value: 'short' }]);
    expect(found.unless).toHaveLength(1);
  });

  it('takes only paths as places for a query that goes', () => {
    const query = (path: string, count: number, wrong: number, kind: string): Pair[] =>
      Array.from({ length: count }, (_, i) => ({
        urls: [`${a}/${path}/${name(i)}`, `${a}/${path}/${name(i)}?kind=${kind}`],
        isOne: i % 10 >= wrong,
      }));
    const op: Op = { op: 'dropQuery' };
    expect(narrowedTo([...query('news', 60, 0, 'long'), ...query('talk', 20, 10, 'short')], op, 'query')).toMatchObject(
      {
        unless: [{ path: { prefix: '/talk/' } }],
      },
    );
    const byKind = [
      ...Array.from(
        { length: 100 },
        (_, i): Pair => ({
          urls: [`${a}/${name(i)}`, `${a}/${name(i)}?kind=${i % 2 ? 'long' : 'short'}`],
          isOne: i % 2 === 1,
        }),
      ),
    ];
    expect(narrowedTo(byKind, op, 'query')).toBeNull();
  });
});

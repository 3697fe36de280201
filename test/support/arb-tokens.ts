/** Arbitrary token and text rules: most made from a URL by forgetting details, some put together at random. */
import fc, { type Arbitrary } from 'fast-check';
import { CONVERSIONS, type El, type Match, type Out, parseRule } from '../../src/rules/index.ts';
import { isDelimiter, tokenizeDuster, tokenizeInner, tokenType } from '../../src/url/index.ts';
import { arbOddText, type Body, orOdd } from './arb-odd.ts';
import { arbRegularUrl, pick } from './arb-url.ts';

const arbLiteral = orOdd(
  pick(['://', '.', '/', '?', '=', '&', 'a', 'b', '1', 'wiki', 'com', '.html', 'id', 'http', '*', '(']),
);
const arbAlternatives = fc.uniqueArray(arbLiteral, { minLength: 1, maxLength: 3 });

/** Patterns that many URLs match. */
const BROAD = [
  '^*://*.*/*$',
  '^<a>://(www.)?*.*/(a|b|A)(/)?$',
  '^*://(www.)?*.*/*(/index.html)?$',
  '^*://*.*/*\\?*=*$',
  '^*://(*.)?*.*/(*/)?*\\?(a|id)=<n>(&*=*)?$',
  '^*://(www.)?*.*/$',
];

/** Token rules. */
export const arbTokenBody: Arbitrary<Body> = fc
  .oneof(
    { weight: 3, arbitrary: arbGeneralized() },
    { weight: 1, arbitrary: arbLooseEls() },
    { weight: 2, arbitrary: fc.constantFrom(...BROAD.map(readEls)) },
  )
  .chain((loose) => {
    const captures = { count: 0 };
    const seq = number(loose, captures);
    return arbTokenEmit(captures.count).map(
      (out): Body => ({ match: { view: 'tokens', seq }, emit: { view: 'tokens', seq: out } }),
    );
  });

function readEls(text: string): readonly El[] {
  const { match } = parseRule(`T ${text} => a`);
  return match.view === 'tokens' ? match.seq : [];
}

/** Elements whose captures are not numbered yet: `star: 0`, `cap: 0`. */
function arbLooseEls(): Arbitrary<readonly El[]> {
  const { seq } = fc.letrec<{ seq: El[]; el: El }>((tie) => ({
    el: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 4, arbitrary: arbLiteral.map((lit): El => ({ lit })) },
      { weight: 3, arbitrary: fc.constant<El>({ star: 0 }) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom('a' as const, 'n' as const), fc.constantFrom(0, null))
          .map(([type, cap]): El => ({ type, cap })),
      },
      { weight: 2, arbitrary: arbAlternatives.map((alt): El => ({ alt })) },
      { weight: 2, arbitrary: tie('seq').map((opt): El => ({ opt })) },
    ),
    seq: fc.array(tie('el'), { minLength: 1, maxLength: 5 }),
  }));
  return seq;
}

/** A URL with some of its tokens replaced by wildcards, choices and optional parts. */
function arbGeneralized(): Arbitrary<readonly El[]> {
  return fc
    .tuple(arbRegularUrl, fc.array(fc.nat(11), { minLength: 40, maxLength: 40 }))
    .filter(([url]) => url !== '')
    .map(([url, choices]) => {
      const runs = tokenRuns(url);
      return runs.map((run, i): El => generalize(run, choices[i % choices.length]!));
    });
}

/** Delimiters alone, and what stands between them as one run of tokens. */
function tokenRuns(url: string): string[][] {
  const runs: string[][] = [];
  for (const token of tokenizeDuster(url)) {
    const last = runs.at(-1);
    if (last === undefined || isDelimiter(token) || isDelimiter(last[0]!)) runs.push([token]);
    else last.push(token);
  }
  return runs;
}

function generalize(run: readonly string[], choice: number): El {
  const text = run.join('');
  const lit: El = { lit: text };
  if (isDelimiter(text)) return choice === 11 ? { opt: [lit] } : lit;
  const type = tokenType(text);
  if (choice <= 4) return { star: 0 };
  if (choice === 5) return { alt: [text, 'b'] };
  if (choice === 6) return { opt: [lit] };
  if (choice === 7) return { opt: [{ alt: ['a', text] }] };
  if (run.length === 1 && type !== 'p' && choice <= 10) return { type, cap: choice === 8 ? null : 0 };
  return lit;
}

/** Numbers captures from left to right. */
function number(seq: readonly El[], captures: { count: number }): El[] {
  return seq.map((el): El => {
    if ('star' in el) return { star: ++captures.count };
    if ('type' in el) return el.cap === null ? el : { ...el, cap: ++captures.count };
    return 'opt' in el ? { opt: number(el.opt, captures) } : el;
  });
}

function arbTokenEmit(captures: number): Arbitrary<Out[]> {
  const lit = arbLiteral.map((text): Out => ({ lit: text }));
  const ref = fc.nat(Math.max(0, captures - 1)).map((n): Out => ({ ref: n + 1 }));
  const converted = fc
    .tuple(fc.nat(Math.max(0, captures - 1)), fc.constantFrom(...CONVERSIONS))
    .map(([n, conv]): Out => ({ ref: n + 1, conv }));
  const others: Arbitrary<Out> = fc.oneof(
    fc.constant<Out>({ any: true }),
    arbAlternatives.map((alt): Out => ({ alt })),
  );
  const refs =
    captures === 0
      ? []
      : [
          { weight: 5, arbitrary: ref },
          { weight: 1, arbitrary: converted },
        ];
  const item = fc.oneof({ weight: 4, arbitrary: lit }, { weight: 1, arbitrary: others }, ...refs);
  return fc.array(item, { minLength: 1, maxLength: 8 });
}

/** Text rules: a piece of a URL, and something else in its place. */
export const arbTextBody: Arbitrary<Body> = fc
  .record({
    url: fc.oneof({ weight: 8, arbitrary: arbRegularUrl }, { weight: 1, arbitrary: arbOddText }),
    from: fc.nat(30),
    length: fc.integer({ min: 1, max: 4 }),
    place: fc.constantFrom('start', 'middle', 'middle', 'end'),
    beta: fc.oneof(
      fc.array(arbLiteral, { maxLength: 2 }).map((parts) => parts.join('')),
      fc.constantFrom('', '/', 'https', 'a.com'),
    ),
  })
  .map(({ url, from, length, place, beta }): Body => {
    const tokens = tokenizeInner(url);
    const at =
      place === 'start' ? 0 : place === 'end' ? Math.max(0, tokens.length - length) : from % Math.max(1, tokens.length);
    const alpha = tokenizeInner(tokens.slice(at, at + length).join(''));
    const anchors = { start: place === 'start', end: place === 'end' };
    return { match: { view: 'text', alpha, ...anchors }, emit: { view: 'text', beta: tokenizeInner(beta) } };
  })
  .filter(({ match, emit }) => match.view === 'text' && emit.view === 'text' && isUseful(match, emit.beta));

function isUseful(match: Match & { view: 'text' }, beta: readonly string[]): boolean {
  return match.alpha.join('') !== beta.join('') && (match.alpha.length > 0 || match.start || match.end);
}

/** Refinement of text rules: the vectors, anchors, and rules with hosts. */
import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../../test/support/vectors.ts';
import { tokenizeInner } from '../url/index.ts';
import { makeRule, parseRule } from './index.ts';
import { refines, refinesRule, type TextPair, textPairOf, turned } from './refines.ts';

const pair = (alpha: string, beta: string): TextPair => ({
  alpha: tokenizeInner(alpha),
  beta: tokenizeInner(beta),
  start: false,
  end: false,
});
const rule = (text: string) => {
  const { scope, ...body } = parseRule(text);
  return makeRule({ learner: 'dustbuster', hosts: scope.hosts, ...body });
};

describe('refines', () => {
  it.each(vectorsOf('dustbuster.refines').map(({ id, input, expected }) => [id, input, expected]))(
    '%s',
    (_id, { alpha1, beta1, alpha, beta }, expected) => {
      expect(refines(pair(alpha1, beta1), pair(alpha, beta))).toBe(expected.refines);
    },
  );

  it.each([
    ['"/index.html$" => "$"', '"/index.html" => ""', true],
    ['"/index.html" => ""', '"/index.html$" => "$"', false],
    ['"^http://www.x$" => "^http://x$"', '"^http://www." => "^http://"', true],
    ['"^http://www." => "^http://"', '"http://www." => "http://"', true],
    ['"x/y/index.html" => "x/y"', '"/index.html" => ""', true],
    // The text around must be the same on both sides, not only as long.
    ['"a/b" => "c/d"', '"/" => "/x"', false],
    ['"a?b" => "c/b"', '"?" => "/"', false],
    ['"a?b" => "a/c"', '"?" => "/"', false],
    // Every occurrence is tried: here the second one.
    ['"a.a.b" => "a.b"', '"a." => ""', true],
    ['"a.b.c" => "a.c.c"', '"b" => "c"', true],
    // Direction.
    ['"a/b" => "a"', '"" => "/b"', false],
  ])('%s refines %s: %s', (a, b, expected) => {
    const parse = (text: string) => {
      const [alpha, beta] = text.split(' => ').map((side) => JSON.parse(side) as string);
      const start = alpha!.startsWith('^');
      const end = alpha!.endsWith('$');
      const inner = (side: string) => tokenizeInner(side.slice(start ? 1 : 0, end ? -1 : undefined));
      return { alpha: inner(alpha!), beta: inner(beta!), start, end };
    };
    expect(refines(parse(a), parse(b))).toBe(expected);
  });

  it('sees the other direction when one side is turned', () => {
    expect(refines(pair('a/b', 'a'), turned(pair('', '/b')))).toBe(true);
  });
});

describe('refinesRule', () => {
  it.each([
    ['@{a.org} S "/x/index.html" => "/x"', '@{a.org,b.org} S "/index.html" => ""', true],
    ['@{a.org,c.org} S "/x/index.html" => "/x"', '@{a.org,b.org} S "/index.html" => ""', false],
    ['@* S "/x/index.html" => "/x"', '@{a.org} S "/index.html" => ""', false],
    ['@* S "/x/index.html" => "/x"', '@* S "/index.html" => ""', true],
    ['@{a.org} K query[s]=* => query[s]:=⊥', '@{a.org} K query[s]=* => query[s]:=⊥', false],
  ])('%s, %s: %s', (a, b, expected) => expect(refinesRule(rule(a), rule(b))).toBe(expected));

  it('takes the anchors from the rule', () => {
    expect(textPairOf(rule('@* S "^a$" => "^b$"'))).toEqual({ alpha: ['a'], beta: ['b'], start: true, end: true });
  });
});

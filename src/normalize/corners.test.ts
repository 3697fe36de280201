/** What rules make of URLs that arbitrary ones hardly come upon: every program, and the kernel, as the interpreter has it. */
import { expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { applyRule } from '../rules/index.ts';
import { compileRules } from './index.ts';
import { bytesOf, matcherOf } from './matcher.case.ts';

/** So many that not every combination becomes a variant. */
const letters = `(${[...'abcdefghijklmnopqrstuvwxyz', 'é'].join('|')})`;
const many = Array.from({ length: 400 }, (_, i) => `p${(i * 7) % 400}=${i}`);

it.each<[rule: string, changed: readonly string[], unchanged: readonly string[]]>([
  [
    'E => collapseSlashes()',
    ['http://a.com//x', 'http:////x', '//a.com/x//'],
    ['http:///x', 'http://a.com/x', 'http://'],
  ],
  [
    'E => lowerPath()',
    ['http://a.com/abcDEf', 'http://a.com/%C3X%', 'http://a.com/%ZX'],
    ['http://a.com/%C3x', 'HTTP://A.com/'],
  ],
  [
    'E => aliasPrefix(/en -> /fr)',
    ['http://a.com/en/x', 'http://a.com/en?x', 'http://a.com/en//'],
    ['http://a.com/en', 'http://a.com/en/', 'http://a.com/enx/'],
  ],
  [
    'E => aliasPrefix(/en,/en/gb -> /fr)',
    ['http://a.com/en/gb/x', 'http://a.com/en/g', 'http://a.com/en/gb?'],
    ['http://a.com/en/gb', 'http://a.com/x/en/gb'],
  ],
  [
    'E => pathFromParam(title,prefix=/w/)',
    ['http://a.com/?title=x&a', 'http://a.com/?a&title=x#f'],
    ['http://a.com/?title=', 'http://a.com/?title', 'http://a.com/?title=x&title=y', 'http://a.com/?title=x?y'],
  ],
  [
    'K query[a]=<null> => query[a]:=⊥',
    ['http://a.com/?a', 'http://a.com/?b=1;a'],
    ['http://a.com/?a=', 'http://a.com/?a=1', 'http://a.com/?b'],
  ],
  [
    'K query[a]=<n> => query[a]:=⊥',
    ['http://a.com/?a=12'],
    ['http://a.com/?a=', 'http://a.com/?a', 'http://a.com/?a=1x'],
  ],
  [
    'K query[a]=* ?exact => query[a]:=⊥',
    ['http://a.com/?a=1', 'http://a.com/?a'],
    ['http://a.com/?a=1&b', 'http://a.com/?b&a', 'http://a.com/?a&a', 'http://a.com/?a&'],
  ],
  [
    'K path[1]~x{*}y => path[1].2:=upper(path[1].2)',
    ['http://a.com/xzyzy', 'http://a.com/xyy'],
    ['http://a.com/xy', 'http://a.com/xzyz', 'http://a.com/x'],
  ],
  [
    'K path[1]~{*}b{*} => path[1].3:=upper(path[1].3)',
    ['http://a.com/abcbd', 'http://a.com/bbx'],
    ['http://a.com/bx', 'http://a.com/ab'],
  ],
  [
    "K query[a]=* => query[z]:='1' query:=sort",
    ['http://a.com/?a', `http://a.com/?a&${many.join('&')}`],
    ['http://a.com/'],
  ],
  [
    'K query[a]=* query[b]=* => query[a]:=⊥',
    ['http://a.com/?b&a', `http://a.com/?${many.join(';')}&a&b`],
    ['http://a.com/?a', 'http://a.com/?b'],
  ],
  [
    'T ^http://a.com/é<n>x$ => http://a.com/$1',
    ['http://a.com/é12x'],
    ['http://a.com/e12x', 'http://a.com/é12', 'http://a.com/é12xx', 'http://a.com/éé12x'],
  ],
  [
    'T ^http://a.com/(a|b|é)/*$ => http://a.com/$1',
    ['http://a.com/a/x', 'http://a.com/é/x'],
    ['http://a.com/c/x', 'http://a.com/ab/x', 'http://a.com/a/'],
  ],
  [
    `T ^http://a.com/${letters}/${letters}/${letters}/*$ => http://a.com/$1`,
    ['http://a.com/a/é/a/x', 'http://a.com/z/a/z/x'],
    ['http://a.com/a/a/aa/x', 'http://a.com/a/1/a/x', 'http://a.com/a/a//x'],
  ],
  [
    'K path[2]~{*}.{}html path[-1]~{*}ml => path[2].1:=upper(path[2].1)',
    ['http://a.com/x/y.html', 'http://a.com/x/y.html/aml'],
    ['http://a.com/x/y.htm', 'http://a.com/y.html'],
  ],
])('%s', (text, changed, unchanged) => {
  const rule = ruleOf(`@* ${text}`);
  const { forms } = matcherOf([rule]);
  const { key } = compileRules({ dustpan: 1, options: {}, apply: 'first', sun: false, rules: [rule] });
  for (const url of [...changed, ...unchanged]) {
    const form = applyRule(rule, url);
    expect(form !== null && form !== url, url).toBe(changed.includes(url));
    const expected = form === null ? [] : [[0, [...bytesOf(form, 'text')]]];
    for (const after of [47, 63, 97, 49]) expect(forms(bytesOf(url, 'text'), 'text', [after]), url).toEqual(expected);
    expect(key(url)).toBe(form ?? url);
  }
});

/** Each family finds its kind of change in a small site, and not in one without it. */
import { describe, expect, it } from 'vitest';
import { applyBody, editSource, type Op, printRuleBody } from '../../rules/index.ts';
import { FAMILIES } from './families.ts';
import type { SiteView } from './family.ts';
import { pairsOf } from './pairs.ts';

const NAMES = ['about', 'budget', 'council', 'draft', 'energy', 'forest'];

/** A site of which each page has the given addresses; `N` is its name, `I` its number. */
function site(...addresses: readonly string[]): SiteView {
  const forms = NAMES.flatMap((name, page) =>
    addresses.map((address) => {
      const text = address.replaceAll('N', name).replaceAll('I', String(page * 137 + 11));
      return { text, source: editSource(text), pages: [page] };
    }),
  );
  return { forms, pairs: pairsOf(forms) };
}

/** Operations, or whole rules in words. */
function saidBy(family: string, view: SiteView): (Op | string)[] {
  return FAMILIES.find(({ name }) => name === family)!
    .propose(view)
    .flatMap(
      ({ ops, bodies }): readonly (Op | string)[] =>
        bodies?.map(({ match, emit }) => printRuleBody(match, emit)) ?? ops,
    );
}

const CASES: readonly (readonly [family: string, addresses: readonly string[], said: Op | string])[] = [
  ['scheme', ['http://a.com/N', 'https://a.com/N'], { op: 'scheme', to: 'https' }],
  ['port', ['http://a.com/N', 'http://a.com:8080/N'], { op: 'dropPort' }],
  ['www', ['http://a.com/N', 'http://www.a.com/N'], { op: 'host', from: ['www.a.com'], to: 'a.com' }],
  ['host-alias', ['http://a.com/N', 'http://b.org/N'], { op: 'host', from: ['b.org'], to: 'a.com' }],
  ['address', ['http://a.com/N', 'https://www.a.com/N'], { op: 'host', from: ['a.com'], to: 'www.a.com' }],
  ['address', ['http://a.com/N', 'https://www.a.com/N'], { op: 'scheme', to: 'https' }],
  ['name-case', ['http://a.com/?key=N', 'http://a.com/?KEY=N'], { op: 'renameParam', from: 'key', to: 'KEY' }],
  ['space', ['http://a.com/N+x', 'http://a.com/N%20x'], 'K path[-1]=* #path=1 => path[-1]:=space(path[-1])'],
  ['space', ['http://a.com/?t=N_x', 'http://a.com/?t=N%20x'], 'K query[t]=* => query[t]:=underscore(query[t])'],
  ['space', ['http://a.com/?t=N_x', 'http://a.com/?t=N+x'], 'K query[t]=* => query[t]:=space(query[t])'],
  ['space', ['http://a.com/?t=N_x', 'http://a.com/?t=N+x'], 'K query[t]=* => query[t]:=underscore(query[t])'],
  [
    'first-letter',
    ['http://a.com/w/aN', 'http://a.com/w/AN'],
    'K path[1]=w path[2]=* path[-1]=* => path[-1]:=capital(path[-1])',
  ],
  ['leading-zeros', ['http://a.com/N?m=7', 'http://a.com/N?m=07'], 'K query[m]=* => query[m]:=number(query[m])'],
  [
    'leading-zeros',
    ['http://a.com/cal/2024/7/N', 'http://a.com/cal/2024/07/N'],
    'K path[1]=cal path[3]=* path[-2]=* => path[-2]:=number(path[-2])',
  ],
  ['encoding', ['http://a.com/N:x', 'http://a.com/N%3Ax'], { op: 'decode' }],
  ['double-slash', ['http://a.com/N', 'http://a.com//N'], { op: 'collapseSlashes' }],
  ['separator', ['http://a.com/?a=N&b=1', 'http://a.com/?a=N;b=1'], { op: 'separator', to: '&' }],
  ['separator', ['http://a.com/?a=N&b=1', 'http://a.com/?a=N&amp;b=1'], 'E param=amp => separator(&)'],
  ['separator', ['http://a.com/?a=N&b=1', 'http://a.com/?a=N&amp;b=1'], 'E !query=semicolon => dropParam(amp)'],
  ['empty-params', ['http://a.com/N', 'http://a.com/N?'], { op: 'dropEmptyParams' }],
  ['repeated-params', ['http://a.com/?a=N', 'http://a.com/?a=N&a=N'], { op: 'dropRepeatedParams' }],
  ['param-repeat', ['http://a.com/?a=N', 'http://a.com/?a=N&a=I'], 'K query[a#2]=* => query[a#2]:=⊥'],
  [
    'param-repeat',
    ['http://a.com/?a=N', 'http://a.com/?a=I&a=N'],
    'K query[a#2]=* => query[a]:=ref(query[a#2]) query[a#2]:=⊥',
  ],
  [
    'path-from-params',
    ['http://a.com/s.php?r=item&id=N', 'http://a.com/item/N.html'],
    "K path[1]=s.php query[id]=* query[r]=* #path=1 ?exact => path:=[ref(query[r]),cat(ref(query[id]),'.html')] query[id]:=⊥ query[r]:=⊥",
  ],
  [
    'path-from-params',
    ['http://a.com/N?a=tags', 'http://a.com/N/tags'],
    'K path[1]=* query[a]=* #path=1 ?exact => path:=[ref(path[1]),ref(query[a])] query[a]:=⊥',
  ],
  [
    'path-from-params',
    ['http://a.com/x?p=N&h=v/one', 'http://a.com/x/N/v/one'],
    'K path[1]=* query[h]=* query[p]=* #path=1 ?exact => path:=[ref(path[1]),ref(query[p]),ref(query[h])] query[h]:=⊥ query[p]:=⊥',
  ],
  [
    'path-from-params',
    ['http://a.com/x?f=d/N&hb=tip', 'http://a.com/x/tip:/d/N'],
    "K path[1]=* query[f]=* query[hb]=* #path=1 ?exact => path:=[ref(path[1]),cat(ref(query[hb]),':'),ref(query[f])] query[f]:=⊥ query[hb]:=⊥",
  ],
  ['value-case', ['http://a.com/?p=Nx', 'http://a.com/?p=NX'], 'K query[p]=<alnum> => query[p]:=lower(query[p])'],
  ['case', ['http://a.com/x/N', 'http://a.com/X/N'], { op: 'lowerPath' }],
  ['case', ['http://a.com/x/N', 'http://a.com/X/N'], { op: 'lowerPath', segment: 1 }],
  ['path-param', ['http://a.com/N', 'http://a.com/N;sid=I'], { op: 'dropPathParam', name: 'sid' }],
  ['suffix', ['http://a.com/N', 'http://a.com/N.html'], { op: 'dropSuffix', suffix: '.html' }],
  ['suffix', ['http://a.com/N', 'http://a.com/N%22'], { op: 'dropSuffix', suffix: '%22' }],
  ['word-end', ['http://a.com/N', 'http://a.com/N-print'], { op: 'dropSuffix', suffix: '-print' }],
  ['index-page', ['http://a.com/N/', 'http://a.com/N/home.x'], { op: 'dropSuffix', suffix: 'home.x' }],
  ['index-page', ['http://a.com/N/', 'http://a.com/N/page/1/'], { op: 'dropSuffix', suffix: 'page/1/' }],
  ['index-page', ['http://a.com/N', 'http://a.com/N/page/1'], { op: 'dropSuffix', suffix: '/page/1' }],
  ['slash', ['http://a.com/N', 'http://a.com/N/'], { op: 'trimSlash' }],
  ['param', ['http://a.com/N', 'http://a.com/N?ref=I'], { op: 'dropParam', name: 'ref' }],
  ['param-prefix', ['http://a.com/N', 'http://a.com/N?utm_a=1&utm_b=I'], { op: 'dropParam', prefix: 'utm_' }],
  ['param-value', ['http://a.com/N', 'http://a.com/N?view=full'], { op: 'dropParam', name: 'view', value: 'full' }],
  ['param-set', ['http://a.com/N', 'http://a.com/N?x=I&y=I'], { op: 'dropParam', name: 'y' }],
  ['param-set', ['http://a.com/N', 'http://a.com/N?x=a&y=b'], { op: 'dropParam', name: 'y', value: 'b' }],
  ['param-with', ['http://a.com/N?o=d', 'http://a.com/N?c=x&o=d'], { op: 'dropParam', name: 'c', value: 'x' }],
  ['param-with', ['http://a.com/?p=I', 'http://a.com/?f=I&p=I'], { op: 'dropParam', name: 'f' }],
  ['query', ['http://a.com/N', 'http://a.com/N?I'], { op: 'dropQuery' }],
  ['rename', ['http://a.com/?p=N', 'http://a.com/?page=N'], { op: 'renameParam', from: 'page', to: 'p' }],
  [
    'value-alias',
    ['http://a.com/N?s=up', 'http://a.com/N?s=asc'],
    { op: 'aliasParam', name: 's', from: ['up'], to: 'asc' },
  ],
  [
    'path-from-param',
    ['http://a.com/wiki/N', 'http://a.com/w.php?title=N'],
    { op: 'pathFromParam', param: 'title', prefix: '/wiki/' },
  ],
  [
    'params-from-path',
    ['http://a.com/news/t-N/I', 'http://a.com/news/?id=I'],
    "K path[1]=news path[2]=* path[3]=<n> #path=3 ?exact => path:=['news',''] query[id]:=ref(path[3])",
  ],
  [
    'params-from-path',
    ['http://a.com/N/t/I', 'http://a.com/N/?id=I'],
    "K path[1]=* path[2]=* path[3]=<n> #path=3 ?exact => path:=[ref(path[1]),''] query[id]:=ref(path[3])",
  ],
  [
    'params-from-path',
    ['http://a.com/news/t-N/I', 'http://a.com/news/?id=I&r=N'],
    'K path[1]=news path[2]= query[id]=* query[r]=* #path=2 ?exact => query[r]:=⊥',
  ],
  [
    'params-from-path',
    ['http://a.com/p/I-N', 'http://a.com/show.php?id=I'],
    "K path[1]=* path[2]~{*}-{*} path[2].1=<n> #path=2 ?exact => path:=['show.php'] query[id]:=ref(path[2].1)",
  ],
  ['prefix-alias', ['http://a.com/x/N', 'http://a.com/why/N'], { op: 'aliasPrefix', from: ['/why'], to: '/x' }],
  ['prefix-alias', ['http://a.com/N', 'http://a.com/en/N'], { op: 'aliasPrefix', from: ['/en/'], to: '/' }],
  ['prefix-alias', ['http://a.com/x?N', 'http://a.com/y/z?N'], { op: 'aliasPrefix', from: ['/y/z'], to: '/x' }],
  ['segment', ['http://a.com/N/v', 'http://a.com/N/print/v'], { op: 'dropSegment', segment: 'print' }],
  ['segment', ['http://a.com/t/N', 'http://a.com/t/N/2'], { op: 'dropSegment', segment: 3 }],
  [
    'slug',
    ['http://a.com/q/I-N', 'http://a.com/q/I-other'],
    'K path[-1]~{*}-{*} path[-1].1=<n> => path[-1]:=ref(path[-1].1)',
  ],
  [
    'slug',
    ['http://a.com/q/N.I/', 'http://a.com/q/I/'],
    'K path[-2]~{*}.{*} path[-2].3=<n> => path[-2]:=ref(path[-2].3)',
  ],
  ['slug', ['http://a.com/q/N.I/', 'http://a.com/q/I/'], 'K path[2]~{*}.{*} path[2].3=<n> => path[2]:=ref(path[2].3)'],
  [
    'slug',
    ['http://a.com/?id=I:N', 'http://a.com/?id=I'],
    'K query[id]~{*}:{*} query[id].1=<n> => query[id]:=ref(query[id].1)',
  ],
  ['cut', ['http://a.com/q/I', 'http://a.com/q/I/N'], { op: 'dropSegment', segment: 3 }],
  ['any-page', ['http://a.com/N?list=I', 'http://a.com/x/N?list=I'], 'K query[list]=* => path:=[*]'],
  ['any-page', ['http://a.com/N?list=all', 'http://a.com/other?list=all'], { op: 'anySegment', segment: -1 }],
  ['any-segment', ['http://a.com/I/N', 'http://a.com/I/N-x'], { op: 'anySegment', segment: 2 }],
  ['param-any', ['http://a.com/N?s=I', 'http://a.com/N?s=I9'], { op: 'anyParam', name: 's' }],
  ['order', ['http://a.com/?a=N&b=1', 'http://a.com/?b=1&a=N'], { op: 'sortParams' }],
];

/** What looks like the change of a family and is not. */
const OTHERS: readonly (readonly [family: string, addresses: readonly string[]])[] = [
  // Two parameters more, and one on another path.
  ['param-with', ['http://a.com/N?o=d', 'http://a.com/N?b=1&c=x&o=d']],
  ['param-with', ['http://a.com/N?o=d', 'http://a.com/x/N?c=x&o=d']],
  ['param-with', ['http://a.com/N', 'http://a.com/N?c=x']],
  ['param-repeat', ['http://a.com/?a=N', 'http://a.com/?a=N&a=N']],
  ['value-case', ['http://a.com/?p=Nx', 'http://a.com/?p=Ny']],
  ['name-case', ['http://a.com/?key=N', 'http://a.com/?KEY=Nx']],
  ['space', ['http://a.com/N-x', 'http://a.com/N%20x']],
  ['first-letter', ['http://a.com/w/xN', 'http://a.com/w/yN']],
  ['leading-zeros', ['http://a.com/N?m=70', 'http://a.com/N?m=7']],
  ['leading-zeros', ['http://a.com/N?m=a7', 'http://a.com/N?m=0a7']],
  // The host alone shows the same pages, so that nothing need change together.
  ['address', ['http://a.com/N', 'http://www.a.com/N', 'https://www.a.com/N']],
  // No id, or another one.
  ['slug', ['http://a.com/q/N-one', 'http://a.com/q/N-two']],
  // One text, with an ending, and written in another way.
  ['slug', ['http://a.com/q/I.xN', 'http://a.com/q/I.xN.html']],
  ['slug', ['http://a.com/q/I.xN@b', 'http://a.com/q/I.XN%40b']],
  ['slug', ['http://a.com/q/1I-N', 'http://a.com/q/2I-N']],
  ['index-page', ['http://a.com/N/', 'http://a.com/N/page/I/']],
  ['index-page', ['http://a.com/N/', 'http://a.com/x/page/1/']],
  ['cut', ['http://a.com/q/I', 'http://a.com/r/I/N']],
  ['cut', ['http://a.com/N', 'http://a.com/N/']],
  ['any-page', ['http://a.com/N?list=1', 'http://a.com/N?list=2']],
  ['any-page', ['http://a.com/N?list=1', 'http://a.com/x/N']],
  // What stands before the page is what another parameter names.
  ['path-from-param', ['http://a.com/git?p=tool&h=N', 'http://a.com/tool/N']],
  // One parameter alone is for another family; a number that nothing names, and a name that the path does not have.
  ['path-from-params', ['http://a.com/s.php?id=N', 'http://a.com/item/N']],
  ['path-from-params', ['http://a.com/s.php?r=item&id=N', 'http://a.com/item/N/I']],
  ['path-from-params', ['http://a.com/s.php?r=I&id=N', 'http://a.com/item/N']],
  // No text beside the number, no number, and a number that no parameter has.
  ['params-from-path', ['http://a.com/news/I', 'http://a.com/news/?id=I']],
  ['params-from-path', ['http://a.com/news/t/N', 'http://a.com/news/?id=N']],
  ['params-from-path', ['http://a.com/news/t/1I', 'http://a.com/news/?id=2I']],
];

describe('families', () => {
  it.each(CASES)('%s is seen in %j', (family, addresses, said) => {
    expect(saidBy(family, site(...addresses))).toContainEqual(said);
  });

  it.each(OTHERS)('%s is not seen in %j', (family, addresses) => {
    expect(saidBy(family, site(...addresses))).toEqual([]);
  });

  it('say of every folder only what several folders show', () => {
    const rules = saidBy('params-from-path', site('http://a.com/news/t-N/I', 'http://a.com/news/?id=I'));
    expect(rules).toHaveLength(1);
    expect(rules[0]).toContain('path[1]=news');
  });

  it('say of a number only at its place that it can be left out', () => {
    const [said] = FAMILIES.find(({ name }) => name === 'segment')!.propose(
      site('http://a.com/t/N', 'http://a.com/t/N/2'),
    );
    expect(said).toMatchObject({ when: [{ path: { depth: 3, segment: [3, '2'] } }], seen: NAMES.length });
  });

  it('say as whole rules what does the same again', () => {
    for (const [family, addresses] of CASES) {
      const view = site(...addresses);
      for (const { bodies = [] } of FAMILIES.find(({ name }) => name === family)!.propose(view)) {
        for (const body of bodies) {
          for (const { text } of view.forms) {
            const once = applyBody(body, text) ?? text;
            expect(applyBody(body, once) ?? once).toBe(once);
          }
        }
      }
    }
  });

  it('have a case each, a name of their own and an idea', () => {
    const names = FAMILIES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(CASES.map(([family]) => family))).toEqual(new Set(names));
    for (const { idea } of FAMILIES) expect(idea.length).toBeGreaterThan(10);
  });

  it('see nothing of theirs in a site with one plain address a page', () => {
    const view = site('http://a.com/N');
    expect(FAMILIES.flatMap(({ propose }) => propose(view))).toEqual([]);
  });

  it('lead to the folder that has pages in it, not to the program that is one page with many queries', () => {
    const program = ['http://a.com/w/index.php?title=N&a=1', 'http://a.com/w/index.php?title=N&a=2'];
    const view = site('http://a.com/wiki/N', 'http://a.com/wiki/N?b=1', 'http://a.com/w/index.php/N', ...program);
    const aliases = FAMILIES.find(({ name }) => name === 'prefix-alias')!.propose(view);
    expect(aliases[0]?.ops).toEqual([{ op: 'aliasPrefix', from: ['/w/index.php'], to: '/wiki' }]);
  });

  it('leave alone what names a page in its path already, beside a parameter that could', () => {
    const { propose } = FAMILIES.find(({ name }) => name === 'path-from-param')!;
    const left = (...addresses: string[]) => propose(site(...addresses))[0]?.unless;
    expect(left('http://a.com/w/index.php?title=N', 'http://a.com/wiki/N')).toEqual([{ path: { prefix: '/wiki/' } }]);
    expect(left('http://a.com/w/index.php?user=N', 'http://a.com/wiki/User:N')).toEqual([
      { path: { prefix: '/wiki/' } },
    ]);
    expect(left('http://a.com/index.php?title=N', 'http://a.com/N')).toEqual([]);
  });

  it('ask of stray separators in addresses with a semicolon by themselves', () => {
    const { propose } = FAMILIES.find(({ name }) => name === 'empty-params')!;
    const asked = (...addresses: string[]) =>
      propose(site(...addresses)).map(({ when, unless = [] }) => ({ when, unless }));
    const semicolon = [{ query: 'semicolon' }];
    const plain = ['http://a.com/?p=N', 'http://a.com/?p=N&'];
    expect(asked(...plain)).toEqual([{ when: [], unless: semicolon }]);
    expect(asked(...plain, 'http://a.com/?p=N;')).toEqual([
      { when: [], unless: semicolon },
      { when: semicolon, unless: [] },
    ]);
  });

  it('leave the landing page of a folder out of an alias', () => {
    const view = site('http://a.com/N/', 'http://a.com/N/home.x', 'http://a.com/en/N/', 'http://a.com/en/N/home.x');
    const [alias] = FAMILIES.find(({ name }) => name === 'prefix-alias')!.propose(view);
    expect(alias).toMatchObject({
      ops: [{ op: 'aliasPrefix', from: ['/en/'], to: '/' }],
      unless: [{ path: { depth: 2, segment: [-1, 'home.x'] } }, { path: { depth: 2, segment: [-1, 'home'] } }],
    });
  });
});

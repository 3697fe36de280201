/** Every target keeps the contract; and the texts of targets without an engine at hand are as their documents say. */
import { describe, expect, it } from 'vitest';
import { hostOf, parseNoVarySearch } from '../url/index.ts';
import { exportRules } from './export-rules.ts';
import { describeExporter, rule, setOf } from './exporter.contract.case.ts';
import { EXPORTERS, TARGETS, type TargetName } from './exporters.ts';

describe('the contract', () => {
  for (const name of TARGETS) describeExporter(name);
  it('names each target as it is called', () => {
    for (const name of TARGETS) expect(EXPORTERS[name].name).toBe(name);
  });
});

const SHOP = ['@{a.com,www.a.com} E path^=/shop/ => dropParam(ref)', '@{a.com,www.a.com} E => dropParam(sid)'].map(
  (text) => rule(text),
);

function text(
  to: TargetName,
  rules = SHOP,
  more: { readonly form?: string; readonly host?: string; readonly into?: string } = {},
): string {
  return exportRules(setOf(rules), { to, ...more }).text;
}

describe('texts', () => {
  it('robots.txt', () => {
    expect(text('robots', SHOP, { host: 'a.com' })).toBe(
      '# in the robots.txt of a.com\nClean-param: sid\nClean-param: ref /shop/\n',
    );
  });
  it('robots.txt in lines that are not too long', () => {
    const rules = Array.from({ length: 200 }, (_, i) => rule(`@{a.com} E => dropParam(parameter${i})`));
    const lines = text('robots', rules).trimEnd().split('\n').slice(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(500);
    expect(lines.flatMap((line) => line.slice('Clean-param: '.length).split('&'))).toHaveLength(200);
  });
  it('No-Vary-Search, where a longer beginning has all of the shorter', () => {
    const order = rule('@{a.com} E path^=/shop/ => sortParams()');
    expect(text('no-vary-search', [...SHOP, order], { host: 'a.com' })).toBe(
      '# a.com, paths that begin with / (the longest such beginning counts)\nNo-Vary-Search: params=("sid")\n' +
        '# a.com, paths that begin with /shop/ (the longest such beginning counts)\nNo-Vary-Search: params=("ref" "sid"), key-order\n',
    );
  });
  it('AdGuard, without subdomains', () => {
    expect(text('adguard').split('\n')[0]).toBe('/^https?:\\/\\/a\\.com(?::[0-9]+)?\\//$removeparam=sid,match-case');
  });
  it('ClearURLs, with regard to case', () => {
    const { providers } = JSON.parse(text('clearurls'));
    expect(providers['dustpan 2 a.com']).toMatchObject({
      urlPattern: '(?-i:^https?://a\\.com(?::[0-9]+)?/shop/)',
      rules: ['(?-i:ref)'],
    });
  });
  it('HTTrack', () => {
    const alias = rule('@{b.com} E => host(b.com -> a.com)');
    expect(text('httrack', [alias, SHOP[1]!])).toBe(
      '--keep-www-prefix --keep-double-slashes --keep-query-order\n--host-alias "b.com=a.com"\n--strip-query "a.com/*=sid"\n',
    );
  });
  it.each([
    ['@{a.com} E => dropParam(sid)', 'the target takes a.com and www.a.com for one, and the rule is not for both'],
    ['@{www.a.com} E => dropParam(sid)', 'the target takes www.a.com and a.com for one, and the rule is not for both'],
    [
      '@{www2.a.com} E => dropParam(sid)',
      'the target takes www2.a.com and a.com for one, and the rule is not for both',
    ],
  ])('HTTrack, which does not look at www: %s', (one, reason) => {
    expect(exportRules(setOf([rule(one)]), { to: 'httrack' }).refused.map((refusal) => refusal.reason)).toEqual([
      reason,
    ]);
  });
  it('StormCrawler has the substitutions of Nutch', () => {
    const [storm, nutch] = [JSON.parse(text('stormcrawler')), text('nutch')];
    const decoded = nutch.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
    for (const { pattern, substitution } of storm.params.urlNormalizers)
      expect(decoded).toContain(`<pattern>${pattern}</pattern><substitution>${substitution}</substitution>`);
  });
  it("Nutch's typed files", () => {
    const rules = [rule('@{b.com} E => host(b.com -> a.com)'), rule('@{a.com} E => scheme(https)')];
    expect(text('nutch', rules, { form: 'hosts' })).toBe('# Written by "dustpan export".\nb.com a.com\n');
    expect(text('nutch', rules, { form: 'protocols' })).toBe('# Written by "dustpan export".\na.com\thttps\n');
  });
  it('a table of canonical URLs, only where they are proven', () => {
    const urls = ['http://a.com/?sid=1', 'http://a.com/"', 'http://a.com/?sid=","', 'http://a.com/?q=1'];
    const unproven = rule('@{a.com} E => dropParam(q)', {});
    const result = exportRules(setOf([...SHOP, unproven]), { to: 'canonical-csv', urls });
    expect(result.text).toBe(
      'url,canonical\r\nhttp://a.com/?sid=1,http://a.com/\r\n"http://a.com/?sid="",""",http://a.com/\r\n',
    );
  });
  it('pywb keeps the rest of a rules file', () => {
    const into =
      'default_filters:\n    mimes:\n        - x\n    url_normalize:\n        - match: "a"\n          replace: ""\nrules:\n    - url_prefix: ""\n';
    const merged = text('pywb', SHOP, { into });
    expect(
      merged
        .split('\n')
        .filter((line) => !/dustpan|com,a|^ {10}replace: '/.test(line))
        .join('\n'),
    ).toBe(into);
    expect(text('pywb', [SHOP[0]!], { into: merged })).toBe(text('pywb', [SHOP[0]!], { into }));
    expect(() => text('pywb', SHOP, { into: 'rules: []\n' })).toThrow(/no "url_normalize:"/);
  });
});

describe('refusals', () => {
  const reasons = (to: TargetName, rules: readonly string[], more: object = {}) =>
    exportRules(
      setOf(
        rules.map((one) => rule(one)),
        more,
      ),
      { to, ...(to === 'scrapy' && { form: 'discarder' }) },
    ).refused.map(({ reason }) => reason);
  it('conversions of a component of the path are substitutions', () => {
    const texts = ['capital', 'space', 'underscore'].map(
      (name) => `@{a.com} K path[-1]=* => path[-1]:=${name}(path[-1])`,
    );
    const result = exportRules(setOf(texts.map((text) => rule(text))), { to: 'nginx', form: 'redirect' });
    expect(result.refused).toEqual([]);
    expect(result.apply('http://a.com/wiki/main+page%20two')).toBe('http://a.com/wiki/Main_page_two');
  });
  it('numbers in the path are substitutions', () => {
    const text = '@{a.com} K path[2]=* => path[2]:=number(path[2])';
    const result = exportRules(setOf([rule(text)]), { to: 'nginx', form: 'redirect' });
    expect(result.refused).toEqual([]);
    const forms = ['/2024/05', '/2024/0050/x?y=01', '/2024/00', '/2024/0a', '/05'].map((path) =>
      result.apply(`http://a.com${path}`),
    );
    expect(forms).toEqual(
      ['/2024/5', '/2024/50/x?y=01', '/2024/0', '/2024/0a', '/05'].map((path) => `http://a.com${path}`),
    );
  });
  it('conversions in one folder stay in it', () => {
    const text = '@{a.com} K path[1]=wiki path[2]=* path[-1]=* => path[-1]:=capital(path[-1])';
    const result = exportRules(setOf([rule(text)]), { to: 'nginx', form: 'redirect' });
    expect(result.refused).toEqual([]);
    expect(result.apply('http://a.com/wiki/main')).toBe('http://a.com/wiki/Main');
    for (const url of ['http://a.com/w/load.php', 'http://a.com/wiki', 'http://a.com/wikis/x'])
      expect(result.apply(url)).toBe(url);
    const slash = '@{a.com} K path[1]=w/x path[2]=* path[-1]=* => path[-1]:=capital(path[-1])';
    expect(exportRules(setOf([rule(slash)]), { to: 'nginx' }).refused).toHaveLength(1);
  });
  it.each([
    ['nginx', '@{a.com} E => sortParams()', 'no substitution sorts parameters'],
    ['nginx', '@{a.com} E => renameParam(a -> $b)', 'nginx cannot write a "$"'],
    ['regex', '@{[::1]} E => trimSlash()', 'the host [::1] is not a plain name'],
    ['regex', '@{a.com} E => dropParam(é)', 'a text that is not printable ASCII, or has a "#"'],
    ['robots', '@{a.com} E => dropParam(a,value=1)', 'the target does not look at values of parameters'],
    ['scrapy', '@{a.com} E => dropParam(a)', 'the target would apply it to www.a.com too'],
    ['scrapy', '@{a.com,www.a.com} E path^=/shop/ => dropParam(a)', 'the target compares paths without regard to case'],
    ['no-vary-search', '@{a.com} E => dropParam(a+b)', 'the name has characters that may be written in several ways'],
  ] as const)('%s: %s', (to, text, reason) => {
    expect(reasons(to, [text])).toEqual([reason]);
  });
  it('lists apply all rules, so only one per host of a set that applies the first', () => {
    const rules = ['@{a.com} E => dropParam(a)', '@{a.com} E => dropParam(b)', '@{b.com} E => dropParam(b)'];
    expect(reasons('robots', rules, { apply: 'first' })).toEqual([
      expect.stringContaining('only the first rule that matches applies'),
    ]);
    expect(reasons('robots', rules)).toEqual([]);
  });
  it('redirects need all rules of a host', () => {
    const key = '@{a.com} K query[sid]=* => query[sid]:=⊥';
    const rules = ['@{a.com} E => dropParam(a)', key, '@{b.com} E => dropParam(b)'].map((one) => rule(one));
    const result = exportRules(setOf(rules), { to: 'nginx', form: 'redirect' });
    expect(result.exported.map(({ id }) => id)).toEqual([rules[2]!.id]);
    expect(result.refused[0]!.reason).toContain(rules[1]!.id);
  });
  it.each([
    ['nginx', '@{a.com} E => sortParams()', 'http://a.com/?ref=1&b=2&a=1'],
    ['apache', '@{a.com} E => dropRepeatedParams()', 'http://a.com/?ref=1&b=2&b=2'],
    ['nginx', '@{a.com} E => renameParam(x -> $y)', 'http://a.com/?ref=1&x=2'],
    ['apache', '@{a.com} E => decode()', 'http://a.com/%2C?ref=1'],
  ] as const)('%s redirects nothing that %s may change', (to, text, url) => {
    const result = exportRules(setOf([rule('@{a.com} E => dropParam(ref)'), rule(text)]), { to, form: 'redirect' });
    expect(result.refused).toEqual([]);
    expect([url, 'http://a.com/x?ref=1'].map((one) => result.apply(one))).toEqual([url, 'http://a.com/x']);
  });
  it('a rule that is not proven stops a redirect', () => {
    const rules = [rule('@{a.com} E => dropParam(a)'), rule('@{a.com} E => dropParam(b)', {})];
    const result = exportRules(setOf(rules), { to: 'nginx', form: 'redirect' });
    expect(['http://a.com/?a=1', 'http://a.com/?a=1&b=2'].map((url) => result.apply(url))).toEqual([
      'http://a.com/',
      'http://a.com/?a=1&b=2',
    ]);
  });
});

describe('No-Vary-Search, compared as browsers do', () => {
  /** What is left of a URL when the header is followed. */
  function compared(url: string, header: string): string {
    const read = parseNoVarySearch(header)!;
    const { origin, pathname, searchParams } = new URL(url);
    let entries = [...searchParams].filter(([name]) => read.params !== '*' && !read.params.includes(name));
    if (read.keyOrder) entries = entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return JSON.stringify([origin, pathname, entries]);
  }

  it('joins the URLs that the rules join, and no others', () => {
    const order = rule('@{a.com} E path^=/shop/ => sortParams()');
    const result = exportRules(setOf([...SHOP, order]), { to: 'no-vary-search', host: 'a.com' });
    const headers = [...result.text.matchAll(/begin with (\S+) .*\nNo-Vary-Search: (.*)/g)].map(
      (match) => [match[1]!, match[2]!] as const,
    );
    const queries = [
      '',
      '?sid=1',
      '?ref=1',
      '?a=1&b=2',
      '?b=2&a=1',
      '?sid=1&b=2&ref=3&a=1',
      '?a=1&sid',
      '?a=2&a=1',
      '?a=1&a=2',
      '?sid=1&sid=2',
    ];
    const urls = ['http://a.com/x', 'http://a.com/shop/', 'http://a.com/shop/1'].flatMap((url) =>
      queries.map((query) => url + query),
    );
    const headerOf = (url: string) => headers.filter(([prefix]) => new URL(url).pathname.startsWith(prefix)).at(-1)![1];
    for (const a of urls) {
      expect(hostOf(a)).toBe('a.com');
      for (const b of urls)
        expect([a, b, compared(a, headerOf(a)) === compared(b, headerOf(b))]).toEqual([
          a,
          b,
          result.apply(a) === result.apply(b),
        ]);
    }
  });
});

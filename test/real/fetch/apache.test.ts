/** From the access log of a real server to proven rules: found, proven or refuted by fetching from the same server, whose log tells what was asked. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFetchable, keyPlain, parseRuleSet, printRule, type RuleSet, rulesOf } from '../../../src/rules/index.ts';
import { buildOnce, dustpan, resultOf, rule, ruleSet, startDustpan } from '../../support/cli.ts';
import { type Apache, startApache } from './apache.ts';
import { FILES, PAGES, RULES, VISITS, visit } from './site.ts';

let apache: Apache;
let log: string;
const inFolder = (name: string) => join(apache.folder, name);
const read = (name: string): RuleSet => parseRuleSet(readFileSync(inFolder(name), 'utf8'));
/** State of each rule by its text, hosts left out. */
const states = (set: RuleSet) =>
  new Map(rulesOf(set).map((one) => [printRule(one).replace(/^@\S+ /, ''), one.state] as const));

beforeAll(async () => {
  buildOnce();
  apache = await startApache(FILES, RULES);
  await visit(apache.host, VISITS);
  // What is learned from and what is asked later stand in one log of the server; the visits alone are the input.
  log = inFolder('visits.log');
  writeFileSync(log, readFileSync(apache.accessLog));
});
afterAll(() => apache?.stop());

const LIKELY = [
  'S "/index.html$" => "/$"',
  'S "/manual/" => "/docs/"',
  'S "/Wiki/" => "/wiki/"',
  'E => dropParam(sid)',
  'S "/fr/" => "/en/"',
  'S "/store/" => "/shop/"',
  'S "/hidden/" => "/open/"',
  'E => dropParam(id)',
];

function likelyRules(name: string, texts: readonly string[] = LIKELY): void {
  const rules = texts.map((text) => rule(`@{127.0.0.1} ${text}`, { state: 'quarantined' }));
  writeFileSync(inFolder(name), ruleSet(rules));
}

const fetchArgs = (rules: string, output: string) => [
  ...['validate', '-r', inFolder(rules), '--fetch', log, '--host', apache.host, '-o', inFolder(output)],
  ...['--allow-private', '--delay', '0'],
];

describe('validate --fetch', () => {
  it('proves what is right, refutes what is wrong, and leaves open what nobody may know', async () => {
    likelyRules('likely.json');
    const { code, stderr } = await dustpan([...fetchArgs('likely.json', 'proven.json'), '--user-agent', 'proof/1']);
    expect(stderr).toContain('8 rules tried: 4 active, 2 refuted, 2 undecided, 0 redundant');
    expect(code).toBe(1);
    expect(Object.fromEntries(states(read('proven.json')))).toEqual({
      'S "/index.html$" => "/$"': 'active',
      'S "/manual/" => "/docs/"': 'active',
      'S "/Wiki/" => "/wiki/"': 'active',
      'E => dropParam(sid)': 'active',
      'S "/fr/" => "/en/"': 'refuted',
      'S "/store/" => "/shop/"': 'quarantined',
      'S "/hidden/" => "/open/"': 'quarantined',
      'E => dropParam(id)': 'refuted',
    });
    const [index, , , sid] = rulesOf(read('proven.json'));
    expect(index!.evidence).toMatchObject({
      fetched: { positive: PAGES, negative: 0 },
      fetchable: { checked: PAGES, ok: PAGES },
    });
    expect(sid!.evidence!.fetched).toMatchObject({ positive: 2 * PAGES, negative: 0 });
    expect(stderr).toMatch(/refuted after 5 pairs \(5 different\): @\{127\.0\.0\.1\} S "\/fr\/" => "\/en\/"/);
    expect(stderr).toContain(`robots.txt forbids ${PAGES} URLs, such as http://${apache.host}/hidden/o`);
    // The server's own log: every request is counted, none is made twice, none is forbidden.
    const asked = apache.asked('proof/1');
    expect(stderr).toContain(`${asked.length} requests to 1 host`);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked[0]).toBe('/robots.txt');
    expect(asked.filter((path) => path.startsWith('/hidden/'))).toEqual([]);
  });

  it('keeps to its budget, by the log of the server', async () => {
    likelyRules('likely.json');
    const { code, stderr } = await dustpan([
      ...fetchArgs('likely.json', 'cut.json'),
      ...['--max-requests', '70', '--user-agent', 'budget/1'],
    ]);
    expect(apache.asked('budget/1')).toHaveLength(70);
    expect(stderr).toContain('the budget was spent');
    expect(stderr).toContain('give --journal FILE');
    expect(code).toBe(0);
    expect(states(read('cut.json')).get('S "/index.html$" => "/$"')).toBe('active');
    expect(states(read('cut.json')).get('E => dropParam(sid)')).toBe('quarantined');
  });

  it('stopped by Ctrl-C keeps what it learned, and goes on without asking anything twice', async () => {
    likelyRules('likely.json', LIKELY.slice(0, 5));
    const args = [
      ...fetchArgs('likely.json', 'stopped.json'),
      '--journal',
      inFolder('journal.jsonl'),
      '--user-agent',
      'stop/1',
    ];
    const slow = args.with(args.indexOf('--delay') + 1, '0.02');
    const child = startDustpan(slow);
    const result = resultOf(child);
    // The first rule is decided after some sixty requests.
    while (apache.asked('stop/1').length < 90) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    const { code, stderr } = await result;
    expect(code).toBe(130);
    expect(stderr).toContain('the run was stopped');
    expect(stderr).toContain('run the same command again to go on');
    const before = apache.asked('stop/1');
    expect(before.length).toBeLessThan(200);
    expect(states(read('stopped.json')).get('S "/index.html$" => "/$"')).toBe('active');
    expect(states(read('stopped.json')).get('S "/fr/" => "/en/"')).toBe('quarantined');

    const again = await dustpan(args);
    expect(again.code).toBe(1);
    const all = apache.asked('stop/1');
    // A request that was under way when the signal came was not answered, and is the only one that may come again.
    expect(all.length - new Set(all).size).toBeLessThanOrEqual(1);
    const repeated = all.filter((path, i) => all.indexOf(path) !== i);
    expect(repeated.filter((path) => path !== before.at(-1))).toEqual([]);
    // The same rules as a run that was never stopped.
    const whole = await dustpan([...fetchArgs('likely.json', 'whole.json'), '--user-agent', 'whole/1']);
    expect(whole.code).toBe(1);
    expect(readFileSync(inFolder('stopped.json'), 'utf8')).toBe(readFileSync(inFolder('whole.json'), 'utf8'));
    expect(readFileSync(inFolder('journal.jsonl'), 'utf8')).not.toContain('document number');
  });

  it('asks nobody at a private address unless told to', async () => {
    likelyRules('likely.json');
    const args = fetchArgs('likely.json', 'private.json').filter((word) => word !== '--allow-private');
    const { code, stderr } = await dustpan([...args, '--user-agent', 'private/1']);
    expect(code).toBe(0);
    expect(stderr).toContain('at private addresses (see --allow-private)');
    expect(apache.asked('private/1')).toEqual([]);
    expect(rulesOf(read('private.json')).every(({ state }) => state === 'quarantined')).toBe(true);
  });

  it('takes URLs from the examples of the rules when no input is given', async () => {
    const urls = Array.from({ length: 5 }, (_, n) => `http://${apache.host}/docs/d${n}/`);
    const examples = urls.map((url) => ({ urls: [`${url}index.html`, url] as const, form: url }));
    const shown = rule('@{127.0.0.1} S "/index.html$" => "/$"', { state: 'quarantined', evidence: { examples } });
    writeFileSync(inFolder('shown.json'), ruleSet([shown]));
    const args = [
      'validate',
      '-r',
      inFolder('shown.json'),
      '--fetch',
      '--allow-private',
      '--delay',
      '0',
      '--min-support',
      '5',
    ];
    const { code, stdout } = await dustpan(args);
    expect(code).toBe(0);
    expect(rulesOf(parseRuleSet(stdout))[0]).toMatchObject({ state: 'active', evidence: { fetched: { tested: 5 } } });
  });

  it.each([
    [['--journal', 'x'], 2, '--journal is about fetching pages; add --fetch, or leave it out'],
    [['--fetch', '--user-agent', 'büro'], 2, 'user agent must begin with a name'],
    [['--fetch', '--journal', '/dev/null/x'], 2, 'cannot write the journal'],
    [['--fetch'], 2, 'the rules show no examples'],
  ])('%j says what to do', async (more, code, message) => {
    likelyRules('plain.json');
    const inputs = more.length === 1 ? [] : [log, '--host', apache.host];
    const result = await dustpan([
      'validate',
      '-r',
      inFolder('plain.json'),
      ...inputs,
      ...more,
      '-o',
      inFolder('none.json'),
    ]);
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(code);
    expect(existsSync(inFolder('none.json'))).toBe(false);
  });
});

describe('the whole way from a log', () => {
  const learnArgs = () => ['learn', log, '--learner', 'dustbuster', '--host', apache.host];

  it('finds the planted rules in the log, proves them, and refutes the others', async () => {
    const learned = await dustpan([...learnArgs(), '-o', inFolder('learned.json')]);
    expect(learned.code).toBe(0);
    const likely = read('learned.json');
    expect(new Set(rulesOf(likely).map(({ state }) => state))).toEqual(new Set(['quarantined']));
    const { code, stderr } = await dustpan([...fetchArgs('learned.json', 'found.json'), '--user-agent', 'way/1']);
    expect(code).toBe(1);
    const found = read('found.json');
    const key = (set: RuleSet, path: string) => keyPlain(set, `http://${apache.host}${path}`, { include: [] });
    for (const [a, b, isSame] of PAIRS) {
      expect([a, b, key(likely, a) === key(likely, b)]).toEqual([a, b, false]);
      expect([a, b, key(found, a) === key(found, b)]).toEqual([a, b, isSame]);
    }
    // Each kind of mistake was there to be made, and was made by nobody.
    const guess = (path: string) => keyPlain(likely, `http://${apache.host}${path}`, { include: ['quarantined'] });
    for (const [a, b] of PAIRS.slice(-4)) expect([a, b, guess(a) === guess(b)]).toEqual([a, b, true]);
    expect(
      rulesOf(found)
        .filter(({ state }) => state === 'active')
        .every(isFetchable),
    ).toBe(true);
    const asked = apache.asked('way/1');
    expect(stderr).toContain(`${asked.length} requests to 1 host`);
    expect(asked.length).toBeLessThan(VISITS.length);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((path) => path.startsWith('/hidden/'))).toEqual([]);
  });

  it('does the same in one go', async () => {
    const fetching = ['--fetch', '--allow-private', '--delay', '0', '--user-agent', 'go/1'];
    const { code, stderr } = await dustpan([...learnArgs(), ...fetching, '-o', inFolder('go.json')]);
    expect(code).toBe(0);
    expect(stderr).toContain(`${apache.asked('go/1').length} requests to 1 host`);
    expect(readFileSync(inFolder('go.json'), 'utf8')).toBe(readFileSync(inFolder('found.json'), 'utf8'));
  });
});

/** Two names of a page each, then two pages that look like one by their names and sizes. */
const PAIRS: readonly (readonly [string, string, boolean])[] = [
  ['/docs/d3/index.html', '/docs/d3/', true],
  ['/manual/d3/', '/docs/d3/', true],
  ['/manual/d3/index.html', '/docs/d3/', true],
  ['/Wiki/w3.html', '/wiki/w3.html', true],
  ['/en/t3.html?sid=7', '/en/t3.html', true],
  ['/docs/d3/', '/docs/d4/', false],
  ['/fr/t3.html', '/en/t3.html', false],
  ['/item?id=3', '/item?id=4', false],
  ['/store/s3', '/shop/s3', false],
  ['/hidden/o3.html', '/open/o3.html', false],
];

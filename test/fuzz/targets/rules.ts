/** Rules as people and programs write them: refused in a sentence, or the same rule however it is written down, compiled and applied. */
import { readFileSync } from 'node:fs';
import { exportRules, TARGETS } from '../../../src/export/index.ts';
import { sign } from '../../../src/normalize/flat.ts';
import { compileRules, loadCompiled, saveCompiled } from '../../../src/normalize/index.ts';
import {
  keyPlain,
  makeRule,
  normalizePlain,
  parseRule,
  parseRuleSet,
  printRule,
  printRuleSet,
  type RuleSet,
  rewritePlain,
  rulesOf,
} from '../../../src/rules/index.ts';
import { ruleOf } from '../../support/rule-of.ts';
import { type FuzzTarget, hold, oddText, orRefused, same } from '../target.ts';
import { BYTES, RULE_WORDS, URL_WORDS, URLS } from '../words.ts';

/** Every rule that the documentation shows: all views, conditions and operations are among them. */
const SHOWN = readFileSync('docs/rule-format.md', 'utf8')
  .split('\n')
  .filter((line) => /^@(?:\*|\{.*?\}) [TKSE] .* => /.test(line))
  .map((text) => ruleOf(text));

const SETS: readonly RuleSet[] = [
  { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules: SHOWN.slice(0, 6) },
  { dustpan: 1, apply: 'first', sun: false, options: { seed: 1 }, rules: SHOWN.slice(6) },
  {
    dustpan: 1,
    options: {},
    stages: [
      { apply: 'first', sun: true, rules: SHOWN.slice(3, 6) },
      { apply: 'fixpoint', sun: false, rules: SHOWN.slice(-8) },
    ],
  },
];

export const ruleTextTarget: FuzzTarget = {
  name: 'rule-text',
  seeds: () => SHOWN.map((rule) => BYTES.encode(printRule(rule))),
  words: [...RULE_WORDS, ...URL_WORDS],
  run(bytes) {
    const text = oddText(bytes);
    const read = orRefused(() => parseRule(text));
    if (read === null) return;
    const { scope, match, emit } = read;
    const rule = makeRule({ learner: 'manual', hosts: scope.hosts, match, emit });
    same(parseRule(printRule(rule)), { scope: rule.scope, match: rule.match, emit: rule.emit }, 'read back');
    checkSet({ dustpan: 1, apply: 'fixpoint', sun: bytes.length % 2 === 0, options: {}, rules: [rule] }, [text]);
  },
};

export const ruleFileTarget: FuzzTarget = {
  name: 'rule-file',
  seeds: () => SETS.map((set) => BYTES.encode(printRuleSet(set).replace(/"id":"[^"]*",/g, ''))),
  words: [
    ...[
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      'null',
      'true',
      '""',
      '"*"',
      '"view"',
      '"tokens"',
      '"keys"',
      '"text"',
      '"edit"',
      '"match"',
      '"emit"',
    ],
    ...[
      '"lit"',
      '"star"',
      '"cap"',
      '"alt"',
      '"opt"',
      '"where"',
      '"set"',
      '"path[1]"',
      '"query[a]"',
      '"any"',
      '"del"',
      '"ref"',
      '"conv"',
    ],
    ...['"stages"', '"rules"', '"options"', '"__proto__":', '"constructor":', '\\ud800', '\\u0000', '[[[[[[[['],
  ],
  run(bytes) {
    const set = orRefused(() => parseRuleSet(new TextDecoder().decode(bytes)));
    if (set === null) return;
    const text = printRuleSet(set);
    same(printRuleSet(parseRuleSet(text)), text, 'printed and read back');
    for (const rule of rulesOf(set))
      same(parseRule(printRule(rule)), { scope: rule.scope, match: rule.match, emit: rule.emit }, 'text form');
    checkSet(set, []);
  },
};

export const compiledTarget: FuzzTarget = {
  name: 'compiled',
  seeds: () => SETS.map((set) => saveCompiled(set)),
  words: ['DUSTPAN\n', '\0\0\0\0', '\u0001\0\0\0', '\u0010\0\0\0'],
  run(bytes) {
    useCompiled(bytes);
    // Nothing gets past a wrong checksum, but whoever means harm writes a right one.
    if (bytes.length >= 24) useCompiled(sign(bytes.slice()));
  },
};

function useCompiled(bytes: Uint8Array): void {
  const loaded = orRefused(() => loadCompiled(bytes));
  if (loaded === null) return;
  for (const url of URLS) loaded.key(url);
  const lines = loaded.lines('key');
  lines.push(BYTES.encode(`${URLS.join('\n')}\n`));
  lines.end();
  const shown = orRefused(() => loaded.ruleSet);
  if (shown !== null) printRuleSet(shown);
}

export const exportTarget: FuzzTarget = {
  name: 'export',
  seeds: () => SHOWN.map((rule) => BYTES.encode(printRule(rule))),
  words: [...RULE_WORDS, ...URL_WORDS],
  patience: 200,
  run(bytes) {
    const lines = oddText(bytes).split('\n').slice(0, 4);
    const rules = lines.flatMap((line) => {
      const read = orRefused(() => parseRule(line));
      if (read === null) return [];
      const evidence = { fetchable: { checked: 10, ok: 10 } };
      return [makeRule({ learner: 'manual', hosts: read.scope.hosts, match: read.match, emit: read.emit, evidence })];
    });
    if (rules.length === 0) return;
    const set: RuleSet = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules };
    const plain = orRefused(() => compileRules(set));
    if (plain === null) return;
    for (const to of TARGETS) {
      const made = orRefused(() =>
        exportRules(set, { to, urls: URLS.slice(0, 6) } as Parameters<typeof exportRules>[1]),
      );
      if (made === null) continue;
      hold(made.exported.length + made.refused.length >= rules.length, () => `${to} forgot a rule`);
      // A program that reads the text line by line must not find lines that nobody wrote.
      for (const url of URLS) made.apply(url);
    }
  },
};

function checkSet(set: RuleSet, more: readonly string[]): void {
  const compiled = orRefused(() => compileRules(set));
  if (compiled === null) return;
  const loaded = loadCompiled(saveCompiled(set));
  for (const url of [...URLS, ...more]) {
    const { form, converged } = normalizePlain(set, url);
    same(compiled.key(url), form, `key of ${JSON.stringify(url)}`);
    same(loaded.key(url), form, `loaded key of ${JSON.stringify(url)}`);
    same(compiled.rewrite(url), rewritePlain(set, url), `rewrite of ${JSON.stringify(url)}`);
    same(compiled.explain(url).key, form, 'explained key');
    const isOne = !('stages' in set) && set.apply === 'fixpoint';
    if (isOne && converged && form.length < 2000)
      same(keyPlain(set, form), form, `key of the key of ${JSON.stringify(url)}`);
  }
}

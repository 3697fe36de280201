/** Everything that docs/rule-format.md shows is so: rules print as written, URLs become what it says, the file passes the check. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyRule, type Op, parseRule, parseRuleSet, printRule, printRuleSet } from '../../src/rules/index.ts';

const text = readFileSync(new URL('../../docs/rule-format.md', import.meta.url), 'utf8');

function blocks(language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map((match) => match[1]!);
}

type Example = { readonly rule: string; readonly url: string; readonly form: string };

function examples(): Example[] {
  const found: Example[] = [];
  let rule = '';
  for (const line of blocks('rules').join('').trimEnd().split('\n')) {
    if (line.startsWith('@')) rule = line;
    else {
      const [url, form] = line.trim().split('  ->  ');
      found.push({ rule, url: url!, form: form! });
    }
  }
  return found;
}

describe('the examples', () => {
  it.each(examples())('$rule   $url', ({ rule, url, form }) => {
    expect(printRule(parseRule(rule))).toBe(rule);
    expect(applyRule(parseRule(rule), url) ?? 'no').toBe(form);
  });

  it('show every operation', () => {
    const shown = examples().flatMap(({ rule }) => {
      const { emit } = parseRule(rule);
      return emit.view === 'edit' ? [emit.op.op] : [];
    });
    const listed = [...text.matchAll(/^\| `\{"op":"([A-Za-z]+)"/gm)].map((match) => match[1] as Op['op']);
    expect(new Set(shown)).toEqual(new Set(listed));
    expect(new Set(listed).size).toBe(22);
  });
});

describe('the table of operations', () => {
  const rows = [...text.matchAll(/^\| `(\{"op":.*?\})` \| `(.*?)` \|/gm)].map((match) => ({
    json: match[1]!,
    written: match[2]!,
  }));

  it.each(rows)('$written', ({ json, written }) => {
    expect(parseRule(`E depth=2 => ${written}`).emit).toEqual({ view: 'edit', op: JSON.parse(json) });
  });
});

describe('the table of conditions', () => {
  const rows = [...text.matchAll(/^\| `(\{"(?:path|param|params|query)":.*?\})` \| `(.*?)`/gm)].map((match) => ({
    json: match[1]!,
    written: match[2]!,
  }));

  it.each(rows)('$written', ({ json, written }) => {
    expect(parseRule(`E ${written} => decode()`).match).toEqual({ view: 'edit', when: [JSON.parse(json)], unless: [] });
  });
});

it('the file passes the check and is printed as shown', () => {
  const [file] = blocks('json');
  expect(printRuleSet(parseRuleSet(file!))).toBe(file);
});

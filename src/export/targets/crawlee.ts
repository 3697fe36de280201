/** Crawlee: a module with the rules in it that gives every request its unique key. */

import { compileRules } from '../../normalize/index.ts';
import type { RuleSet } from '../../rules/index.ts';
import type { Exporter, ExportPlan } from '../exporter.ts';

export const crawlee: Exporter = {
  name: 'crawlee',
  about: 'a module for Crawlee that sets `uniqueKey`; it needs the package `dustpan`',
  forms: [],
  exactFor: 'all URLs',
  gives: () => 'key',
  refuse: () => null,
  simulate: (plan) => {
    const normalizer = compileRules(ruleSetOf(plan));
    return (url) => normalizer.key(url);
  },
  render: (plan) => `// Written by "dustpan export --to crawlee".
import { compileRules } from 'dustpan/normalize';

const rules = compileRules(${JSON.stringify(ruleSetOf(plan), null, 1)});

/** The key of a URL: equal for URLs that are one page. */
export function uniqueKeyOf(url) {
  return rules.key(url);
}

/** For start URLs and addRequests; the same key must be used everywhere. */
export function withUniqueKey(request) {
  const options = typeof request === 'string' ? { url: request } : request;
  return { ...options, uniqueKey: uniqueKeyOf(options.url) };
}

/** For enqueueLinks({ transformRequestFunction }). */
export const transformRequestFunction = withUniqueKey;
`,
};

/** The rules that are left, all of them active, without evidence: a program needs none. */
export function ruleSetOf({ stages }: ExportPlan): RuleSet {
  return {
    dustpan: 1,
    options: {},
    stages: stages.map(({ apply, sun, rules }) => ({
      apply,
      sun,
      rules: rules.map(({ evidence: _evidence, note: _note, ...rule }) => ({ ...rule, state: 'active' as const })),
    })),
  };
}

/** Crawlers in Java: Nutch, StormCrawler and Heritrix, which all apply Java regular expressions one after the other. */
import { flatChain, printReplacement, type Substitution } from '../chain/index.ts';
import type { Exporter, ExportPlan } from '../exporter.ts';
import { CHAIN_EXACT_FOR, refuseChain, simulateChain } from './by-chain.ts';
import { typedNutchForms } from './nutch-typed.ts';

const CHAIN = {
  exactFor: CHAIN_EXACT_FOR,
  gives: () => 'key' as const,
  refuse: refuseChain,
  simulate: (plan: ExportPlan) => simulateChain(plan),
};

export const nutch: Exporter = {
  ...CHAIN,
  name: 'nutch',
  about: '`regex-normalize.xml`, or `host-urlnormalizer.txt`, `slashes.txt`, `protocols.txt` of the typed plugins',
  forms: ['regex', ...Object.keys(typedNutchForms)],
  refuse: (rule, context) =>
    typedNutchForms[context.form]?.refuse(rule, context) ??
    (context.form === 'regex' ? refuseChain(rule, context) : null),
  refuseTogether: (context) => typedNutchForms[context.form]?.refuseTogether(context) ?? [],
  simulate: (plan) => typedNutchForms[plan.form]?.simulate(plan) ?? simulateChain(plan),
  render: (plan) =>
    typedNutchForms[plan.form]?.render(plan) ??
    [
      '<?xml version="1.0"?>',
      '<!-- Written by "dustpan export". The lines belong together and must stay in this order. -->',
      '<regex-normalize>',
      ...substitutions(plan).map(
        ([pattern, replacement]) =>
          `<regex><pattern>${xml(pattern)}</pattern><substitution>${xml(replacement)}</substitution></regex>`,
      ),
      '</regex-normalize>',
      '',
    ].join('\n'),
};

export const stormcrawler: Exporter = {
  ...CHAIN,
  name: 'stormcrawler',
  about: 'an entry for the list in `urlfilters.json`',
  forms: [],
  render: (plan) =>
    `${JSON.stringify(
      {
        class: 'org.apache.stormcrawler.filtering.regex.RegexURLNormalizer',
        name: 'Dustpan',
        params: {
          urlNormalizers: substitutions(plan).map(([pattern, substitution]) => ({ pattern, substitution })),
        },
      },
      null,
      2,
    )}\n`,
};

export const heritrix: Exporter = {
  ...CHAIN,
  name: 'heritrix',
  about:
    'the bean `canonicalizationPolicy` of a crawl; its rules see the URL as it is, so no rule that changes case may come before them',
  forms: [],
  render: (plan) =>
    [
      '<!-- Written by "dustpan export". The rules belong together and must stay in this order. -->',
      '<bean id="canonicalizationPolicy" class="org.archive.modules.canonicalize.RulesCanonicalizationPolicy">',
      '  <property name="rules"><list>',
      ...substitutions(plan).map(
        ([pattern, replacement]) =>
          `    <bean class="org.archive.modules.canonicalize.RegexRule"><property name="regex" value="${xml(pattern)}"/><property name="format" value="${xml(replacement)}"/></bean>`,
      ),
      '  </list></property>',
      '</bean>',
      '',
    ].join('\n'),
};

function substitutions({ stages }: ExportPlan): (readonly [string, string])[] {
  return flatChain(stages).map((one: Substitution) => [one.pattern, printReplacement(one, 'java')]);
}

function xml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

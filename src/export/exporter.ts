/** What an export target is: which rules it can express exactly, and how they are written for it. */
import type { Rule, Stage } from '../rules/index.ts';

export type ExportOptions = {
  /** One of the target's forms; the first unless given. */
  readonly form?: string;
  /** Only rules for this host, where the target's file is for one host. */
  readonly host?: string;
  /** The text of a file of the target that the rules are put into. */
  readonly into?: string;
  /** URLs to write canonical URLs for, where the target is a list of URLs. */
  readonly urls?: readonly string[];
};

export type ExportContext = ExportOptions & {
  readonly form: string;
  /** All rules that are applied, in their stages. */
  readonly stages: readonly Stage[];
};

/** What is left when refused rules are taken out. */
export type ExportPlan = ExportContext;

export type Refusal = { readonly rule: Rule; readonly reason: string };

export type Exporter = {
  readonly name: string;
  /** What the text is, and where it goes; one line. */
  readonly about: string;
  /** Ways to write it, the usual one first; none if there is only one. */
  readonly forms: readonly string[];
  /** For which URLs the target gives what the rules give; one sentence. */
  readonly exactFor: string;
  /** Whether the target gives keys, or redirects and canonical links, for which rules must be proven. */
  gives(form: string): 'key' | 'rewrite';
  /** Why the target cannot express the rule, or null. */
  refuse(rule: Rule, context: ExportContext): string | null;
  /** Rules, each expressible, that it cannot express beside the others. */
  refuseTogether?(context: ExportContext, refused: readonly Refusal[]): Refusal[];
  render(plan: ExportPlan): string;
  /** What the target makes of a URL. */
  simulate(plan: ExportPlan): (url: string) => string;
};

/** A copy of the context without these rules. */
export function without(context: ExportContext, refused: readonly Refusal[]): ExportContext {
  if (refused.length === 0) return context;
  const out = new Set(refused.map(({ rule }) => rule));
  return {
    ...context,
    stages: context.stages.map((stage) => ({ ...stage, rules: stage.rules.filter((rule) => !out.has(rule)) })),
  };
}

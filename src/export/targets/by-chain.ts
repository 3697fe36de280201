/** What all targets share that get rules as substitutions. */
import { isFetchable, type Rule } from '../../rules/index.ts';
import { chainProblem, compileSubstitutions, flatChain, hostGroups, isStop, runSubstitutions } from '../chain/index.ts';
import type { ExportContext, ExportPlan, Refusal } from '../exporter.ts';

export const CHAIN_EXACT_FOR =
  'URLs in standard form (if the set normalizes) without fragment, user info and characters other than printable ASCII, in which nothing that a rule names occurs more than a few times; others stay as they are';

export function refuseChain(rule: Rule, { stages }: ExportContext): string | null {
  return chainProblem(rule, stages);
}

export function simulateChain({ stages }: ExportPlan, mayChange?: (rule: Rule) => boolean): (url: string) => string {
  const chain = compileSubstitutions(flatChain(stages, mayChange));
  return (url) => runSubstitutions(chain, url);
}

/**
 * For redirects: a rule that is not proven to give URLs that exist stops the redirect of a URL that it would change, and a rule that
 * cannot be written down cannot even do that; then no rule of its hosts may redirect.
 */
export function refuseUnproven(context: ExportContext, refused: readonly Refusal[]): Refusal[] {
  const out: Refusal[] = [];
  for (const { hosts, stages } of hostGroups(withRefused(context, refused))) {
    const rules = stages.flatMap((stage) => stage.rules);
    const missing = refused.find(({ rule }) => rules.includes(rule));
    if (missing === undefined || (hosts !== '*' && hosts.length === 0)) continue;
    const taken = new Set(refused.map(({ rule }) => rule));
    for (const rule of rules)
      if (!taken.has(rule))
        out.push({ rule, reason: `redirects need all rules of a host, and rule ${missing.rule.id} is refused` });
  }
  return [...new Map(out.map((refusal) => [refusal.rule, refusal])).values()];
}

/** For redirects: a rule that cannot be written down is refused only if it cannot be told which URLs it may change; those stay as they are. */
export function refuseStop(rule: Rule, { stages }: ExportContext): string | null {
  return chainProblem(rule, stages, true);
}

/** True if a redirect may use the rule; `canWrite` says whether the target can write what it gives. Others stop the redirect of what they may change. */
export function mayRedirect(canWrite: (rule: Rule) => boolean): (rule: Rule) => boolean {
  return (rule) => isFetchable(rule) && !isStop(rule) && canWrite(rule);
}

function withRefused(context: ExportContext, refused: readonly Refusal[]): ExportContext['stages'] {
  const [first, ...others] = context.stages;
  if (first === undefined) return [];
  return [{ ...first, rules: [...first.rules, ...refused.map(({ rule }) => rule)] }, ...others];
}

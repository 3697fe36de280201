/** Which rules are not needed beside another: text rules that refine it, and a parameter's usual value beside leaving it out. */
import { coversHosts, type Key, printRuleBody, type Rule, refinesRule } from '../../rules/index.ts';

/** True if what `rule` is good for is done by `other` too. */
export function saysLess(rule: Rule, other: Rule): boolean {
  return rule.id !== other.id && (refinesRule(rule, other) || isUsualValueOf(rule, other));
}

/** Places of the rules in the order they are tried: leaving a parameter out comes before giving it its usual value. */
export function trialOrder(rules: readonly Rule[]): number[] {
  const dropping = new Map<string, number>();
  for (const [r, rule] of rules.entries()) {
    const change = changeOf(rule);
    if (change?.isDropped) dropping.set(change.where, r);
  }
  const order = new Set<number>();
  for (const [r, rule] of rules.entries()) {
    const change = changeOf(rule);
    const before = change === null ? undefined : dropping.get(change.where);
    if (before !== undefined) order.add(before);
    order.add(r);
  }
  return [...order];
}

function isUsualValueOf(rule: Rule, other: Rule): boolean {
  const [value, drop] = [changeOf(rule), changeOf(other)];
  if (value === null || drop === null || value.isDropped || !drop.isDropped) return false;
  return value.where === drop.where && coversHosts(other, rule);
}

/** Of a rule that changes nothing but one parameter: where it does so, and whether it leaves the parameter out. */
function changeOf({ match, emit }: Rule): { where: string; isDropped: boolean } | null {
  if (match.view !== 'keys' || emit.view !== 'keys' || emit.path !== undefined || emit.queryOrder !== 'keep')
    return null;
  const [[key, value] = [], ...others] = Object.entries(emit.set) as [Key, object][];
  if (key === undefined || value === undefined || others.length > 0 || !key.startsWith('query[')) return null;
  if (!('del' in value || 'lit' in value)) return null;
  const dropped = { ...emit, set: { [key]: { del: true } } } as const;
  return { where: printRuleBody(match, dropped), isDropped: 'del' in value };
}

/** What all targets share that get lists: parameters that do not matter on a host, or hosts that are one. */
import { compareCodePoints } from '../../base/index.ts';
import { compileRules } from '../../normalize/index.ts';
import type { Rule } from '../../rules/index.ts';
import type { ExportContext, ExportPlan, Refusal } from '../exporter.ts';

/** Parameters that do not matter on a host where the path begins with the prefix. */
export type DroppedParam = { readonly host: string; readonly prefix: string; readonly name: string };

/** Why a rule is not of the kind "this parameter does not matter", or null; `prefix` says whether a path prefix may be a condition. */
export function dropProblem({ match, emit }: Rule, allowed: { readonly prefix: boolean }): string | null {
  if (match.view !== 'edit' || emit.view !== 'edit' || emit.op.op !== 'dropParam')
    return 'the target only knows parameters that do not matter';
  if ('prefix' in emit.op) return 'the target only knows whole names of parameters';
  if (emit.op.value !== undefined) return 'the target does not look at values of parameters';
  return conditionProblem({ match }, allowed);
}

/** The same for the conditions alone. */
export function conditionProblem({ match }: Pick<Rule, 'match'>, allowed: { readonly prefix: boolean }): string | null {
  if (match.view !== 'edit') return 'the target only knows parameters';
  if (match.unless.length > 0) return 'the target knows no exceptions';
  if (match.when.length === 0) return null;
  if (!allowed.prefix) return 'the target knows no conditions';
  const [cond, ...more] = match.when;
  const isPrefix = cond !== undefined && 'path' in cond && Object.keys(cond.path).join() === 'prefix';
  return isPrefix && more.length === 0 && pathPrefix({ match }).startsWith('/')
    ? null
    : 'the only condition that the target knows is a path prefix';
}

/** The path prefix that is the only condition of a rule; "/" if it has none. */
export function pathPrefix({ match }: Pick<Rule, 'match'>): string {
  const cond = match.view === 'edit' ? match.when[0] : undefined;
  return cond !== undefined && 'path' in cond ? (cond.path.prefix ?? '/') : '/';
}

/** The dropped parameters of all rules, one entry per host, sorted; `*` is every host. */
function droppedParams(plan: ExportPlan): DroppedParam[] {
  const out: DroppedParam[] = [];
  for (const rule of plan.stages.flatMap(({ rules }) => rules)) {
    const { emit, scope } = rule;
    if (emit.view !== 'edit' || emit.op.op !== 'dropParam' || !('name' in emit.op)) continue;
    const hosts = scope.hosts === '*' ? ['*'] : scope.hosts;
    for (const host of hosts) out.push({ host, prefix: pathPrefix(rule), name: emit.op.name });
  }
  return out.sort(
    (a, b) =>
      compareCodePoints(a.host, b.host) || compareCodePoints(a.prefix, b.prefix) || compareCodePoints(a.name, b.name),
  );
}

/** Names by host and prefix. */
export function groupedParams(plan: ExportPlan): { host: string; prefix: string; names: string[] }[] {
  const groups = new Map<string, { host: string; prefix: string; names: string[] }>();
  for (const { host, prefix, name } of droppedParams(plan)) {
    const group = groups.get(`${host} ${prefix}`);
    if (group === undefined) groups.set(`${host} ${prefix}`, { host, prefix, names: [name] });
    else if (group.names.at(-1) !== name) group.names.push(name);
  }
  return [...groups.values()];
}

export function namedHostsProblem({ scope }: Rule): string | null {
  return scope.hosts === '*' ? 'the target needs the names of the hosts' : null;
}

/** The target applies all rules where a `first` stage applies only one, so at most one rule per host remains of such a stage. */
export function refuseSecondOfFirst({ stages }: ExportContext): Refusal[] {
  const out: Refusal[] = [];
  for (const { apply, rules } of stages) {
    if (apply !== 'first') continue;
    const taken = new Map<string, Rule>();
    for (const rule of rules) {
      const hosts = rule.scope.hosts === '*' ? ['*'] : rule.scope.hosts;
      const other =
        taken.get('*') ??
        (hosts[0] === '*' ? [...taken.values()][0] : hosts.map((host) => taken.get(host)).find((one) => one));
      if (other === undefined) for (const host of hosts) taken.set(host, rule);
      else
        out.push({
          rule,
          reason: `only the first rule that matches applies, the target would apply it after rule ${other.id} too`,
        });
    }
  }
  return out;
}

/** What the rules that are left do, without standard normalization. */
export function simulateRules({ stages }: ExportPlan): (url: string) => string {
  const normalizer = compileRules({
    dustpan: 1,
    options: {},
    stages: stages.map((stage) => ({
      ...stage,
      sun: false,
      rules: stage.rules.map((rule) => ({ ...rule, state: 'active' as const })),
    })),
  });
  return (url) => normalizer.key(url);
}

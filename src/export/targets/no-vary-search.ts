/** The HTTP header No-Vary-Search: a site declares which parameters of its URLs do not matter, and whether their order does. */
import { compareCodePoints } from '../../base/index.ts';
import type { Rule } from '../../rules/index.ts';
import type { Exporter, ExportPlan } from '../exporter.ts';
import { conditionProblem, dropProblem, pathPrefix, refuseSecondOfFirst, simulateRules } from './by-list.ts';

export const noVarySearch: Exporter = {
  name: 'no-vary-search',
  about: '`No-Vary-Search` headers, per host and beginning of the path',
  forms: [],
  exactFor: 'URLs whose parameters are separated by "&", none of them empty',
  gives: () => 'key',
  refuse(rule, { host }) {
    const { emit, scope } = rule;
    if (host !== undefined && scope.hosts !== '*' && !scope.hosts.includes(host))
      return `it is not for the host ${host}`;
    const isWhole = emit.view === 'edit' && (emit.op.op === 'sortParams' || emit.op.op === 'dropQuery');
    const reason = isWhole ? conditionProblem(rule, { prefix: true }) : dropProblem(rule, { prefix: true });
    if (reason !== null || isWhole) return reason;
    const name = emit.view === 'edit' && 'name' in emit.op ? String(emit.op.name) : '';
    // The header is about decoded names; these are certainly the same.
    return /^[A-Za-z0-9_.*()'!~-]+$/.test(name) ? null : 'the name has characters that may be written in several ways';
  },
  refuseTogether: refuseSecondOfFirst,
  render,
  simulate: simulateRules,
};

function render(plan: ExportPlan): string {
  const rules = plan.stages.flatMap((stage) => stage.rules);
  const hosts = new Set(rules.flatMap(({ scope }) => (scope.hosts === '*' ? ['*'] : scope.hosts)));
  const out: string[] = [];
  for (const host of [...hosts].sort(compareCodePoints)) {
    if (plan.host !== undefined && host !== plan.host && host !== '*') continue;
    const own = rules.filter(({ scope }) => scope.hosts === '*' || scope.hosts.includes(host));
    for (const prefix of [...new Set(own.map(pathPrefix))].sort(compareCodePoints)) {
      const valid = own.filter((rule) => prefix.startsWith(pathPrefix(rule)));
      out.push(
        `# ${host === '*' ? 'every other host' : host}, paths that begin with ${prefix} (the longest such beginning counts)`,
      );
      out.push(`No-Vary-Search: ${headerOf(valid)}`);
    }
  }
  return out.map((line) => `${line}\n`).join('');
}

function headerOf(rules: readonly Rule[]): string {
  const ops = rules.flatMap(({ emit }) => (emit.view === 'edit' ? [emit.op] : []));
  const order = ops.some(({ op }) => op === 'sortParams') ? ['key-order'] : [];
  if (ops.some(({ op }) => op === 'dropQuery')) return ['params', ...order].join(', ');
  const names = new Set(ops.flatMap((op) => (op.op === 'dropParam' && 'name' in op ? [op.name] : [])));
  const params =
    names.size === 0
      ? []
      : [
          `params=(${[...names]
            .sort(compareCodePoints)
            .map((name) => `"${name}"`)
            .join(' ')})`,
        ];
  return [...params, ...order].join(', ');
}

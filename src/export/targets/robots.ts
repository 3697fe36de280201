/** robots.txt: Clean-param lines, by which a webmaster tells crawlers that know them which parameters do not matter. */
import type { Exporter, ExportPlan } from '../exporter.ts';
import { dropProblem, groupedParams, refuseSecondOfFirst, simulateRules } from './by-list.ts';

/** Documented length of a line. */
const MAX_LINE = 500;

export const robots: Exporter = {
  name: 'robots',
  about: '`Clean-param` lines for the robots.txt of each host',
  forms: [],
  exactFor: 'URLs whose parameters are separated by "&"',
  gives: () => 'key',
  refuse(rule, { host }) {
    const reason = dropProblem(rule, { prefix: true });
    if (reason !== null) return reason;
    const { scope, match, emit } = rule;
    if (host !== undefined && scope.hosts !== '*' && !scope.hosts.includes(host))
      return `it is not for the host ${host}`;
    const name = emit.view === 'edit' && 'name' in emit.op ? String(emit.op.name) : '';
    if (!/^[A-Za-z0-9_.-]+$/.test(name)) return 'the name has characters that Clean-param does not allow';
    const cond = match.view === 'edit' ? match.when[0] : undefined;
    const prefix = cond !== undefined && 'path' in cond ? (cond.path.prefix ?? '') : '';
    return /^[A-Za-z0-9_./-]*$/.test(prefix) && name.length + prefix.length < MAX_LINE - 20
      ? null
      : 'the path has characters that Clean-param does not allow';
  },
  refuseTogether: refuseSecondOfFirst,
  render,
  simulate: simulateRules,
};

function render(plan: ExportPlan): string {
  const out: string[] = [];
  let current = '';
  for (const { host, prefix, names } of groupedParams(plan)) {
    if (plan.host !== undefined && host !== plan.host && host !== '*') continue;
    if (host !== current)
      out.push(host === '*' ? '# in the robots.txt of every host' : `# in the robots.txt of ${host}`);
    current = host;
    const path = prefix === '/' ? '' : ` ${prefix}`;
    let line = '';
    for (const name of names) {
      const longer = line === '' ? name : `${line}&${name}`;
      if (`Clean-param: ${longer}${path}`.length > MAX_LINE) {
        out.push(`Clean-param: ${line}${path}`);
        line = name;
      } else line = longer;
    }
    out.push(`Clean-param: ${line}${path}`);
  }
  return out.map((line) => `${line}\n`).join('');
}

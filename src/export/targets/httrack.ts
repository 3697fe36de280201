/** HTTrack: options of its command line that strip parameters from the key of a URL and name hosts that are one. */
import type { Rule } from '../../rules/index.ts';
import type { Exporter, ExportPlan } from '../exporter.ts';
import { dropProblem, groupedParams, namedHostsProblem, refuseSecondOfFirst, simulateRules } from './by-list.ts';

export const httrack: Exporter = {
  name: 'httrack',
  about: 'options for the command line of HTTrack (2026 or later)',
  forms: [],
  exactFor: 'URLs whose parameters are separated by "&", of hosts that are not "www" with a number',
  gives: () => 'key',
  refuse(rule) {
    const { match, emit, scope } = rule;
    if (match.view === 'edit' && emit.view === 'edit' && emit.op.op === 'host') {
      const { from } = emit.op;
      if (match.when.length + match.unless.length > 0) return 'the target knows no conditions';
      return scope.hosts === '*' || from.every((host) => scope.hosts.includes(host))
        ? null
        : 'the alias is not for all of its hosts';
    }
    const reason = dropProblem(rule, { prefix: false }) ?? namedHostsProblem(rule) ?? wwwProblem(rule);
    if (reason !== null) return reason;
    const name = emit.view === 'edit' && 'name' in emit.op ? String(emit.op.name) : '';
    return /^[A-Za-z0-9_.-]+$/.test(name) ? null : 'the name has characters that the option does not take';
  },
  refuseTogether: refuseSecondOfFirst,
  render,
  simulate: simulateRules,
};

/** The option sees hosts without their "www", "www2" or "www-2", so a rule must be for a host with and without it. */
function wwwProblem({ scope }: Rule): string | null {
  const hosts = scope.hosts === '*' ? [] : scope.hosts;
  for (const host of hosts) {
    const bare = bareHost(host);
    const other = [bare, `www.${bare}`].find((name) => !hosts.includes(name));
    if (other !== undefined) return `the target takes ${host} and ${other} for one, and the rule is not for both`;
  }
  return null;
}

function bareHost(host: string): string {
  return host.replace(/^www[0-9-]*\.(?=.)/, '');
}

function render(plan: ExportPlan): string {
  const out = ['--keep-www-prefix --keep-double-slashes --keep-query-order'];
  for (const { emit } of plan.stages.flatMap(({ rules }) => rules))
    if (emit.view === 'edit' && emit.op.op === 'host')
      out.push(`--host-alias "${emit.op.from.join(',')}=${emit.op.to}"`);
  // The last pattern that matches wins, and only names without "www" are looked at, so one line is for both.
  for (const { host, names } of groupedParams(plan))
    if (host === bareHost(host)) out.push(`--strip-query "${host}/*=${names.join(',')}"`);
  return out.map((line) => `${line}\n`).join('');
}

/** Lists that browsers' privacy extensions use: AdGuard's and uBlock Origin's removeparam rules, and ClearURLs' providers. */
import type { Rule } from '../../rules/index.ts';
import { literal, PORT } from '../chain/index.ts';
import type { Exporter } from '../exporter.ts';
import { dropProblem, groupedParams, namedHostsProblem, refuseSecondOfFirst, simulateRules } from './by-list.ts';

const LIST = {
  forms: [],
  gives: () => 'key' as const,
  refuseTogether: refuseSecondOfFirst,
  simulate: simulateRules,
};

export const adguard: Exporter = {
  ...LIST,
  name: 'adguard',
  about: 'a filter list of `removeparam` rules, for AdGuard and uBlock Origin',
  exactFor: 'URLs whose parameters are separated by "&", none of them empty',
  refuse: refuseName,
  render: (plan) =>
    groupedParams(plan)
      .flatMap(({ host, prefix, names }) =>
        // "||host" would match subdomains too, so it is a regular expression.
        names.map((name) => `/${urlPattern(host, prefix).replaceAll('/', '\\/')}/$removeparam=${name},match-case\n`),
      )
      .join(''),
};

export const clearurls: Exporter = {
  ...LIST,
  name: 'clearurls',
  about:
    'providers for a ClearURLs rules file; browsers of 2025 or later (case-sensitive parts of regular expressions)',
  exactFor:
    'URLs whose parameters are separated by "&", as to which parameters stay; the extension writes those that do anew, with encoded values',
  refuse: refuseName,
  render: (plan) => {
    const providers = groupedParams(plan).map(({ host, prefix, names }, i) => [
      `dustpan ${i + 1} ${host}`,
      {
        urlPattern: `(?-i:${urlPattern(host, prefix)})`,
        completeProvider: false,
        // The extension ignores case, the rules do not.
        rules: names.map((name) => `(?-i:${literal(name)})`),
        referralMarketing: [],
        rawRules: [],
        exceptions: [],
        redirections: [],
        forceRedirection: false,
      },
    ]);
    return `${JSON.stringify({ providers: Object.fromEntries(providers) }, null, 2)}\n`;
  },
};

function urlPattern(host: string, prefix: string): string {
  return `^https?://${literal(host)}${PORT}${literal(prefix)}`;
}

function refuseName(rule: Rule): string | null {
  const reason = dropProblem(rule, { prefix: true }) ?? namedHostsProblem(rule);
  if (reason !== null) return reason;
  const { emit } = rule;
  const name = emit.view === 'edit' && 'name' in emit.op ? String(emit.op.name) : '';
  return /^[A-Za-z0-9_.-]+$/.test(name) ? null : 'the name has characters that mean something in such lists';
}

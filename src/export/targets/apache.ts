/** Apache httpd: mod_rewrite conditions that carry the URL along in a variable, for a canonical link header or for redirects. */
import type { Rule } from '../../rules/index.ts';
import { chainOf, hostGroups, MARKS, opening, type Substitution } from '../chain/index.ts';
import type { Exporter, ExportPlan } from '../exporter.ts';
import { CHAIN_EXACT_FOR, mayRedirect, refuseStop, refuseUnproven, simulateChain } from './by-chain.ts';

export const apache: Exporter = {
  name: 'apache',
  about: 'mod_rewrite lines for a server or virtual host: a canonical `Link` header, or 301 redirects',
  forms: ['canonical', 'redirect'],
  exactFor: `${CHAIN_EXACT_FOR}; a URL that would end in a bare "?" stays too`,
  gives: () => 'rewrite',
  refuse: refuseStop,
  refuseTogether: refuseUnproven,
  render,
  simulate(plan) {
    const run = simulateChain(plan, mayRedirect(canWrite));
    return (url) => {
      const result = run(url);
      return result.endsWith('?') ? url : result;
    };
  },
};

/** Flags are separated by commas, and nothing quotes one; nor a quote. Decoding may give one. */
function canWrite({ emit }: Rule): boolean {
  return !outputs(emit).some((text) => /[,"]|^decode$/.test(text));
}

function outputs(emit: object): string[] {
  return Object.values(emit).flatMap((value): string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? outputs(value) : [];
  });
}

function render(plan: ExportPlan): string {
  const out = [
    '# Written by "dustpan export --to apache". Include it in the server configuration or a virtual host; needs mod_rewrite,',
    '# and for the Link header mod_headers. Apache 2.4.60 or later.',
    'RewriteEngine On',
    'RewriteRule "^" "-" "[E=!DUSTPAN,E=!DUSTPAN_URL]"',
    condition(
      '%{REQUEST_SCHEME}://%{HTTP_HOST} %{THE_REQUEST}',
      '^(https?://[^ /]+) (?:GET|HEAD) (/[^ ]*) HTTP/[0-9.]+$',
    ),
    set(['', 1, 2], 'DUSTPAN'),
    ...apply(opening({ hosts: '*', stages: [] })),
  ];
  for (const group of hostGroups(plan.stages)) {
    const lines = chainOf(group, mayRedirect(canWrite)).map(apply);
    // Texts of other hosts skip the whole chain.
    const hosts =
      group.hosts === '*' ? '' : `https?://(?:${group.hosts.map((host) => host.replaceAll('.', '\\.')).join('|')})[:/]`;
    out.push(condition('%{ENV:DUSTPAN}', `!^\\${MARKS.open}${hosts}`), `RewriteRule "^" "-" "[S=${lines.length + 1}]"`);
    out.push(...lines.flat());
    out.push(...apply({ pattern: `^\\${MARKS.open}(.*)$`, to: [MARKS.closed, 1] }));
  }
  out.push(
    // Apache would drop a bare "?" at the end; and what did not change stays.
    condition('%{ENV:DUSTPAN}', '!\\? '),
    condition('%{ENV:DUSTPAN}', '!^.([^ ]*) \\1$'),
    condition('%{ENV:DUSTPAN}', `^[${MARKS.open}${MARKS.closed}]([^ ]*) `),
    plan.form === 'redirect' ? 'RewriteRule "^" "%1" "[R=301,NE,QSD,L,UnsafeAllow3F]"' : set([1], 'DUSTPAN_URL'),
  );
  if (plan.form !== 'redirect')
    out.push('Header always set Link "<%{DUSTPAN_URL}e>; rel=\\"canonical\\"" env=DUSTPAN_URL');
  return `${out.join('\n')}\n`;
}

function apply({ pattern, to }: Substitution): string[] {
  return [condition('%{ENV:DUSTPAN}', pattern), set(to, 'DUSTPAN')];
}

function condition(text: string, pattern: string): string {
  return `RewriteCond "${text}" "${pattern}"`;
}

/** The groups are those of the condition before it. */
function set(to: readonly (string | number)[], name: string): string {
  const value = to
    .map((piece) => (typeof piece === 'number' ? `%${piece}` : piece.replace(/[\\$%]/g, '\\$&')))
    .join('');
  return `RewriteRule "^" "-" "[E=${name}:${value}]"`;
}

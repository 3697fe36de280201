/** nginx: chained maps from the requested URL to its key, for a cache or for redirects. */
import { chainOf, hostGroups, MARKS, opening, type Substitution } from '../chain/index.ts';
import type { Exporter, ExportPlan } from '../exporter.ts';
import { CHAIN_EXACT_FOR, mayRedirect, refuseChain, refuseUnproven, simulateChain } from './by-chain.ts';

const REQUESTED = '$scheme://$http_host$request_uri';
/** nginx's own bucket holds names of about this length. */
const LONG_HOST = 40;

export const nginx: Exporter = {
  name: 'nginx',
  about: 'maps for the http block: `$dustpan_url` for `proxy_cache_key`, or 301 redirects',
  forms: ['cache-key', 'redirect'],
  exactFor: CHAIN_EXACT_FOR,
  gives: (form) => (form === 'redirect' ? 'rewrite' : 'key'),
  refuse(rule, context) {
    const reason = refuseChain(rule, context);
    if (reason !== null) return reason;
    // nginx has no way to write a dollar sign in a value.
    return JSON.stringify(rule.emit).includes('$') ? 'nginx cannot write a "$"' : null;
  },
  refuseTogether: (context, refused) => (context.form === 'redirect' ? refuseUnproven(context, refused) : []),
  render,
  simulate: (plan) => simulateChain(plan, plan.form === 'redirect' ? mayRedirect : undefined),
};

function render(plan: ExportPlan): string {
  const isRedirect = plan.form === 'redirect';
  const groups = hostGroups(plan.stages);
  const out = [
    '# Written by "dustpan export --to nginx". Include it in the http block.',
    isRedirect
      ? '# Then, in a server block:  if ($dustpan_moved) { return 301 $dustpan_url; }'
      : '# Then, where there is a cache:  proxy_cache_key $dustpan_url;',
    ...(groups.some(({ hosts }) => hosts !== '*' && hosts.some((host) => host.length > LONG_HOST))
      ? ['map_hash_bucket_size 512;']
      : []),
    map(`"${REQUESTED}"`, 'dustpan_open', [mapLine(opening({ hosts: '*', stages: [] })), 'default "";']),
  ];
  const finals: string[] = [];
  let fallback = `"${REQUESTED}"`;
  for (const [g, group] of groups.entries()) {
    let source = '$dustpan_open';
    for (const [i, alternatives] of merged(chainOf(group, isRedirect ? mayRedirect : undefined)).entries()) {
      const name = `dustpan_${g}_${i}`;
      out.push(map(source, name, [...alternatives.map(mapLine), `default ${source};`]));
      source = `$${name}`;
    }
    const name = `dustpan_${g}`;
    const close: Substitution = { pattern: `^[${MARKS.open}${MARKS.closed}]([^ ]*) `, to: [1] };
    out.push(map(source, name, [mapLine(close), `default "${REQUESTED}";`]));
    if (group.hosts === '*') fallback = `$${name}`;
    else finals.push(...group.hosts.map((host) => `${host} $${name};`));
  }
  out.push(map('$host', 'dustpan_url', [...finals, `default ${fallback};`]));
  if (isRedirect)
    out.push(map(`"$dustpan_url ${REQUESTED}"`, 'dustpan_moved', ['"~^([^ ]*) \\\\1$" "";', 'default 1;']));
  return `${out.join('\n')}\n`;
}

/** Substitutions of which only one can match, because the first to match takes the mark away from the others, go into one map. */
function merged(chain: readonly Substitution[]): Substitution[][] {
  const out: Substitution[][] = [];
  for (const one of chain) {
    const last = out.at(-1);
    if (last?.every(({ to }) => !startsWithMark(one.pattern, String(to[0])))) last.push(one);
    else out.push([one]);
  }
  return out;
}

/** True if a pattern accepts texts that begin with this mark. */
function startsWithMark(pattern: string, mark: string): boolean {
  const start = /^\^(\[[^\]]*\]|\\?.)/.exec(pattern)?.[1] ?? '';
  return start === '[1-9]' ? /[1-9]/.test(mark) : start.includes(mark);
}

function map(source: string, name: string, lines: readonly string[]): string {
  return `map ${source} $${name} {\n  ${lines.join('\n  ')}\n}`;
}

function mapLine({ pattern, to }: Substitution): string {
  const value = to.map((piece) => (typeof piece === 'number' ? `$${piece}` : quoted(piece))).join('');
  return `"~${quoted(pattern)}" "${value}";`;
}

function quoted(text: string): string {
  return text.replace(/[\\"]/g, '\\$&');
}

/** nginx: chained maps from the requested URL to its key, for a cache or for redirects. */
import type { Rule } from '../../rules/index.ts';
import { chainOf, hostGroups, MARKS, PLAIN_HOST, PLAIN_REST, PORT, type Substitution } from '../chain/index.ts';
import type { Exporter, ExportPlan } from '../exporter.ts';
import { CHAIN_EXACT_FOR, mayRedirect, refuseChain, refuseStop, refuseUnproven, simulateChain } from './by-chain.ts';

const REQUESTED = '$scheme://$http_host$request_uri';
/** nginx's own bucket holds names of about this length. */
const LONG_HOST = 40;
/** nginx evaluates at most 100 variables inside each other; what was evaluated before does not count. */
const MAX_NESTED = 80;
const PLAIN_URL = `https?://${PLAIN_HOST}${PORT}${PLAIN_REST}`;

export const nginx: Exporter = {
  name: 'nginx',
  about: 'maps for the http block: `$dustpan_url` for `proxy_cache_key`, or 301 redirects',
  forms: ['cache-key', 'redirect'],
  exactFor: CHAIN_EXACT_FOR,
  gives: (form) => (form === 'redirect' ? 'rewrite' : 'key'),
  refuse(rule, context) {
    if (context.form === 'redirect') return refuseStop(rule, context);
    return refuseChain(rule, context) ?? (canWrite(rule) ? null : 'nginx cannot write a "$"');
  },
  refuseTogether: (context, refused) => (context.form === 'redirect' ? refuseUnproven(context, refused) : []),
  render,
  simulate: (plan) => simulateChain(plan, plan.form === 'redirect' ? mayRedirect(canWrite) : undefined),
};

/** nginx has no way to write a dollar sign in a value. */
function canWrite({ emit }: Rule): boolean {
  return !JSON.stringify(emit).includes('$');
}

function render(plan: ExportPlan): string {
  const isRedirect = plan.form === 'redirect';
  const groups = hostGroups(plan.stages);
  const hosts = groups.flatMap((group, g) => (group.hosts === '*' ? [] : group.hosts.map((host) => `${host} ${g};`)));
  const others = groups.findIndex((group) => group.hosts === '*');
  // One map per step for all hosts: nginx looks through all its variables for each that a file names.
  const chains = groups.map((group, g) =>
    merged(chainOf(group, isRedirect ? mayRedirect(canWrite) : undefined)).map((step) => tagged(step, g)),
  );
  const steps = Math.max(0, ...chains.map((chain) => chain.length));
  const parts = Array.from({ length: Math.floor(steps / MAX_NESTED) }, (_, i) => (i + 1) * MAX_NESTED);
  const out = [
    '# Written by "dustpan export --to nginx". Include it in the http block.',
    isRedirect
      ? '# Then, in a server block:  if ($dustpan_moved) { return 301 $dustpan_url; }'
      : '# Then, where there is a cache:  proxy_cache_key $dustpan_url;',
    ...(parts.length === 0
      ? []
      : [
          '# Before that, in the server block (nginx nests at most 100 variables; without these lines URLs stay as they are):',
          ...parts.map((part) => `#   set $dustpan_part $dustpan_${part};`),
        ]),
    ...(hosts.some((line) => line.length > LONG_HOST) ? ['map_hash_bucket_size 512;'] : []),
    map('$host', 'dustpan_hosts', [...hosts, `default "${others < 0 ? '' : others}";`]),
    map(`"$dustpan_hosts:${REQUESTED}"`, 'dustpan_0', [
      mapLine({ pattern: `^([0-9]+:)(${PLAIN_URL})$`, to: [1, MARKS.open, 2, ' ', 2] }),
      'default "";',
    ]),
  ];
  for (let i = 0; i < steps; i++) {
    const lines = chains.flatMap((chain) => chain[i] ?? []).map(mapLine);
    out.push(map(`$dustpan_${i}`, `dustpan_${i + 1}`, [...lines, `default $dustpan_${i};`]));
  }
  const close = mapLine({ pattern: `^[0-9]+:[${MARKS.open}${MARKS.closed}]([^ ]*) `, to: [1] });
  out.push(map(`$dustpan_${steps}`, 'dustpan_url', [close, `default "${REQUESTED}";`]));
  if (isRedirect)
    out.push(map(`"$dustpan_url ${REQUESTED}"`, 'dustpan_moved', ['"~^([^ ]*) \\\\1$" "";', 'default 1;']));
  return `${out.join('\n')}\n`;
}

/** The number of the group of hosts stands before each text, so that one map holds the steps of all. */
function tagged(step: readonly Substitution[], group: number): Substitution[] {
  return step.map(({ pattern, to }) => ({ pattern: `^${group}:${pattern.slice(1)}`, to: [`${group}:`, ...to] }));
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

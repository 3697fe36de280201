/** pywb: substitutions on its own keys of URLs, put into the rules file that it already has. */
import { ConfigError } from '../../base/index.ts';
import { literal } from '../chain/index.ts';
import type { Exporter, ExportPlan } from '../exporter.ts';
import { dropProblem, groupedParams, namedHostsProblem, refuseSecondOfFirst, simulateRules } from './by-list.ts';

const BEGIN = '# dustpan: begin';
const END = '# dustpan: end';
/** Times a parameter may be repeated in a key. */
const TIMES = 4;

type Entry = { readonly match: string; readonly replace: string };

export const pywb: Exporter = {
  name: 'pywb',
  about: 'entries of `url_normalize` in `rules.yaml`, put into an existing file with `--into`',
  forms: [],
  exactFor:
    'the keys that pywb makes of URLs itself (lower case, no www, sorted parameters), with a dropped parameter at most four times and no encoded "&"',
  gives: () => 'key',
  refuse(rule) {
    const reason = dropProblem(rule, { prefix: true }) ?? namedHostsProblem(rule);
    if (reason !== null) return reason;
    const { emit, scope, match } = rule;
    const name = emit.view === 'edit' && 'name' in emit.op ? String(emit.op.name) : '';
    const cond = match.view === 'edit' ? match.when[0] : undefined;
    const prefix = cond !== undefined && 'path' in cond ? (cond.path.prefix ?? '') : '';
    if (!/^[A-Za-z0-9_.-]+$/.test(name) || !/^[A-Za-z0-9_./-]*$/.test(prefix))
      return 'a name or path with characters that pywb may write differently in its keys';
    const odd =
      scope.hosts === '*'
        ? undefined
        : scope.hosts.find(
            (host) =>
              !/^[a-z0-9.-]+$/.test(host) || /^www\d*\./.test(host) !== /^www\./.test(host) || /^[0-9.]+$/.test(host),
          );
    return odd === undefined ? null : `pywb may write the host ${odd} differently in its keys`;
  },
  refuseTogether: refuseSecondOfFirst,
  render,
  simulate: simulateRules,
};

function render(plan: ExportPlan): string {
  const entries = groupedParams(plan).flatMap(({ host, prefix, names }) => {
    const start = `^(${literal(`${surtHost(host)})${prefix.toLowerCase()}`)}[^?]*`;
    // pywb's own keys have no bare "?" at the end.
    return [
      ...names.flatMap((name) => entriesOf(start, name.toLowerCase())),
      { match: `${start})\\?$`, replace: '\\1' },
    ];
  });
  if (plan.into === undefined) {
    const head = [
      '# Entries for default_filters, url_normalize in rules.yaml; "--into rules.yaml" puts them there.',
      'default_filters:',
      '  url_normalize:',
    ];
    return [...head, ...block(entries, '    '), ''].join('\n');
  }
  return merge(plan.into, entries);
}

/** Each pattern is tried once on a key; pywb remembers results by pattern, so repeated ones must differ. */
function entriesOf(start: string, name: string): Entry[] {
  const param = `${literal(name)}(?:=[^&]*)?`;
  const later = Array.from({ length: TIMES - 1 }, (_, i) => ({
    match: `${start}\\?.*)&${param}((?:&.*)?)$${'(?:)'.repeat(i)}`,
    replace: '\\1\\2',
  }));
  return [
    ...later,
    { match: `${start}\\?)${param}&(.*)$`, replace: '\\1\\2' },
    { match: `${start})\\?${param}$`, replace: '\\1' },
  ];
}

/** `www.a.example.com` is `com,example,a` in a key. */
function surtHost(host: string): string {
  return host
    .replace(/^www\./, '')
    .split('.')
    .reverse()
    .join(',');
}

function block(entries: readonly Entry[], indent: string): string[] {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return [
    `${indent}${BEGIN}`,
    ...entries.flatMap(({ match, replace }) => [
      `${indent}- match: ${quoted(match)}`,
      `${indent}  replace: ${quoted(replace)}`,
    ]),
    `${indent}${END}`,
  ];
}

/** Puts the entries first under `url_normalize:`, in place of those of an earlier export. */
function merge(text: string, entries: readonly Entry[]): string {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.trim() === BEGIN);
  const end = lines.findIndex((line) => line.trim() === END);
  const kept = begin >= 0 && end > begin ? [...lines.slice(0, begin), ...lines.slice(end + 1)] : lines;
  const at = kept.findIndex((line) => /^\s+url_normalize:\s*$/.test(line));
  const top = kept.findIndex((line) => /^default_filters:\s*$/.test(line));
  if (at < 0 || top < 0 || at < top)
    throw new ConfigError(
      'no-url-normalize',
      'the file given with --into has no "url_normalize:" under "default_filters:"; start from the rules.yaml that comes with pywb',
    );
  const next = kept.slice(at + 1).find((line) => /^\s*- /.test(line));
  const indent = /^\s*/.exec(next ?? '        ')![0];
  return [...kept.slice(0, at + 1), ...block(entries, indent), ...kept.slice(at + 1)].join('\n');
}

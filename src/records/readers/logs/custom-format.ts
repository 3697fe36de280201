/** Reads a format string with the specifiers of GoAccess: `%h %^[%d:%t %^] "%r" %s %b "%R" "%u"`. */
import { ConfigError } from '../../../base/index.ts';

/** What a field is for; those that only have to be passed over are `skip`. */
export type FieldRole =
  | 'skip'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'zone'
  | 'method'
  | 'path'
  | 'query'
  | 'request'
  | 'status'
  | 'bytes'
  | 'referrer'
  | 'agent'
  | 'host'
  | 'port'
  | 'type';

export type FormatStep =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'field'; readonly specifier: string; readonly role: FieldRole }
  /** Any number of blanks. */
  | { readonly kind: 'blanks' };

const ROLES: Readonly<Record<string, FieldRole>> = {
  h: 'skip',
  '^': 'skip',
  d: 'date',
  t: 'time',
  x: 'dateTime',
  m: 'method',
  U: 'path',
  q: 'query',
  H: 'skip',
  r: 'request',
  s: 'status',
  b: 'bytes',
  R: 'referrer',
  u: 'agent',
  v: 'host',
  T: 'skip',
  D: 'skip',
  L: 'skip',
  n: 'skip',
  C: 'skip',
  e: 'skip',
  K: 'skip',
  k: 'skip',
  M: 'type',
};

/** Throws a ConfigError that says which specifier is wrong. */
export function parseLogFormat(format: string): readonly FormatStep[] {
  if (format.trimStart().startsWith('{')) {
    throw bad('the log format describes JSON, whose fields are found by their names; give --log-format JSON or CADDY');
  }
  const forwarded = format.indexOf('~h{');
  if (forwarded !== -1) throw bad('the log format has "~h{…}", which is not needed here; put %^ in its place');
  const steps = withHints(withQueryInPath(scanSteps(format.replaceAll('\\t', '\t'))));
  checkSteps(steps);
  return steps;
}

function scanSteps(format: string): FormatStep[] {
  const steps: FormatStep[] = [];
  let text = '';
  for (let i = 0; i < format.length; i++) {
    const char = format.charAt(i);
    const specifier = char === '%' ? format.charAt(++i) : '';
    if (char !== '%' || specifier === '%') {
      text += char;
      continue;
    }
    if (text !== '') steps.push({ kind: 'literal', text });
    text = '';
    if (specifier === '~') steps.push({ kind: 'blanks' });
    else steps.push({ kind: 'field', specifier, role: roleOf(specifier) });
  }
  if (text !== '') steps.push({ kind: 'literal', text });
  return steps;
}

function roleOf(specifier: string): FieldRole {
  if (Object.hasOwn(ROLES, specifier)) return ROLES[specifier]!;
  if (specifier === '') throw bad('the log format ends with a single "%"; write %% for a percent sign');
  const known = Object.keys(ROLES).map((name) => `%${name}`);
  throw bad(`the log format has "%${specifier}", which is no specifier; the known ones are ${known.join(' ')} %~`);
}

/** Apache writes `%U%q` as one text. */
function withQueryInPath(steps: readonly FormatStep[]): FormatStep[] {
  return steps.filter((step, i) => !(roleAt(step) === 'query' && roleAt(steps[i - 1]) === 'path'));
}

/** What is ignored after a time may be its zone, and after a host its port: `[%d:%t %^]`, `%v:%^`. */
function withHints(steps: readonly FormatStep[]): FormatStep[] {
  return steps.map((step, i) => {
    const between = steps[i - 1];
    if (step.kind !== 'field' || step.specifier !== '^' || between?.kind !== 'literal') return step;
    const before = roleAt(steps[i - 2]);
    if (between.text === ' ' && (before === 'time' || before === 'dateTime')) return { ...step, role: 'zone' };
    return between.text === ':' && before === 'host' ? { ...step, role: 'port' } : step;
  });
}

function checkSteps(steps: readonly FormatStep[]): void {
  const seen = new Set<FieldRole>();
  for (const [i, step] of steps.entries()) {
    if (step.kind !== 'field') continue;
    const next = steps[i + 1];
    if (next?.kind === 'field') {
      const pair = `%${step.specifier} and %${next.specifier}`;
      throw bad(
        `the log format has nothing between ${pair}, so that one cannot tell where the first ends; write what stands there`,
      );
    }
    if (step.role === 'skip') continue;
    if (seen.has(step.role)) {
      throw bad(`the log format has %${step.specifier} twice; put %^ in the place that is to be ignored`);
    }
    seen.add(step.role);
  }
  if (!seen.has('request') && !seen.has('path')) {
    throw bad(
      'the log format has neither %r (the request line) nor %U (the path), so that there are no URLs; add one of them',
    );
  }
}

function roleAt(step: FormatStep | undefined): FieldRole | undefined {
  return step?.kind === 'field' ? step.role : undefined;
}

function bad(message: string): ConfigError {
  return new ConfigError('bad-log-format', message);
}

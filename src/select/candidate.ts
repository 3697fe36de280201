/** A hypothesis on its way to become rules: its operations with conditions and hosts. */
import type { Hypothesis, RuleBody } from '../learn/index.ts';
import {
  applyBody,
  type Cond,
  type EditMatch,
  editParsed,
  editSource,
  type Match,
  makeRule,
  type Op,
  parseKey,
  type Rule,
} from '../rules/index.ts';
import { hostOf } from '../url/index.ts';
import type { Form, Forms } from './forms.ts';

export type Candidate = {
  readonly family: string;
  readonly ops: readonly Op[];
  readonly match: EditMatch;
  /** Sorted. */
  readonly hosts: readonly string[];
  readonly seen: number;
  /** How wrong aliases in the same place are; 0 if it has no siblings. */
  readonly siblingRisk: number;
  /** Whole rules instead of operations: of other learners, or of what only another view can say. They have no further conditions. */
  readonly bodies?: readonly RuleBody[];
  /** The alias that they amount to. */
  readonly like?: Op;
};

export function candidateOf(
  { family, ops, when, unless = [], hosts, seen, bodies, like }: Hypothesis,
  siteHosts: readonly string[],
): Candidate {
  const match: EditMatch = { view: 'edit', when, unless };
  return {
    family,
    ops,
    match,
    hosts: hosts ?? siteHosts,
    seen,
    siblingRisk: 0,
    ...(bodies && { bodies }),
    ...(like && { like }),
  };
}

export function narrowed(candidate: Candidate, when: readonly Cond[], unless: readonly Cond[]): Candidate {
  const { match } = candidate;
  return {
    ...candidate,
    match: { view: 'edit', when: [...match.when, ...when], unless: [...match.unless, ...unless] },
  };
}

export function rulesOfCandidate({ ops, match, hosts, bodies }: Candidate): Rule[] {
  if (bodies) return bodies.map((body) => makeRule({ ...body, hosts }));
  return ops.map((op) => makeRule({ learner: 'families', hosts, match, emit: { view: 'edit', op } }));
}

/** One name for candidates that are the same. */
export function candidateKey({ ops, match, hosts, bodies }: Candidate): string {
  return JSON.stringify([ops, match.when, match.unless, hosts, ...(bodies ?? [])]);
}

/** Forms that the candidate changes, with their new texts. */
export function changesOf(candidate: Candidate, forms: Forms, siteHosts: number): Map<Form, string> {
  const { ops, match, hosts, bodies } = candidate;
  const changes = new Map<Form, string>();
  const inScope = hosts.length < siteHosts ? new Set(hosts) : null;
  if (bodies) return changesByBodies(bodies, forms, inScope);
  for (const form of touched(ops, forms)) {
    if (changes.has(form) || (inScope && !inScope.has(form.source.parts.host))) continue;
    const text = applyOps(ops, match, form);
    if (text !== form.text) changes.set(form, text);
  }
  return changes;
}

/** None at all if a host would change: aliases of hosts widen the scopes of other rules, so that families alone propose them. */
function changesByBodies(
  bodies: readonly RuleBody[],
  forms: Forms,
  inScope: ReadonlySet<string> | null,
): Map<Form, string> {
  const changes = new Map<Form, string>();
  const needles = needlesOf(bodies[0]!.match);
  for (const form of forms.all()) {
    const { host } = form.source.parts;
    if (needles.some((needle) => !form.text.includes(needle)) || (inScope && !inScope.has(host))) continue;
    let text = form.text;
    for (const body of bodies) text = applyBody(body, text) ?? text;
    if (text === form.text) continue;
    if (hostOf(text) !== host) return new Map();
    changes.set(form, text);
  }
  return changes;
}

/** Texts that stand in every URL that a rule can match: looking for them costs less than matching. */
function needlesOf(match: Match): string[] {
  switch (match.view) {
    case 'tokens':
      return match.seq.flatMap((el) => ('lit' in el ? [el.lit] : []));
    case 'keys':
      return Object.entries(match.where).flatMap(([key, pattern]) => {
        const parts = parseKey(key);
        if (parts?.part !== 'query' && parts?.part !== 'path') return [];
        const name = parts.part === 'query' && !('absent' in pattern) ? [parts.name] : [];
        return 'eq' in pattern && pattern.eq ? [...name, pattern.eq] : name;
      });
    case 'text':
      return [match.alpha.join('')];
    case 'edit':
      return [];
  }
}

function applyOps(ops: readonly Op[], match: EditMatch, form: Form): string {
  const [first] = ops;
  let text = editParsed(match, first!, form.source, form.text) ?? form.text;
  for (let i = 1; i < ops.length; i++) text = editParsed(match, ops[i]!, editSource(text), text) ?? text;
  return text;
}

/** Forms that the operations can change: more, never fewer. */
function* touched(ops: readonly Op[], forms: Forms): Iterable<Form> {
  for (const op of ops) {
    switch (op.op) {
      case 'host':
        for (const host of op.from) yield* forms.onHost(host);
        break;
      case 'dropParam':
        if ('name' in op) yield* op.value === undefined ? forms.withParam(op.name) : forms.withValue(op.name, op.value);
        else for (const name of [...forms.paramNames()]) if (name.startsWith(op.prefix)) yield* forms.withParam(name);
        break;
      case 'anyParam':
        yield* forms.withParam(op.name);
        break;
      case 'aliasParam':
        for (const value of op.from) yield* forms.withValue(op.name, value);
        break;
      case 'renameParam':
        yield* forms.withParam(op.from);
        break;
      case 'pathFromParam':
        yield* forms.withParam(op.param);
        break;
      default:
        yield* forms.all();
    }
  }
}

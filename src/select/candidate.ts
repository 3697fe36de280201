/** A hypothesis on its way to become rules: its operations with conditions and hosts. */
import type { Hypothesis } from '../learn/index.ts';
import { type Cond, type EditMatch, editParsed, editSource, makeRule, type Op, type Rule } from '../rules/index.ts';
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
};

export function candidateOf(
  { family, ops, when, unless = [], hosts, seen }: Hypothesis,
  siteHosts: readonly string[],
): Candidate {
  return { family, ops, match: { view: 'edit', when, unless }, hosts: hosts ?? siteHosts, seen, siblingRisk: 0 };
}

export function narrowed(candidate: Candidate, when: readonly Cond[], unless: readonly Cond[]): Candidate {
  const { match } = candidate;
  return {
    ...candidate,
    match: { view: 'edit', when: [...match.when, ...when], unless: [...match.unless, ...unless] },
  };
}

export function rulesOfCandidate({ ops, match, hosts }: Candidate): Rule[] {
  return ops.map((op) => makeRule({ learner: 'families', hosts, match, emit: { view: 'edit', op } }));
}

/** One name for candidates that are the same. */
export function candidateKey({ ops, match, hosts }: Candidate): string {
  return JSON.stringify([ops, match.when, match.unless, hosts]);
}

/** Forms that the candidate changes, with their new texts. */
export function changesOf({ ops, match, hosts }: Candidate, forms: Forms, siteHosts: number): Map<Form, string> {
  const changes = new Map<Form, string>();
  const inScope = hosts.length < siteHosts ? new Set(hosts) : null;
  for (const form of touched(ops, forms)) {
    if (changes.has(form) || (inScope && !inScope.has(form.source.parts.host))) continue;
    const text = applyOps(ops, match, form);
    if (text !== form.text) changes.set(form, text);
  }
  return changes;
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

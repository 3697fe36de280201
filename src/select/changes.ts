/** What candidates make of the forms of a site; kept from round to round, so that only forms that are new since then are looked at. */
import type { RuleBody } from '../learn/index.ts';
import {
  applyBody,
  bodyParsed,
  type EditMatch,
  editParsed,
  editSource,
  type Match,
  type Op,
  parseKey,
} from '../rules/index.ts';
import { hostOf } from '../url/index.ts';
import type { Candidate } from './candidate.ts';
import type { Form, Forms } from './forms.ts';
import { MadeTexts } from './made-texts.ts';
import { mayChange } from './may-change.ts';

/** Changed forms that are kept of all candidates; those that come later are computed each time. */
const MOST_KEPT = 2_000_000;

type Kept = { readonly version: number; readonly changes: Map<Form, string> };

export class Changes {
  readonly #forms: Forms;
  readonly #siteHosts: number;
  readonly #kept = new Map<string, Kept>();
  /** Candidates that would change a host. */
  readonly #refused = new Set<string>();
  readonly #made = new MadeTexts();
  #size = 0;

  constructor(forms: Forms) {
    this.#forms = forms;
    this.#siteHosts = forms.hosts().length;
  }

  /** Forms that the candidate changes, with their new texts. */
  of(candidate: Candidate): ReadonlyMap<Form, string> {
    const forms = this.#forms;
    const { key } = candidate;
    if (this.#refused.has(key)) return NONE;
    const known = this.#kept.get(key);
    if (known?.version === forms.version) return known.changes;
    this.#size -= known?.changes.size ?? 0;
    const changes = known === undefined ? this.#computed(candidate) : this.#updated(candidate, known);
    if (changes === null) {
      this.#refused.add(key);
      return NONE;
    }
    if (this.#size + changes.size <= MOST_KEPT) {
      this.#size += changes.size;
      this.#kept.set(key, { version: forms.version, changes });
    } else this.#kept.delete(key);
    return changes;
  }

  #computed(candidate: Candidate): Map<Form, string> | null {
    const { ops, match, bodies } = candidate;
    const forms = bodies ? matched(bodies[0]!.match, this.#forms) : touched(ops, match, this.#forms);
    return changesAmong(candidate, forms, this.#siteHosts, this.#made);
  }

  /** What is left of old changes, and those of new forms. */
  #updated(candidate: Candidate, { version, changes }: Kept): Map<Form, string> | null {
    const forms = this.#forms;
    const added = forms.addedSince(version);
    if (added === null) return this.#computed(candidate);
    const found = changesAmong(candidate, added, this.#siteHosts, this.#made);
    if (found === null) return null;
    for (const form of changes.keys()) if (!forms.has(form)) changes.delete(form);
    for (const [form, text] of found) changes.set(form, text);
    return changes;
  }
}

const NONE: ReadonlyMap<Form, string> = new Map();

/** What one rule makes of forms, whatever their host; nothing if it is one that would change hosts. */
export function changesBy({ learner, match, emit }: RuleBody, forms: Forms): ReadonlyMap<Form, string> {
  const isEdit = match.view === 'edit' && emit.view === 'edit';
  const changes = isEdit
    ? changesByOps([emit.op], match, touched([emit.op], match, forms), null)
    : changesByBodies([{ learner, match, emit }], matched(match, forms), null);
  return changes ?? NONE;
}

/** Null if a host would change and the candidate is no operation: aliases of hosts widen the scopes of other rules, so that families alone propose them. */
function changesAmong(
  candidate: Candidate,
  forms: readonly Form[],
  siteHosts: number,
  made: MadeTexts,
): Map<Form, string> | null {
  const { ops, match, hosts, bodies } = candidate;
  const inScope = hosts.length < siteHosts ? new Set(hosts) : null;
  return bodies ? changesByBodies(bodies, forms, inScope, made) : changesByOps(ops, match, forms, inScope, made);
}

function changesByOps(
  ops: readonly Op[],
  match: EditMatch,
  forms: readonly Form[],
  inScope: ReadonlySet<string> | null,
  made: MadeTexts | null = null,
): Map<Form, string> {
  const changes = new Map<Form, string>();
  const textOf = (ops.length === 1 && made?.byOp(ops[0]!, match)) || ((form: Form) => applyOps(ops, match, form));
  const tests = ops.map(mayChange);
  const [first] = tests;
  const isTouched = tests.length === 1 ? first! : (form: Form) => tests.some((test) => test(form));
  for (let i = 0; i < forms.length; i++) {
    const form = forms[i]!;
    if (!isTouched(form) || (inScope && !inScope.has(form.source.parts.host))) continue;
    const text = textOf(form);
    if (text !== form.text) changes.set(form, text);
  }
  return changes;
}

function changesByBodies(
  bodies: readonly RuleBody[],
  forms: readonly Form[],
  inScope: ReadonlySet<string> | null,
  made: MadeTexts | null = null,
): Map<Form, string> | null {
  const changes = new Map<Form, string>();
  const [first] = bodies;
  const firstOf = made?.byBody(first!) ?? ((form: Form) => bodyParsed(first!, form.source, form.text));
  const needles = needlesOf(first!.match);
  for (let f = 0; f < forms.length; f++) {
    const form = forms[f]!;
    const { host } = form.source.parts;
    if (!includesAll(form.text, needles) || (inScope && !inScope.has(host))) continue;
    let text = firstOf(form) ?? form.text;
    for (let i = 1; i < bodies.length; i++) text = applyBody(bodies[i]!, text) ?? text;
    if (text === form.text) continue;
    if (hostOf(text) !== host) return null;
    changes.set(form, text);
  }
  return changes;
}

function includesAll(text: string, needles: readonly string[]): boolean {
  for (let i = 0; i < needles.length; i++) if (!text.includes(needles[i]!)) return false;
  return true;
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
  let text = editParsed(match, ops[0]!, form.source, form.text) ?? form.text;
  for (let i = 1; i < ops.length; i++) text = editParsed(match, ops[i]!, editSource(text), text) ?? text;
  return text;
}

/** Forms that a rule can match: more, never fewer. */
function matched(match: Match, forms: Forms): readonly Form[] {
  if (match.view !== 'keys') return forms.all();
  for (const [key, pattern] of Object.entries(match.where)) {
    const parts = parseKey(key);
    if (parts?.part !== 'query' || 'absent' in pattern) continue;
    const isWhole = 'eq' in pattern && pattern.eq && parts.piece === null;
    return isWhole ? forms.withValue(parts.name, pattern.eq) : forms.withParam(parts.name);
  }
  return forms.all();
}

/** Forms that the operations can change under the conditions: more, never fewer. */
function touched(ops: readonly Op[], { when }: EditMatch, forms: Forms): readonly Form[] {
  for (const cond of when) {
    if (!('param' in cond)) continue;
    return cond.value === undefined ? forms.withParam(cond.param) : forms.withValue(cond.param, cond.value);
  }
  return ops.length === 1 ? touchedBy(ops[0]!, forms) : ops.flatMap((op) => touchedBy(op, forms));
}

function touchedBy(op: Op, forms: Forms): readonly Form[] {
  switch (op.op) {
    case 'host':
      return op.from.flatMap((host) => forms.onHost(host));
    case 'dropParam':
      if ('name' in op) return op.value === undefined ? forms.withParam(op.name) : forms.withValue(op.name, op.value);
      return [...forms.paramNames()]
        .filter((name) => name.startsWith(op.prefix))
        .flatMap((name) => forms.withParam(name));
    case 'anyParam':
      return forms.withParam(op.name);
    case 'aliasParam':
      return op.from.flatMap((value) => forms.withValue(op.name, value));
    case 'renameParam':
      return forms.withParam(op.from);
    case 'pathFromParam':
      return forms.withParam(op.param);
    default:
      return forms.all();
  }
}

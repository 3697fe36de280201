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
import { type Candidate, rulesOfCandidate } from './candidate.ts';
import type { Form, Forms } from './forms.ts';
import { MadeTexts } from './made-texts.ts';
import { matchedForms } from './matched-forms.ts';
import { mayChange } from './may-change.ts';

/** Changed forms that are kept of all candidates; those that come later are computed each time. */
const MOST_KEPT = 2_000_000;
/** Fewer forms are gone through before rules are compiled. */
const COMPILED_FROM = 2_000;

type Kept = { readonly version: number; readonly changes: Map<Form, string> };

export class Changes {
  readonly #forms: Forms;
  readonly #siteHosts: number;
  readonly #kept = new Map<string, Kept>();
  /** Candidates that would change a host. */
  readonly #refused = new Set<string>();
  readonly #made = new MadeTexts();
  /** Forms that whole rules were found to change, at the version they were looked for. */
  #matched: ReadonlyMap<string, readonly Form[]> = new Map();
  #matchedAt = -1;
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
    if (!isLearned(candidate) && this.#size + changes.size <= MOST_KEPT) {
      this.#size += changes.size;
      this.#kept.set(key, { version: forms.version, changes });
    } else this.#kept.delete(key);
    return changes;
  }

  /** Looks for what many whole rules change at once, if it is to be asked for. */
  prepare(candidates: readonly Candidate[]): void {
    const forms = this.#forms;
    if (forms.size < COMPILED_FROM) return;
    const isNew = ({ key }: Candidate) => !this.#kept.has(key) && !this.#refused.has(key);
    const whole = candidates.filter((candidate) => isForKernel(candidate) && isNew(candidate));
    const rules = whole.flatMap(rulesOfCandidate);
    const found = rules.length === 0 ? null : matchedForms(rules, forms);
    this.#matched = new Map(found?.map((changed, i) => [whole[i]!.key, changed]));
    this.#matchedAt = forms.version;
  }

  #computed(candidate: Candidate): Map<Form, string> | null {
    return changesAmong(candidate, this.#formsFor(candidate), this.#siteHosts, this.#made);
  }

  /** Forms that a candidate can change: more, never fewer. */
  #formsFor({ key, ops, match, bodies }: Candidate): readonly Form[] {
    const forms = this.#forms;
    if (!bodies) return touched(ops, match, forms);
    const known = this.#matchedAt === forms.version ? this.#matched.get(key) : undefined;
    return known ?? matched(bodies[0]!.match, forms);
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

/** Whether it is a rule of another learner: those are asked for in one round or two, and many change half of a site. */
function isLearned({ bodies }: Candidate): boolean {
  return bodies !== undefined && bodies[0]!.learner !== 'families';
}

/** Whether it is one rule that the kernel can find; it leaves those about keys to JavaScript, which is no quicker than trying them. */
function isForKernel({ bodies }: Candidate): boolean {
  return bodies?.length === 1 && bodies[0]!.match.view !== 'keys';
}

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
  let folder: string | null = null;
  for (const [key, pattern] of Object.entries(match.where)) {
    const parts = parseKey(key);
    const eq = 'eq' in pattern && pattern.eq ? pattern.eq : null;
    if (parts?.part === 'path' && parts.index === 1 && parts.piece === null) folder = eq;
    if (parts?.part !== 'query' || 'absent' in pattern) continue;
    return eq && parts.piece === null ? forms.withValue(parts.name, eq) : forms.withParam(parts.name);
  }
  return folder === null ? forms.all() : forms.inFolder(folder);
}

/** Forms that the operations can change under the conditions: more, never fewer. */
function touched(ops: readonly Op[], { when }: EditMatch, forms: Forms): readonly Form[] {
  for (const cond of when) {
    if ('param' in cond)
      return cond.value === undefined ? forms.withParam(cond.param) : forms.withValue(cond.param, cond.value);
    const folder = 'path' in cond ? folderOf(cond.path.prefix) : null;
    if (folder !== null) return forms.inFolder(folder);
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
    case 'aliasPrefix': {
      const folder = op.from.length === 1 ? folderOf(`${op.from[0]}/`) : null;
      return folder === null ? forms.all() : forms.inFolder(folder);
    }
    case 'pathFromParam':
      return forms.withParam(op.param);
    default:
      return forms.all();
  }
}

/** The first component of all paths that begin so; null if it is not known, or empty. */
function folderOf(prefix: string | undefined): string | null {
  const end = prefix?.indexOf('/', 1) ?? -1;
  return end > 1 ? prefix!.slice(1, end) : null;
}

/** The rule model: one envelope, four views of a URL (tokens, keys, text, edit). Plain JSON-safe data; every learner's output fits. */

export const LEARNERS = [
  'duster',
  'dustlin',
  'dustbuster',
  'rewrite',
  'koppula',
  'pattern-tree',
  'families',
  'replicas',
  'manual',
] as const;
export type LearnerName = (typeof LEARNERS)[number];

export const STATES = ['active', 'quarantined', 'refuted'] as const;
/** active: applied. quarantined: shown, applied only when asked. refuted: kept for the record, never applied. */
export type RuleState = (typeof STATES)[number];

/** Hosts are sorted and in lower case; `"*"` is every host. */
export type Scope = { readonly hosts: readonly string[] | '*' };

export type Rule = {
  readonly v: 1;
  /** First 16 hex digits of the SHA-256 of the text form without hosts. */
  readonly id: string;
  readonly learner: LearnerName;
  readonly scope: Scope;
  /** A directed rule maps to another URL and counts unmatched URLs as their own form. */
  readonly directed: boolean;
  readonly match: Match;
  /** Always of the same view as `match`. */
  readonly emit: Emit;
  readonly state: RuleState;
  readonly evidence?: Evidence;
  /** A person's remark, kept through every command. */
  readonly note?: string;
};

export type Match = TokenMatch | KeyMatch | TextMatch | EditMatch;
export type Emit = TokenEmit | KeyEmit | TextEmit | EditEmit;
export type View = Match['view'];

// View "tokens": anchored at both ends, over tokenizeDuster(url).
export type TokenMatch = { readonly view: 'tokens'; readonly seq: readonly El[] };
export type El =
  | { readonly lit: string }
  /** A run of one or more non-delimiter tokens; the number of its capture. */
  | { readonly star: number }
  /** Exactly one token of letters or digits; captured unless `cap` is null. */
  | { readonly type: 'a' | 'n'; readonly cap: number | null }
  /** One of several non-empty token sequences, in token order. */
  | { readonly alt: readonly string[] }
  /** All or nothing, taken before skipped. */
  | { readonly opt: readonly El[] };
export type TokenEmit = { readonly view: 'tokens'; readonly seq: readonly Out[] };
export type Out =
  | { readonly lit: string }
  | { readonly ref: number; readonly conv?: Conv }
  /** Emits the character `*`. */
  | { readonly any: true }
  /** Emits `(a|b)` literally. */
  | { readonly alt: readonly string[] };
/** lower, upper and capital (the first letter) touch ASCII letters only; decode and encode are percent-encoding; space turns `+` into `%20`, underscore `%20` into `_`, number takes leading zeros off digits. */
export const CONVERSIONS = ['lower', 'upper', 'decode', 'encode', 'capital', 'space', 'underscore', 'number'] as const;
export type Conv = (typeof CONVERSIONS)[number];

// View "keys".
/** `scheme`, `host`, `path[2]`, `path[-1]`, `path[2].1`, `query[name]`, `query[name#2]`. */
export type Key = string;
export type KeyMatch = {
  readonly view: 'keys';
  readonly where: Readonly<Record<Key, ValuePattern>>;
  readonly pathLen: number | null;
  readonly query: 'exact' | 'open';
  /** A glob per component (`null` is `*`, one character or more); its pieces are the `.1`, `.2` … keys. */
  readonly deep?: Readonly<Record<Key, readonly (string | null)[]>>;
};
export type ValuePattern =
  | { readonly eq: string | null }
  | { readonly in: readonly string[] }
  | { readonly any: true }
  | { readonly type: 'a' | 'n' | 'alnum' }
  | { readonly absent: true };
export type KeyEmit = {
  readonly view: 'keys';
  readonly set: Readonly<Record<Key, ValueExpr>>;
  /** Replaces the whole path. */
  readonly path?: readonly ValueExpr[];
  readonly queryOrder: 'keep' | 'sort' | readonly string[];
};
export type ValueExpr =
  | { readonly del: true }
  | { readonly lit: string | null }
  | { readonly ref: Key }
  | { readonly conv: Conv; readonly of: Key }
  | { readonly any: true }
  | { readonly cat: readonly ValueExpr[] };

// View "text": a token-aligned substring over tokenizeDustBuster(url); the anchors are not among the tokens.
export type TextMatch = {
  readonly view: 'text';
  readonly alpha: readonly string[];
  readonly start: boolean;
  readonly end: boolean;
};
export type TextEmit = { readonly view: 'text'; readonly beta: readonly string[] };

// View "edit": one small operation, with conditions.
export type EditMatch = { readonly view: 'edit'; readonly when: readonly Cond[]; readonly unless: readonly Cond[] };
export type PathCond = {
  /** The path starts with this text. */
  readonly prefix?: string;
  /** Number of path components, a trailing slash counting one empty component. */
  readonly depth?: number;
  /** Text after the last `.` of the last component. */
  readonly ext?: string;
  /** Component at this place, from 1, or from -1 backwards. */
  readonly segment?: readonly [number, string];
};
export const QUERY_CONDS = ['none', 'some', 'semicolon', 'word'] as const;
export type QueryCond = (typeof QUERY_CONDS)[number];
export type Cond =
  | { readonly path: PathCond }
  | { readonly param: string; readonly value?: string }
  /** The set of parameter names is exactly this one. */
  | { readonly params: readonly string[] }
  /** There is none, there is one, there is a `;` in it, or it begins with a word that has no `=`. */
  | { readonly query: QueryCond };
export type EditEmit = { readonly view: 'edit'; readonly op: Op };
/** Each operation is idempotent; `docs/rule-format.md` defines them, `interpret/edit.ts` is the definition in code. */
export type Op =
  | { readonly op: 'host'; readonly from: readonly string[]; readonly to: string }
  | { readonly op: 'scheme'; readonly to: string }
  | { readonly op: 'dropPort' }
  | { readonly op: 'dropParam'; readonly name: string; readonly value?: string }
  | { readonly op: 'dropParam'; readonly prefix: string }
  | { readonly op: 'anyParam'; readonly name: string }
  | { readonly op: 'aliasParam'; readonly name: string; readonly from: readonly string[]; readonly to: string }
  | { readonly op: 'renameParam'; readonly from: string; readonly to: string }
  | { readonly op: 'dropQuery' }
  | { readonly op: 'sortParams' }
  | { readonly op: 'dropEmptyParams' }
  | { readonly op: 'dropRepeatedParams' }
  | { readonly op: 'separator'; readonly to: '&' }
  | { readonly op: 'lowerPath'; readonly segment?: number }
  | { readonly op: 'decode' }
  | { readonly op: 'collapseSlashes' }
  | { readonly op: 'trimSlash' }
  | { readonly op: 'dropSuffix'; readonly suffix: string }
  | { readonly op: 'dropSegment'; readonly segment: number | string }
  | { readonly op: 'anySegment'; readonly segment: number }
  | { readonly op: 'dropPathParam'; readonly name: string }
  | { readonly op: 'aliasPrefix'; readonly from: readonly string[]; readonly to: string }
  | { readonly op: 'pathFromParam'; readonly param: string; readonly prefix: string; readonly suffix?: string };

/** What is known for and against a rule. Counts are of the data it was judged on. */
export type Evidence = {
  /** The kind of change it is an instance of (`docs/auto.md`). */
  readonly family?: string;
  /** Clusters that proposed it. */
  readonly frequency?: number;
  /** Pairs of URLs it joins. */
  readonly support?: number;
  /** Joined pairs whose pages differ. */
  readonly falsePairs?: number;
  /** falsePairs / support; null when there is no support. */
  readonly fpr?: number | null;
  /** Forms shared by two URLs or more. */
  readonly forms?: number;
  /** Forms that joined different pages. */
  readonly impureForms?: number;
  /** Clopper–Pearson upper bound of the impure share, at `confidence`. */
  readonly impureUpper?: number | null;
  readonly confidence?: number;
  /** Expected share of wrong merges, with what was believed of its family beforehand. */
  readonly risk?: number;
  /** Forms it changed, and those of them that met another: of the rest nothing is known. */
  readonly changed?: number;
  readonly met?: number;
  /** The same counts when pages known only under one URL are left out. */
  readonly withoutSingles?: { readonly support: number; readonly falsePairs: number; readonly fpr: number | null };
  /** Outputs of the rule that were looked up, and those that were in the source's cluster. */
  readonly fetchable?: { readonly checked: number; readonly ok: number };
  /** Pairs of pages that were fetched to prove the rule: compared, the same, different, and those that said nothing. */
  readonly fetched?: {
    readonly tested: number;
    readonly positive: number;
    readonly negative: number;
    readonly skipped: number;
  };
  /** How it was found in a list of URLs without labels. */
  readonly likely?: Likely;
  readonly examples?: readonly Example[];
  readonly counterExamples?: readonly Example[];
};
/** Pairs of listed URLs that show a substitution, by what speaks for their being one page; `pairs` is the sum of the others. */
export type Likely = {
  readonly pairs: number;
  readonly label: number;
  readonly sketch: number;
  readonly size: number;
  /** Nothing is known of the pages. */
  readonly unknown: number;
};
export type Example = { readonly urls: readonly [string, string]; readonly form: string };

/** How a list of rules is used: `first` applicable rule only, or all in order to a fixpoint. */
export type Apply = 'first' | 'fixpoint';
export type Stage = { readonly apply: Apply; readonly sun: boolean; readonly rules: readonly Rule[] };
type RuleSetHead = {
  readonly $schema?: string;
  readonly dustpan: 1;
  /** What made the set: names and values of the options; no clock, no machine names. */
  readonly options: Readonly<Record<string, unknown>>;
};
/** One list of rules in nearly all sets; several stages when site rules and replica host rules are combined. */
export type RuleSet = (RuleSetHead & Stage) | (RuleSetHead & { readonly stages: readonly Stage[] });

/** The stages of a set, in order. */
export function stagesOf(set: RuleSet): readonly Stage[] {
  return 'stages' in set ? set.stages : [set];
}

/** All rules of a set, in file order. */
export function rulesOf(set: RuleSet): Rule[] {
  return stagesOf(set).flatMap((stage) => stage.rules);
}

/** Passes of a fixpoint stage before it gives up and keeps the form it has (MA of DustBuster). */
export const MAX_PASSES = 10;

/** Outputs that must have been seen, all of them right, before `rewrite` uses a rule. */
export const MIN_FETCHABLE = 10;

/** Bytes a form may grow to; a rule whose output would be longer does not apply. Keeps `$1$1` rules from growing without bound. */
export function formLimit(urlBytes: number): number {
  return 16 * urlBytes + 4096;
}

/** True if the rule's output is always a URL text: no `*` wildcard and no printed alternatives. */
export function emitsUrl(rule: Rule): boolean {
  const { emit } = rule;
  if (emit.view === 'tokens') return emit.seq.every((out) => !('any' in out) && !('alt' in out));
  if (emit.view === 'keys') return [...Object.values(emit.set), ...(emit.path ?? [])].every(isConcrete);
  if (emit.view === 'edit') return emit.op.op !== 'anyParam' && emit.op.op !== 'anySegment';
  return true;
}

/** True if `rewrite` may use the rule. */
export function isFetchable(rule: Rule): boolean {
  const proof = rule.evidence?.fetchable;
  return proof !== undefined && proof.checked >= MIN_FETCHABLE && proof.ok === proof.checked && emitsUrl(rule);
}

function isConcrete(value: ValueExpr): boolean {
  if ('any' in value) return false;
  return 'cat' in value ? value.cat.every(isConcrete) : true;
}

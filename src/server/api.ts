/** The HTTP API as types: all that the explorer knows of the server. `schemas.ts` says the same in zod, and the compiler holds the two together. */
import type { ExplainedStep, Explanation, rulesOf } from '../normalize/index.ts';

export type {
  Job,
  JobProgress,
  JobRequest,
  JobResult,
  JobState,
  JobsAnswer,
  LearnersAnswer,
  Limits,
  Upload,
  UploadsAnswer,
} from './api-jobs.ts';
export type { ComparisonAnswer, ComparisonRow, ReplicaRow, ReplicasAnswer } from './api-side.ts';

/** A rule as it is in the rule file. */
export type Rule = ReturnType<typeof rulesOf>[number];
export type RuleState = Rule['state'];
export type Evidence = NonNullable<Rule['evidence']>;

/**
 * Every error: `application/problem+json` (RFC 9457). `detail` is a sentence for people that says what to do; `code` never changes.
 * Codes: see `docs/serve.md`.
 */
export type Problem = {
  readonly type: 'about:blank';
  readonly status: number;
  readonly title: string;
  readonly code: string;
  readonly detail: string;
  /** Of 409 `rule-changed`: the rule as it is now, so that nobody's change is lost. */
  readonly current?: RuleDetail;
  /** Of 400 `bad-request`: what is wrong where. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
};

/** `GET /v1/health`; needs no token. */
export type Health = {
  readonly status: 'ok';
  readonly version: string;
  /** A token is wanted and was not sent: `POST /v1/session` with it first. */
  readonly needsToken: boolean;
};

/** `POST /v1/session` with `{token}` sets a cookie (204), so that pages, downloads and event streams need no header. `DELETE` takes it away. */
export type SessionRequest = { readonly token: string };

/** `POST /v1/key`. Also `application/x-ndjson` (a JSON string or `{"url":…}` a line in, a `KeyLine` a line out) and `text/plain` (a URL a line in, a key a line out). */
export type UrlsRequest = {
  readonly urls: readonly string[];
  /** Apply quarantined rules too, to see what they would do. */
  readonly include?: readonly 'quarantined'[];
};
export type KeyAnswer = { readonly keys: readonly string[] };
/** `POST /v1/rewrite`. */
export type RewriteAnswer = { readonly urls: readonly string[] };
/** One line of an NDJSON answer; a line that could not be read has its error in its place. */
export type KeyLine = { readonly url: string; readonly key: string } | { readonly error: string };

/** `POST /v1/explain` with `UrlsRequest`, at most 1,000 URLs. */
export type ExplainAnswer = { readonly explanations: readonly ExplainedUrl[] };
export type ExplainedUrl = Omit<Explanation, 'steps'> & {
  /** The URL and its key, column by column: what all the steps together did. */
  readonly columns: readonly Column[];
  readonly steps: readonly TriedStep[];
  /** Other URLs of the data with the same key; null without data. */
  readonly others: { readonly total: number; readonly urls: readonly string[] } | null;
};
export type TriedStep = ExplainedStep & {
  /** For links: `/v1/rules/{ref}`. */
  readonly ref: string;
  /** `before` and `after` of this step, column by column. */
  readonly columns: readonly Column[];
};

/** One column of texts that were aligned, a cell per text in the order of the texts; null is a gap. Joining a text's cells gives the text. */
export type Column = {
  readonly cells: readonly (string | null)[];
  /** `delimiter`: the same punctuation in all; `same`: the same token in all; `differs`: anything else. */
  readonly kind: 'delimiter' | 'same' | 'differs';
};

export type RuleSort = 'order' | 'text' | 'host' | 'learner' | 'family' | 'state' | 'support' | 'risk' | 'falsePairs';
export type Direction = 'asc' | 'desc';

/** Filters of rules; all that are given must hold. Repeated parameters (`state=active&state=refuted`) mean any of them. */
export type RuleFilter = {
  /** Words that all occur in the text form, the note, a host, or the id; case does not matter. */
  readonly q?: string;
  /** Rules that apply to this host, by name or by `*`. */
  readonly host?: string;
  readonly learner?: readonly string[];
  readonly family?: readonly string[];
  readonly state?: readonly RuleState[];
  /** Risk from and up to (0..1): `evidence.risk`, else `impureUpper`; rules without either have none and fall out. */
  readonly minRisk?: number;
  readonly maxRisk?: number;
};

/** `GET /v1/rules?q=&host=&learner=&family=&state=&minRisk=&maxRisk=&sort=&direction=&offset=&limit=`; limit at most 1,000. */
export type RulesQuery = RuleFilter & {
  readonly sort?: RuleSort;
  readonly direction?: Direction;
  readonly offset?: number;
  readonly limit?: number;
};
export type RulesAnswer = {
  /** Changes whenever a rule changes; also the ETag of this answer. */
  readonly revision: string;
  /** All rules, and those that the filter lets through. */
  readonly total: number;
  readonly matched: number;
  readonly offset: number;
  readonly rows: readonly RuleRow[];
};
export type RuleRow = {
  /** How a rule is addressed: its id, or `id~2` for the second rule with that id. */
  readonly ref: string;
  readonly id: string;
  /** Place in the file, from 1: the order in which rules are tried. */
  readonly order: number;
  readonly stage: number;
  /** One-line text form, with hosts. */
  readonly text: string;
  readonly learner: string;
  readonly family: string | null;
  readonly state: RuleState;
  readonly view: Rule['match']['view'];
  /** The first three hosts, or `*`; and how many there are (0 for `*`). */
  readonly hosts: readonly string[] | '*';
  readonly hostCount: number;
  readonly support: number | null;
  readonly falsePairs: number | null;
  readonly risk: number | null;
  readonly note: string | null;
  /** Of this rule; see `ChangeRequest`. */
  readonly version: string;
};

/** `GET /v1/facets` with the parameters of `RuleFilter`: how many rules each further choice would leave. Most frequent first. */
export type FacetsAnswer = {
  readonly revision: string;
  readonly hosts: readonly Facet[];
  /** Hosts may be many; this is how many there are, `hosts` has at most 200. */
  readonly hostCount: number;
  readonly learners: readonly Facet[];
  readonly families: readonly Facet[];
  readonly states: readonly Facet[];
};
export type Facet = { readonly value: string; readonly count: number };

/** `GET /v1/rules/{ref}`; its ETag is `"{version}"`. */
export type RuleDetail = RuleRow & {
  readonly revision: string;
  readonly rule: Rule;
  /** For and against, a sentence each. */
  readonly inFavor: readonly string[];
  readonly against: readonly string[];
  readonly examples: readonly AlignedExample[];
  readonly counterExamples: readonly AlignedExample[];
  /** Whether it is proven to give URLs that exist, so that `rewrite` may use it; null if no example shows it. */
  readonly rewrites: boolean | null;
  /** Which targets can express it exactly, and why others refuse it. */
  readonly exports: readonly { readonly target: string; readonly refusal: string | null }[];
  /** Its changes since the server started, latest first. */
  readonly changes: readonly Change[];
};
/** Texts are the first URL, the second URL and their common form, in this order. */
export type AlignedExample = {
  readonly urls: readonly [string, string];
  readonly form: string;
  readonly columns: readonly Column[];
  /** Of each URL, which part what in the rule matched; empty if there is nothing to say, or the rule alone does not match it (it was judged on what rules before it left). */
  readonly parts: readonly [ExplainedStep['parts'], ExplainedStep['parts']];
};

/**
 * `PATCH /v1/rules/{ref}` with `If-Match: "{version}"` of the rule as it was seen; gives `ChangeAnswer`.
 * 428 without If-Match; 409 `rule-changed` with `current` if somebody else was faster.
 */
export type ChangeRequest = {
  readonly state?: RuleState;
  /** The empty string takes the note away; absent leaves it. At most 4,000 characters. */
  readonly note?: string;
};
export type ChangeAnswer = { readonly change: Change; readonly rule: RuleDetail };
/** `GET /v1/changes`: since the server started, latest first. */
export type ChangesAnswer = { readonly changes: readonly Change[] };
/** `POST /v1/changes/{id}/undo` gives `UndoAnswer`; 409 `rule-changed` if the rule was changed since. An undo is itself a change and can be undone. */
export type UndoAnswer = { readonly change: Change; readonly rule: RuleDetail | null };
export type Change = {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  /** `rule`: one rule's state or note. `adopt`: the whole set was replaced by a job's result. */
  readonly kind: 'rule' | 'adopt';
  /** Null of `adopt`. */
  readonly ref: string | null;
  /** In words: `active → quarantined`. */
  readonly text: string;
  readonly before: { readonly state: RuleState; readonly note: string | null } | null;
  readonly after: { readonly state: RuleState; readonly note: string | null } | null;
  /** The change that this one undoes. */
  readonly undoes: number | null;
  /** False when it was undone already. */
  readonly canUndo: boolean;
};

/** `GET /v1/overview`. */
export type Overview = {
  readonly revision: string;
  readonly file: RuleFileFacts;
  readonly rules: {
    readonly total: number;
    readonly states: readonly Facet[];
    readonly learners: readonly Facet[];
    readonly families: readonly Facet[];
    readonly hosts: number;
    readonly apply: readonly ('first' | 'fixpoint')[];
    readonly sun: boolean;
    /** The options that made the set. */
    readonly options: Readonly<Record<string, unknown>>;
  };
  /** Null without data. */
  readonly data: DataFacts | null;
  readonly tradeoff: Tradeoff;
  /** What else is there to see. */
  readonly has: { readonly clusters: boolean; readonly comparison: boolean; readonly replicas: boolean };
};
export type RuleFileFacts = {
  /** The file's own name, without folders; null if the server was started without rules. */
  readonly name: string | null;
  /** Whether changes are written back; why not, in a sentence. */
  readonly isWritable: boolean;
  readonly whyNot: string | null;
  /** The file on disk was changed by someone and cannot be read: what is wrong. The rules from before stay in use. */
  readonly trouble: string | null;
  /** With thousands of rules keys follow a change after some seconds; until then this is true. Rules and explanations follow at once. */
  readonly isPending: boolean;
};
export type DataFacts = {
  /** File names without folders. */
  readonly sources: readonly string[];
  readonly urls: number;
  readonly clusters: number;
  /** Clusters of two URLs or more, and URLs that a perfect rule set would remove. */
  readonly plural: number;
  readonly duplicates: number;
  /** URLs of whose pages nothing is known. */
  readonly listed: number;
  /** URLs that the rules in use remove; those of them that are right. */
  readonly removed: number;
  readonly removedRightly: number;
  /** Keys that several URLs share, and those of them with certainly different pages. */
  readonly sharedKeys: number;
  readonly impureKeys: number;
  /** The hosts with most duplicates, at most 50. */
  readonly hosts: readonly HostFacts[];
};
export type HostFacts = {
  readonly host: string;
  readonly urls: number;
  readonly duplicates: number;
  readonly removed: number;
};

/**
 * What is won and what is risked when rules are taken in the order of their risk, the safest first; quarantined rules are among them, refuted ones are not.
 * `data`: measured on the data. `evidence`: added up from the evidence in the file (pairs, so a URL may count several times).
 */
export type Tradeoff = {
  readonly source: 'data' | 'evidence';
  /** Of `data`: URLs; of `evidence`: pairs. */
  readonly unit: 'URLs' | 'pairs';
  /** What `removed` could reach at most; null if unknown. */
  readonly ceiling: number | null;
  /** At most 25, from no rule to all. */
  readonly points: readonly TradeoffPoint[];
  /** Rules without any figure of risk, which the curve leaves out. */
  readonly unknown: number;
};
export type TradeoffPoint = {
  /** The largest risk among the rules taken; 0 for no rule. */
  readonly maxRisk: number;
  readonly rules: number;
  readonly removed: number;
  /** Of `data`: URLs merged with certainly different pages; of `evidence`: expected false pairs. */
  readonly wrong: number;
  /** The point that the rules in use are at, or the last below it. */
  readonly isCurrent: boolean;
};

/**
 * joined: all URLs have one key. partly: fewer keys than URLs. apart: as many keys as URLs, two or more. single: one URL.
 * impure: a key is shared with a certainly different page (also in one of the other kinds).
 */
export type ClusterKind = 'all' | 'joined' | 'partly' | 'apart' | 'single' | 'impure';
/** `order`: as in the data; `size`: most URLs first; `left`: most duplicates left first. */
export type ClusterSort = 'order' | 'size' | 'left';

/** `GET /v1/clusters?q=&host=&kind=&sort=&offset=&limit=`; limit at most 500. 404 `no-data` without data. */
export type ClustersQuery = {
  /** A text that occurs in one of the URLs, or is the cluster's id. */
  readonly q?: string;
  readonly host?: string;
  readonly kind?: ClusterKind;
  readonly sort?: ClusterSort;
  readonly offset?: number;
  readonly limit?: number;
};
export type ClustersAnswer = {
  readonly revision: string;
  readonly total: number;
  readonly matched: number;
  /** Clusters of each kind, whatever the filter. */
  readonly kinds: readonly Facet[];
  readonly offset: number;
  readonly rows: readonly ClusterRow[];
};
export type ClusterRow = {
  /** How a cluster is addressed: its place in the data, from 0. */
  readonly index: number;
  readonly id: string;
  readonly size: number;
  readonly keys: number;
  readonly kind: Exclude<ClusterKind, 'all' | 'impure'>;
  readonly isImpure: boolean;
  /** The first three. */
  readonly urls: readonly string[];
};
/** `GET /v1/clusters/{index}`; at most 1,000 URLs are shown. */
export type ClusterDetail = ClusterRow & {
  readonly revision: string;
  readonly groups: readonly KeyGroup[];
  readonly shown: number;
};
/** URLs of a cluster with one key. */
export type KeyGroup = {
  readonly key: string;
  readonly urls: readonly { readonly url: string; readonly rules: readonly string[] }[];
  /** URLs of other clusters with this key: with certainly different pages if `isWrong`. */
  readonly strangers: readonly { readonly url: string; readonly cluster: number; readonly isWrong: boolean }[];
  /** The group's URLs (the first eight) and the key last, aligned. */
  readonly columns: readonly Column[];
};

/**
 * `GET /v1/jobs/{id}/events`: server-sent events; each is `event: job` with a `Job` as data, at once, on every change, and once a second while it runs.
 * The stream ends after the event whose state is done, failed or canceled. `GET /v1/jobs/{id}/rules` downloads what was learned.
 * `POST /v1/jobs/{id}/adopt` makes it the rules in use, written to the rule file if there is one; the job's data becomes the data.
 */
export type AdoptAnswer = { readonly change: Change; readonly revision: string };

/** `GET /v1/targets`. */
export type TargetsAnswer = { readonly targets: readonly Target[] };
export type Target = {
  readonly name: string;
  readonly about: string;
  /** For which URLs it gives what the rules give. */
  readonly exactFor: string;
  /** Ways to write it, the usual one first; none if there is only one. */
  readonly forms: readonly string[];
  /** The name of a download. */
  readonly fileName: string;
};
/** `GET /v1/export/{target}?form=&host=&include=quarantined` downloads the text; with `as=json` it gives this instead. `target` may also be `rules.json`: the set itself. */
export type ExportAnswer = {
  readonly target: string;
  readonly text: string;
  readonly gives: 'key' | 'rewrite';
  readonly exported: number;
  readonly refused: readonly { readonly ref: string; readonly text: string; readonly reason: string }[];
};

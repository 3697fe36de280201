/** The API in zod: what requests are checked against, and what the OpenAPI description is made of. The compiler holds it to `api.ts`. */
import { z } from 'zod';
import { learners } from '../index.ts';
import type * as Api from './api.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { count, list, optional, orNull, pair, share, text } from './schema-parts.ts';

export { comparisonAnswer, replicasAnswer } from './schemas-side.ts';

const state = z.enum(['active', 'quarantined', 'refuted']);
const direction = z.enum(['asc', 'desc']);
const ruleSort = z.enum(['order', 'text', 'host', 'learner', 'family', 'state', 'support', 'risk', 'falsePairs']);
const clusterKind = z.enum(['all', 'joined', 'partly', 'apart', 'single', 'impure']);
const page = {
  offset: optional(z.coerce.number().pipe(z.int().min(0))),
  limit: optional(z.coerce.number().pipe(z.int().min(1).max(1000))),
};

const part = z.strictObject({ text, by: text });
const column = z.strictObject({ cells: list(orNull(text)), kind: z.enum(['delimiter', 'same', 'differs']) });
/** Rules and evidence have a schema of their own, which the package ships. */
const rule = z
  .custom<Api.Rule>((value) => typeof value === 'object' && value !== null)
  .meta({
    description: 'A rule as in the rule file; see rules.schema.json of the package.',
  });
const evidence = z
  .custom<Api.Evidence>((value) => typeof value === 'object' && value !== null)
  .meta({
    description: 'What is known for and against a rule; see rules.schema.json of the package.',
  });

// Requests.
export const sessionRequest: z.ZodType<Api.SessionRequest> = z.strictObject({ token: text.max(1000) });
export const urlsRequest: z.ZodType<Api.UrlsRequest> = z.strictObject({
  urls: list(text),
  include: optional(list(z.literal('quarantined'))),
});
const filter = {
  q: optional(text.max(1000)),
  host: optional(text.max(300)),
  learner: optional(list(text)),
  family: optional(list(text)),
  state: optional(list(state)),
  minRisk: optional(z.coerce.number().pipe(share)),
  maxRisk: optional(z.coerce.number().pipe(share)),
};
export const ruleFilter: z.ZodType<Api.RuleFilter> = z.strictObject(filter);
export const rulesQuery: z.ZodType<Api.RulesQuery> = z.strictObject({
  ...filter,
  ...page,
  sort: optional(ruleSort),
  direction: optional(direction),
});
export const changeRequest: z.ZodType<Api.ChangeRequest> = z.strictObject({
  state: optional(state),
  note: optional(text.max(DEFAULT_LIMITS.noteLength)),
});
export const clustersQuery: z.ZodType<Api.ClustersQuery> = z.strictObject({
  q: optional(text.max(2000)),
  host: optional(text.max(300)),
  kind: optional(clusterKind),
  sort: optional(z.enum(['order', 'size', 'left'])),
  ...page,
});
const jobShape = {
  uploads: optional(list(text).max(DEFAULT_LIMITS.uploads)),
  inputs: optional(z.boolean()),
  learner: optional(z.enum(['auto', ...learners.map(({ name }) => name)])),
  format: optional(text.max(40)),
  host: optional(text.max(300)),
  maxRisk: optional(z.number().gt(0).lt(1)),
  minSupport: optional(z.int().min(1)),
  minFrequency: optional(z.int().min(1)),
  maxFpr: optional(share),
  seed: optional(z.int()),
};
export const jobRequest: z.ZodType<Api.JobRequest> = z.strictObject(jobShape);
export type ExportQuery = {
  readonly form?: string;
  readonly host?: string;
  readonly include?: readonly 'quarantined'[];
  readonly as?: 'json';
};
export const exportQuery: z.ZodType<ExportQuery> = z.strictObject({
  form: optional(text.max(100)),
  host: optional(text.max(300)),
  include: optional(list(z.literal('quarantined'))),
  as: optional(z.literal('json')),
});
export type PageQuery = { readonly q?: string; readonly offset?: number; readonly limit?: number };
export const pageQuery: z.ZodType<PageQuery> = z.strictObject({ q: optional(text.max(1000)), ...page });

// Answers.
export const health: z.ZodType<Api.Health> = z.strictObject({
  status: z.literal('ok'),
  version: text,
  needsToken: z.boolean(),
});
export const keyAnswer: z.ZodType<Api.KeyAnswer> = z.strictObject({ keys: list(text) });
export const rewriteAnswer: z.ZodType<Api.RewriteAnswer> = z.strictObject({ urls: list(text) });
const step = z.strictObject({
  stage: count,
  rule: z.strictObject({
    id: text,
    learner: text,
    state: text,
    text,
    note: optional(text),
    evidence: optional(evidence),
  }),
  before: text,
  after: text,
  parts: list(part),
  ref: text,
  columns: list(column),
});
export const explainAnswer: z.ZodType<Api.ExplainAnswer> = z.strictObject({
  explanations: list(
    z.strictObject({
      url: text,
      key: text,
      rewrite: text,
      converged: z.boolean(),
      columns: list(column),
      steps: list(step),
      others: orNull(z.strictObject({ total: count, urls: list(text) })),
    }),
  ),
});
const ruleRowShape = {
  ref: text,
  id: text,
  order: count,
  stage: count,
  text,
  learner: text,
  family: orNull(text),
  state,
  view: z.enum(['tokens', 'keys', 'text', 'edit']),
  hosts: z.union([list(text), z.literal('*')]),
  hostCount: count,
  support: orNull(count),
  falsePairs: orNull(count),
  risk: orNull(z.number()),
  note: orNull(text),
  version: text,
};
export const rulesAnswer: z.ZodType<Api.RulesAnswer> = z.strictObject({
  revision: text,
  total: count,
  matched: count,
  offset: count,
  rows: list(z.strictObject(ruleRowShape)),
});
const facets = list(z.strictObject({ value: text, count }));
export const facetsAnswer: z.ZodType<Api.FacetsAnswer> = z.strictObject({
  revision: text,
  hosts: facets,
  hostCount: count,
  learners: facets,
  families: facets,
  states: facets,
});
const side = orNull(z.strictObject({ state, note: orNull(text) }));
const change = z.strictObject({
  id: count,
  at: text,
  kind: z.enum(['rule', 'adopt']),
  ref: orNull(text),
  text,
  before: side,
  after: side,
  undoes: orNull(count),
  canUndo: z.boolean(),
});
const aligned = z.strictObject({
  urls: pair,
  form: text,
  columns: list(column),
  parts: z.tuple([list(part), list(part)]),
});
export const ruleDetail: z.ZodType<Api.RuleDetail> = z.strictObject({
  ...ruleRowShape,
  revision: text,
  rule,
  inFavor: list(text),
  against: list(text),
  examples: list(aligned),
  counterExamples: list(aligned),
  rewrites: orNull(z.boolean()),
  exports: list(z.strictObject({ target: text, refusal: orNull(text) })),
  changes: list(change),
});
export const changeAnswer: z.ZodType<Api.ChangeAnswer> = z.strictObject({ change, rule: ruleDetail });
export const changesAnswer: z.ZodType<Api.ChangesAnswer> = z.strictObject({ changes: list(change) });
export const undoAnswer: z.ZodType<Api.UndoAnswer> = z.strictObject({ change, rule: orNull(ruleDetail) });
const point = z.strictObject({
  maxRisk: z.number(),
  rules: count,
  removed: z.number(),
  wrong: z.number(),
  isCurrent: z.boolean(),
});
export const overview: z.ZodType<Api.Overview> = z.strictObject({
  revision: text,
  file: z.strictObject({
    name: orNull(text),
    isWritable: z.boolean(),
    whyNot: orNull(text),
    trouble: orNull(text),
    isPending: z.boolean(),
  }),
  rules: z.strictObject({
    total: count,
    states: facets,
    learners: facets,
    families: facets,
    hosts: count,
    apply: list(z.enum(['first', 'fixpoint'])),
    sun: z.boolean(),
    options: z.record(text, z.unknown()),
  }),
  data: orNull(
    z.strictObject({
      sources: list(text),
      urls: count,
      clusters: count,
      plural: count,
      duplicates: count,
      listed: count,
      removed: count,
      removedRightly: count,
      sharedKeys: count,
      impureKeys: count,
      hosts: list(z.strictObject({ host: text, urls: count, duplicates: count, removed: count })),
    }),
  ),
  tradeoff: z.strictObject({
    source: z.enum(['data', 'evidence']),
    unit: z.enum(['URLs', 'pairs']),
    ceiling: orNull(count),
    points: list(point),
    unknown: count,
  }),
  has: z.strictObject({ clusters: z.boolean(), comparison: z.boolean(), replicas: z.boolean() }),
});
const clusterShape = {
  index: count,
  id: text,
  size: count,
  keys: count,
  kind: z.enum(['joined', 'partly', 'apart', 'single']),
  isImpure: z.boolean(),
  urls: list(text),
};
export const clustersAnswer: z.ZodType<Api.ClustersAnswer> = z.strictObject({
  revision: text,
  total: count,
  matched: count,
  kinds: facets,
  offset: count,
  rows: list(z.strictObject(clusterShape)),
});
export const clusterDetail: z.ZodType<Api.ClusterDetail> = z.strictObject({
  ...clusterShape,
  revision: text,
  groups: list(
    z.strictObject({
      key: text,
      urls: list(z.strictObject({ url: text, rules: list(text) })),
      strangers: list(z.strictObject({ url: text, cluster: count, isWrong: z.boolean() })),
      columns: list(column),
    }),
  ),
  shown: count,
});
export const upload: z.ZodType<Api.Upload> = z.strictObject({ id: text, name: text, bytes: count });
export const uploadsAnswer: z.ZodType<Api.UploadsAnswer> = z.strictObject({
  uploads: list(upload),
  inputs: list(text),
});
export const learnersAnswer: z.ZodType<Api.LearnersAnswer> = z.strictObject({
  learners: list(z.strictObject({ name: text, about: text })),
  formats: list(text),
  defaults: z.strictObject({
    learner: text,
    maxRisk: z.number(),
    minSupport: count,
    minFrequency: count,
    maxFpr: z.number(),
    seed: z.int(),
  }),
  limits: z.strictObject({ bodyBytes: count, uploadBytes: count, lineBytes: count, explainUrls: count }),
});
const result = z.strictObject({
  rules: count,
  candidates: count,
  urls: count,
  clusters: count,
  duplicates: count,
  removed: count,
  sharedForms: count,
  impureForms: count,
  errorBound: orNull(z.number()),
  confidence: z.number(),
  advice: orNull(text),
  strongest: list(z.strictObject({ text, support: count })),
  unexplained: list(z.strictObject({ difference: text, duplicates: count, pages: count, example: pair })),
  isAdopted: z.boolean(),
});
export const job: z.ZodType<Api.Job> = z.strictObject({
  id: text,
  state: z.enum(['waiting', 'reading', 'clustering', 'learning', 'done', 'failed', 'canceled']),
  request: z.strictObject(jobShape),
  sources: list(text),
  progress: z.strictObject({
    bytes: count,
    totalBytes: orNull(count),
    lines: count,
    urls: count,
    clusters: count,
    seconds: z.number(),
    notes: list(text),
  }),
  error: orNull(text),
  result: orNull(result),
});
export const jobsAnswer: z.ZodType<Api.JobsAnswer> = z.strictObject({ jobs: list(job) });
export const adoptAnswer: z.ZodType<Api.AdoptAnswer> = z.strictObject({ change, revision: text });
export const targetsAnswer: z.ZodType<Api.TargetsAnswer> = z.strictObject({
  targets: list(z.strictObject({ name: text, about: text, exactFor: text, forms: list(text), fileName: text })),
});
export const exportAnswer: z.ZodType<Api.ExportAnswer> = z.strictObject({
  target: text,
  text,
  gives: z.enum(['key', 'rewrite']),
  exported: count,
  refused: list(z.strictObject({ ref: text, text, reason: text })),
});
export const problem: z.ZodType<Api.Problem> = z.strictObject({
  type: z.literal('about:blank'),
  status: z.int(),
  title: text,
  code: text,
  detail: text,
  current: optional(ruleDetail),
  issues: optional(list(z.strictObject({ path: text, message: text }))),
});

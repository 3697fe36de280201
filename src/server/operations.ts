/** All operations of the API as data: what the OpenAPI description is made of, and what tells a wrong method from a wrong path. */
import type { z } from 'zod';
import * as s from './schemas.ts';

export type Operation = {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** As in OpenAPI: `/v1/rules/{ref}`. */
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Other media types that the body may have, with what they are. */
  readonly streams?: Readonly<Record<string, string>>;
  readonly answer?: z.ZodType;
  /** Of an answer that is not JSON. */
  readonly answerType?: string;
  /** Of success; 200 when absent. */
  readonly status?: number;
  /** Refusals besides those that every operation may give. */
  readonly refuses?: readonly number[];
  readonly needsVersion?: true;
};

const STREAMS = {
  'application/x-ndjson':
    'A JSON string, or an object with a field url, a line; one object a line comes back, in the same order.',
  'text/plain': 'A URL a line; one line comes back for each.',
};
const ANY = { 'application/octet-stream': 'The bytes of a file.' };

export const OPERATIONS: readonly Operation[] = [
  { method: 'get', path: '/v1/health', summary: 'Whether the server is there, and wants a token', answer: s.health },
  { method: 'get', path: '/v1/openapi.json', summary: 'This description', answerType: 'application/json' },
  {
    method: 'post',
    path: '/v1/session',
    summary: 'Trades the token for a cookie',
    body: s.sessionRequest,
    status: 204,
    refuses: [401],
  },
  { method: 'delete', path: '/v1/session', summary: 'Takes the cookie away', status: 204 },
  {
    method: 'post',
    path: '/v1/key',
    summary: 'One key per URL; equal for URLs that are one page',
    body: s.urlsRequest,
    streams: STREAMS,
    answer: s.keyAnswer,
    refuses: [413, 415],
  },
  {
    method: 'post',
    path: '/v1/rewrite',
    summary: 'One canonical URL per URL, only where it is proven to exist',
    body: s.urlsRequest,
    streams: STREAMS,
    answer: s.rewriteAnswer,
    refuses: [413, 415],
  },
  {
    method: 'post',
    path: '/v1/explain',
    summary: 'Which rules did what to each URL',
    body: s.urlsRequest,
    answer: s.explainAnswer,
    refuses: [413, 415],
  },
  {
    method: 'get',
    path: '/v1/overview',
    summary: 'Rules, data and the trade-off between them at a glance',
    answer: s.overview,
  },
  {
    method: 'get',
    path: '/v1/rules',
    summary: 'Rules, filtered and sorted, a page of them',
    query: s.rulesQuery,
    answer: s.rulesAnswer,
  },
  {
    method: 'get',
    path: '/v1/facets',
    summary: 'How many rules each further choice would leave',
    query: s.ruleFilter,
    answer: s.facetsAnswer,
  },
  {
    method: 'get',
    path: '/v1/rules/{ref}',
    summary: 'All that is known of a rule',
    answer: s.ruleDetail,
    refuses: [404],
  },
  {
    method: 'patch',
    path: '/v1/rules/{ref}',
    summary: 'Changes the state or the note of a rule',
    body: s.changeRequest,
    answer: s.changeAnswer,
    refuses: [404, 409, 415, 428],
    needsVersion: true,
  },
  {
    method: 'get',
    path: '/v1/changes',
    summary: 'Changes since the server started, latest first',
    answer: s.changesAnswer,
  },
  {
    method: 'post',
    path: '/v1/changes/{id}/undo',
    summary: 'Undoes a change',
    answer: s.undoAnswer,
    refuses: [404, 409],
  },
  {
    method: 'get',
    path: '/v1/clusters',
    summary: 'URLs that are one page, and what the rules make of them',
    query: s.clustersQuery,
    answer: s.clustersAnswer,
    refuses: [404],
  },
  {
    method: 'get',
    path: '/v1/clusters/{index}',
    summary: 'One cluster, by keys',
    answer: s.clusterDetail,
    refuses: [404],
  },
  {
    method: 'get',
    path: '/v1/comparison',
    summary: 'The comparison of learners that the server was started with',
    answer: s.comparisonAnswer,
    refuses: [404],
  },
  {
    method: 'get',
    path: '/v1/replicas',
    summary: 'The replicas that the server was started with',
    query: s.pageQuery,
    answer: s.replicasAnswer,
    refuses: [404],
  },
  { method: 'get', path: '/v1/learners', summary: 'What a learn job can be asked for', answer: s.learnersAnswer },
  { method: 'get', path: '/v1/uploads', summary: 'Files to learn from', answer: s.uploadsAnswer },
  {
    method: 'post',
    path: '/v1/uploads',
    summary: 'Sends a file to learn from, named by the parameter name',
    streams: ANY,
    answer: s.upload,
    status: 201,
    refuses: [413, 429],
  },
  { method: 'delete', path: '/v1/uploads/{id}', summary: 'Removes a file', status: 204, refuses: [404] },
  { method: 'get', path: '/v1/jobs', summary: 'Learn jobs, latest first', answer: s.jobsAnswer },
  {
    method: 'post',
    path: '/v1/jobs',
    summary: 'Starts a learn job',
    body: s.jobRequest,
    answer: s.job,
    status: 202,
    refuses: [404, 415, 429],
  },
  { method: 'get', path: '/v1/jobs/{id}', summary: 'One job', answer: s.job, refuses: [404] },
  {
    method: 'delete',
    path: '/v1/jobs/{id}',
    summary: 'Cancels a job, or forgets one that has ended',
    status: 204,
    refuses: [404],
  },
  {
    method: 'get',
    path: '/v1/jobs/{id}/events',
    summary: 'The job whenever it changes, until it has ended',
    answerType: 'text/event-stream',
    refuses: [404],
  },
  {
    method: 'get',
    path: '/v1/jobs/{id}/rules',
    summary: 'What the job learned, as a rule file',
    answerType: 'application/json',
    refuses: [404, 409],
  },
  {
    method: 'post',
    path: '/v1/jobs/{id}/adopt',
    summary: 'Makes what the job learned the rules in use',
    answer: s.adoptAnswer,
    refuses: [404, 409],
  },
  { method: 'get', path: '/v1/targets', summary: 'What rules can be exported to', answer: s.targetsAnswer },
  {
    method: 'get',
    path: '/v1/export/{target}',
    summary: 'Rules for another program, as a download or, with as=json, with what was refused',
    query: s.exportQuery,
    answer: s.exportAnswer,
    answerType: 'text/plain',
    refuses: [404],
  },
];

/** The methods that a path has; none if there is no such path. */
export function methodsOf(path: string): string[] {
  return OPERATIONS.filter((operation) => patternOf(operation.path).test(path)).map(({ method }) =>
    method.toUpperCase(),
  );
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

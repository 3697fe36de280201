/** An application without a port, for tests: rules in memory or in a file, a little data, jobs that tests drive by hand. */
import { writeFileSync } from 'node:fs';
import { ruleOf as rule } from '../../test/support/rule-of.ts';
import type { RuleSet, Stage } from '../rules/index.ts';
import { createApp } from './app.ts';
import type { LearnOrder } from './jobs/protocol.ts';
import type { LearnListener } from './jobs/run-learning.ts';
import { DEFAULT_LIMITS, type ServerLimits } from './limits.ts';
import { createServices, type ServeOptions } from './start-server.ts';

export { rule };

export const DROP_SID = rule('@{a.com} E => dropParam(sid)', {
  learner: 'families',
  evidence: {
    family: 'session',
    support: 40,
    falsePairs: 0,
    risk: 0.01,
    fetchable: { checked: 10, ok: 10 },
    examples: [{ urls: ['http://a.com/?sid=1&x=2', 'http://a.com/?sid=2&x=2'], form: 'http://a.com/?x=2' }],
    counterExamples: [{ urls: ['http://a.com/?sid=1', 'http://a.com/?sid=9'], form: 'http://a.com/' }],
  },
});
export const TRIM = rule('@{a.com,b.com} E => trimSlash()', {
  learner: 'families',
  evidence: { family: 'slash', support: 7, falsePairs: 1, risk: 0.03 },
});
export const ANYWHERE = rule('@* S "/index.html$" => "/$"', { state: 'quarantined', note: 'Looks <b>wide</b>' });
export const SET: RuleSet & Stage = {
  dustpan: 1,
  apply: 'fixpoint',
  sun: true,
  options: {},
  rules: [DROP_SID, TRIM, ANYWHERE],
};

/** Two pages; the last two clusters are told apart by nothing but the slash, which a rule takes away. */
export const DATA = {
  sources: ['clusters.tsv'],
  clusters: [
    { id: '1', urls: ['http://a.com/?sid=1&x=2', 'http://a.com/?sid=2&x=2', 'http://a.com/?x=2'] },
    { id: '2', urls: ['http://a.com/p?sid=1', 'http://a.com/q'] },
    { id: '3', urls: ['http://a.com/s'] },
    { id: '4', urls: ['http://a.com/s/'] },
  ],
  listed: ['http://a.com/?sid=7&x=2'],
};

export type Setting = Partial<Omit<ServeOptions, 'limits'>> & { readonly limits?: Partial<ServerLimits> };

export async function testApp(setting: Setting = {}) {
  const limits = { ...DEFAULT_LIMITS, ...setting.limits };
  const errors: unknown[] = [];
  const runs: { order: LearnOrder; listener: LearnListener; isStopped: boolean }[] = [];
  const services = await createServices(
    {
      rules: { kind: 'memory', ruleSet: SET, name: null, whyNot: 'kept in memory' },
      writeFile: async (path, text) => writeFileSync(path, text),
      ...{ data: null, inputs: [], comparison: null, replicas: null, host: '127.0.0.1', port: 0 },
      ...{ token: undefined, version: '0.0.0', learnScript: [new URL('file:///nowhere')], webRoot: null },
      describe: () => ({ inFavor: ['for'], against: ['against'] }),
      onError: (error) => errors.push(error),
      ...setting,
    },
    limits,
    (order, listener) => {
      const run = { order, listener, isStopped: false };
      runs.push(run);
      const stop = () => {
        run.isStopped = true;
        listener.onEnd('stopped');
      };
      return { stop, ended: Promise.resolve() };
    },
  );
  const app = createApp(services);
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has('host')) headers.set('host', 'localhost:8640');
    return app.request(`http://localhost:8640${path}`, { ...init, headers });
  };
  /** A JSON body out and in. */
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    request(path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { app, services, request, send, runs, errors };
}

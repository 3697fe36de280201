/** The HTTP application: who may come in, where requests go, how refusals look. Knows nothing of ports and sockets. */
import { Hono } from 'hono';
import { isDustpanError } from '../base/index.ts';
import type { Health } from './api.ts';
import { readJson } from './body.ts';
import { openApi } from './openapi.ts';
import { methodsOf } from './operations.ts';
import { internalProblem, Refusal } from './problem.ts';
import { json, problem, respond } from './respond.ts';
import { addDataRoutes } from './routes/data.ts';
import { addExplorerRoutes } from './routes/explorer.ts';
import { addExportRoutes } from './routes/export.ts';
import { addJobRoutes } from './routes/jobs.ts';
import { addRuleRoutes } from './routes/rules.ts';
import { addUrlRoutes } from './routes/urls.ts';
import { sessionRequest } from './schemas.ts';
import { COOKIE } from './security.ts';
import type { Services } from './services.ts';

/** These give nothing away. */
const OPEN: ReadonlySet<string> = new Set(['/v1/health', '/v1/session', '/v1/openapi.json']);

export function createApp(services: Services): Hono {
  const { guard, requests, version, limits, onError } = services;
  const app = new Hono();

  app.use(async (c, next) => {
    const { path } = c.req;
    guard.check(c.req.raw, OPEN.has(path) || !path.startsWith('/v1/'));
    const leave = requests.enter();
    try {
      await next();
    } finally {
      leave();
    }
  });

  app.get('/v1/health', (c) => {
    const needsToken = guard.needsToken && !guard.isSignedIn(c.req.raw);
    return json({ status: 'ok', version, needsToken } satisfies Health);
  });
  let description: string | null = null;
  app.get('/v1/openapi.json', () => {
    description ??= JSON.stringify(openApi(version));
    return respond(description, 'application/json', 200, { 'cache-control': 'no-cache' });
  });
  app.post('/v1/session', async (c) => {
    const { token } = await readJson(c.req.raw, sessionRequest, limits);
    const cookie = guard.signIn(token);
    return respond(null, null, 204, cookie === '' ? {} : { 'set-cookie': cookie });
  });
  app.delete('/v1/session', () => {
    return respond(null, null, 204, { 'set-cookie': `${COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0` });
  });

  addUrlRoutes(app, services);
  addRuleRoutes(app, services);
  addDataRoutes(app, services);
  addJobRoutes(app, services);
  addExportRoutes(app, services);
  addExplorerRoutes(app, services.webRoot);

  app.notFound((c) => {
    const methods = methodsOf(c.req.path);
    if (methods.length === 0 || methods.includes(c.req.method)) {
      return problem(new Refusal(404, 'not-found', 'There is nothing here; /v1/openapi.json lists what there is.'));
    }
    const allow = methods.join(', ');
    return problem(new Refusal(405, 'wrong-method', `This address takes ${allow}.`), { allow });
  });
  app.onError((error) => {
    if (error instanceof Refusal) return problem(error);
    // Misuse that the library found: its sentences name no file, since it was given none.
    if (isDustpanError(error) && error.name === 'ConfigError')
      return problem(new Refusal(400, error.code, error.message));
    onError(error);
    return problem(internalProblem());
  });
  return app;
}

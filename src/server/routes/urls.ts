/** Keys, rewrites and explanations of URLs: `/v1/key`, `/v1/rewrite`, `/v1/explain`. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { ExplainAnswer, KeyAnswer, RewriteAnswer } from '../api.ts';
import { mediaType, readJson } from '../body.ts';
import { othersOf } from '../cluster-list.ts';
import { explainUrl } from '../explainer.ts';
import { Refusal } from '../problem.ts';
import { json, respond } from '../respond.ts';
import { urlsRequest } from '../schemas.ts';
import type { Services } from '../services.ts';
import { boundedLines, JsonLines, type Mode, type Transform, transformStream } from '../streams.ts';

const NDJSON: ReadonlySet<string> = new Set(['application/x-ndjson', 'application/ndjson', 'application/jsonl']);

export function addUrlRoutes(app: Hono, services: Services): void {
  app.post('/v1/key', (c) => apply(c, 'key', services));
  app.post('/v1/rewrite', (c) => apply(c, 'rewrite', services));
  app.post('/v1/explain', async (c) => {
    const { store, data, limits } = services;
    const { urls, include } = await readJson(c.req.raw, urlsRequest, limits);
    if (urls.length > limits.explainUrls) {
      throw new Refusal(
        413,
        'too-many-urls',
        `At most ${limits.explainUrls} URLs are explained at a time; send fewer.`,
      );
    }
    const snapshot = store.current();
    const explanations: ExplainAnswer['explanations'][number][] = [];
    for (const url of urls) {
      const explained = explainUrl(snapshot, url, include !== undefined && include.length > 0);
      const others = data.current ? await othersOf(data.current, snapshot, url, explained.key) : null;
      explanations.push({ ...explained, others });
      // Many rules take long; others want to be heard in between.
      await new Promise(setImmediate);
    }
    return json({ explanations } satisfies ExplainAnswer);
  });
}

async function apply(c: Context, mode: Mode, services: Services): Promise<Response> {
  const { store, limits } = services;
  const request = c.req.raw;
  const type = mediaType(request);
  if (NDJSON.has(type)) {
    const transform = new JsonLines(store.current().normalizer(false), mode, limits.lineBytes);
    return stream(c, transform, 'application/x-ndjson', services);
  }
  if (type === 'text/plain') {
    const transform = boundedLines(store.current().normalizer(false).lines(mode), limits.lineBytes);
    return stream(c, transform, 'text/plain; charset=utf-8', services);
  }
  const { urls, include } = await readJson(request, urlsRequest, limits);
  const normalizer = store.current().normalizer(include !== undefined && include.length > 0);
  return mode === 'key'
    ? json({ keys: urls.map((url) => normalizer.key(url)) } satisfies KeyAnswer)
    : json({ urls: urls.map((url) => normalizer.rewrite(url)) } satisfies RewriteAnswer);
}

function stream(c: Context, transform: Transform, type: string, { streams, limits }: Services): Response {
  const { body } = c.req.raw;
  if (body === null) return respond('', type);
  const leave = streams.enter();
  const answer = transformStream(body, transform, {
    idleMs: limits.idleMs,
    onEnd(isWhole) {
      leave();
      // A cut answer must not look like a whole one, so the connection is broken.
      if (!isWhole) (c.env as Partial<HttpBindings> | undefined)?.outgoing?.destroy();
    },
  });
  return respond(answer, type);
}

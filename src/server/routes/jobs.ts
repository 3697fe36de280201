/** Uploads and learn jobs: files in, progress while it runs, rules out. */
import type { Context, Hono } from 'hono';
import { FORMATS, LEARN_DEFAULTS, learners } from '../../index.ts';
import type { AdoptAnswer, Job, JobRequest, JobsAnswer, LearnersAnswer, UploadsAnswer } from '../api.ts';
import { readJson } from '../body.ts';
import { hasEnded, type Source } from '../jobs/jobs.ts';
import { cleanName } from '../jobs/uploads.ts';
import { Refusal } from '../problem.ts';
import { attachment, json, respond } from '../respond.ts';
import { jobRequest } from '../schemas.ts';
import type { Services } from '../services.ts';

const AUTO = 'Composes small rules that the data proves, all working together';
/** A comment now and then shows both ends that the connection lives. */
const BEAT_MS = 15_000;

export function addJobRoutes(app: Hono, services: Services): void {
  const { uploads, jobs, inputs, limits, store, data } = services;

  app.get('/v1/learners', () => {
    const { learner, maxRisk, minSupport, minFrequency, maxFpr, seed } = LEARN_DEFAULTS;
    const { bodyBytes, uploadBytes, lineBytes, explainUrls } = limits;
    return json({
      learners: [{ name: 'auto', about: AUTO }, ...learners.map(({ name, source }) => ({ name, about: source }))],
      formats: ['auto', ...FORMATS],
      defaults: { learner, maxRisk, minSupport, minFrequency, maxFpr, seed },
      limits: { bodyBytes, uploadBytes, lineBytes, explainUrls },
    } satisfies LearnersAnswer);
  });

  app.get('/v1/uploads', () => {
    return json({ uploads: uploads.list(), inputs: inputs.map(({ name }) => name) } satisfies UploadsAnswer);
  });
  app.post('/v1/uploads', async (c) => {
    const length = Number(c.req.header('content-length') ?? 0);
    if (length > limits.uploadBytes) {
      throw new Refusal(
        413,
        'too-large',
        `An upload may have ${limits.uploadBytes} bytes; compress the file with gzip or zstd, or split it.`,
      );
    }
    const { body } = c.req.raw;
    if (body === null) throw new Refusal(400, 'empty-upload', 'Send the bytes of the file as the body of the request.');
    const leave = services.streams.enter();
    try {
      const upload = await uploads.add(cleanName(c.req.query('name') ?? ''), body);
      return json(upload, 201);
    } finally {
      leave();
    }
  });
  app.delete('/v1/uploads/:id', (c) => {
    uploads.remove(c.req.param('id'));
    return respond(null, null, 204);
  });

  app.get('/v1/jobs', () => json({ jobs: jobs.list() } satisfies JobsAnswer));
  app.post('/v1/jobs', async (c) => {
    const request = await readJson(c.req.raw, jobRequest, limits);
    return json(jobs.add(request, sourcesOf(request, services)), 202);
  });
  app.get('/v1/jobs/:id', (c) => json(jobs.get(c.req.param('id'))));
  app.delete('/v1/jobs/:id', (c) => {
    jobs.remove(c.req.param('id'));
    return respond(null, null, 204);
  });
  app.get('/v1/jobs/:id/rules', (c) => {
    return respond(jobs.rulesText(c.req.param('id')), 'application/json', 200, attachment('rules.json'));
  });
  app.get('/v1/jobs/:id/events', (c) => events(c, services));
  app.post('/v1/jobs/:id/adopt', async (c) => {
    const id = c.req.param('id');
    const result = await jobs.result(id);
    const count = jobs.get(id).result?.rules ?? 0;
    const { change, snapshot } = await store.adopt(
      result.ruleSet,
      `${count} learned rules took the place of the rules`,
    );
    if (result.data) data.replace(result.data);
    jobs.setAdopted(id);
    return json({ change, revision: snapshot.revision } satisfies AdoptAnswer);
  });
}

function sourcesOf(request: JobRequest, { uploads, inputs }: Services): Source[] {
  const { format = 'auto' } = request;
  if (format !== 'auto' && !(FORMATS as readonly string[]).includes(format)) {
    throw new Refusal(400, 'bad-format', `There is no such format; there are auto, ${FORMATS.join(', ')}.`);
  }
  const sent = (request.uploads ?? []).map((id): Source => {
    const { upload, path } = uploads.find(id);
    return { name: upload.name, path };
  });
  if (request.inputs && inputs.length === 0) {
    throw new Refusal(400, 'no-inputs', 'The server was started without files that can be read again; upload a file.');
  }
  const sources = [...sent, ...(request.inputs ? inputs : [])];
  if (sources.length > 0) return sources;
  throw new Refusal(400, 'nothing-to-learn', 'Say what to learn from: ids of uploads, or "inputs": true.');
}

function events(c: Context, { jobs, listeners }: Services): Response {
  const id = c.req.param('id')!;
  jobs.get(id);
  const leave = listeners.enter();
  const encoder = new TextEncoder();
  let stop: () => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const beat = setInterval(() => controller.enqueue(encoder.encode(':\n\n')), BEAT_MS);
      let end: () => void = () => undefined;
      let isOver = false;
      stop = () => {
        isOver = true;
        clearInterval(beat);
        end();
        leave();
      };
      const send = (job: Job) => {
        if (isOver) return;
        // A reader that does not read gets the next state, not all of them.
        if ((controller.desiredSize ?? 0) > -16 || hasEnded(job)) {
          controller.enqueue(encoder.encode(`event: job\ndata: ${JSON.stringify(job)}\n\n`));
        }
        if (!hasEnded(job)) return;
        controller.close();
        stop();
      };
      end = jobs.listen(id, send);
      if (isOver) end();
    },
    cancel: () => stop(),
  });
  return respond(stream, 'text/event-stream', 200, { 'x-accel-buffering': 'no' });
}

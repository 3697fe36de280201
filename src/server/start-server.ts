/** The application on a port: time limits against slow clients, and a stop that finishes what is under way. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { ConfigError, EngineError } from '../base/index.ts';
import type { ComparisonAnswer } from './api.ts';
import { createApp } from './app.ts';
import { compileInThread } from './compile-in-thread.ts';
import type { DataSet } from './data-set.ts';
import { Gate } from './gate.ts';
import { Jobs, type Source } from './jobs/jobs.ts';
import { type LearnScript, learnInProcess, type RunLearning } from './jobs/run-learning.ts';
import { Uploads } from './jobs/uploads.ts';
import { DEFAULT_LIMITS, type ServerLimits } from './limits.ts';
import { problemOf, Refusal } from './problem.ts';
import type { DescribeEvidence } from './rule-detail.ts';
import { type RuleSource, RuleStore, type WriteFile } from './rule-store.ts';
import { createGuard } from './security.ts';
import { DataHolder, type Replicas, type Services } from './services.ts';

export type ServeOptions = {
  readonly rules: RuleSource;
  readonly writeFile: WriteFile;
  readonly data: DataSet | null;
  /** Files that a job may learn from, besides uploads. */
  readonly inputs: readonly Source[];
  readonly comparison: ComparisonAnswer | null;
  readonly replicas: Replicas | null;
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** Needed for any address but those of this machine alone. */
  readonly token: string | undefined;
  readonly version: string;
  readonly describe: DescribeEvidence;
  /** What the process of a learn job runs, and its arguments. */
  readonly learnScript: LearnScript;
  readonly webRoot: string | null;
  readonly onError: (error: unknown) => void;
  readonly limits?: Partial<ServerLimits>;
};

export type RunningServer = {
  readonly host: string;
  readonly port: number;
  /** How many there are. */
  readonly rules: number;
  /** Takes no new connection, finishes what is under way, ends jobs, removes uploads. */
  stop(): Promise<void>;
};

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (!LOOPBACK.test(options.host) && (options.token ?? '') === '') {
    throw new ConfigError(
      'token-needed',
      `others can reach ${options.host}; give a token that they must know, with --token`,
    );
  }
  const services = await createServices(options, limits);
  const server = listenerFor(services, limits);
  const sockets = trackIdle(server);
  const address = await listen(server, options);
  let stopping: Promise<void> | null = null;
  return {
    host: options.host,
    port: address.port,
    rules: services.store.current().entries.length,
    stop() {
      stopping ??= stop(server, sockets, services);
      return stopping;
    },
  };
}

/** `run`: how learn jobs are run. */
export async function createServices(
  options: ServeOptions,
  limits: ServerLimits,
  run: RunLearning = learnInProcess(options.learnScript),
): Promise<Services> {
  const { rules, writeFile, data, inputs, comparison, replicas, token, version, describe, webRoot, onError } = options;
  const uploads = new Uploads(limits);
  return {
    ...{ version, limits, inputs, uploads, describe, comparison, replicas, webRoot, onError },
    guard: createGuard(token),
    requests: new Gate(limits.requests, 'requests'),
    streams: new Gate(limits.streams, 'streams'),
    listeners: new Gate(limits.listeners, 'listeners'),
    store: await RuleStore.open(rules, { writeFile, compile: compileInThread, mostChanges: limits.changes, onError }),
    data: new DataHolder(data),
    jobs: new Jobs(run, limits, () => uploads.folder()),
  };
}

function listenerFor(services: Services, limits: ServerLimits): Server {
  const app = createApp(services);
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      // Bodies have bounds of their own: as a whole when they are read as a whole, by progress when they are streams.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(2000, limits.headersMs),
      // A client that sends its next request just then finds the connection closed: the rarer the better.
      keepAliveTimeout: limits.idleMs,
      maxHeaderSize: 16 * 1024,
    },
    getRequestListener((request, env) => app.fetch(request, env), {
      errorHandler: () =>
        new Response(badRequest(), { status: 400, headers: { 'content-type': 'application/problem+json' } }),
    }),
  );
  server.timeout = limits.idleMs;
  server.maxConnections = 2 * limits.requests;
  server.on('clientError', answerClientError);
  return server;
}

function badRequest(): string {
  return JSON.stringify(
    problemOf(
      new Refusal(
        400,
        'bad-http',
        'This is not a request that the server understands; check the address and the headers.',
      ),
    ),
  );
}

/** What is not HTTP, or too slow, or has a head that is too large. */
function answerClientError(error: NodeJS.ErrnoException, socket: import('node:stream').Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new Refusal(408, 'too-slow', 'The head of the request did not arrive in time; send it faster.')
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? new Refusal(
            431,
            'head-too-large',
            'The head of the request is too large; send shorter headers and addresses.',
          )
        : new Refusal(400, 'bad-http', 'This is not HTTP; check the program that sent it.');
  const body = JSON.stringify(problemOf(refusal));
  socket.end(
    `HTTP/1.1 ${refusal.status} Refused\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

async function listen(server: Server, { host, port }: ServeOptions): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, host, port)));
    server.listen({ host, port }, resolve);
  });
  return server.address() as AddressInfo;
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): EngineError {
  const place = `${host}:${port}`;
  if (error.code === 'EADDRINUSE') {
    return new EngineError(
      'port-in-use',
      `another program listens on ${place}; choose another port with --port, or 0 for any`,
      error,
    );
  }
  if (error.code === 'EACCES') {
    return new EngineError(
      'port-denied',
      `no permission to listen on ${place}; choose a port above 1023 with --port`,
      error,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new EngineError('no-address', `${host} is not an address of this machine; give another --host`, error);
  }
  return new EngineError(
    'listen-failed',
    `cannot listen on ${place}: the system says ${error.code ?? error.message}`,
    error,
  );
}

/** Connections that have no request under way. */
type Sockets = { closeIdle(): void; closeAll(): void };

function trackIdle(server: Server): Sockets {
  const all = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    all.add(socket);
    socket.once('close', () => all.delete(socket));
  });
  return {
    closeIdle: () => server.closeIdleConnections(),
    closeAll: () => {
      for (const socket of all) socket.destroy();
    },
  };
}

async function stop(server: Server, sockets: Sockets, { jobs, uploads, store, limits }: Services): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  sockets.closeIdle();
  // Ending the jobs ends the event streams of those who listen to them.
  await jobs.close();
  const beat = setInterval(() => sockets.closeIdle(), 50);
  const late = setTimeout(() => sockets.closeAll(), limits.stopMs);
  await closed;
  clearInterval(beat);
  clearTimeout(late);
  await store.settled();
  uploads.close();
}

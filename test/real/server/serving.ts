/** Starts `dustpan serve` as a user would, and talks to it over its port. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { buildOnce, MAIN, resultOf, startDustpan } from '../../support/cli.ts';

/** Another build can be tested by naming its entry. */
const { DUSTPAN_MAIN } = process.env;
export const main = DUSTPAN_MAIN ?? MAIN;

export function build(): void {
  if (DUSTPAN_MAIN === undefined) buildOnce();
}

export type Serving = {
  readonly base: string;
  readonly port: number;
  readonly pid: number;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  json<T>(path: string): Promise<T>;
  /** Sends the signal and gives the exit code and what was written to standard error. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly stderr: string }>;
};

export async function startServe(args: readonly string[], env: Record<string, string> = {}): Promise<Serving> {
  const child = startDustpan(['serve', '--port', '0', ...args], { main, env });
  child.stdin.end();
  let told = '';
  const result = resultOf(child);
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      const [, found] = /on http:\/\/\S+:(\d+)\//.exec(told) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`serve ended: ${told}`)));
  });
  const base = `http://127.0.0.1:${port}`;
  const get = (path: string, headers = {}) => fetch(base + path, { headers });
  return {
    base,
    port,
    pid: child.pid!,
    get,
    send: (method, path, body, headers = {}) =>
      fetch(base + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    json: async <T>(path: string) => (await get(path)).json() as Promise<T>,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return result;
    },
  };
}

/** Sends raw bytes, each after its pause, and gives all that came back until the server closed the connection. */
export async function raw(
  port: number,
  parts: readonly (string | Uint8Array)[],
  { pauseMs = 0, halfClose = false, patienceMs = 30_000 } = {},
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  // A server that has no room may send whoever comes away; `once` would throw then.
  const ended = new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve()));
  await once(socket, 'connect');
  for (const part of parts) {
    if (!socket.writable) break;
    socket.write(part);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  if (halfClose) socket.end();
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  socket.destroy();
  return Buffer.concat(chunks).toString('latin1');
}

/** A web server on loopback for tests: pages by path, and a log of what was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = (response: ServerResponse, request: IncomingMessage) => void;
export type TestSite = {
  readonly origin: string;
  readonly port: number;
  /** Paths in the order they were asked for. */
  readonly log: string[];
  /** User agents and times of the same requests. */
  readonly agents: (string | undefined)[];
  readonly times: number[];
  /** Replaces a reply. */
  set(path: string, reply: Reply | string): void;
  close(): Promise<void>;
};

/** A path that is not there is answered with 404, robots.txt too. */
export async function startSite(
  pages: Readonly<Record<string, Reply | string>> = {},
  address = '127.0.0.1',
): Promise<TestSite> {
  const replies = new Map(Object.entries(pages));
  const log: string[] = [];
  const agents: (string | undefined)[] = [];
  const times: number[] = [];
  const server = createServer((request, response) => {
    log.push(request.url!);
    agents.push(request.headers['user-agent']);
    times.push(performance.now());
    const reply = replies.get(request.url!);
    if (typeof reply === 'function') reply(response, request);
    else if (reply === undefined) response.writeHead(404).end('not here');
    else response.writeHead(200, { 'content-type': 'text/html' }).end(reply);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, address, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${address}:${port}`,
    port,
    log,
    agents,
    times,
    set: (path, reply) => replies.set(path, reply),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function redirect(to: string, status = 302): Reply {
  return (response) => response.writeHead(status, { location: to }).end();
}

export function text(content: string, type = 'text/plain'): Reply {
  return (response) => response.writeHead(200, { 'content-type': type }).end(content);
}

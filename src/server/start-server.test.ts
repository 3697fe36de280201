/** The application on a port: whom it listens to, and what connections may not do. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SET } from './app.case.ts';
import { type RunningServer, type ServeOptions, startServer } from './start-server.ts';

const OPTIONS: ServeOptions = {
  rules: { kind: 'memory', ruleSet: SET, name: null, whyNot: 'kept in memory' },
  writeFile: async () => undefined,
  ...{ data: null, inputs: [], comparison: null, replicas: null, host: '127.0.0.1', port: 0 },
  ...{ token: undefined, version: '0.0.0', learnScript: [new URL('file:///nowhere')], webRoot: null },
  describe: () => ({ inFavor: [], against: [] }),
  onError: () => undefined,
};

let server: RunningServer | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.stop();
  server = undefined;
});

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

describe.each(['0.0.0.0', '::', '192.0.2.1', 'box.local', '127.0.0.1.example.com'])('on %s', (host) => {
  it.each([undefined, ''])('nobody is served without a token: %j', async (token) => {
    await expect(startServer({ ...OPTIONS, host, token })).rejects.toThrow(
      `others can reach ${host}; give a token that they must know, with --token`,
    );
  });
});

describe('a connection', () => {
  it('with half a head is answered and closed in time', async () => {
    server = await startServer({ ...OPTIONS, limits: { headersMs: 100 } });
    const socket = await open(server.port);
    socket.write('GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    let answer = '';
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString();
    });
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"code":"too-slow"/s);
  });

  it('too many is closed at once, and the others are served', async () => {
    server = await startServer({ ...OPTIONS, limits: { requests: 1 } });
    const first = await open(server.port);
    await open(server.port);
    const third = await open(server.port);
    third.resume();
    await once(third, 'close');
    first.write('GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    expect(String((await once(first, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  });
});

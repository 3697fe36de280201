/** Starts nginx and Apache on the loopback interface with a generated file, and asks them over raw sockets, which normalize nothing. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { splitUrl } from '../../../src/url/index.ts';

export type Server = {
  /** What the server says the URL is, or null for a URL that it refuses to serve. */
  ask(urls: readonly string[]): Promise<(string | null)[]>;
  stop(): Promise<void>;
};

export type Program = 'nginx' | 'apache';

/** A folder with a certificate for both programs. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-export-'));
  mkdirSync(join(folder, 'empty'));
  const made = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '30',
      '-subj',
      '/CN=localhost',
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0)
    throw new Error(`openssl (Debian package openssl) could not make a certificate: ${made.stderr}`);
  return folder;
}

/** The address of the answer is in its header `X-Url` (nginx), or in `Location` of a redirect; without one it is the URL itself. */
export async function startServer(program: Program, generated: string, inServer: string): Promise<Server> {
  const folder = makeFolder();
  const [http, https] = [await freePort(), await freePort()];
  writeFileSync(join(folder, 'generated.conf'), generated);
  const config =
    program === 'nginx'
      ? nginxConfig(folder, http, https, `${partsOf(generated)} ${inServer}`)
      : apacheConfig(folder, http, https);
  writeFileSync(join(folder, 'main.conf'), config);
  const command =
    program === 'nginx'
      ? ['/usr/sbin/nginx', '-e', join(folder, 'error.log'), '-c', join(folder, 'main.conf')]
      : ['/usr/sbin/apache2', '-f', join(folder, 'main.conf'), '-D', 'FOREGROUND', '-E', join(folder, 'error.log')];
  const child = spawn(command[0]!, command.slice(1), { stdio: 'ignore' });
  try {
    await untilListening(child, [http, https], join(folder, 'error.log'));
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    ask: (urls) => askAll(urls, http, https),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The lines that a generated file asks for in the server block. */
function partsOf(generated: string): string {
  return [...generated.matchAll(/^# {3}(set .*;)$/gm)].map((match) => match[1]!).join(' ');
}

function nginxConfig(folder: string, http: number, https: number, inServer: string): string {
  return `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 64; }
http {
  access_log off; keepalive_requests 1000000; large_client_header_buffers 8 64k; merge_slashes off;
  client_body_temp_path ${folder}/empty; proxy_temp_path ${folder}/empty; fastcgi_temp_path ${folder}/empty;
  uwsgi_temp_path ${folder}/empty; scgi_temp_path ${folder}/empty;
  include ${folder}/generated.conf;
  server {
    listen 127.0.0.1:${http}; listen 127.0.0.1:${https} ssl;
    ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
    ${inServer}
    location / { return 200 ""; }
  }
}
`;
}

function apacheConfig(folder: string, http: number, https: number): string {
  const modules = '/usr/lib/apache2/modules';
  const load = (name: string) => `LoadModule ${name}_module ${modules}/mod_${name}.so`;
  const virtual = (port: number, ssl: string) => `<VirtualHost 127.0.0.1:${port}>
DocumentRoot ${folder}/empty
${ssl}
Include ${folder}/generated.conf
</VirtualHost>`;
  return `ServerRoot ${folder}
ServerName localhost
PidFile ${folder}/apache.pid
ErrorLog ${folder}/error.log
Mutex file:${folder} default
${['mpm_event', 'authz_core', 'rewrite', 'headers', 'ssl'].map(load).join('\n')}
Listen 127.0.0.1:${http}
Listen 127.0.0.1:${https}
KeepAlive On
MaxKeepAliveRequests 0
AllowEncodedSlashes NoDecode
MergeSlashes Off
LimitRequestLine 65536
${virtual(http, '')}
${virtual(https, `SSLEngine on\nSSLCertificateFile ${folder}/cert.pem\nSSLCertificateKeyFile ${folder}/key.pem`)}
`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilListening(child: ChildProcess, ports: readonly number[], log: string): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  const deadline = Date.now() + 90_000;
  for (const port of ports) {
    while (!(await canConnect(port))) {
      const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
      if (failure) throw failure;
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${text.slice(0, 2000)}`);
      if (Date.now() > deadline) throw new Error(`the server does not listen: ${text.slice(0, 2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function askAll(urls: readonly string[], http: number, https: number): Promise<(string | null)[]> {
  const answers = new Map<string, string | null>();
  for (const scheme of ['http', 'https']) {
    const some = [...new Set(urls)].filter((url) => splitUrl(url).scheme?.toLowerCase() === scheme);
    // One request at a time per connection, several connections at once: a refused request closes only its own.
    const queue = some.values();
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const connection = new Connection(scheme === 'http' ? http : https, scheme === 'https');
        for (const url of queue) answers.set(url, await connection.ask(url));
        connection.close();
      }),
    );
  }
  return urls.map((url) => answers.get(url) ?? null);
}

class Connection {
  private readonly port: number;
  private readonly isTls: boolean;
  private socket: Socket | undefined;

  constructor(port: number, isTls: boolean) {
    this.port = port;
    this.isTls = isTls;
  }

  async ask(url: string): Promise<string | null> {
    const { authority, path, query } = splitUrl(url);
    const target = (path || '/') + (query === null ? '' : `?${query}`);
    const head = await this.exchange(`GET ${target} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    const status = head.slice(9, 12);
    if (!['200', '301', '404', '403'].includes(status)) return null;
    const header = /^(?:x-url|location): (.*)$/im.exec(head)?.[1];
    const link = /^link: <(.*)>; rel="canonical"$/im.exec(head)?.[1];
    return (header ?? link ?? url).trimEnd();
  }

  close(): void {
    this.socket?.destroy();
  }

  private async exchange(request: string): Promise<string> {
    const socket = this.socket ?? (await this.open());
    this.socket = socket;
    return new Promise((resolve, reject) => {
      let text = '';
      const done = () => {
        socket.removeAllListeners();
        socket.on('error', () => undefined);
        if (/^connection: close/im.test(text) || socket.readyState !== 'open') {
          socket.destroy();
          this.socket = undefined;
        }
        resolve(text.slice(0, Math.max(0, text.indexOf('\r\n\r\n'))));
      };
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
        if (text.length >= end + 4 + length) done();
      });
      socket.once('close', done);
      socket.once('error', reject);
      socket.write(request, 'latin1');
    });
  }

  private open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const options = { port: this.port, host: '127.0.0.1', rejectUnauthorized: false, servername: '' };
      const socket = this.isTls ? connectTls(options, () => resolve(socket)) : connect(options, () => resolve(socket));
      socket.once('error', reject);
    });
  }
}

/** A real Apache (Debian package `apache2-bin`) on loopback, with aliases, index pages, a tree without case, session parameters and soft errors. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Apache = {
  /** `127.0.0.1:port`. */
  readonly host: string;
  readonly folder: string;
  readonly accessLog: string;
  /** Paths asked for by an agent whose name begins like this, in order. */
  asked(agent: string): string[];
  stop(): Promise<void>;
};

const MODULES = '/usr/lib/apache2/modules';

/** `files` are the pages by path below the document root, `rules` further lines of the configuration. */
export async function startApache(files: Readonly<Record<string, string>>, rules: string): Promise<Apache> {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-apache-'));
  chmodSync(folder, 0o755);
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, 'www', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
  }
  const port = await freePort();
  const accessLog = join(folder, 'access.log');
  writeFileSync(join(folder, 'httpd.conf'), configuration(folder, port, accessLog, rules));
  const child = spawn('apache2', ['-D', 'FOREGROUND', '-f', join(folder, 'httpd.conf')], { stdio: 'pipe' });
  const said: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const host = `127.0.0.1:${port}`;
  await untilReady(child, `http://${host}/robots.txt`, () => Buffer.concat(said).toString());
  return {
    host,
    folder,
    accessLog,
    asked: (agent) =>
      readFileSync(accessLog, 'utf8')
        .split('\n')
        .map((line) => /"GET (\S+) HTTP\/1\.1" .* "([^"]*)"$/.exec(line))
        .filter((found) => found?.[2]?.startsWith(agent))
        .map((found) => found![1]!),
    async stop() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, port: number, accessLog: string, rules: string): string {
  const modules = ['mpm_event', 'authz_core', 'dir', 'mime', 'alias', 'rewrite', 'deflate', 'filter'];
  return `
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/httpd.pid
ErrorLog ${folder}/error.log
${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
User www-data
Group www-data
StartServers 1
DocumentRoot ${folder}/www
TypesConfig /dev/null
AddType text/html .html
AddType text/plain .txt
DirectoryIndex index.html
AddOutputFilterByType DEFLATE text/html
LogFormat "%h %l %u %t \\"%r\\" %>s %b \\"%{Referer}i\\" \\"%{User-Agent}i\\"" combined
CustomLog ${accessLog} combined
<Directory ${folder}/www>
  Require all granted
</Directory>
RewriteEngine On
${rules.replaceAll('ROOT', `${folder}/www`)}
`;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

export async function untilReady(child: ChildProcess, url: string, said: () => string): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = new Error(`cannot start apache2 (install it with: apt-get install apache2-bin): ${error.message}`);
  });
  child.once('exit', (code) => {
    failure ??= new Error(`apache2 ended with ${code}: ${said()}`);
  });
  for (let turn = 0; turn < 200; turn++) {
    if (failure) throw failure;
    const answer = await fetch(url, { headers: { 'user-agent': 'probe' } }).catch(() => null);
    if (answer !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`apache2 does not answer: ${said()}`);
}

/** Ends the server by its own process, and waits for it. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

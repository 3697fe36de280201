/** A real DokuWiki (Debian packages `dokuwiki` and PHP in Apache) on loopback, with session ids in its links, listings that can be sorted, and old addresses. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, freePort, untilReady } from '../fetch/apache.ts';
import { type Article, readDictionary, withLinks } from './dictionary.ts';

export type Wiki = {
  /** The start page. */
  readonly url: string;
  /** Names of the articles that were written into it. */
  readonly articles: readonly string[];
  stop(): Promise<void>;
};

const WIKI = '/usr/share/dokuwiki';
const MODULES = '/usr/lib/apache2/modules';
const DATA = ['attic', 'cache', 'index', 'locks', 'log', 'media', 'media_attic', 'media_meta', 'meta', 'pages', 'tmp'];
/** When everything was written, as far as the wiki knows; seconds. */
const LONG_AGO = 1_600_000_000;

/** Fills a wiki with entries of a dictionary, one namespace for each letter, and the same as files that Apache lists. */
export async function startWiki(dictionary: string, count: number): Promise<Wiki> {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-wiki-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const articles = readDictionary(dictionary, count);
  writePages(folder, articles, url);
  writeFiles(folder, articles);
  configure(folder, port);
  // In a group of its own: when Apache with processes is told to end, it tells its whole group.
  const child = spawn('apache2', ['-D', 'FOREGROUND', '-f', join(folder, 'httpd.conf')], {
    stdio: 'pipe',
    detached: true,
  });
  const said: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  await untilReady(child, `${url}files/`, () => Buffer.concat(said).toString());
  return {
    url,
    articles: articles.map(({ name }) => name),
    async stop() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writePages(folder: string, articles: readonly Article[], url: string): void {
  for (const name of DATA) writable(join(folder, 'data', name));
  const letters = lettersOf(articles);
  let links = 0;
  for (const article of articles) {
    // Every fifth link was pasted out of the address line of a browser, in the days before addresses were rewritten.
    const text = withLinks(article, (name, words) =>
      ++links % 5 === 0 ? `[[${url}doku.php?id=${idOf(name)}|${words}]]` : `[[${idOf(name)}|${words}]]`,
    );
    const [head = '', ...lines] = text.split('\n').map((line) => line.trim());
    page(folder, `${article.name[0]}/${article.name}`, `====== ${head} ======\n${lines.join('\n')}\n`);
  }
  for (const [letter, names] of letters) {
    const list = names.map((name) => `  * [[${idOf(name)}]]`).join('\n');
    page(folder, `${letter}/start`, `====== Entries under ${letter} ======\n${list}\n`);
  }
  const list = [...letters.keys()].map((letter) => `  * [[${letter}:start]]`).join('\n');
  page(folder, 'start', `====== A dictionary ======\n${list}\n\nAll of it [[${url}files/|as files]].\n`);
}

/** Of pages DokuWiki knows the time by the file. */
function page(folder: string, path: string, text: string): void {
  write(join(folder, 'data/pages', `${path}.txt`), text, LONG_AGO);
}

function writeFiles(folder: string, articles: readonly Article[]): void {
  for (const [letter, names] of lettersOf(articles)) {
    for (const [i, name] of names.entries()) {
      const { text } = articles.find((article) => article.name === name)!;
      write(join(folder, 'files', letter, `${name}.txt`), text, LONG_AGO + 86_400 * ((i * 7) % 5));
    }
  }
}

function write(file: string, text: string, time: number): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, time, time);
}

/** By the user that the server runs as. */
function writable(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
}

function lettersOf(articles: readonly Article[]): Map<string, string[]> {
  const letters = new Map<string, string[]>();
  for (const { name } of articles) letters.set(name[0]!, [...(letters.get(name[0]!) ?? []), name]);
  return letters;
}

function idOf(name: string): string {
  return `${name[0]}:${name}`;
}

/**
 * All settings are DokuWiki's own. Without its trace of pages visited, which is state of the session and no part of a page;
 * without the tree and the media manager, which multiply all pages by all namespaces.
 */
function configure(folder: string, port: number): void {
  mkdirSync(join(folder, 'conf'));
  writable(join(folder, 'sessions'));
  for (const name of ['local.protected.php', 'plugins.local.php']) writeFileSync(join(folder, 'conf', name), '');
  writeFileSync(
    join(folder, 'conf/local.php'),
    `<?php
$conf['title'] = 'Dictionary';
$conf['savedir'] = '${folder}/data';
$conf['useacl'] = 0;
$conf['userewrite'] = 2;
$conf['useslash'] = 1;
$conf['updatecheck'] = 0;
$conf['breadcrumbs'] = 0;
$conf['youarehere'] = 1;
$conf['disableactions'] = 'index,media';
`,
  );
  writeFileSync(join(folder, 'prepend.php'), `<?php define('DOKU_CONF', '${folder}/conf/');`);
  writeFileSync(join(folder, 'httpd.conf'), apacheConfiguration(folder, port));
}

/** Debian names it after the version. */
function phpModule(): string {
  const found = readdirSync(MODULES).find((name) => /^libphp[\d.]*\.so$/.test(name));
  if (found === undefined || !existsSync(`${WIKI}/doku.php`))
    throw new Error(
      'DokuWiki or PHP is missing (install them with: apt-get install dokuwiki libapache2-mod-php php-xml)',
    );
  return found;
}

/** PHP's session ids in links, as hosts had them that could not count on cookies. */
function apacheConfiguration(folder: string, port: number): string {
  const modules = ['mpm_prefork', 'authz_core', 'dir', 'mime', 'alias', 'autoindex'];
  return `
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/httpd.pid
ErrorLog ${folder}/error.log
${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
LoadModule php_module ${MODULES}/${phpModule()}
User www-data
Group www-data
StartServers 1
MinSpareServers 1
MaxSpareServers 2
DocumentRoot ${WIKI}
TypesConfig /dev/null
AddType text/plain .txt
AddHandler application/x-httpd-php .php
DirectoryIndex index.php
Alias /files ${folder}/files
php_admin_value auto_prepend_file ${folder}/prepend.php
php_admin_value session.save_path ${folder}/sessions
php_admin_flag session.use_trans_sid on
php_admin_flag session.use_only_cookies off
<Directory ${WIKI}>
  AllowOverride None
  Options FollowSymLinks
  Require all granted
</Directory>
<Directory /var/lib/dokuwiki/lib>
  AllowOverride None
  Require all granted
</Directory>
<Directory ${folder}/files>
  Require all granted
  Options Indexes
  IndexOptions FancyIndexing
</Directory>
`;
}

/** The explorer's files, from memory: read once, so that no path of a request ever reaches the disk. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import { type Headers, respond } from '../respond.ts';

type Asset = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer> | null;
  readonly type: string;
  readonly etag: string;
  readonly cache: string;
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
const PACKED: ReadonlySet<string> = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Dustpan</title>
<h1>Dustpan</h1>
<p>The explorer is not part of this build. The HTTP API is here: <a href="/v1/openapi.json">its description</a>, <a href="/v1/rules">the rules</a>.</p>
</html>
`;

export function addExplorerRoutes(app: Hono, webRoot: string | null): void {
  const assets = readAssets(webRoot);
  const index = assets.get('/index.html');
  app.get('*', async (c, next) => {
    if (c.req.path.startsWith('/v1/')) return next();
    const asset = assets.get(c.req.path === '/' ? '/index.html' : c.req.path);
    if (asset) return send(asset, c.req.raw);
    // Pages of the explorer have addresses of their own; they are all the one document.
    const wantsPage = !/\.\w+$/.test(c.req.path) && (c.req.header('accept') ?? '').includes('text/html');
    if (index && wantsPage) return send(index, c.req.raw);
    if (!index && (c.req.path === '/' || wantsPage)) return respond(NOT_BUILT, TYPES['.html']!);
    return next();
  });
}

function send({ bytes, gzip, type, etag, cache }: Asset, request: Request): Response {
  const headers: Headers = { etag, 'cache-control': cache, ...(gzip ? { vary: 'accept-encoding' } : {}) };
  if (request.headers.get('if-none-match') === etag) return respond(null, null, 304, headers);
  const isPacked = gzip !== null && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  return isPacked
    ? respond(gzip, type, 200, { ...headers, 'content-encoding': 'gzip' })
    : respond(bytes, type, 200, headers);
}

function readAssets(root: string | null): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  if (root === null) return assets;
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const extension = extname(entry.name);
    const type = TYPES[extension];
    if (type === undefined) continue;
    const bytes = new Uint8Array(readFileSync(path));
    const name = `/${relative(root, path).split(sep).join('/')}`;
    assets.set(name, {
      bytes,
      gzip: PACKED.has(extension) ? new Uint8Array(gzipSync(bytes, { level: 9 })) : null,
      type,
      etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`,
      // The builder puts a hash of the content into the names of what is in assets/.
      cache: name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  }
  return assets;
}

// Bundles all stages into one file that runs on any machine with Node: DIST/engines/stage-main.js to DIST/engines/stages.mjs.
//
//   node scripts/bundle-stages.mjs [DIST]
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Native code cannot be bundled, and is not needed: engines read tables themselves. */
const leftOut = {
  name: 'left-out',
  enforce: 'pre',
  resolveId: (id) => (id === '@duckdb/node-api' ? '\0left-out' : null),
  load: (id) => (id === '\0left-out' ? 'export const DuckDBInstance = undefined;' : null),
};

const dist = resolve(process.argv[2] ?? 'dist');
const folder = join(dist, 'engines', 'bundle');
await build({
  root: dist,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  ssr: { noExternal: true },
  plugins: [leftOut],
  build: {
    ssr: join(dist, 'engines', 'stage-main.js'),
    outDir: folder,
    emptyOutDir: true,
    minify: false,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'stages.mjs', codeSplitting: false } },
  },
});
renameSync(join(folder, 'stages.mjs'), join(dist, 'engines', 'stages.mjs'));
rmSync(folder, { recursive: true, force: true });

// Alone in a folder, as on a worker, it must start and end.
const alone = mkdtempSync(join(tmpdir(), 'dustpan-stages-'));
copyFileSync(join(dist, 'engines', 'stages.mjs'), join(alone, 'stages.mjs'));
const check = spawnSync(process.execPath, ['stages.mjs', 'map:star-roots'], {
  cwd: alone,
  input: '',
  encoding: 'utf8',
});
rmSync(alone, { recursive: true, force: true });
if (check.status !== 0) throw new Error(`the bundled stages do not run alone: ${check.stderr}`);
copyFileSync(join('src', 'engines', 'spark', 'driver.py'), join(dist, 'engines', 'spark', 'driver.py'));

// Builds the package into dist/: the kernel, the library and the command line, the stages that engines ship, and the explorer.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildKernel } from './build-kernel.mjs';
import { bundleCommands } from './bundle.mjs';

const require = createRequire(import.meta.url);
await buildKernel();
rmSync('dist', { recursive: true, force: true });
run(require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json');
await bundleCommands('dist');
run('scripts/bundle-stages.mjs', 'dist');
run('node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'error');

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

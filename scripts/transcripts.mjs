// Runs the commands that the pages of docs/users show, on the bundled data, and writes what they print below them. With --check it only says which page is stale.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PAGES = 'docs/users';
const isCheck = process.argv.includes('--check');
const stale = [];
for (const name of readdirSync(PAGES).sort()) {
  const path = join(PAGES, name);
  const page = readFileSync(path, 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-page-'));
  cpSync('examples/data', folder, { recursive: true });
  const fresh = page.replace(
    /```console\n([\s\S]*?)```/g,
    (_, block) => `\`\`\`console\n${played(block, folder)}\`\`\``,
  );
  rmSync(folder, { recursive: true, force: true });
  if (fresh === page) continue;
  stale.push(path);
  if (!isCheck) writeFileSync(path, fresh);
}
if (isCheck && stale.length > 0) {
  console.error(`docs: not fresh: ${stale.join(', ')}; run "node scripts/transcripts.mjs" and commit the result`);
  process.exit(1);
}

/** The commands of a block, each followed by what it prints now. */
function played(block, folder) {
  const commands = block.split('\n').filter((line) => line.startsWith('$ '));
  return commands.map((command) => `${command}\n${output(command.slice(2), folder)}`).join('');
}

function output(command, folder) {
  const program = `dustpan() { "${process.execPath}" "${resolve('dist/cli/main.cjs')}" "$@"; }\n${command}`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', program], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '120' },
  });
  // 1 is an answer: something was refused, or found to differ.
  if (status !== 0 && status !== 1) throw new Error(`exit ${status}: ${command}\n${stderr}`);
  return stdout + stderr;
}

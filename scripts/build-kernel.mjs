// Compiles kernel/ to WebAssembly and writes it as src/normalize/kernel-module.ts; run by itself with --check it only says whether that file is fresh.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const TARGET = 'src/normalize/kernel-module.ts';
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd'];

/** Writes the module, if it is not what kernel/ compiles to; with `isCheck` that is an error. */
export async function buildKernel(isCheck = false) {
  const text = moduleText(await compile());
  const before = readFileSync(TARGET, { encoding: 'utf8', flag: 'a+' });
  if (before === text) return;
  if (isCheck) throw new Error(`${TARGET} is not what kernel/ compiles to; run "node scripts/build-kernel.mjs"`);
  writeFileSync(TARGET, text);
}

async function compile() {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-kernel-'));
  const file = join(folder, 'kernel.wasm');
  try {
    const { error, stderr } = await asc.main(['kernel/index.ts', '--outFile', file, ...OPTIONS]);
    if (error) throw new Error(`kernel/ does not compile: ${stderr}`);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function moduleText(wasm) {
  const lines = wasm
    .toString('base64')
    .match(/.{1,110}/g)
    .map((line) => `  '${line}'`);
  return `/** The kernel as WebAssembly; made from kernel/ by scripts/build-kernel.mjs. */\nexport const KERNEL_MODULE =\n${lines.join(' +\n')};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildKernel(process.argv.includes('--check'));

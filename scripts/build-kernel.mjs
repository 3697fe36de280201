// Compiles kernel/ to WebAssembly and writes its modules as TypeScript; run by itself with --check it only says whether these files are fresh.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import binaryen from 'binaryen';

const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd'];
/** For memory that threads share. */
const SHARED = ['--sharedMemory', '--maximumMemory', '65536', '--enable', 'threads'];

/** So large may functions be that are put where they are called: always, if they have nothing heavy in them, if there is one call. With more of the last, V8 compiles for 50 ms longer, with more of the others it runs out of registers. */
const INLINED = { always: 40, light: 150, once: 500 };

/** Where each module begins, what is special about it, and what it becomes. */
const MODULES = [
  {
    source: 'kernel/index.ts',
    options: [],
    target: 'src/normalize/data/kernel-module.ts',
    name: 'KERNEL_MODULE',
  },
  {
    source: 'kernel/judge/index.ts',
    options: [],
    target: 'src/normalize/data/judge-kernel-module.ts',
    name: 'JUDGE_KERNEL_MODULE',
  },
  {
    source: 'kernel/labels/index.ts',
    options: SHARED,
    target: 'src/clusters/packed/data/kernel-module.ts',
    name: 'KERNEL_MODULE',
  },
  {
    source: 'kernel/align/index.ts',
    options: SHARED,
    target: 'src/learn/alignment/data/kernel-module.ts',
    name: 'KERNEL_MODULE',
  },
  {
    source: 'kernel/count/index.ts',
    options: SHARED,
    target: 'src/validate/data/kernel-module.ts',
    name: 'KERNEL_MODULE',
  },
];

/** Writes the modules that are not what kernel/ compiles to; with `isCheck` that is an error. */
export async function buildKernel(isCheck = false) {
  for (const { source, options, target, name } of MODULES) {
    const text = moduleText(name, inlined(await compile(source, options), options));
    const before = readFileSync(target, { encoding: 'utf8', flag: 'a+' });
    if (before === text) continue;
    if (isCheck) throw new Error(`${target} is not what ${source} compiles to; run "node scripts/build-kernel.mjs"`);
    writeFileSync(target, text);
  }
}

async function compile(source, options) {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-kernel-'));
  const file = join(folder, 'kernel.wasm');
  try {
    const { error, stderr } = await asc.main([source, '--outFile', file, ...OPTIONS, ...options]);
    if (error) throw new Error(`${source} does not compile: ${stderr}`);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same module with fewer calls: a URL takes some forty, each of which costs as much as a few bytes read. */
function inlined(wasm, options) {
  const module = binaryen.readBinary(wasm);
  const { MutableGlobals, SignExt, NontrappingFPToInt, BulkMemory, BulkMemoryOpt, SIMD128 } = binaryen.Features;
  const all = MutableGlobals | SignExt | NontrappingFPToInt | BulkMemory | BulkMemoryOpt | SIMD128;
  module.setFeatures(options === SHARED ? all | binaryen.Features.Atomics : all);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setAlwaysInlineMaxSize(INLINED.always);
  binaryen.setFlexibleInlineMaxSize(INLINED.light);
  binaryen.setOneCallerInlineMaxSize(INLINED.once);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  // What the first round has put together the second makes smaller.
  module.optimize();
  module.optimize();
  return Buffer.from(module.emitBinary());
}

function moduleText(name, wasm) {
  const lines = wasm
    .toString('base64')
    .match(/.{1,1000}/g)
    .map((line) => `  '${line}'`);
  return `/** The kernel as WebAssembly; made from kernel/ by scripts/build-kernel.mjs. One binary in base64, in long lines because nobody reads them. */\nexport const ${name} =\n${lines.join(' +\n')};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildKernel(process.argv.includes('--check'));

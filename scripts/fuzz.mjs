// Fuzzes what takes bytes from outside, guided by the branches that inputs take; found inputs go to test/data/fuzz, where tests run them.
//
//   npm run fuzz -- [--seconds N] [--target NAME[,NAME…]] [--seed N] [--list]
//
// N seconds for each target. What was interesting is kept in .tmp/fuzz, so that the next run goes on from there.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { instrument } from './instrument.mjs';

/** A run that takes longer is a hang; other programs may be using the processors. */
const HANG_MS = 30_000;
const HEAP_MB = 768;
const INPUT_BYTES = 64 * 1024;

const root = resolve(import.meta.dirname, '..');
const folder = join(root, '.tmp/fuzz');
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    target: { type: 'string' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
  },
});
// Of its own, since another run may be under way.
const script = join(folder, `worker-${process.pid}.mjs`);
const list = join(folder, `targets-${process.pid}.mjs`);
process.on('exit', () => [script, list].forEach((file) => void rmSync(file, { force: true })));
await bundle('test/fuzz/worker.ts', script, instrument);
await bundle('test/fuzz/targets.ts', list);
const { targets } = await import(list);
const names = targets.map(({ name }) => name);
if (values.list) {
  console.log(names.join('\n'));
  process.exit(0);
}
const asked = values.target?.split(',') ?? names;
const chosen = names.filter((name) => asked.some((word) => name === word || name.startsWith(`${word}-`)));
if (chosen.length === 0) {
  console.error(`no such target; the targets are ${names.join(', ')}`);
  process.exit(2);
}
let failures = 0;
for (const name of chosen) failures += await fuzz(name);
const { user, system } = process.cpuUsage();
console.log(`${chosen.length} targets, ${Math.round((user + system) / 1e6)} s of the processor, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);

/** How many different failures were found; the first input of each is kept. */
async function fuzz(target) {
  const kept = join(folder, 'corpus', target);
  mkdirSync(kept, { recursive: true });
  const corpus = readdirSync(kept).map((file) => new Uint8Array(readFileSync(join(kept, file))));
  const current = new SharedArrayBuffer(8 + INPUT_BYTES);
  const head = new Int32Array(current, 0, 2);
  const failures = new Map();
  const fail = (bytes, message) => {
    // One kind of failure: the words before what differs from input to input, and where it came from.
    const [first = '', ...stack] = String(message).split('\n');
    const [words = ''] = first.split(/["'\d]/, 1);
    const place = stack.find((line) => line.includes('worker-') && !/ (same|hold) /.test(line)) ?? '';
    const kind = `${words.slice(0, 40)} ${place}`;
    const known = failures.get(kind);
    if (known && known.bytes.length <= bytes.length) return;
    failures.set(kind, { bytes, message: String(message) });
  };
  const worker = new Worker(script, {
    workerData: {
      target,
      seed: Number(values.seed),
      seconds: Number(values.seconds),
      corpus,
      current,
    },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const inHand = () => new Uint8Array(current, 8, Math.min(head[1], INPUT_BYTES)).slice();
  let summary = 'ended early';
  let last = -1;
  let since = Date.now();
  await new Promise((done) => {
    const watch = setInterval(() => {
      const run = Atomics.load(head, 0);
      if (run !== last) [last, since] = [run, Date.now()];
      else if (run > 0 && Date.now() - since > HANG_MS) {
        fail(inHand(), 'hangs');
        void worker.terminate();
      }
    }, 500);
    worker.on('message', ({ kind, bytes, message, runs, seen, all }) => {
      if (kind === 'found') fail(bytes, message);
      else if (kind === 'kept') writeFileSync(join(kept, digest(bytes)), bytes);
      else summary = `${runs} runs, ${seen} of ${all} branches taken`;
    });
    worker.on('error', (error) => fail(inHand(), `kills the thread: ${error.stack ?? error}`));
    worker.on('exit', () => {
      clearInterval(watch);
      // A promise that nothing will ever settle ends the thread without a word.
      if (summary === 'ended early' && failures.size === 0) fail(inHand(), 'ends without an answer');
      done();
    });
  });
  console.log(`${target}: ${summary}, ${corpus.length} inputs to start from, ${failures.size} failures`);
  for (const { bytes, message } of failures.values()) {
    const place = join(root, 'test/data/fuzz', target);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, digest(bytes)), bytes);
    console.log(
      `  ${digest(bytes)} (${bytes.length} bytes): ${message
        .split('\n')
        .slice(0, 6)
        .map((line) => line.slice(0, 400))
        .join('\n    ')}`,
    );
  }
  return failures.size;
}

function digest(bytes) {
  return createHash('sha1').update(bytes).digest('hex').slice(0, 16);
}

/** In one file; packages stay outside. Marks go into what is fuzzed. */
async function bundle(input, file, transform = (code) => code) {
  const built = await rolldown({ input: join(root, input), platform: 'node', external: /^[^./]/, logLevel: 'silent' });
  const { output } = await built.generate({ format: 'esm', codeSplitting: false });
  await built.close();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, transform(output[0].code));
}

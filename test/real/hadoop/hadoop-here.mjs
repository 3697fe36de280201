// Stands in for the program `hadoop` on one machine: `jar` runs the mapper on each file, with places of lines if asked, deals rows out by their
// first field, sorts them by two with `LC_ALL=C sort`, and runs the reducer on each part; `fs` works on this disk. What fails leaves no output.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const REDUCERS = 2;
const [, , command, ...words] = process.argv;
if (command === 'fs') files();
else if (command === 'jar') streaming();
else process.exit(1);

function files() {
  const [what, path, to] = words;
  if (what === '-cat')
    for (const file of filesIn(path.replace('/part-*', ''))) process.stdout.write(readFileSync(file));
  else if (what === '-text') process.stdout.write(bytesOf(path));
  else if (what === '-mv') renameSync(path, to);
  else if (what === '-mkdir') mkdirSync(path);
  else if (what === '-put' && path === '-') writeFileSync(to, readFileSync(0));
  else if (what === '-rm')
    for (const gone of words.filter((word) => !word.startsWith('-'))) rmSync(gone, { recursive: true, force: true });
  else process.exit(1);
}

function streaming() {
  const option = (name) => words[words.indexOf(name) + 1];
  const all = (name) => words.flatMap((word, i) => (word === name ? [words[i + 1]] : []));
  const settings = Object.fromEntries(all('-D').map((setting) => setting.split('=')));
  const output = option('-output');
  if (settings['stream.num.map.output.key.fields'] !== '2' || existsSync(output)) process.exit(1);
  for (const file of words.includes('-files') ? option('-files').split(',') : []) {
    if (file.includes('/')) writeFileSync(file.split('/').at(-1), readFileSync(file));
  }
  const isPlaced = settings['stream.map.input.ignoreKey'] === 'false';
  const mapped = all('-input')
    .flatMap(filesIn)
    .map((file) => run(option('-mapper'), isPlaced ? withPlaces(bytesOf(file)) : bytesOf(file), file));
  const rows = linesOf(Buffer.concat(mapped));
  const isReduced = option('-reducer') !== 'NONE';
  const count = isReduced ? Number(settings['mapreduce.job.reduces'] ?? REDUCERS) : 1;
  const parts = Array.from({ length: count }, (_, part) => {
    const own = textOf(rows.filter((row) => hash(row.split('\t')[0]) % count === part));
    if (!isReduced) return own;
    return run(option('-reducer'), run("LC_ALL=C sort -t '\t' -k 1,1 -k 2,2", own));
  });
  mkdirSync(output, { recursive: true });
  for (const [part, bytes] of parts.entries()) writeFileSync(join(output, `part-0000${part}`), bytes);
}

function run(line, input, file = '') {
  const { status, stdout } = spawnSync('bash', ['-c', line], {
    input,
    env: { ...process.env, mapreduce_map_input_file: file },
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 2],
  });
  if (status !== 0) process.exit(1);
  return stdout;
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name));
}

function bytesOf(file) {
  return file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file);
}

function withPlaces(bytes) {
  let place = 0;
  return textOf(
    linesOf(bytes).map((line) => {
      const text = `${place}\t${line}`;
      place += line.length + 1;
      return text;
    }),
  );
}

/** A character per byte. */
function linesOf(bytes) {
  const lines = bytes.toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function textOf(lines) {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');
}

function hash(text) {
  let sum = 0;
  for (const c of text) sum = (sum * 31 + c.charCodeAt(0)) % 1009;
  return sum;
}

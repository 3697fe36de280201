/** `dustpan dedupe`: the first URL of each key. */
import { EngineError } from '../../base/index.ts';
import type { Normalizer } from '../../normalize/index.ts';
import type { Input } from '../../records/index.ts';
import { threadsFor, transformLines } from '../apply.ts';
import { defineCommand } from '../command.ts';
import { COLUMN, ENGINE } from '../engine-options.ts';
import { openFiles } from '../inputs.ts';
import type { LineAnswer } from '../line-block.ts';
import { startOthers, type Threads, WORKERS } from '../line-threads.ts';
import { transformedLines } from '../lines.ts';
import { FILES, INCLUDE, jsonLines, OUTPUT, RULES, VERBOSE } from '../options.ts';
import { type Output, openOutput } from '../output.ts';
import { type Progress, startProgress } from '../progress.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { counted, grouped } from '../terminal.ts';

type Kept = { readonly lines: number; readonly kept: number };
type Group = { readonly url: string; count: number };

/** What a Map can hold. */
const MAX_GROUPS = 2 ** 24 - 1;
/** Text handed over at once when groups are written at the end. */
const BATCH = 64 * 1024;

export const dedupe = defineCommand(
  {
    name: 'dedupe',
    summary: SUMMARIES.dedupe,
    details: 'Every key is kept in memory until the end.',
    positionals: [FILES],
    options: [
      RULES,
      INCLUDE,
      jsonLines('key'),
      {
        name: 'counts',
        help: 'add a tab and the number of URLs with that key ("count" in JSON); nothing comes out before all input was read',
      },
      OUTPUT,
      WORKERS,
      VERBOSE,
      ...ENGINE,
      COLUMN,
    ],
    examples: [
      'dustpan dedupe -r rules.json urls.txt.gz -o unique.txt',
      'dustpan dedupe -r rules.json --counts urls.txt',
    ],
  },
  async (options, files) => {
    if (options.engine !== 'local') {
      const { dedupeOnEngine } = await import('../engine-key.ts');
      return await dedupeOnEngine(options, files);
    }
    const inputs = openFiles(files, [options.rules]);
    const { json, counts } = options;
    const others = json || counts ? null : await startOthers(inputs, options.workers);
    try {
      const normalizer = await loadRules(options.rules, options.include);
      const output = openOutput(options.output);
      const progress = startProgress(inputs, output, options.verbose);
      const print = json ? (counts ? printObjectAndCount : printObject) : printCount;
      const { lines, kept } =
        json || counts
          ? await writeGroups(normalizer, inputs, output, progress, print, counts)
          : await writeFirst(normalizer, inputs, output, progress, threadsFor(normalizer, 'key', options, others));
      await output.finish();
      progress.done(`${counted(lines, 'URL')}, ${grouped(kept)} kept`);
      return 0;
    } finally {
      await others?.stop();
    }
  },
);

/** The fast path. */
async function writeFirst(
  normalizer: Normalizer,
  inputs: readonly Input[],
  output: Output,
  progress: Progress,
  threads: Threads,
): Promise<Kept> {
  const transform = normalizer.dedupe();
  const sink = { transform, take: ({ block, result }: LineAnswer) => transform.take(block, result) };
  const { lines, changed } = await transformLines(sink, inputs, output, progress, threads);
  return { lines, kept: lines - changed };
}

/** Lines are held a character per byte, so that they come out as they came in. */
async function writeGroups(
  normalizer: Normalizer,
  inputs: readonly Input[],
  output: Output,
  progress: Progress,
  print: (key: string, group: Group) => string,
  isCounting: boolean,
): Promise<Kept> {
  const groups = new Map<string, Group>();
  let lines = 0;
  for await (const batch of transformedLines(inputs, normalizer.lines('key'), 'latin1')) {
    let text = '';
    for (const [url, key] of batch) {
      lines++;
      const known = groups.get(key);
      if (known) known.count++;
      else {
        if (groups.size === MAX_GROUPS) throw tooManyKeys();
        const group = { url, count: 1 };
        groups.set(key, group);
        if (!isCounting) text += print(key, group);
      }
    }
    await output.write(Buffer.from(text, 'latin1'));
    progress.update(lines);
  }
  if (isCounting) await writeAll(groups, output, print);
  return { lines, kept: groups.size };
}

function tooManyKeys(): EngineError {
  return new EngineError(
    'too-many-keys',
    `--json and --counts hold at most ${grouped(MAX_GROUPS)} keys; split the input by host, or leave them out`,
  );
}

async function writeAll(
  groups: ReadonlyMap<string, Group>,
  output: Output,
  print: (key: string, group: Group) => string,
): Promise<void> {
  let text = '';
  for (const [key, group] of groups) {
    text += print(key, group);
    if (text.length < BATCH) continue;
    await output.write(Buffer.from(text, 'latin1'));
    text = '';
  }
  await output.write(Buffer.from(text, 'latin1'));
}

function printCount(_key: string, { url, count }: Group): string {
  return `${url}\t${count}\n`;
}

function printObject(key: string, { url }: Group): string {
  return inBytes(`${JSON.stringify({ url: inText(url), key: inText(key) })}\n`);
}

function printObjectAndCount(key: string, { url, count }: Group): string {
  return inBytes(`${JSON.stringify({ url: inText(url), key: inText(key), count })}\n`);
}

function inText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function inBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

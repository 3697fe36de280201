/** Runs lines of URLs through rules, for `key` and `rewrite`: bytes to bytes, or to one JSON object a line. */
import type { LineTransform, Normalizer } from '../normalize/index.ts';
import type { Input } from '../records/index.ts';
import { openFiles } from './inputs.ts';
import {
  type LineSink,
  type OtherLineThreads,
  startOthers,
  type Threads,
  transformInThreads,
  workerCount,
} from './line-threads.ts';
import { transformedLines } from './lines.ts';
import { type Output, openOutput } from './output.ts';
import { type Progress, startProgress } from './progress.ts';
import { loadRules } from './rules.ts';
import { counted, grouped } from './terminal.ts';

export type ApplyOptions = {
  readonly rules: string;
  readonly include: 'quarantined' | undefined;
  readonly json: boolean;
  readonly output: string | undefined;
  readonly workers: number | undefined;
  readonly verbose: boolean;
};

export async function applyToLines(
  mode: 'key' | 'rewrite',
  options: ApplyOptions,
  files: readonly string[],
): Promise<0> {
  const inputs = openFiles(files, [options.rules]);
  const others = options.json ? null : await startOthers(inputs, options.workers);
  try {
    const normalizer = await loadRules(options.rules, options.include);
    const output = openOutput(options.output);
    const progress = startProgress(inputs, output, options.verbose);
    const counts = options.json
      ? await writeObjects(mode, normalizer, inputs, output, progress)
      : await transformLines(
          { transform: normalizer.lines(mode), take: null },
          inputs,
          output,
          progress,
          threadsFor(normalizer, mode, options, others),
        );
    await output.finish();
    progress.done(`${counted(counts.lines, 'URL')}, ${grouped(counts.changed)} changed`);
    return 0;
  } finally {
    await others?.stop();
  }
}

/** The fast path. */
export async function transformLines(
  sink: LineSink,
  inputs: readonly Input[],
  output: Output,
  progress: Progress,
  threads: Threads,
): Promise<LineTransform['counts']> {
  let counts: LineTransform['counts'] = { lines: 0, changed: 0 };
  for await (const { bytes, lines, changed } of transformInThreads(inputs, sink, threads)) {
    const waiting = output.write(bytes);
    if (waiting) await waiting;
    counts = { lines, changed };
    progress.update(lines);
  }
  return counts;
}

export function threadsFor(
  normalizer: Normalizer,
  mode: 'key' | 'rewrite',
  { workers, include }: Pick<ApplyOptions, 'workers' | 'include'>,
  others: OtherLineThreads | null,
): Threads {
  const options = include === undefined ? {} : { include: [include] };
  return {
    workers: workerCount(workers),
    work: () => ({ rules: normalizer.compiled(), options, mode }),
    own: () => normalizer.lines(mode),
    others,
  };
}

async function writeObjects(
  mode: 'key' | 'rewrite',
  normalizer: Normalizer,
  inputs: readonly Input[],
  output: Output,
  progress: Progress,
): Promise<LineTransform['counts']> {
  const transform = normalizer.lines(mode);
  for await (const lines of transformedLines(inputs, transform, 'utf8')) {
    let text = '';
    for (const [url, result] of lines) text += `${JSON.stringify({ url, [mode]: result })}\n`;
    await output.write(text);
    progress.update(transform.counts.lines);
  }
  return transform.counts;
}

/** Learning site by site on several threads, the largest first; what comes out is the same with any number of them. */
import type { AutoPlan, ComposedSite, ComposeParts } from '../engines/index.ts';
import { composeBlock } from '../engines/index.ts';
import type { LearnAnswer, LearnWork } from './learn-worker.ts';
import type { StatusLine } from './status-line.ts';
import { grouped } from './terminal.ts';
import { workEach } from './worker-pool.ts';

/** Fewer URLs are done before a thread has started. */
const ALONE_URLS = 20_000;
/** Small sites go to a thread together. */
const BLOCK_URLS = 2_000;
const YOUNG_MB = 96;
/** A thread takes as much memory for itself, some 140 MB, as so many URLs that are looked at. */
const THREAD_URLS = 80_000;
const SCRIPT = new URL('./learn-worker.js', import.meta.url);

export function composeOnThreads(workers: number, line: StatusLine): ComposeParts {
  return async (plan, failing) => {
    const tell = progressOf(plan, line);
    const blocks = blocksOf(plan);
    const threads = Math.min(workers, blocks.length, threadsThatFit(plan));
    const total = plan.urls.reduce((sum, urls) => sum + urls, 0);
    const found = total < ALONE_URLS ? alone(plan, failing, tell) : await onThreads(threads);
    line.clear();
    return found;

    async function onThreads(count: number): Promise<ComposedSite[]> {
      const data: LearnWork = { options: plan.options, failing: [...failing] };
      const crew = { script: SCRIPT, workers: count, data, young: YOUNG_MB };
      const answers = await workEach<LearnAnswer>(encoded(plan, blocks), crew, (block) => blocks[block]!.forEach(tell));
      return answers.flat();
    }
  };
}

function alone(plan: AutoPlan, failing: ReadonlySet<string>, tell: (part: number) => void): ComposedSite[] {
  return plan.urls.flatMap((_, part) => {
    const composed = composeBlock(plan.block([part]), plan.options, failing);
    tell(part);
    return composed;
  });
}

/** Numbers of parts that are done together. */
function blocksOf({ urls }: AutoPlan): number[][] {
  const blocks: number[][] = [];
  let size = BLOCK_URLS;
  for (let part = 0; part < urls.length; part++) {
    if (size >= BLOCK_URLS) {
      blocks.push([]);
      size = 0;
    }
    blocks.at(-1)!.push(part);
    size += urls[part]!;
  }
  return blocks;
}

/** Made when a thread has nothing to do, so that no more of them are in memory than there are threads. */
function* encoded(plan: AutoPlan, blocks: readonly (readonly number[])[]): Generator<Uint8Array<ArrayBuffer>> {
  for (const parts of blocks) yield plan.block(parts);
}

/** As many threads as could do the largest parts side by side. */
function threadsThatFit({ urls, most }: AutoPlan): number {
  let sum = 0;
  const first = urls.findIndex((own) => {
    sum += own + THREAD_URLS;
    return sum > most;
  });
  return first === -1 ? urls.length : Math.max(1, first);
}

function progressOf({ urls }: AutoPlan, line: StatusLine): (part: number) => void {
  const total = urls.reduce((sum, own) => sum + own, 0);
  let sites = 0;
  let done = 0;
  return (part) => {
    sites++;
    done += urls[part]!;
    line.update(
      () =>
        `learning, ${grouped(done)} URLs of ${grouped(total)} (${Math.floor((100 * done) / total)} %), ${grouped(sites)} of ${grouped(urls.length)} sites`,
    );
  };
}

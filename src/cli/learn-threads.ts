/** Learning site by site on several threads, the largest first; what comes out is the same with any number of them. */
import type { AutoPlan, ComposedSite, PartWork, PlannedParts, Suspects } from '../engines/index.ts';
import { compileLate } from './compile-late.ts';
import { answersTo, type LearnWork } from './learn-work.ts';
import type { StatusLine } from './status-line.ts';
import { grouped } from './terminal.ts';
import { workEach } from './worker-pool.ts';

/** Fewer URLs are done before a thread has started. */
const ALONE_URLS = 20_000;
/** Small sites go to a thread together. */
const BLOCK_URLS = 2_000;
/** Memory of a thread for what was made last. What is soon forgotten costs nothing there; what has to be moved out of it costs much, and the code of what was thrown away is compiled anew. */
const YOUNG_MB = 96;
/** The same where there is enough memory: a fifth less of the processor's time. */
const ROOMY_MB = 384;
/** A thread takes as much memory for itself, some 140 MB, as so many URLs that are looked at; a roomy one takes as much as so many. */
const THREAD_URLS = 80_000;
const ROOMY_URLS = 240_000;
const SCRIPT = new URL('./learn-worker.js', import.meta.url);

export function workOnThreads(workers: number, line: StatusLine): PartWork {
  return {
    async compose(plan, failing) {
      compileLate();
      const work = { options: plan.options, failing: [...failing] };
      const found = await eachOf<ComposedSite>(plan, [...plan.urls.keys()], work, workers, progressOf(plan, line));
      line.clear();
      return found;
    },
    async fallen(plan, parts, question) {
      return new Set(await eachOf<string>(plan, parts, { question }, workers, () => undefined));
    },
    suspects(plan, parts, suspected) {
      return eachOf<Suspects>(plan, parts, { suspected }, workers, () => undefined);
    },
  };
}

/** What is answered for parts; `tell` hears of each that is done. */
async function eachOf<Item>(
  plan: PlannedParts,
  parts: readonly number[],
  work: LearnWork,
  workers: number,
  tell: (part: number) => void,
): Promise<Item[]> {
  const total = parts.reduce((sum, part) => sum + plan.urls[part]!, 0);
  if (total < ALONE_URLS) {
    const answerTo = answersTo(work);
    return parts.flatMap((part) => {
      const answer = answerTo(plan.block([part])) as readonly Item[];
      tell(part);
      return answer;
    });
  }
  const blocks = blocksOf(plan, parts);
  const wanted = Math.min(workers, blocks.length);
  const threads = Math.min(wanted, threadsThatFit(plan, THREAD_URLS));
  const young = threadsThatFit(plan, ROOMY_URLS) >= wanted ? ROOMY_MB : YOUNG_MB;
  const crew = { script: SCRIPT, workers: threads, data: work, young };
  const answers = await workEach<readonly Item[]>(encoded(plan, blocks), crew, (block) => blocks[block]!.forEach(tell));
  return answers.flat();
}

/** Numbers of parts that are done together. */
function blocksOf({ urls }: PlannedParts, parts: readonly number[]): number[][] {
  const blocks: number[][] = [];
  let size = BLOCK_URLS;
  for (const part of parts) {
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
function* encoded(plan: PlannedParts, blocks: readonly (readonly number[])[]): Generator<Uint8Array<ArrayBuffer>> {
  for (const parts of blocks) yield plan.block(parts);
}

/** As many threads as could do the largest parts side by side, each of which takes as much memory as so many URLs. */
function threadsThatFit({ urls, most }: PlannedParts, each: number): number {
  let sum = 0;
  const first = urls.findIndex((own) => {
    sum += own + each;
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

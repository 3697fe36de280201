/** Learning site by site on several threads, the largest first; what comes out is the same with any number of them. */
import type {
  AutoPlan,
  ComposedSite,
  Doubtful,
  FormCounts,
  PartColumns,
  PartWork,
  Suspects,
} from '../engines/index.ts';
import { compileLateAndSmall } from './compile-late.ts';
import { answersTo, type LearnWork } from './learn-work.ts';
import type { StatusLine } from './status-line.ts';
import { grouped } from './terminal.ts';
import { WORK_SCRIPT, type Work } from './work.ts';
import { Threads, workEach } from './worker-pool.ts';

/** Fewer URLs are done before a thread has started. */
const ALONE_URLS = 20_000;
/** Small sites go to a thread together. */
const BLOCK_URLS = 2_000;
/** Memory of a thread for what was made last. What is soon forgotten costs nothing there; what has to be moved out of it costs much, and the code of what was thrown away is compiled anew. */
const YOUNG_MB = 96;
/** The same where there is enough memory: a fifth less of the processor's time. */
const ROOMY_MB = 384;
/** A thread takes as much memory for itself, some 140 MB, as so many URLs that are looked at; a roomy one, 360 MB (two of them on a million URLs), as so many. */
const THREAD_URLS = 18_000;
const ROOMY_URLS = 45_000;
const WORK: Work = 'parts';

/** The work, and an end of its threads, which stay from one work to the next. */
export type ThreadedWork = PartWork & { stop(): Promise<void> };

export function workOnThreads(workers: number, line: StatusLine): ThreadedWork {
  let threads: LearnThreads | null = null;

  /** What is answered for parts; `tell` hears of each that is done. */
  async function eachOf<Item>(
    plan: AutoPlan,
    parts: readonly number[],
    work: LearnWork,
    tell: (part: number) => void = () => undefined,
  ): Promise<Item[]> {
    const total = parts.reduce((sum, part) => sum + plan.urls[part]!, 0);
    if (threads === null && total < ALONE_URLS) {
      const answerTo = answersTo(work, plan.columns);
      return parts.flatMap((part) => {
        const answer = answerTo([part]) as readonly Item[];
        tell(part);
        return answer;
      });
    }
    const blocks = blocksOf(plan, parts);
    threads ??= startThreads(plan, Math.min(workers, blocks.length));
    threads.tell(work);
    const answers = await workEach(blocks, threads, (block) => blocks[block]!.forEach(tell));
    return answers.flat() as Item[];
  }

  const allOf = (plan: AutoPlan) => [...plan.urls.keys()];
  return {
    async compose(plan, failing) {
      compileLateAndSmall();
      const work = { options: plan.options, failing: [...failing] };
      const found = await eachOf<ComposedSite>(plan, allOf(plan), work, progressOf(plan, line));
      line.clear();
      return found;
    },
    doubtful: (plan, doubted) => eachOf<Doubtful>(plan, allOf(plan), { doubted }),
    fallen: async (plan, parts, question) => new Set(await eachOf<string>(plan, parts, { question })),
    suspects: (plan, { numbers, only }, suspected) => eachOf<Suspects>(plan, numbers, { suspected, only }),
    count: (plan, parts, counted) => eachOf<FormCounts>(plan, parts, { counted }),
    stop: async () => threads?.stop(),
  };
}

type LearnThreads = Threads<readonly number[], readonly unknown[]>;

function startThreads(plan: AutoPlan, wanted: number): LearnThreads {
  const workers = Math.min(wanted, threadsThatFit(plan, THREAD_URLS));
  const young = threadsThatFit(plan, ROOMY_URLS) >= wanted ? ROOMY_MB : YOUNG_MB;
  return new Threads({ script: WORK_SCRIPT, words: [WORK], workers, data: shared(plan.columns), young });
}

/** The same columns in memory that all threads see. */
function shared(columns: PartColumns): PartColumns {
  const { urls, first, members, wide, clusters, firstOf, shares } = columns;
  const ints = (column: Int32Array) => copied(column, new Int32Array(new SharedArrayBuffer(column.byteLength)));
  const end = urls.ends.reduce((most, own) => Math.max(most, own), 0);
  return {
    urls: {
      bytes: copied(urls.bytes.subarray(0, end), new Uint8Array(new SharedArrayBuffer(end))),
      starts: ints(urls.starts),
      ends: ints(urls.ends),
      isWellFormed: urls.isWellFormed,
    },
    first: ints(first),
    members: ints(members),
    wide: wide && ints(wide),
    clusters: ints(clusters),
    firstOf: ints(firstOf),
    shares: copied(shares, new Float64Array(new SharedArrayBuffer(shares.byteLength))),
  };
}

function copied<Column extends { set(from: Column): void }>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}

/** Numbers of parts that are done together. */
function blocksOf({ urls }: AutoPlan, parts: readonly number[]): number[][] {
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

/** As many threads as could do the largest parts side by side, each of which takes as much memory as so many URLs. */
function threadsThatFit({ urls, most }: AutoPlan, each: number): number {
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

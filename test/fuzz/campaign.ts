/** One target under changed inputs: the loop that both the fuzzer and the test run. */
import { createRandom } from '../../src/base/index.ts';
import type { Coverage } from './coverage.ts';
import { createMutator } from './mutator.ts';
import { Broken, type FuzzTarget } from './target.ts';

export type CampaignOptions = {
  readonly seed: number;
  /** Looked at before each input. */
  readonly isOver: (runs: number) => boolean;
  /** Inputs besides the seeds of the target. */
  readonly corpus?: readonly Uint8Array[];
  readonly coverage?: Coverage;
  /** Told of each input before it is run, so that what hangs or kills the process is known. */
  readonly onRun?: (bytes: Uint8Array) => void;
  /** Told of what was found; without it the first finding is thrown. */
  readonly onFound?: (bytes: Uint8Array, error: unknown) => void;
  /** Told of inputs that reach something new. */
  readonly onKept?: (bytes: Uint8Array) => void;
};

/** Milliseconds a run may take, and a byte of its input; some hundred times what is usual, since a machine may be slow. */
const PATIENCE_MS = 100;
const PATIENCE_MS_PER_BYTE = 0.05;

export async function runCampaign(target: FuzzTarget, options: CampaignOptions): Promise<number> {
  const { coverage, isOver, onKept } = options;
  const random = createRandom(options.seed);
  const mutate = createMutator(random, target.words);
  const seeds = [...target.seeds(), ...(options.corpus ?? [])];
  const corpus = [...seeds];
  let runs = 0;
  const run = async (bytes: Uint8Array): Promise<void> => {
    runs++;
    await runOne(target, bytes, options);
  };
  for (const seed of seeds) await run(seed);
  coverage?.takeNew();
  while (!isOver(runs)) {
    const bytes = mutate(corpus[random.below(corpus.length)]!, corpus);
    await run(bytes);
    if (!coverage?.takeNew()) continue;
    corpus.push(bytes);
    onKept?.(bytes);
  }
  return runs;
}

async function runOne(target: FuzzTarget, bytes: Uint8Array, { onRun, onFound }: CampaignOptions): Promise<void> {
  onRun?.(bytes);
  try {
    await check(target, bytes);
  } catch (error) {
    if (onFound === undefined) throw error;
    onFound(bytes, error);
  }
}

/** Runs a target on an input, and looks at what must hold of all of them. */
export async function check(target: FuzzTarget, bytes: Uint8Array): Promise<void> {
  const patience = (target.patience ?? 0) + PATIENCE_MS + PATIENCE_MS_PER_BYTE * bytes.length;
  let took = Number.POSITIVE_INFINITY;
  // Time of the processor, since others use it too; a collection of garbage may be to blame for one slow run, hardly for three.
  for (let tries = 0; tries < 3 && took > patience; tries++) {
    const start = process.cpuUsage();
    await target.run(bytes);
    const { user, system } = process.cpuUsage(start);
    took = Math.min(took, (user + system) / 1000);
  }
  if (took > patience) throw new Broken(`${bytes.length} bytes took ${Math.round(took)} ms`);
  checkPrototypes();
}

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype] as const;
const PROPERTIES = PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length);

/** What an input puts there would be in every object. */
function checkPrototypes(): void {
  for (const [i, prototype] of PROTOTYPES.entries())
    if (Reflect.ownKeys(prototype).length !== PROPERTIES[i]) throw new Broken('a prototype was changed');
}

/** Tries one rule on pairs of URLs, one pair after the other, until it is decided (ValidateRule, `spec` 3, section 4). */
import type { Example } from '../../rules/index.ts';
import type { Fetcher, FetchOutcome } from './fetcher.ts';

/** A URL and another that a rule holds to be the same page, and the form that says so. */
export type TrialPair = { readonly url: string; readonly other: string; readonly form: string };

export type TrialOptions = {
  /** N: pairs after which a rule is decided. */
  readonly pairs: number;
  /** ε: share of pairs that may differ. */
  readonly maxError: number;
  /** The second URL is the rule's own output, so that it is the rule's fault if there is no page. */
  readonly isOutput: boolean;
};

export type Trial = {
  /** `open`: there was no use in asking further before it was decided. `untested`: no pair could be compared. */
  readonly verdict: 'valid' | 'invalid' | 'open' | 'untested';
  readonly positive: number;
  readonly negative: number;
  /** Pairs that said nothing, by the reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Different outputs compared, and those of them that are the same page at their own address. */
  readonly outputs: { readonly checked: number; readonly ok: number };
  readonly examples: readonly Example[];
  readonly counterExamples: readonly Example[];
};

/** Attempts for each pair that is wanted, after which the list counts as exhausted. */
export const ATTEMPTS = 10;
const EXAMPLES = 5;
/** Reasons that will be the same for the next pair. */
const FINAL = new Set(['budget', 'host-down', 'stopped']);

/** N (1 - ε) positive pairs accept a rule, N ε negative ones reject it. */
export function decisionPoints(pairs: number, maxError: number): { accept: number; reject: number } {
  // A share such as 0.05 is not exact, and its product may lie a hair above the whole number that is meant.
  const up = (value: number) => Math.max(1, Math.ceil(value - 1e-9));
  return { accept: up((1 - maxError) * pairs), reject: up(maxError * pairs) };
}

/** `pairs` are drawn by chance; `onPair` hears of each that was taken. */
export async function tryRule<Page>(
  pairs: Iterable<TrialPair>,
  fetcher: Fetcher<Page>,
  options: TrialOptions,
  onPair: (positive: number, negative: number) => void = () => undefined,
): Promise<Trial> {
  const { accept, reject } = decisionPoints(options.pairs, options.maxError);
  const tally = new Tally<Page>(fetcher);
  let attempts = 0;
  for (const pair of pairs) {
    if (tally.positive >= accept || tally.negative >= reject || tally.skipped.has('stopped')) break;
    if (attempts++ >= ATTEMPTS * options.pairs) break;
    await tally.take(pair, options.isOutput);
    onPair(tally.positive, tally.negative);
  }
  return { ...tally.result(), verdict: verdictOf(tally, accept, reject, options.maxError) };
}

function verdictOf(
  { positive, negative, skipped }: Tally<unknown>,
  accept: number,
  reject: number,
  maxError: number,
): Trial['verdict'] {
  if (negative >= reject) return 'invalid';
  if (positive >= accept) return 'valid';
  if ([...skipped.keys()].some((reason) => FINAL.has(reason))) return 'open';
  const tested = positive + negative;
  if (tested === 0) return 'untested';
  return negative === 0 || negative < maxError * tested ? 'valid' : 'invalid';
}

class Tally<Page> {
  positive = 0;
  negative = 0;
  readonly skipped = new Map<string, number>();
  readonly #fetcher: Fetcher<Page>;
  /** Pages that counted for the rule, each with the form it was seen under. */
  readonly #pages: { readonly page: Page; readonly form: string }[] = [];
  readonly #outputs = new Map<string, boolean>();
  readonly #examples: Example[] = [];
  readonly #counterExamples: Example[] = [];

  constructor(fetcher: Fetcher<Page>) {
    this.#fetcher = fetcher;
  }

  async take({ url, other, form }: TrialPair, isOutput: boolean): Promise<void> {
    // Asked before the first page is, so that it is not fetched for nothing.
    const reason = await this.#fetcher.mayFetch(other);
    if (reason !== null) return this.#skip(reason);
    const first = await this.#fetcher.fetch(url);
    if (first.kind !== 'page') return this.#skip(reasonOf(first));
    const second = await this.#fetcher.fetch(other);
    if (second.kind === 'unknown' || (second.kind === 'no-page' && !isOutput)) return this.#skip(reasonOf(second));
    const isSame =
      second.kind === 'page' && (first.url === second.url || this.#fetcher.isSame(first.page, second.page));
    const example: Example = { urls: [url, other], form };
    if (!isSame) {
      this.negative++;
      this.#outputs.set(other, false);
      if (this.#counterExamples.length < EXAMPLES) this.#counterExamples.push(example);
      return;
    }
    // An error page, a login or an empty frame looks the same everywhere: that proves nothing a second time.
    const seen = this.#pages.find(({ page }) => this.#fetcher.isSame(page, first.page));
    if (seen !== undefined && seen.form !== form) return this.#skip('same-as-others');
    if (seen === undefined) this.#pages.push({ page: first.page, form });
    this.positive++;
    this.#outputs.set(other, this.#outputs.get(other) !== false && second.redirects === 0);
    if (this.#examples.length < EXAMPLES) this.#examples.push(example);
  }

  result(): Omit<Trial, 'verdict'> {
    const outputs = [...this.#outputs.values()];
    return {
      positive: this.positive,
      negative: this.negative,
      skipped: Object.fromEntries([...this.skipped].sort(([a], [b]) => (a < b ? -1 : 1))),
      outputs: { checked: outputs.length, ok: outputs.filter((isRight) => isRight).length },
      examples: this.#examples,
      counterExamples: this.#counterExamples,
    };
  }

  #skip(reason: string): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
  }
}

function reasonOf(outcome: FetchOutcome<unknown>): string {
  return outcome.kind === 'unknown' ? outcome.why : 'no-page';
}

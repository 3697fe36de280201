/** The options of the learners that align URLs, with where each default comes from (ROD is Rodrigues' thesis). */
import { check, completeOptions, type SharedOptions } from '../learner.ts';

export type AlignmentOptions = SharedOptions & {
  /** `jaccard` is ROD Eq. 4.1; `tiered` scores shared tokens by place (Sarode and Chordia). */
  readonly scoring: 'jaccard' | 'tiered';
  /** Whether `irs` and `IRS` score as one token; the rule keeps both spellings either way. */
  readonly caseFoldScore: boolean;
  /** Whether a rule's hosts are those of the aligned URLs or of the whole cluster. */
  readonly scopeFrom: 'sample' | 'cluster';
  /** Whether the canonical form drops optional text (t1 in ROD 4.2.1.2) or always has it (t2). */
  readonly canonicalMode: 'delete' | 'keep';
  /** Whether the canonical form shows `(a|b)` where URLs differ, not the first of them. */
  readonly emitAlternatives: boolean;
};

export const ALIGNMENT_DEFAULTS: AlignmentOptions = {
  seed: 1,
  // K, ROD 6.2.1.1: covers all but 1 or 2 % of the clusters.
  sample: 10,
  // Card_set, ROD 6.2.1.3: a middle value; small ones merge different pages, large ones compress less.
  cardinality: 5,
  // min_freq, ROD 6.2.1.4: the most precise of the values studied, and the one of its comparisons.
  minFrequency: 10,
  scoring: 'jaccard',
  // Only with folded case do ROD Fig. 4.1 and Table 4.1 come out as printed.
  caseFoldScore: true,
  // ROD Algorithms 1 and 4 see the sample alone.
  scopeFrom: 'sample',
  canonicalMode: 'delete',
  emitAlternatives: false,
};

/** The options as asked for, completed and checked. */
export function completeAlignmentOptions(asked?: Partial<AlignmentOptions>): AlignmentOptions {
  const options = completeOptions(ALIGNMENT_DEFAULTS, asked);
  check(['jaccard', 'tiered'].includes(options.scoring), 'scoring', '"jaccard" or "tiered"');
  check(['sample', 'cluster'].includes(options.scopeFrom), 'scopeFrom', '"sample" or "cluster"');
  check(['delete', 'keep'].includes(options.canonicalMode), 'canonicalMode', '"delete" or "keep"');
  for (const name of ['caseFoldScore', 'emitAlternatives'] as const)
    check(typeof options[name] === 'boolean', name, 'true or false');
  return options;
}

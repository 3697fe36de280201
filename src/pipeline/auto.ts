/** Learning with `auto`: hypotheses of all families, judged by what they do together; the default way. */
import type { Cluster } from '../clusters/index.ts';
import { type Composition, selectTogether } from '../select/index.ts';
import { LEARNER_PROPOSERS } from './auto-proposals.ts';
import type { Learned } from './cross-fit.ts';
import type { LearnOptions } from './options.ts';

/** The name of the way, where names of learners stand. */
export const AUTO = 'auto';

export type LearnedTogether = Learned & { readonly composition: Composition };

export function learnTogether(
  clusters: readonly Cluster[],
  { maxRisk, seenShare, confidence }: LearnOptions,
  failing: readonly string[],
): LearnedTogether {
  const composition = selectTogether(clusters, {
    maxRisk,
    seenShare,
    confidence,
    failing,
    proposers: LEARNER_PROPOSERS,
  });
  return {
    composition,
    rules: composition.rules,
    candidates: composition.candidates,
    rejected: {
      'min-support': composition.unproven,
      'max-fpr': composition.contradicted,
      inverse: 0,
      covered: 0,
      conflict: 0,
    },
    bestSupport: null,
    bestFpr: null,
    problems: [],
  };
}

/** What to say when nothing was learned; else null. */
export function adviseOnAuto(
  learned: LearnedTogether,
  clusters: readonly Cluster[],
  options: LearnOptions,
): string | null {
  if (learned.rules.length > 0) return null;
  if (!clusters.some(({ urls }) => urls.length > 1)) {
    const left = options.fold ? ` outside fold ${options.fold.part}/${options.fold.of}` : '';
    return `no cluster${left} has two URLs, so there is nothing to learn from`;
  }
  const [most] = learned.composition.unexplained;
  if (learned.candidates === 0) return 'no difference between the URLs of a page comes twice, so no rule can be proven';
  const hint = most === undefined ? '' : ` (most duplicates differ in: ${most.difference})`;
  return `no rule is proven to join different pages in less than --max-risk ${options.maxRisk} of its merges${hint}; more data would help`;
}

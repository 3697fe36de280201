/** Proof by fetching, as far as it is pure: which pairs are compared, and when a rule is proven or refuted. */
export type { Fetcher, FetchOutcome } from './fetcher.ts';
export type { Trial } from './try-rule.ts';
export {
  PROOF_DEFAULTS,
  type ProofOptions,
  type ProofProgress,
  type RuleProof,
  validateByFetching,
} from './validate-by-fetching.ts';

/** Proof by fetching as a whole: a rule set and URLs in, the polite client asked, the rules with their proofs out. */
import { ConfigError } from '../base/index.ts';
import { type FetchOptions, type FetchReport, openFetcher, type PageFetcher } from '../fetch/index.ts';
import { type RuleSet, rulesOf, stagesOf } from '../rules/index.ts';
import {
  PROOF_DEFAULTS,
  type ProofOptions,
  type ProofProgress,
  type RuleProof,
  validateByFetching,
} from '../validate/index.ts';

export type FetchProof = {
  readonly ruleSet: RuleSet;
  /** What became of each rule, in order. */
  readonly proofs: readonly RuleProof[];
  /** What the proof cost. */
  readonly report: FetchReport;
  /** True if it was stopped before its end; what was decided is decided. */
  readonly isStopped: boolean;
};

/** `progress` comes with each pair of pages. */
export type FetchProgress = ProofProgress & Pick<FetchReport, 'requests' | 'bytes'>;

/** Fetches pages to prove or refute the rules of a set; see `docs/fetching.md` for what is asked and how. */
export async function proveByFetching(
  ruleSet: RuleSet,
  urls: readonly string[],
  asked: Partial<ProofOptions & FetchOptions> = {},
  onProgress: (progress: FetchProgress) => void = () => undefined,
): Promise<FetchProof> {
  const options = completeProofOptions(asked);
  const fetcher = await openFetcher(fetchOptions(asked));
  try {
    return await prove(ruleSet, urls, fetcher, options, onProgress, asked.signal);
  } finally {
    await fetcher.close();
  }
}

/** The URLs that the evidence of rules shows: something to try them on when no list is there. */
export function exampleUrls(ruleSet: RuleSet): string[] {
  const examples = rulesOf(ruleSet).flatMap(({ evidence = {} }) => [
    ...(evidence.examples ?? []),
    ...(evidence.counterExamples ?? []),
  ]);
  return [...new Set(examples.flatMap(({ urls }) => urls))];
}

async function prove(
  ruleSet: RuleSet,
  urls: readonly string[],
  fetcher: PageFetcher,
  options: ProofOptions,
  onProgress: (progress: FetchProgress) => void,
  signal: AbortSignal | undefined,
): Promise<FetchProof> {
  const proofs: RuleProof[] = [];
  const stages = [];
  const tell = (progress: ProofProgress) => {
    const { requests, bytes } = fetcher.report();
    onProgress({ ...progress, requests, bytes });
  };
  for (const stage of stagesOf(ruleSet)) {
    const result = await validateByFetching(stage, urls, fetcher, options, tell);
    proofs.push(...result.proofs);
    stages.push({ apply: stage.apply, sun: stage.sun, rules: result.rules });
  }
  const proven: RuleSet = 'stages' in ruleSet ? { ...ruleSet, stages } : { ...ruleSet, rules: stages[0]!.rules };
  return { ruleSet: proven, proofs, report: fetcher.report(), isStopped: signal?.aborted === true };
}

function completeProofOptions(asked: Partial<ProofOptions>): ProofOptions {
  const {
    pairs = PROOF_DEFAULTS.pairs,
    maxError = PROOF_DEFAULTS.maxError,
    minSupport = PROOF_DEFAULTS.minSupport,
    seed = PROOF_DEFAULTS.seed,
  } = asked;
  const check = (isGood: boolean, name: string, wanted: string) => {
    if (!isGood) throw new ConfigError('bad-option', `The option ${name} must be ${wanted}.`);
  };
  check(Number.isSafeInteger(pairs) && pairs >= 1, 'pairs', 'a whole number of 1 or more');
  check(maxError >= 0 && maxError < 1, 'maxError', 'a number from 0 and less than 1');
  check(Number.isSafeInteger(minSupport) && minSupport >= 1, 'minSupport', 'a whole number of 1 or more');
  check(Number.isSafeInteger(seed), 'seed', 'a whole number');
  return { pairs, maxError, minSupport, seed };
}

function fetchOptions(asked: Partial<ProofOptions & FetchOptions>): Partial<FetchOptions> {
  const { pairs: _pairs, maxError: _maxError, minSupport: _minSupport, seed: _seed, ...rest } = asked;
  return rest;
}

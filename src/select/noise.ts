/** How much noise the pages of a site have. At some, right changes join what looks like different pages now and then, because pages say a time or their own address; at others hardly ever. All hypotheses of a site tell together. */
import { formalReason } from './accept.ts';
import type { Candidate } from './candidate.ts';
import type { Measured } from './measure.ts';
import type { Noise, Priors } from './priors.ts';
import { evidence, shareOf } from './risk.ts';

/** Hypotheses of a family that count at most, taken together: many of them meet the same pages. */
const FAMILY_WEIGHT = 10;

/** What is believed of rules at a site after all that was measured there; `priors` are those of any site. Of noise, too, both pages must be in the data, so that a share of the site says less of it. */
export function believedHere(
  priors: Priors,
  measurements: readonly { readonly candidate: Candidate; readonly measured: Measured }[],
  seenShare: number,
): Priors {
  const witnesses = measurements.filter(
    ({ candidate, measured }) => tellsOfNoise(candidate) && formalReason(candidate, measured) === null,
  );
  const sizes = new Map<string, number>();
  for (const { candidate } of witnesses) sizes.set(candidate.family, (sizes.get(candidate.family) ?? 0) + 1);
  const logs = priors.right.map((noise) => Math.log(noise.weight));
  for (const { candidate, measured } of witnesses) {
    const { family } = candidate;
    const { good, bad } = measured;
    const share = shareOf(family, priors);
    const wrong = Math.log1p(-share) + evidence(priors.wrong, good, bad);
    const weight = seenShare * Math.min(1, FAMILY_WEIGHT / sizes.get(family)!);
    for (let k = 0; k < logs.length; k++)
      logs[k]! += weight * logSum(Math.log(share) + evidence(priors.right[k]!, good, bad), wrong);
  }
  return { ...priors, right: weighted(priors.right, logs) };
}

/** Whether a change says something of its own: what does several things at once repeats what each of them says, and the wrong ones among them would be heard ten times. */
export function tellsOfNoise({ ops, bodies }: Pick<Candidate, 'ops' | 'bodies'>): boolean {
  return bodies === undefined && ops.length === 1 && ops[0]!.op !== 'dropQuery';
}

/** Noises with weights of these logarithms, which are one together. */
function weighted(noises: readonly Noise[], logs: readonly number[]): Noise[] {
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return noises.map((noise, k) => ({ ...noise, weight: weights[k]! / all }));
}

/** The logarithm of a sum, from those of its parts. */
function logSum(a: number, b: number): number {
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
}

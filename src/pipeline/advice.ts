/** What to say when nothing was learned: which threshold stood in the way, and what to try. */
import type { Learner } from '../learn/index.ts';
import { bestFrequency, type Learned } from './cross-fit.ts';
import { countPlural, type LearnData } from './learn-data.ts';
import type { LearnOptions } from './options.ts';

/** Values that are tried in place of a threshold that let nothing through. */
const LOWER = [5, 2, 1];

/** One sentence, or null when rules were learned. */
export function adviseOn(learned: Learned, learner: Learner, data: LearnData, options: LearnOptions): string | null {
  if (learned.rules.length > 0) return null;
  if (countPlural(data.packed) === 0) {
    const left = options.fold ? ` outside fold ${options.fold.part}/${options.fold.of}` : '';
    return `no cluster${left} has two URLs, so there is nothing to learn from`;
  }
  if (learned.candidates === 0) return adviseOnProposing(learner, data, options);
  if (learned.rejected['max-fpr'] > 0) {
    const share = learned.bestFpr!;
    return `every rule with enough support joins different pages more often than --max-fpr ${options.maxFpr} allows (the best in ${percent(share)} of its pairs); try --max-fpr ${roundUp(share)} if you can bear that`;
  }
  const best = learned.bestSupport!;
  const start = `no rule reached --min-support ${options.minSupport} (the strongest has ${best})`;
  return best > 0 ? `${start}; try --min-support ${best}` : `${start}; there is too little data to prove a rule`;
}

/** The same for a list of URLs of whose pages nothing is known. */
export function adviseOnList(rules: number): string | null {
  if (rules > 0) return null;
  return 'no two URLs often differ by the same text; give more of the log, or labeled URLs';
}

/** Nothing was proposed: names the threshold of the learner that, lowered, lets rules through. */
function adviseOnProposing(learner: Learner, data: LearnData, options: LearnOptions): string {
  for (const name of learner.thresholds ?? ['minFrequency']) {
    if (name === 'minFrequency') {
      const { minFrequency } = options;
      const best = bestFrequency(learner, data, options, { minFrequency: 1 });
      const start = `no rule reached --min-frequency ${minFrequency} (the most frequent has ${best})`;
      if (best > 0) return `${start}; try --min-frequency ${Math.min(best, 2)}`;
      continue;
    }
    const now = Number({ ...learner.defaults, ...options, ...options.methodOptions }[name]);
    for (const value of LOWER) {
      if (value >= now || bestFrequency(learner, data, options, { [name]: value }) === 0) continue;
      if (name === 'minSupport') return `no rule got past --min-support ${now}; try --min-support ${value}`;
      return `no rule got past ${name} ${now}; try { methodOptions: { ${name}: ${value} } } of the library`;
    }
  }
  return 'the clusters have nothing in common that a rule of this learner could say';
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}

/** Up to two digits, so that trying it lets the rule through. */
function roundUp(share: number): number {
  const digits = 10 ** Math.max(2, 1 - Math.floor(Math.log10(share)));
  return Math.min(1, Math.ceil(share * digits) / digits);
}

/**
 * DUSTER: rules from the progressive multiple alignment of each cluster's URLs.
 *
 * 1. Take K URLs of a cluster (Algorithm 2, line 4).
 * 2. Align them, the two most similar sequences first (Algorithm 1).
 * 3. Turn the consensus into a rule (section 4.2.1.2), and check that it joins the URLs it came from.
 * 4. Count equal rules, unite their hosts, keep those of min_freq clusters or more (Algorithm 2, lines 9 to 20).
 */
import { packClusters } from '../../clusters/index.ts';
import { type AlignmentMethod, clusterRule, completeAlignmentOptions, proposeByAlignment } from '../alignment/index.ts';
import type { Learner } from '../learner.ts';
import { DUSTER_DEFAULTS, type DusterOptions } from './options.ts';
import { alignProgressively } from './progressive-alignment.ts';

const METHOD: AlignmentMethod = { name: 'duster', align: alignProgressively };

export const duster: Learner<DusterOptions> = {
  name: 'duster',
  source:
    'K. W. L. Rodrigues, Removing DUST Using Multiple Alignment of Sequences (thesis, UFAM, 2016), chapter 4: DUST detection with a quadratic multi-sequence alignment algorithm',
  emits: ['tokens'],
  defaults: DUSTER_DEFAULTS,
  selection: 'none',
  apply: 'first',
  propose: ({ clusters }, options) =>
    proposeByAlignment(METHOD, packClusters(clusters), completeAlignmentOptions(options)),
  proposePacked: (clusters, isTaken, options) =>
    proposeByAlignment(METHOD, clusters, completeAlignmentOptions(options), isTaken, false),
  clusterRule: (options) => clusterRule(METHOD, completeAlignmentOptions(options)),
};

/**
 * DustLin: rules from the linear multiple alignment of each cluster's URLs.
 *
 * 1. Take K URLs of a cluster and align them one after another (Algorithm 4).
 * 2. Turn the consensus into a rule (section 4.2.1.2), and check that it joins the URLs it came from.
 * 3. Count equal rules, unite their hosts, keep those of min_freq clusters or more (Algorithm 5).
 *
 * The elimination of redundant rules (Algorithm 6) needs validated rules and is done by shared code: `selection: 'covered'`.
 */
import { packClusters } from '../../clusters/index.ts';
import {
  type AlignmentMethod,
  clusterRule,
  completeAlignmentOptions,
  proposeByAlignment,
  proposeHalves,
  proposePart,
} from '../alignment/index.ts';
import type { Learner } from '../learner.ts';
import { alignLinearly } from './linear-alignment.ts';
import { DUSTLIN_DEFAULTS, type DustlinOptions } from './options.ts';

const METHOD: AlignmentMethod = { name: 'dustlin', align: alignLinearly };

export const dustlin: Learner<DustlinOptions> = {
  name: 'dustlin',
  source:
    'K. W. L. Rodrigues, Removing DUST Using Multiple Alignment of Sequences (thesis, UFAM, 2016), chapter 5: DUST detection with a linear multi-sequence alignment algorithm',
  emits: ['tokens'],
  defaults: DUSTLIN_DEFAULTS,
  selection: 'covered',
  apply: 'first',
  propose: ({ clusters }, options) =>
    proposeByAlignment(METHOD, packClusters(clusters), completeAlignmentOptions(options)),
  proposePacked: (clusters, isTaken, options) =>
    proposePart(METHOD, clusters, completeAlignmentOptions(options), isTaken),
  proposeHalves: (clusters, options) => proposeHalves(METHOD, clusters, completeAlignmentOptions(options)),
  clusterRule: (options) => clusterRule(METHOD, completeAlignmentOptions(options)),
};

/**
 * DustBuster: rules from a list of URLs, without a known duplicate.
 *
 * 1. Put the URLs of a host that are equal but for one substring into buckets; likely similar pairs of a bucket that is not
 *    too large show a substitution; keep those shown often enough (Fig. 5.1).
 * 2. Drop substitutions that others say in more context (Fig. 5.2).
 * 3. Find parameters whose value does not seem to matter (section 5.3).
 * 4. Do 1 and 2 with the hosts themselves: between URLs of different hosts that are equal behind the host.
 *
 * Validation (Fig. 5.3 and 5.4) needs pages, fetched or labeled, and is done by shared code.
 */
import type { Learner, LearnInput, Proposal } from '../learner.ts';
import { Detector } from './detect.ts';
import { crossHostGroup, hostGroup } from './groups.ts';
import { LikelyRules } from './likely-rules.ts';
import { completeDustBusterOptions, DUSTBUSTER_DEFAULTS, type DustBusterOptions } from './options.ts';
import type { Group } from './pair-walker.ts';
import { findParameters } from './parameters.ts';
import { Tally } from './tally.ts';
import { listUrls, type UrlList } from './url-list.ts';

export const dustbuster: Learner<DustBusterOptions> = {
  name: 'dustbuster',
  source:
    'U. Schonfeld, Do Not Crawl in the DUST: Different URLs with Similar Text (thesis, Technion, 2005), chapters 4 and 5',
  emits: ['text', 'keys'],
  defaults: DUSTBUSTER_DEFAULTS,
  thresholds: ['minFrequency', 'minPairs'],
  selection: 'none',
  lists: true,
  apply: 'fixpoint',
  propose: (input, options) => propose(input, completeDustBusterOptions(options)),
};

function propose(input: LearnInput, options: DustBusterOptions): Proposal {
  const list = listUrls(input);
  const rules = new LikelyRules(list);
  const detector = new Detector(list, options);
  for (const [h, host] of list.hosts.entries()) {
    addPairs(detector, hostGroup(list, h), list, rules);
    for (const parameter of findParameters(list, h, options)) rules.addParameter(parameter, host);
  }
  addPairs(detector, crossHostGroup(list), list, rules);
  return { candidates: rules.candidates(), problems: [] };
}

function addPairs(detector: Detector, group: Group, list: UrlList, rules: LikelyRules): void {
  const kept = detector.keep(detector.detect(group));
  if (kept.length === 0) return;
  const tallies = kept.map(() => new Tally());
  const hosts = kept.map(() => new Set<number>());
  detector.eachInstance(group, kept, (place, u, v, likeness) => {
    tallies[place]!.add(u, v, likeness);
    hosts[place]!.add(list.host[u]!).add(list.host[v]!);
  });
  for (const [place, pair] of kept.entries()) {
    const names = [...hosts[place]!].map((host) => list.hosts[host]!);
    rules.addPair(pair, names, tallies[place]!);
  }
}

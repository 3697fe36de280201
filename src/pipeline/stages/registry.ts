/** All stages by name: what a stage process can be asked to run. */
import { ConfigError } from '../../base/index.ts';
import { byWide, clusterGroups, clusterLines, numberWides } from './clusters.ts';
import { gatherEdges, largeStar, linkNodes, placeRecords, smallStar, starRoots, uniteEdges } from './components.ts';
import { linkClusters, measurePieces } from './evaluate.ts';
import { addRuleCounts, judgeForms } from './judge.ts';
import { firstLines, keyedLines, keyLines, lineKeys, plainLines } from './key.ts';
import { mapReach } from './map-reach.ts';
import { matchForms } from './match.ts';
import { countRules } from './propose.ts';
import { byHost, proposeHosts } from './propose-host.ts';
import { mapRecords } from './records.ts';
import { addReaches, reachForms } from './reduce-reach.ts';
import { linkReplays, replayPieces } from './replay.ts';
import { compareSitePairs, pairFirst, pairSecond, sitePairs, sitePartners } from './site-pairs.ts';
import { siteBelonging, siteClusters, sitePages, siteRows, siteSketches, siteTerms, siteUrls } from './site-rows.ts';
import { findGiants, holdOnSites, joinHosts, linkHosts, sampleSites, selectSites } from './sites.ts';
import type { Stage } from './stage.ts';
import { countUndone } from './undone.ts';

const STAGES: readonly Stage[] = [
  ...[keyLines, keyedLines, lineKeys, firstLines, plainLines],
  ...[mapRecords, linkNodes, largeStar, smallStar, starRoots, gatherEdges, uniteEdges, placeRecords],
  ...[byHost, proposeHosts, countRules, matchForms, judgeForms, countUndone, mapReach, reachForms],
  ...[addRuleCounts, addReaches],
  ...[siteRows, siteSketches, siteClusters, sitePages, siteBelonging, siteTerms, siteUrls],
  ...[sitePairs, pairFirst, pairSecond, sitePartners, compareSitePairs],
  ...[linkReplays, replayPieces],
  ...[linkHosts, joinHosts, findGiants, sampleSites, selectSites, holdOnSites, linkClusters, measurePieces],
  ...[clusterGroups, byWide, numberWides, clusterLines],
];

export function findStage(name: string): Stage {
  const stage = STAGES.find((stage) => stage.name === name);
  if (stage) return stage;
  const known = STAGES.map((stage) => stage.name).join(', ');
  throw new ConfigError('unknown-stage', `there is no stage ${name}; the stages are ${known}`);
}

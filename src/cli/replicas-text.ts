/** What is told of a search for replicas. */
import type { HostRules, ReplicaSummary } from '../index.ts';
import { counted, grouped, printable } from './terminal.ts';

/** Sentences, one a line. */
export function replicaSentences(summary: ReplicaSummary): string[] {
  const { addresses, addressList, sampledClusters, method, candidates, nearPairs, hosts, sites } = summary;
  const sentences = [
    `${counted(sites, 'site')} of ${counted(hosts, 'host')} with known pages; ${grouped(summary.sharedClusters)} of ${counted(summary.clusters, 'page')} on several sites; ${counted(candidates, 'candidate')}, and ${counted(nearPairs, 'pair')} with nearly the same pages`,
  ];
  if (addresses === 0) {
    sentences.push(
      'no address of a host is known, so the features ip4 and ip3 are left out; give --ips FILE if you have them',
    );
  } else if (addresses < hosts) {
    sentences.push(
      `addresses of ${grouped(addresses)} of ${counted(hosts, 'host')} are known; the others count as alone on theirs`,
    );
  }
  const { unknownHosts, unknownExample, badAddresses, badExample } = addressList;
  if (unknownHosts > 0) {
    sentences.push(
      `${grouped(unknownHosts)} of ${counted(addressList.hosts, 'host')} in the list of addresses are not in the data, and are left out; the first is ${printable(unknownExample!)}`,
    );
  }
  if (badAddresses > 0)
    sentences.push(
      `${counted(badAddresses, 'line')} without a valid address left out; the first is ${printable(badExample!)}`,
    );
  if (sampledClusters > 0)
    sentences.push(`${counted(sampledClusters, 'page')} on very many sites: a sample of the sites was paired`);
  for (const { mode, examples, moves, passes } of summary.trainings) {
    sentences.push(
      `${mode}: ${counted(examples, 'example')}, ${counted(moves, 'label')} moved in ${grouped(passes)} pass${passes === 1 ? '' : 'es'}`,
    );
  }
  if (summary.advice !== null) sentences.push(summary.advice);
  if (method !== 'norm-paths') {
    sentences.push(`${counted(summary.replicas, 'pair')} taken for replicas, in ${counted(summary.groups, 'group')}`);
  }
  return sentences;
}

export function hostRuleSentence({ aliases, candidates, ruleSet, rejected }: HostRules): string {
  const rules = 'rules' in ruleSet ? ruleSet.rules.length : 0;
  return `${counted(rules, 'host rule')} for ${counted(aliases, 'replica')}: ${grouped(candidates)} proposed, ${grouped(rejected['max-fpr'])} contradicted by other pages, ${grouped(rejected['min-support'])} with too little to prove them`;
}

/** The result of a search for replicas as text: pairs, groups, JSON, or a rule set. */
import { printRuleSet, type RuleSet } from '../rules/index.ts';
import { combineSets } from './replicas-combine.ts';
import type { HostRuleOptions, HostRules } from './replicas-rules.ts';
import type { ReplicaSearch } from './replicas-search.ts';

/** What is wanted of a search. */
export type ReplicaForm =
  | { readonly form: 'pairs' | 'groups' | 'json' }
  /** Host rules, joined with rules for sites if there are some. */
  | { readonly form: 'rules'; readonly judging: HostRuleOptions; readonly siteRules: RuleSet | null };

/** What is told of host rules while they are made: how many of them are left out beside the rules for sites. */
export type TellRules = (found: HostRules, refused: number) => void;

export function* replicaText(search: ReplicaSearch, asked: ReplicaForm, tell?: TellRules): Generator<string> {
  switch (asked.form) {
    case 'pairs':
      yield* pairLines(search);
      return;
    case 'groups':
      yield groupLines(search);
      return;
    case 'json':
      yield* jsonLines(search);
      return;
    case 'rules': {
      const found = search.rules(asked.judging);
      if (asked.siteRules === null) {
        tell?.(found, 0);
        yield printRuleSet(found.ruleSet);
        return;
      }
      const { ruleSet, refused } = combineSets(found.ruleSet, asked.siteRules, found.clusters);
      tell?.(found, refused.length);
      yield printRuleSet(ruleSet);
    }
  }
}

/** Pairs that are written at once. */
const BATCH = 10_000;

/** `host_a⇥host_b⇥score`, best first. */
function* pairLines(search: ReplicaSearch): Generator<string> {
  for (let from = 0; from < search.size; from += BATCH) {
    let text = '';
    for (let place = from; place < Math.min(from + BATCH, search.size); place++) {
      const [a, b, score] = search.score(place);
      text += `${a}\t${b}\t${rounded(score)}\n`;
    }
    yield text;
  }
}

/** A group a line: the host that stands for it, then its replicas. */
function groupLines({ groups }: ReplicaSearch): string {
  return groups.map(({ representative, replicas }) => `${[representative, ...replicas].join('\t')}\n`).join('');
}

/** One JSON object, a pair a line. */
function* jsonLines(search: ReplicaSearch): Generator<string> {
  yield `{"dustpan":1,"summary":${JSON.stringify(search.summary)},\n"groups":${JSON.stringify(search.groups)},\n"pairs":[`;
  for (let place = 0; place < search.size; place++) {
    yield `${place === 0 ? '\n' : ',\n'}${JSON.stringify(search.pair(place))}`;
  }
  yield '\n]}\n';
}

function rounded(score: number): number {
  return Number(score.toFixed(6));
}

/** Hosts that are served by the same rules, so that a URL meets only the substitutions of its own host. */
import { compareCodePoints } from '../../base/index.ts';
import type { Rule, Stage } from '../../rules/index.ts';
import type { HostGroup } from './chain.ts';

/** Groups with their rules, named hosts first; the group of all other hosts is last, if there is a rule for them. */
export function hostGroups(stages: readonly Stage[]): HostGroup[] {
  const rules = stages.flatMap((stage) => stage.rules);
  const forAll = rules.some(({ scope }) => scope.hosts === '*');
  // A text rule may lead anywhere, so all rules must be at hand.
  if (rules.some(({ emit }) => emit.view === 'text') && stages.some(({ apply }) => apply === 'fixpoint')) {
    const hosts = [...new Set(rules.flatMap(({ scope }) => (scope.hosts === '*' ? [] : scope.hosts)))];
    return [{ hosts: forAll ? '*' : hosts.sort(compareCodePoints), stages }];
  }
  const rulesOfHost = indexRules(rules);
  const groups = new Map<string, { hosts: string[]; indexes: readonly number[] }>();
  for (const hosts of linkedHosts(rules, [...rulesOfHost.keys()])) {
    const indexes = [...new Set(hosts.flatMap((host) => rulesOfHost.get(host)!))].sort((a, b) => a - b);
    // Hosts that no alias links share a chain if they have the same rules.
    const name = hosts.length === 1 && !indexes.some((i) => isHostRule(rules[i]!)) ? indexes.join() : hosts.join();
    const group = groups.get(name);
    if (group) group.hosts.push(...hosts);
    else groups.set(name, { hosts: [...hosts], indexes });
  }
  const named = [...groups.values()].map(({ hosts, indexes }) => ({
    hosts: hosts.sort(compareCodePoints),
    stages: pick(stages, new Set(indexes.map((i) => rules[i]!))),
  }));
  const others = new Set(rules.filter((rule) => rule.scope.hosts === '*' && !isHostRule(rule)));
  return others.size === 0 ? named : [...named, { hosts: '*', stages: pick(stages, others) }];
}

function isHostRule({ emit }: Rule): boolean {
  return emit.view === 'edit' && emit.op.op === 'host';
}

/** Per named host, the rules that may apply to it. */
function indexRules(rules: readonly Rule[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  const everywhere: number[] = [];
  for (const [i, { scope, emit }] of rules.entries()) {
    const named = scope.hosts === '*' ? [] : scope.hosts;
    const aliased = emit.view === 'edit' && emit.op.op === 'host' ? [...emit.op.from, emit.op.to] : [];
    for (const host of new Set([...named, ...aliased])) if (!index.has(host)) index.set(host, []);
    if (scope.hosts === '*') everywhere.push(i);
    else for (const host of scope.hosts) index.get(host)!.push(i);
  }
  for (const list of index.values()) list.push(...everywhere);
  return index;
}

/** Hosts in sets: an alias and what it becomes are together. */
function linkedHosts(rules: readonly Rule[], hosts: readonly string[]): string[][] {
  const parent = new Map(hosts.map((host) => [host, host]));
  const find = (host: string): string => {
    let root = host;
    while (parent.get(root) !== root) root = parent.get(root)!;
    for (let at = host; at !== root; ) {
      const next = parent.get(at)!;
      parent.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { emit } of rules)
    if (emit.view === 'edit' && emit.op.op === 'host')
      for (const from of emit.op.from) parent.set(find(from), find(emit.op.to));
  const sets = new Map<string, string[]>();
  for (const host of [...hosts].sort(compareCodePoints)) {
    const root = find(host);
    const set = sets.get(root);
    if (set) set.push(host);
    else sets.set(root, [host]);
  }
  return [...sets.values()];
}

function pick(stages: readonly Stage[], rules: ReadonlySet<Rule>): Stage[] {
  return stages.map((stage) => ({ ...stage, rules: stage.rules.filter((rule) => rules.has(rule)) }));
}

/** Why URLs have the keys they have, also with very many rules: only those are interpreted that match a form on the way. */
import { alignTexts, type RuleSet, stagesOf } from '../index.ts';
import { compileRules, type Explanation } from '../normalize/index.ts';
import type { ExplainedUrl, TriedStep } from './api.ts';
import type { Snapshot } from './snapshot.ts';

/** Up to this many rules the plain interpreter is quick enough with all of them. */
const FEW = 200;

/** `others` is filled in by whoever has data. */
export function explainUrl(snapshot: Snapshot, url: string, isQuarantinedToo: boolean): Omit<ExplainedUrl, 'others'> {
  const { steps, ...rest } = explanationOf(snapshot, url, isQuarantinedToo);
  return {
    ...rest,
    columns: alignTexts([url, rest.key]),
    steps: steps.map((step): TriedStep => {
      return { ...step, ref: refOf(snapshot, step), columns: alignTexts([step.before, step.after]) };
    }),
  };
}

/** The refs of the rules that took part. */
export function rulesOn(snapshot: Snapshot, url: string): string[] {
  return [...new Set(explanationOf(snapshot, url, false).steps.map((step) => refOf(snapshot, step)))];
}

/**
 * Rules for other hosts than those of the forms a URL passes through cannot take part, so a set without them gives the same steps.
 * A step may lead to another host; then its rules are added and all is done again. The compiled rules say whether the key is right.
 */
function explanationOf(snapshot: Snapshot, url: string, isQuarantinedToo: boolean): Explanation {
  const normalizer = snapshot.normalizer(isQuarantinedToo);
  if (snapshot.entries.length <= FEW) return normalizer.explain(url);
  const options = isQuarantinedToo ? { include: ['quarantined' as const] } : {};
  const key = normalizer.key(url);
  const hosts = new Set(['*', ...namesIn(url), ...namesIn(key)]);
  for (;;) {
    const explanation = compileRules(restricted(snapshot, hosts), options).explain(url);
    const { size } = hosts;
    for (const { after } of explanation.steps) for (const name of namesIn(after)) hosts.add(name);
    if (hosts.size > size) continue;
    const isRight = explanation.key === key || snapshot.keyRevision !== snapshot.revision;
    return isRight ? explanation : compileRules(snapshot.ruleSet, options).explain(url);
  }
}

/** All that could be the host of a URL, however odd it is; the rules decide which one is. */
function namesIn(url: string): string[] {
  const [, authority = ''] = /^[^/?#]*\/\/([^/?#]*)/.exec(url.toLowerCase()) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return [authority, host, host.replace(/:[^:\]]*$/, '')];
}

function restricted(snapshot: Snapshot, hosts: ReadonlySet<string>): RuleSet {
  const places = [...new Set([...hosts].flatMap((host) => snapshot.placesFor(host)))].sort((a, b) => a - b);
  const entries = places.map((place) => snapshot.entries[place]!);
  const stages = stagesOf(snapshot.ruleSet).map(({ apply, sun }, stage) => ({
    apply,
    sun,
    rules: entries.filter((entry) => entry.stage === stage).map(({ rule }) => rule),
  }));
  return { dustpan: 1, options: {}, stages };
}

/** Rules with one id match and give the same; of several the one in the step's stage is meant. */
function refOf(snapshot: Snapshot, { rule: { id, text }, stage }: Explanation['steps'][number]): string {
  for (let count = 1; ; count++) {
    const ref = count === 1 ? id : `${id}~${count}`;
    const entry = snapshot.find(ref);
    if (!entry) return id;
    if (entry.stage === stage && entry.text === text) return ref;
  }
}

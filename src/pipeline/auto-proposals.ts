/** The published learners as proposers for `auto`: what they find in the pages that families leave apart is judged like any hypothesis. */
import type { Cluster } from '../clusters/index.ts';
import {
  type CandidateRule,
  type Family,
  type Hypothesis,
  type Learner,
  learners,
  looksLikeId,
  type SiteView,
} from '../learn/index.ts';
import { type El, type Example, editSource, type Match, type Op, parseKey } from '../rules/index.ts';

/** Pages a learner looks at, and URLs of each: they propose, all data judges. */
const PAGES = 1_000;
const URLS = 20;
/** Rules of a learner that are judged, the most frequent first. */
const MOST = 60;
/** Pages that must propose a rule: what fewer show cannot be proven anyway. */
const LEAST = 3;

/** One for each learner but `families`, which `auto` asks by itself. */
export const LEARNER_PROPOSERS: readonly Family[] = learners
  .filter(({ name }) => name !== 'families')
  .map((learner) => ({
    name: `learner:${learner.name}`,
    idea: `a rule of the learner ${learner.name}`,
    propose: (view) => proposeWith(learner, view),
  }));

function proposeWith(learner: Learner, { pairs }: SiteView): Hypothesis[] {
  const clusters = clustersOf(pairs);
  if (clusters.length < LEAST) return [];
  const { candidates } = learner.propose({ clusters }, { minFrequency: LEAST });
  return candidates
    .filter(({ match }) => isGeneral(match))
    .flatMap(asSeen)
    .slice(0, MOST)
    .map(hypothesisOf);
}

/**
 * A token rule with two places or more that may be one text or another, or nothing, says what becomes of each combination, and most of them nobody has seen: `?(id=)?*(&action=browse)?` was
 * made of `?X` and `?id=X&action=browse`, and `?id=X` may be another page. Where all of these places are there or not, it is asked of URLs that have them all; other such rules are left out.
 */
function asSeen(candidate: CandidateRule): CandidateRule[] {
  const { match } = candidate;
  if (match.view !== 'tokens' || countChoices(match.seq) < 2) return [candidate];
  const seq = match.seq.flatMap((el) => ('opt' in el ? el.opt : [el]));
  return countChoices(seq) > 0 ? [] : [{ ...candidate, match: { ...match, seq } }];
}

/** The pages that have several forms, as clusters. */
function clustersOf(pairs: SiteView['pairs']): Cluster[] {
  const pages = new Map<number, Set<string>>();
  for (const { a, b, page } of pairs) {
    const known = pages.get(page);
    if (known === undefined && pages.size >= PAGES) break;
    const urls = known ?? new Set<string>();
    if (known === undefined) pages.set(page, urls);
    for (const { text } of [a, b]) if (urls.size < URLS) urls.add(text);
  }
  const taken = new Set<string>();
  return [...pages].flatMap(([page, urls]) => {
    // A form of several pages can stand in one cluster only.
    const own = [...urls].filter((url) => !taken.has(url));
    for (const url of own) taken.add(url);
    return own.length < 2 ? [] : [{ id: String(page), urls: own }];
  });
}

function hypothesisOf({ learner, match, emit, scope, evidence }: CandidateRule): Hypothesis {
  const like = evidence.examples?.[0] && aliasOf(evidence.examples[0]);
  return {
    family: `learner:${learner}`,
    ops: [],
    when: [],
    bodies: [{ learner, match, emit }],
    seen: evidence.frequency,
    ...(scope.hosts !== '*' && { hosts: scope.hosts }),
    ...(like && { like }),
  };
}

/** The one folder, or the one value, in which the two URLs of an example differ, as an alias. */
function aliasOf({ urls }: Example): Op | null {
  const [a, b] = [editSource(urls[0]), editSource(urls[1])];
  if (a.parts.path === b.parts.path) {
    const at = a.params.findIndex(({ value }, i) => value !== b.params[i]?.value);
    const [x, y] = [a.params[at], b.params[at]];
    return x?.value && y?.value && x.name === y.name
      ? { op: 'aliasParam', name: x.name, from: [x.value], to: y.value }
      : null;
  }
  const at = a.path.findIndex((component, i) => component !== b.path[i]);
  if (a.path.length !== b.path.length || a.path.slice(at + 1).join('/') !== b.path.slice(at + 1).join('/')) return null;
  const [from, to] = [a.path, b.path].map((path) => `/${path.slice(0, at + 1).join('/')}`);
  return { op: 'aliasPrefix', from: [from!], to: to! };
}

/** False for rules that name one thing of very many: they say nothing of the next. */
function isGeneral(match: Match): boolean {
  switch (match.view) {
    case 'tokens':
      return !textsOf(match.seq).some(namesId);
    case 'keys':
      return !Object.entries(match.where).some(([key, pattern]) => {
        const values = 'eq' in pattern ? [pattern.eq ?? ''] : 'in' in pattern ? pattern.in : [];
        return parseKey(key)?.part !== 'host' && values.some(namesId);
      });
    case 'text':
      return !namesId(match.alpha.join(''));
    case 'edit':
      return true;
  }
}

/** Parts are looked at one by one: a whole path is long without being an id. */
function namesId(text: string): boolean {
  return text.split(/[^A-Za-z0-9]+/).some(looksLikeId);
}

function countChoices(seq: readonly El[]): number {
  let count = 0;
  for (const el of seq) {
    if ('opt' in el) count += 1 + countChoices(el.opt);
    else if ('alt' in el) count++;
  }
  return count;
}

function textsOf(seq: readonly El[]): string[] {
  return seq.flatMap((el) => ('lit' in el ? [el.lit] : 'alt' in el ? el.alt : 'opt' in el ? textsOf(el.opt) : []));
}

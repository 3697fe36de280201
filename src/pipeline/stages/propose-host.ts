/** Candidates by stages for learners that look at one host at a time: the pages of each host, and what they propose (Koppula's stages, all in one reducer). */
import { type Cluster, keyOf } from '../../clusters/index.ts';
import { findLearner, type Problem } from '../../learn/index.ts';
import { hostOf } from '../../url/index.ts';
import type { Member } from './members.ts';
import { addProblems, type Proposed, type ProposeParams, withInfinity } from './propose.ts';
import type { Stage } from './stage.ts';

/** In: URLs by cluster. Out: URLs by half and host, in the order of their clusters (`h`). */
export const byHost: Stage = {
  name: 'map:by-host',
  kind: 'map',
  open(_params, emit) {
    return {
      row({ k, v }) {
        const [url, , half] = JSON.parse(v) as Member;
        emit(`h${half}${keyOf(hostOf(url))}`, k.slice(1), url);
      },
    };
  },
};

/** In: URLs by half and host. Out: what each half of a host proposes (`p`), and what kept it from proposing. */
export const proposeHosts: Stage = {
  name: 'reduce:propose-hosts',
  kind: 'reduce',
  open(params, emit) {
    const { learner: name, options } = params as ProposeParams;
    const learner = findLearner(name);
    let problems: Problem[] = [];
    return {
      group(key, rows) {
        const clusters = new Map<string, string[]>();
        for (const { s, v } of rows) {
          const urls = clusters.get(s);
          if (urls) urls.push(JSON.parse(v) as string);
          else clusters.set(s, [JSON.parse(v) as string]);
        }
        const own = Array.from(clusters, ([id, urls]): Cluster => ({ id, urls }));
        const found = learner.propose({ clusters: own }, withInfinity(options));
        for (const { id, match, emit: made, scope, evidence } of found.candidates) {
          const hosts = scope.hosts === '*' ? [] : scope.hosts;
          const proposed = { frequency: evidence.frequency, hosts, match, emit: made } satisfies Proposed;
          emit(`p${key[1]}${id}`, '0', proposed);
        }
        problems = addProblems([...problems, ...found.problems]);
      },
      end() {
        for (const problem of problems) emit('!problem', problem.code, problem);
      },
    };
  },
};

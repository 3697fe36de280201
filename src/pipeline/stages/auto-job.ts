/** The judging of `auto` over any engine: sites are judged where their URLs meet, and put together here. */
import {
  type Composition,
  combineSites,
  type Lifted,
  liftBy,
  rulesOfSites,
  type SiteComposition,
} from '../../select/index.ts';
import { mostAtOnce, siteShare } from '../memory.ts';
import type { LearnOptions } from '../options.ts';
import { type ClusterJob, type ClusterJobOptions, findRoots, values } from './cluster-job.ts';
import type { Giants, GiantsParams, HoldParams, SampleParams, SelectParams } from './sites.ts';
import { all, type Engine, part, type Step, type Table } from './stage.ts';

export async function autoJob(
  engine: Engine,
  { table, members, counts }: ClusterJob,
  { maxRisk, seenShare, confidence }: LearnOptions,
  { memory, mostEdges }: Pick<ClusterJobOptions, 'memory' | 'mostEdges'>,
): Promise<Composition> {
  const hosts = await engine.run([{ stage: 'map:host-links' }], [members, part(table, 'f')]);
  const { roots } = await findRoots(engine, hosts, mostEdges, 'reduce:link-hosts');
  const placed = await engine.run([{ stage: 'reduce:place' }], [part(roots, 'r'), part(hosts, 'r')]);
  await engine.drop(roots);
  await engine.drop(hosts);
  const giants = await giantsOf(engine, placed, mostAtOnce(counts, memory), counts.urls);
  const params: SelectParams = { maxRisk, seenShare, confidence, giants };
  const sampling = sampled(giants);
  const chosen = await engine.run([...sampling, { stage: 'reduce:select-sites', params }], [all(placed)]);
  // In the order of their smallest hosts.
  const sites = await values<SiteComposition>(engine, part(chosen, 't'));
  await engine.drop(chosen);
  const lifted = await liftedOf(engine, placed, sampling, sites);
  await engine.drop(placed);
  return combineSites(sites, lifted, confidence);
}

/** Sites that one process cannot look at whole; they are known by their sizes before their URLs meet anywhere. */
async function giantsOf(engine: Engine, placed: Table, most: number, urls: number): Promise<Giants> {
  if (urls <= most) return [];
  const params: GiantsParams = { most };
  const table = await engine.run([{ stage: 'reduce:find-giants', params }], [all(placed)]);
  const found = await engine.few(part(table, 'z'));
  await engine.drop(table);
  return found.map(({ s, v }) => [s, siteShare(JSON.parse(v) as number, most)] as const);
}

function sampled(giants: Giants): Step[] {
  const params: SampleParams = { giants };
  return giants.length === 0 ? [] : [{ stage: 'map:sample-sites', params }];
}

/** Which rules hold on every site, alone and together, and which do not hold beside those. */
async function liftedOf(
  engine: Engine,
  placed: Table,
  sampling: readonly Step[],
  sites: readonly SiteComposition[],
): Promise<Lifted> {
  return liftBy(rulesOfSites(sites), async (params: HoldParams) => {
    const table = await engine.run([...sampling, { stage: 'reduce:hold-on-sites', params }], [all(placed)]);
    const fallen = (await engine.few(part(table, 'x'))).map(({ v }) => JSON.parse(v) as string);
    await engine.drop(table);
    return new Set(fallen);
  });
}

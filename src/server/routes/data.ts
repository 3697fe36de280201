/** The overview, the clusters, and what the server was started with besides: a comparison, replicas. */
import type { Hono } from 'hono';
import type { ReplicasAnswer, Tradeoff } from '../api.ts';
import { clusterDetail, listClusters } from '../cluster-list.ts';
import type { AppliedData } from '../data-set.ts';
import { overviewOf } from '../overview.ts';
import { Refusal } from '../problem.ts';
import { json } from '../respond.ts';
import { clustersQuery, pageQuery } from '../schemas.ts';
import type { Services } from '../services.ts';
import type { Snapshot } from '../snapshot.ts';
import { tradeoffOf } from '../tradeoff.ts';
import { readQuery } from './query.ts';

const MOST_CLUSTERS = 500;

export function addDataRoutes(app: Hono, services: Services): void {
  const { store, data, comparison, replicas } = services;
  const tradeoff = lastTradeoff();

  app.get('/v1/overview', async () => {
    const snapshot = store.current();
    const has = { comparison: comparison !== null, replicas: replicas !== null };
    const curve = await tradeoff(snapshot, data.current);
    return json(await overviewOf(snapshot, store.facts(), data.current, curve, has));
  });

  app.get('/v1/clusters', async (c) => {
    const query = readQuery(c.req.url, clustersQuery);
    const limit = Math.min(query.limit ?? 50, MOST_CLUSTERS);
    return json(await listClusters(needData(data.current), store.current(), { ...query, limit }));
  });

  app.get('/v1/clusters/:index{[0-9]+}', async (c) => {
    return json(await clusterDetail(needData(data.current), store.current(), Number(c.req.param('index'))));
  });

  app.get('/v1/comparison', () => {
    if (comparison) return json(comparison);
    throw new Refusal(
      404,
      'no-comparison',
      'No comparison was given; start the server with --comparison FILE, made by dustpan compare --json.',
    );
  });

  app.get('/v1/replicas', (c) => {
    const { q = '', offset = 0, limit = 100 } = readQuery(c.req.url, pageQuery);
    if (!replicas) {
      throw new Refusal(
        404,
        'no-replicas',
        'No replicas were given; start the server with --replicas FILE, made by dustpan replicas --json.',
      );
    }
    const wanted = q.toLowerCase();
    const pairs = replicas.pairs.filter(({ a, b }) => a.includes(wanted) || b.includes(wanted));
    const groups = replicas.groups.filter((group) =>
      [group.representative, ...group.replicas].some((host) => host.includes(wanted)),
    );
    return json({
      ...replicas,
      groups: groups.slice(0, limit),
      total: replicas.pairs.length,
      matched: pairs.length,
      offset,
      pairs: pairs.slice(offset, offset + limit),
    } satisfies ReplicasAnswer);
  });
}

function needData(data: AppliedData | null): AppliedData {
  if (data) return data;
  throw new Refusal(
    404,
    'no-data',
    'There is no data; start the server with files of labeled URLs or records, or learn from an upload.',
  );
}

/** The curve takes long on large data, so the last one is kept. */
function lastTradeoff(): (snapshot: Snapshot, data: AppliedData | null) => Promise<Tradeoff> {
  let known: {
    readonly revision: string;
    readonly data: AppliedData | null;
    readonly curve: Promise<Tradeoff>;
  } | null = null;
  return (snapshot, data) => {
    if (known?.revision !== snapshot.revision || known.data !== data) {
      known = { revision: snapshot.revision, data, curve: tradeoffOf(snapshot, data?.data ?? null) };
    }
    return known.curve;
  };
}

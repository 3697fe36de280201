/** Which page an address names. */
import type { ComponentChildren } from 'preact';
import { ClusterPage } from '../pages/cluster.tsx';
import { ClustersPage } from '../pages/clusters.tsx';
import { ComparePage } from '../pages/compare.tsx';
import { ExportPage } from '../pages/export.tsx';
import { LearnPage } from '../pages/learn.tsx';
import { OverviewPage } from '../pages/overview.tsx';
import { ReplicasPage } from '../pages/replicas.tsx';
import { RulePage } from '../pages/rule.tsx';
import { RulesPage } from '../pages/rules.tsx';
import { TryPage } from '../pages/try.tsx';
import { href, type Route } from './route.ts';

export type Page = { readonly title: string; readonly body: ComponentChildren };

export function pageOf({ path: [name = '', detail] }: Route): Page {
  switch (name) {
    case '':
      return { title: 'Overview', body: <OverviewPage /> };
    case 'rules':
      return detail === undefined
        ? { title: 'Rules', body: <RulesPage /> }
        : { title: `Rule ${detail}`, body: <RulePage key={detail} address={detail} /> };
    case 'try':
      return { title: 'Try a URL', body: <TryPage /> };
    case 'clusters':
      return detail === undefined
        ? { title: 'Clusters', body: <ClustersPage /> }
        : { title: `Cluster ${detail}`, body: <ClusterPage key={detail} index={detail} /> };
    case 'learn':
      return { title: 'Learn', body: <LearnPage /> };
    case 'export':
      return { title: 'Export', body: <ExportPage target={detail} /> };
    case 'compare':
      return { title: 'Learners compared', body: <ComparePage /> };
    case 'replicas':
      return { title: 'Replicas', body: <ReplicasPage /> };
    default:
      return { title: 'Not found', body: <NotFound /> };
  }
}

function NotFound() {
  return (
    <div class="page">
      <h1>There is no such page</h1>
      <p>
        <a href={href()}>Go to the overview</a>
      </p>
    </div>
  );
}

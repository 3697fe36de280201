/** The pages of the data and their URLs: which the rules bring together, which stay apart. */
import { useEffect, useState } from 'preact/hooks';
import type { ClusterKind, ClusterRow, ClusterSort, ClustersAnswer, Facet } from '../../../src/server/api.ts';
import { UrlText } from '../draw/url-text.tsx';
import { counted, grouped } from '../parts/format.ts';
import { type CellFocus, type GridColumn, VirtualGrid } from '../parts/virtual-grid.tsx';
import { Failed } from '../parts/waiting.tsx';
import { usePages } from '../service/use-pages.ts';
import { useApp } from '../shell/app-context.ts';
import { href, hrefWith, replaceRoute, useRoute } from '../shell/route.ts';
import { useMedia } from '../shell/use-media.ts';

const KINDS: readonly { readonly kind: ClusterKind; readonly label: string; readonly meaning: string }[] = [
  { kind: 'all', label: 'All', meaning: 'every page of the data' },
  { kind: 'joined', label: 'Joined', meaning: 'all URLs of the page have one key' },
  { kind: 'partly', label: 'Partly', meaning: 'some URLs of the page have one key' },
  { kind: 'apart', label: 'Apart', meaning: 'no two URLs of the page have one key' },
  { kind: 'single', label: 'Single', meaning: 'pages known under one URL only' },
  { kind: 'impure', label: 'Wrongly joined', meaning: 'a key is shared with a different page' },
];

const COLUMNS: readonly GridColumn<ClusterSort>[] = [
  { name: 'id', title: 'Page' },
  { name: 'urls', title: 'URLs of it' },
  { name: 'size', title: 'URLs', isNumber: true },
  { name: 'keys', title: 'Keys', isNumber: true },
  { name: 'kind', title: 'Result' },
];

export function ClustersPage() {
  const { query } = useRoute();
  const { round, overview } = useApp();
  const isNarrow = useMedia('(max-width: 52rem)');
  const view = { q: query.get('q') ?? '', kind: query.get('kind') ?? '', sort: query.get('sort') ?? '' };
  const pages = usePages<ClusterRow, ClustersAnswer>('clusters', view, round);
  const go = (change: Partial<typeof view>) => replaceRoute(hrefWith(['clusters'], { ...view, ...change }));
  if (overview !== undefined && !overview.has.clusters) return <NoClusters />;
  const matched = pages.rest?.matched ?? 0;
  return (
    <div class="page tight">
      <div class="head">
        <div>
          <h1>Clusters</h1>
          <p class="dim" role="status">
            {pages.rest === undefined
              ? 'Loading…'
              : `${grouped(matched)} of ${counted(pages.rest.total, 'page')}; a cluster is the URLs of one page`}
          </p>
        </div>
      </div>
      <div class="filters">
        <Search q={view.q} go={(q) => go({ q })} />
        <label class="field double">
          <span>Order</span>
          <select class="input" value={view.sort} onChange={(event) => go({ sort: event.currentTarget.value })}>
            <option value="">as in the data</option>
            <option value="size">most URLs first</option>
            <option value="left">most duplicates left first</option>
          </select>
        </label>
        <KindChips kind={view.kind} kinds={pages.rest?.kinds ?? []} go={(kind) => go({ kind })} />
      </div>
      {pages.error === undefined ? null : <Failed text={pages.error.message} />}
      {matched > 0 ? (
        <VirtualGrid
          label="Clusters"
          className={`clusters${pages.isLoading ? ' stale' : ''}`}
          columns={COLUMNS}
          count={matched}
          rowHeight={isNarrow ? 92 : 64}
          row={pages.row}
          want={pages.want}
          cells={clusterCells}
        />
      ) : pages.isLoading || pages.error !== undefined ? null : (
        <div class="panel empty">
          <p>No page passes these filters.</p>
          <a href={href('clusters')}>Show all pages</a>
        </div>
      )}
    </div>
  );
}

function clusterCells(row: ClusterRow, focus: CellFocus) {
  return [
    <a class="mono clip" href={href('clusters', String(row.index))} {...focus}>
      {row.id}
    </a>,
    <ul class="plain mono few">
      {row.urls.slice(0, 2).map((url) => (
        <li key={url} class="clip">
          <UrlText url={url} />
        </li>
      ))}
    </ul>,
    <>
      {grouped(row.size)}
      <span class="if-narrow"> {row.size === 1 ? 'URL' : 'URLs'}</span>
    </>,
    grouped(row.keys),
    <span class={row.isImpure ? 'bad' : ''}>{kindText(row)}</span>,
  ];
}

export function kindText({ kind, isImpure, size, keys }: ClusterRow): string {
  if (isImpure) return 'wrongly joined';
  if (kind === 'joined') return 'joined';
  if (kind === 'partly') return `${counted(keys - 1, 'duplicate')} left`;
  return kind === 'apart' ? `${counted(size - 1, 'duplicate')} left` : 'single';
}

function Search({ q, go }: { readonly q: string; readonly go: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  useEffect(() => {
    if (typed === q) return undefined;
    const timer = setTimeout(() => go(typed), 200);
    return () => clearTimeout(timer);
  });
  return (
    <label class="field wide-field">
      <span>Search</span>
      <input
        class="input"
        type="search"
        placeholder="a part of a URL, or the id of a cluster"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}

type KindChipsProps = { readonly kind: string; readonly kinds: readonly Facet[]; readonly go: (kind: string) => void };

function KindChips({ kind: chosen, kinds, go }: KindChipsProps) {
  return (
    <fieldset class="tabs full" aria-label="Result">
      {KINDS.map(({ kind, label, meaning }) => {
        const count = kinds.find(({ value }) => value === kind)?.count;
        const isChosen = (chosen || 'all') === kind;
        return (
          <button
            key={kind}
            type="button"
            class="chip"
            aria-pressed={isChosen}
            title={meaning}
            onClick={() => go(kind === 'all' ? '' : kind)}
          >
            {label} {count === undefined ? '' : grouped(count)}
          </button>
        );
      })}
    </fieldset>
  );
}

function NoClusters() {
  return (
    <div class="page">
      <h1>Clusters</h1>
      <p class="note dim">
        There is no data to look at. Start the server with it, <code>dustpan serve -r rules.json crawl.tsv</code>, or{' '}
        <a href={href('learn')}>learn from a file</a> and use the result.
      </p>
    </div>
  );
}

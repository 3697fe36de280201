/** The table of all rules: search, filters, sorting, as many rows as there are. */
import { useEffect, useState } from 'preact/hooks';
import type { FacetsAnswer, RuleRow, RuleSort, RulesAnswer } from '../../../src/server/api.ts';
import { RuleText } from '../draw/rule-text.tsx';
import { counted, grouped, percent } from '../parts/format.ts';
import { State } from '../parts/state.tsx';
import { type CellFocus, type GridColumn, VirtualGrid } from '../parts/virtual-grid.tsx';
import { Failed } from '../parts/waiting.tsx';
import { useAnswer } from '../service/use-answer.ts';
import { usePages } from '../service/use-pages.ts';
import { useApp } from '../shell/app-context.ts';
import { href, hrefWith, replaceRoute, useRoute } from '../shell/route.ts';
import { useMedia } from '../shell/use-media.ts';
import { FilterSelect } from './filter-select.tsx';
import { filterOf, RISK_BANDS, type RulesView, rulesView, viewQuery } from './rules-query.ts';

const COLUMNS: readonly GridColumn<RuleSort>[] = [
  { name: 'order', title: 'No.', sort: 'order', isNumber: true },
  { name: 'rule', title: 'Rule', sort: 'text' },
  { name: 'host', title: 'Hosts', sort: 'host' },
  { name: 'family', title: 'Kind', sort: 'family' },
  { name: 'support', title: 'Pairs', sort: 'support', isNumber: true },
  { name: 'risk', title: 'Risk', sort: 'risk', isNumber: true },
  { name: 'state', title: 'State', sort: 'state' },
];

/** Sorting by these begins with the largest. */
const LARGEST_FIRST: readonly RuleSort[] = ['support', 'risk', 'falsePairs'];

export function RulesPage() {
  const { query } = useRoute();
  const { round } = useApp();
  const view = rulesView(query);
  const filter = filterOf(view);
  const pages = usePages<RuleRow, RulesAnswer>(
    'rules',
    { ...filter, sort: view.sort, direction: view.direction },
    round,
  );
  const facets = useAnswer<FacetsAnswer>('facets', filter, round);
  const isNarrow = useMedia('(max-width: 52rem)');
  const go = (change: Partial<RulesView>) => replaceRoute(hrefWith(['rules'], viewQuery({ ...view, ...change })));
  const sortBy = (sort: RuleSort) => {
    const first = LARGEST_FIRST.includes(sort) ? 'desc' : 'asc';
    const other = first === 'asc' ? 'desc' : 'asc';
    go({ sort, direction: view.sort === sort && view.direction === first ? other : first });
  };
  const matched = pages.rest?.matched ?? 0;
  return (
    <div class="page tight">
      <div class="head">
        <div>
          <h1>Rules</h1>
          <p class="dim" role="status">
            {pages.rest === undefined ? 'Loading…' : countText(matched, pages.rest.total)}
          </p>
        </div>
      </div>
      <Filters view={view} facets={facets.value} go={go} />
      {pages.error === undefined ? null : <Failed text={pages.error.message} />}
      {matched > 0 ? (
        <VirtualGrid
          label="Rules"
          className={`rules${pages.isLoading ? ' stale' : ''}`}
          columns={COLUMNS}
          count={matched}
          rowHeight={isNarrow ? 84 : 52}
          sorted={{ by: view.sort, direction: view.direction }}
          onSort={sortBy}
          row={pages.row}
          want={pages.want}
          cells={ruleCells}
        />
      ) : pages.isLoading ? null : (
        <div class="panel empty">
          <p>{pages.rest?.total === 0 ? 'There are no rules yet.' : 'No rule passes these filters.'}</p>
          {pages.rest?.total === 0 ? (
            <a href={href('learn')}>Learn rules</a>
          ) : (
            <a href={href('rules')}>Show all rules</a>
          )}
        </div>
      )}
    </div>
  );
}

function countText(matched: number, total: number): string {
  return matched === total ? counted(total, 'rule') : `${grouped(matched)} of ${counted(total, 'rule')}`;
}

function ruleCells(row: RuleRow, focus: CellFocus) {
  return [
    <span class="dim">{row.order}</span>,
    <a class="mono rule-link" href={href('rules', row.ref)} title={row.text} {...focus}>
      <RuleText text={row.text} />
    </a>,
    <span class="clip" title={hostsText(row)}>
      {hostsText(row)}
    </span>,
    <span class="clip" title={row.learner}>
      {row.family ?? row.learner}
    </span>,
    row.support === null ? <Unknown /> : grouped(row.support),
    row.risk === null ? <Unknown /> : percent(row.risk),
    <State state={row.state} />,
  ];
}

function Unknown() {
  return <span class="dim">–</span>;
}

function hostsText({ hosts, hostCount }: Pick<RuleRow, 'hosts' | 'hostCount'>): string {
  if (hosts === '*') return 'every host';
  const more = hostCount - 1;
  return more > 0 ? `${hosts[0]} and ${more} more` : (hosts[0] ?? 'none');
}

type FiltersProps = {
  readonly view: RulesView;
  readonly facets: FacetsAnswer | undefined;
  readonly go: (change: Partial<RulesView>) => void;
};

/** A pause in typing before the server is asked. */
const TYPED_MS = 150;

function Filters({ view, facets, go }: FiltersProps) {
  const [typed, setTyped] = useState(view.q);
  useEffect(() => setTyped(view.q), [view.q]);
  useEffect(() => {
    if (typed === view.q) return undefined;
    const timer = setTimeout(() => go({ q: typed }), TYPED_MS);
    return () => clearTimeout(timer);
  });
  const band = RISK_BANDS.find(({ minRisk, maxRisk }) => minRisk === view.minRisk && maxRisk === view.maxRisk);
  const isFiltered = Object.values(filterOf(view)).some((value) => value !== '');
  return (
    <search class="filters">
      <label class="field wide-field">
        <span>Search</span>
        <input
          class="input"
          type="search"
          placeholder="words of the rule, its hosts, its note, or its id"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <FilterSelect label="Host" value={view.host} facets={facets?.hosts} onChange={(host) => go({ host })} />
      <FilterSelect
        label="Learner"
        value={view.learner}
        facets={facets?.learners}
        onChange={(learner) => go({ learner })}
      />
      <FilterSelect label="Kind" value={view.family} facets={facets?.families} onChange={(family) => go({ family })} />
      <FilterSelect label="State" value={view.state} facets={facets?.states} onChange={(state) => go({ state })} />
      <label class="field">
        <span>Risk</span>
        <select
          class="input"
          value={band?.label ?? (view.minRisk + view.maxRisk === '' ? '' : 'other')}
          onChange={(event) => {
            const chosen = RISK_BANDS.find(({ label }) => label === event.currentTarget.value);
            go({ minRisk: chosen?.minRisk ?? '', maxRisk: chosen?.maxRisk ?? '' });
          }}
        >
          <option value="">any</option>
          {RISK_BANDS.map(({ label }) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
          {band === undefined && view.minRisk + view.maxRisk !== '' ? (
            <option value="other">{riskText(view)}</option>
          ) : null}
        </select>
      </label>
      {isFiltered ? (
        <a class="button quiet" href={hrefWith(['rules'], { sort: view.sort === 'order' ? '' : view.sort })}>
          Clear filters
        </a>
      ) : null}
    </search>
  );
}

function riskText({ minRisk, maxRisk }: RulesView): string {
  if (minRisk === '') return `up to ${percent(Number(maxRisk))}`;
  return maxRisk === ''
    ? `over ${percent(Number(minRisk))}`
    : `${percent(Number(minRisk))} to ${percent(Number(maxRisk))}`;
}

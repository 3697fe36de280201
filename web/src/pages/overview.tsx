/** The first page: how much the rules remove, how sure that is, and where. */
import type { DataFacts, Facet, Overview } from '../../../src/server/api.ts';
import { counted, grouped, percent } from '../parts/format.ts';
import { STATE_MEANING, STATES, State } from '../parts/state.tsx';
import { useApp } from '../shell/app-context.ts';
import { href, hrefWith } from '../shell/route.ts';
import { Hosts, Making } from './overview-tables.tsx';
import { TradeoffCurve } from './tradeoff.tsx';

export function OverviewPage() {
  const { overview } = useApp();
  if (overview === undefined) return <p class="dim">Loading…</p>;
  const { rules, data, file } = overview;
  return (
    <div class="page">
      <div class="head">
        <div>
          <h1>{file.name ?? 'Rules'}</h1>
          <p class="dim">{lead(overview)}</p>
        </div>
      </div>
      {rules.total === 0 ? <NoRules /> : null}
      <Facts overview={overview} />
      {rules.total === 0 ? null : (
        <section class="section" aria-labelledby="tradeoff">
          <header>
            <h2 id="tradeoff">What more rules win, and what they risk</h2>
          </header>
          <div class="panel">
            <TradeoffCurve tradeoff={overview.tradeoff} />
          </div>
        </section>
      )}
      {rules.total === 0 ? null : (
        <div class="two">
          <StatePanel states={rules.states} total={rules.total} />
          <FacetPanel
            title="Kinds of change"
            facets={rules.families}
            filter="family"
            empty="No rule names the kind of change it makes."
          />
        </div>
      )}
      {data === null ? <NoData /> : <Hosts data={data} />}
      <Making overview={overview} />
    </div>
  );
}

function lead({ rules, data, file }: Overview): string {
  const made = `${counted(rules.total, 'rule')} for ${rules.hosts === 0 ? 'every host' : counted(rules.hosts, 'host')}`;
  const seen = data === null ? '' : `, seen on ${counted(data.urls, 'URL')} from ${data.sources.join(', ')}`;
  return `${made}${seen}.${file.isWritable ? '' : ` ${file.whyNot ?? 'Changes are not written back.'}`}`;
}

function NoRules() {
  return (
    <div class="panel empty">
      <p>There are no rules yet. Give the explorer a crawl, an index or a log, and it learns them.</p>
      <a class="button main" href={href('learn')}>
        Learn rules
      </a>
    </div>
  );
}

function Facts({ overview: { rules, data } }: { readonly overview: Overview }) {
  const active = rules.states.find(({ value }) => value === 'active')?.count ?? 0;
  return (
    <dl class="facts">
      <Fact name="Rules in use" value={grouped(active)} detail={`of ${grouped(rules.total)} in the file`} />
      {data === null ? null : (
        <>
          <Fact
            name="Duplicates in the data"
            value={grouped(data.duplicates)}
            detail={`of ${counted(data.urls, 'URL')} and ${counted(data.clusters, 'page')}`}
          />
          <Fact
            name="Removed by the rules"
            value={data.duplicates === 0 ? grouped(data.removed) : percent(data.removedRightly / data.duplicates)}
            detail={removedText(data)}
          />
          <Fact
            name="Keys that join different pages"
            value={grouped(data.impureKeys)}
            detail={`of ${grouped(data.sharedKeys)} that several URLs share`}
          />
        </>
      )}
    </dl>
  );
}

/** Of some URLs it is not known whether they are duplicates. */
function removedText({ removed, removedRightly }: DataFacts): string {
  const all = counted(removed, 'URL');
  return removed === removedRightly ? all : `${grouped(removedRightly)} known duplicates; ${all} removed in all`;
}

function Fact({ name, value, detail }: { readonly name: string; readonly value: string; readonly detail: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        <small>{detail}</small>
      </dd>
    </div>
  );
}

function StatePanel({ states, total }: { readonly states: readonly Facet[]; readonly total: number }) {
  return (
    <section class="section" aria-labelledby="states">
      <h2 id="states">States</h2>
      <ul class="plain bars">
        {STATES.map((state) => {
          const count = states.find(({ value }) => value === state)?.count ?? 0;
          return (
            <li key={state}>
              <a href={hrefWith(['rules'], { state })}>
                <State state={state} />
                <span class="num">{grouped(count)}</span>
              </a>
              <Bar share={count / total} />
              <span class="small dim">{STATE_MEANING[state]}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type FacetPanelProps = {
  readonly title: string;
  readonly facets: readonly Facet[];
  readonly filter: string;
  readonly empty: string;
};

const SHOWN = 8;

function FacetPanel({ title, facets, filter, empty }: FacetPanelProps) {
  const largest = Math.max(1, ...facets.map(({ count }) => count));
  return (
    <section class="section" aria-labelledby={filter}>
      <h2 id={filter}>{title}</h2>
      {facets.length === 0 ? <p class="dim">{empty}</p> : null}
      <ul class="plain bars">
        {facets.slice(0, SHOWN).map(({ value, count }) => (
          <li key={value}>
            <a href={hrefWith(['rules'], { [filter]: value })}>
              <span class="break">{value}</span>
              <span class="num">{grouped(count)}</span>
            </a>
            <Bar share={count / largest} />
          </li>
        ))}
      </ul>
      {facets.length > SHOWN ? <p class="small dim">and {counted(facets.length - SHOWN, 'more kind')}</p> : null}
    </section>
  );
}

function Bar({ share }: { readonly share: number }) {
  return (
    <span class="meter" aria-hidden="true">
      <span style={{ width: `${100 * share}%` }} />
    </span>
  );
}

function NoData() {
  return (
    <p class="note dim">
      The server has rules but no data. Start it with your crawl or log,{' '}
      <code>dustpan serve -r rules.json crawl.tsv</code>, to see what they do to it, page by page.
    </p>
  );
}

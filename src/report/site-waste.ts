/** Where duplicates come from: tables with bars for hosts, paths, parameters and robots. */
import type { BotUse, ParamUse, Survey, Waste } from '../pipeline/index.ts';
import { count, percent } from './figures.ts';
import { htmlTable, type TableRow } from './html.ts';

const SHOWN = 40;

export function placesSection({ hosts, paths, totals }: Survey): string {
  const head = ['', 'URLs', ...(totals.labeled > 0 ? ['duplicates'] : []), 'removed', ''];
  const table = (name: string, places: readonly Waste[]) => {
    const most = Math.max(1, ...places.map(({ urls }) => urls));
    return htmlTable(
      more(name, places.length),
      head,
      places.slice(0, SHOWN).map(
        ({ name: place, urls, duplicates, removed }): TableRow => ({
          cells: [
            { text: place, isName: true },
            { text: count(urls) },
            ...(totals.labeled > 0 ? [{ text: count(duplicates) }] : []),
            { text: `${count(removed)} (${percent(urls === 0 ? null : removed / urls)})` },
            { text: '', bar: [removed / most, (urls - removed) / most] },
          ],
        }),
      ),
    );
  };
  if (hosts.length === 0) return '';
  return `<h2>Where</h2>
<p>The bar is as long as the place has URLs; its dark part is what the rules remove.</p>
${table('Hosts', hosts)}
${table('Paths, by their first folder', paths)}`;
}

export function paramsSection(params: readonly ParamUse[]): string {
  if (params.length === 0) return '';
  const rows = params.slice(0, SHOWN).map(
    ({ name, kind, urls, values, same, different, dropped, example }): TableRow => ({
      cells: [
        { text: name, isName: true, title: example },
        { text: kind, className: kind === 'no effect' ? 'good' : '' },
        { text: dropped === 'nowhere' ? '' : dropped },
        { text: count(urls) },
        { text: values >= 1000 ? '1,000 or more' : count(values) },
        { text: same + different === 0 ? '–' : count(same) },
        { text: same + different === 0 ? '–' : count(different) },
      ],
    }),
  );
  return `<h2>Parameters</h2>
<p>What each parameter does. One page, several pages: groups of URLs that differ in this parameter alone, and how many of them are one page.</p>
${htmlTable(more('Parameters', params.length), ['', 'it', 'taken away', 'URLs', 'values', 'one page', 'several pages'], rows)}`;
}

export function botsSection(bots: readonly BotUse[] | null): string {
  if (bots === null || bots.length === 0) return '';
  const most = Math.max(1, ...bots.map(({ hits }) => hits));
  const rows = bots.slice(0, SHOWN).map(
    ({ name, hits, bytes, urls, pages, savedHits, savedBytes }): TableRow => ({
      cells: [
        { text: name, isName: true },
        { text: count(hits) },
        { text: count(urls) },
        { text: count(pages) },
        { text: `${count(savedHits)} (${percent(hits === 0 ? null : savedHits / hits)})` },
        { text: megabytes(savedBytes) },
        { text: megabytes(bytes) },
        { text: '', bar: [savedHits / most, (hits - savedHits) / most] },
      ],
    }),
  );
  return `<h2>Robots</h2>
<p>What was asked for, and what the rules would have saved.</p>
${htmlTable(more('By agent', bots.length), ['', 'requests', 'URLs', 'pages', 'requests saved', 'MB saved', 'MB in all', ''], rows)}`;
}

function more(name: string, total: number): string {
  return total > SHOWN ? `${name}: the first ${SHOWN} of ${total}` : name;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

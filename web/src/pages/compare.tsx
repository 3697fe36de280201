/** Learners side by side on the same data, when a comparison was given. */
import { useState } from 'preact/hooks';
import type { ComparisonAnswer, ComparisonRow } from '../../../src/server/api.ts';
import { counted, grouped } from '../parts/format.ts';
import { Scroller } from '../parts/scroller.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { useAnswer } from '../service/use-answer.ts';
import { ComparisonChart } from './comparison-chart.tsx';
import { figureText, methodText, spaced } from './comparison-text.ts';

export function ComparePage() {
  const answer = useAnswer<ComparisonAnswer>('comparison');
  return (
    <div class="page">
      <div class="head">
        <div>
          <h1>Learners compared</h1>
          <Waiting answer={answer}>
            {({ data }) => (
              <p class="dim">
                On {counted(data.urls, 'URL')} of {counted(data.clusters, 'page')},{' '}
                {counted(data.duplicates, 'duplicate')} among them. Learned on one part, measured on another; means over
                the folds.
              </p>
            )}
          </Waiting>
        </div>
      </div>
      {answer.value === undefined ? null : <Comparison comparison={answer.value} />}
    </div>
  );
}

function Comparison({ comparison }: { readonly comparison: ComparisonAnswer }) {
  const { figures, absent } = comparison;
  const [sorted, sort] = useState<{ readonly by: string; readonly isUp: boolean }>();
  const rows = sorted === undefined ? comparison.rows : sortRows(comparison.rows, sorted.by, sorted.isUp);
  return (
    <>
      <ComparisonChart comparison={comparison} />
      <section class="section" aria-labelledby="figures">
        <h2 id="figures">All figures</h2>
        <Scroller label="Table of figures">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Method</th>
                {figures.map((name) => {
                  const isSorted = sorted?.by === name;
                  return (
                    <th
                      key={name}
                      scope="col"
                      class="num"
                      aria-sort={isSorted ? (sorted.isUp ? 'ascending' : 'descending') : 'none'}
                    >
                      <button
                        type="button"
                        class="sort"
                        onClick={() => sort({ by: name, isUp: isSorted ? !sorted.isUp : false })}
                      >
                        {spaced(name)}
                        {isSorted ? <span aria-hidden="true">{sorted.isUp ? '↑' : '↓'}</span> : null}
                      </button>
                    </th>
                  );
                })}
                <th scope="col" class="num">
                  pages lost
                </th>
                <th scope="col" class="num">
                  CPU, s
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                <tr key={i}>
                  <th scope="row">{methodText(row)}</th>
                  {figures.map((name) => (
                    <td key={name} class="num">
                      {figureText(row.mean[name])}
                    </td>
                  ))}
                  <td class="num">
                    {grouped(row.pagesLost)} of {grouped(row.pages)}
                  </td>
                  <td class="num">{row.cpuSeconds === null ? '–' : row.cpuSeconds.toFixed(1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
        {absent.length === 0 ? null : (
          <ul class="sentences small dim">
            {absent.map(({ method, reason }) => (
              <li key={method}>
                {method}: {reason}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function sortRows(rows: readonly ComparisonRow[], by: string, isUp: boolean): ComparisonRow[] {
  const known = rows.filter((row) => typeof row.mean[by] === 'number');
  known.sort((a, b) => (isUp ? 1 : -1) * (a.mean[by]! - b.mean[by]!));
  return [...known, ...rows.filter((row) => typeof row.mean[by] !== 'number')];
}

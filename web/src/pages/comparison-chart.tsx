/** One figure of every method as bars: the eye compares lengths better than numbers. */
import { useState } from 'preact/hooks';
import type { ComparisonAnswer } from '../../../src/server/api.ts';
import { figureText, methodText, spaced } from './comparison-text.ts';

/** What people ask for first, if it was measured. */
const FIRST = ['compressionRate', 'coverage', 'normalizationPrecision'];

export function ComparisonChart({ comparison: { figures, rows } }: { readonly comparison: ComparisonAnswer }) {
  const usual = FIRST.find((name) => figures.includes(name)) ?? figures[0] ?? '';
  const [figure, choose] = useState(usual);
  const values = rows.map(({ mean }) => mean[figure] ?? 0);
  const largest = Math.max(1e-9, ...values);
  return (
    <section class="section" aria-labelledby="chart">
      <header>
        <h2 id="chart">{spaced(figure)}</h2>
        <label class="field inline">
          <span>Figure</span>
          <select class="input" value={figure} onChange={(event) => choose(event.currentTarget.value)}>
            {figures.map((name) => (
              <option key={name} value={name}>
                {spaced(name)}
              </option>
            ))}
          </select>
        </label>
      </header>
      <ul class="plain versus">
        {rows.map((row, i) => (
          <li key={i} class={row.kind}>
            <span class="break">{methodText(row)}</span>
            <span class="meter" aria-hidden="true">
              <span style={{ width: `${Math.max(0, (100 * (row.mean[figure] ?? 0)) / largest)}%` }} />
            </span>
            <span class="num">{figureText(row.mean[figure])}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

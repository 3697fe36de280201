/** The trade-off curve: what more rules win, and what they risk; a slider walks along it. */
import { useState } from 'preact/hooks';
import type { Tradeoff, TradeoffPoint } from '../../../src/server/api.ts';
import { useWidth } from '../draw/use-width.ts';
import { counted, grouped, percent } from '../parts/format.ts';
import { hrefWith } from '../shell/route.ts';
import { Curve, isHarmless } from './tradeoff-curve.tsx';

export function TradeoffCurve({ tradeoff }: { readonly tradeoff: Tradeoff }) {
  const { points, unit, ceiling, unknown } = tradeoff;
  const [ref, width] = useWidth<HTMLDivElement>();
  const current = points.findIndex(({ isCurrent }) => isCurrent);
  const [chosen, choose] = useState<number>();
  const at = Math.min(chosen ?? (current < 0 ? points.length - 1 : current), points.length - 1);
  const point = points[at];
  if (point === undefined || points.length < 2) {
    return <p class="dim">No rule has a figure of risk yet, so there is no curve to draw.</p>;
  }
  return (
    <div class="tradeoff" ref={ref}>
      {width === 0 ? null : <Curve tradeoff={tradeoff} width={width} at={at} choose={choose} />}
      <label class="field">
        <span>Walk along the curve: how much risk to allow</span>
        <input
          type="range"
          min={0}
          max={points.length - 1}
          step={1}
          value={at}
          aria-valuetext={pointText(point, unit)}
          onInput={(event) => choose(Number(event.currentTarget.value))}
        />
      </label>
      <p class="reading" aria-live="polite">
        {pointText(point, unit, ceiling)}
        {point.isCurrent ? <span class="tag">rules in use go up to here</span> : null}
      </p>
      <p class="small dim">
        {tradeoff.source === 'data'
          ? 'Measured on the data, rules taken in the order of their risk, the safest first.'
          : 'Added up from the evidence in the rule file, the safest rules first; a URL may count several times.'}{' '}
        {isHarmless(points)
          ? 'Nothing is merged wrongly here, so the curve is drawn over the risk that is allowed. '
          : ''}
        {unknown === 0 ? '' : `${counted(unknown, 'rule')} without a figure of risk left out. `}
        <a href={hrefWith(['rules'], { maxRisk: String(point.maxRisk), sort: 'risk', direction: 'asc' })}>
          See the rules up to this risk
        </a>
      </p>
    </div>
  );
}

function pointText({ rules, removed, wrong, maxRisk }: TradeoffPoint, unit: string, ceiling?: number | null): string {
  // Even without rules a set may bring URLs to their standard form.
  if (rules === 0)
    return removed === 0
      ? 'No rule: nothing is removed.'
      : `No rule: the standard form alone removes ${grouped(removed)} ${unit}.`;
  const share = ceiling ? ` (${percent(removed / ceiling)} of what could be)` : '';
  const verb = unit === 'URLs' ? 'remove' : 'join';
  const price =
    unit === 'URLs' ? `${grouped(round(wrong))} wrongly` : `about ${grouped(round(wrong))} expected to be wrong`;
  return `Risk up to ${percent(maxRisk)}: ${counted(rules, 'rule')} ${rules === 1 ? `${verb}s` : verb} ${grouped(removed)} ${unit}${share}, ${price}.`;
}

function round(value: number): number {
  return value >= 10 ? Math.round(value) : Number(value.toPrecision(2));
}

/** The trade-off curve as a drawing. */
import type { Tradeoff, TradeoffPoint } from '../../../src/server/api.ts';
import { type Scale, scaleTo } from '../draw/scale.ts';
import { grouped, percent } from '../parts/format.ts';

const HEIGHT = 300;
const EDGE = { left: 64, right: 18, top: 14, bottom: 46 } as const;

export type CurveProps = {
  readonly tradeoff: Tradeoff;
  readonly width: number;
  readonly at: number;
  readonly choose: (index: number) => void;
};

export function Curve({ tradeoff: { points, unit, ceiling }, width, at, choose }: CurveProps) {
  const sideways = isHarmless(points) ? RISK : unit === 'URLs' ? WRONG_URLS : WRONG_PAIRS;
  const right = width - EDGE.right;
  const bottom = HEIGHT - EDGE.bottom;
  const across = scaleTo(Math.max(...points.map(sideways.value)), EDGE.left, right, width < 480 ? 3 : 6);
  const up = scaleTo(Math.max(ceiling ?? 0, ...points.map(({ removed }) => removed)), bottom, EDGE.top, 4);
  const places = points.map((point) => [across.at(sideways.value(point)), up.at(point.removed)] as const);
  const line = `M${places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
  const last = places.at(-1)!;
  const [x, y] = places[at]!;
  return (
    <svg
      class="chart"
      role="img"
      aria-label={`Trade-off curve with ${points.length} points; the slider below reads them out`}
      width={width}
      height={HEIGHT}
    >
      <Axes across={across} up={up} right={right} bottom={bottom} unit={unit} sideways={sideways} />
      {ceiling === null ? null : (
        <g class="ceiling">
          <line x1={EDGE.left} x2={right} y1={up.at(ceiling)} y2={up.at(ceiling)} />
          <text x={right} y={up.at(ceiling) + 15} text-anchor="end">
            all duplicates: {grouped(ceiling)}
          </text>
        </g>
      )}
      <path class="area" d={`${line}L${last[0].toFixed(1)} ${bottom}L${EDGE.left} ${bottom}Z`} />
      <path class="curve" d={line} />
      {/* The slider does the same by keyboard. */}
      {places.map(([px, py], i) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a larger place for the mouse; the slider is the control.
        <g
          key={i}
          class={`point${points[i]!.isCurrent ? ' current' : ''}`}
          onMouseEnter={() => choose(i)}
          onClick={() => choose(i)}
        >
          <circle class="target" cx={px} cy={py} r="12" />
          <circle cx={px} cy={py} r={points[i]!.isCurrent ? 5 : 3} />
        </g>
      ))}
      <g class="cross">
        <path d={`M${x} ${bottom}V${y}H${EDGE.left}`} />
        <circle cx={x} cy={y} r="7" />
      </g>
    </svg>
  );
}

/** What the curve is drawn over. */
type Sideways = {
  readonly label: string;
  readonly value: (point: TradeoffPoint) => number;
  readonly format: (value: number) => string;
};

const WRONG_URLS: Sideways = { label: 'URLs merged wrongly', value: ({ wrong }) => wrong, format: short };
const WRONG_PAIRS: Sideways = { label: 'pairs expected to be wrong', value: ({ wrong }) => wrong, format: short };
const RISK: Sideways = { label: 'risk allowed', value: ({ maxRisk }) => maxRisk, format: percent };

/** Where nothing goes wrong, wrong merges make no axis. */
export function isHarmless(points: readonly TradeoffPoint[]): boolean {
  return points.every(({ wrong }) => wrong === 0);
}

type AxesProps = {
  readonly across: Scale;
  readonly up: Scale;
  readonly right: number;
  readonly bottom: number;
  readonly unit: string;
  readonly sideways: Sideways;
};

function Axes({ across, up, right, bottom, unit, sideways }: AxesProps) {
  return (
    <g class="axes">
      {up.ticks.map((tick) => (
        <g key={tick}>
          <line x1={EDGE.left} x2={right} y1={up.at(tick)} y2={up.at(tick)} />
          <text x={EDGE.left - 8} y={up.at(tick)} dy=".35em" text-anchor="end">
            {short(tick)}
          </text>
        </g>
      ))}
      {across.ticks.map((tick) => (
        <text key={tick} x={across.at(tick)} y={bottom + 18} text-anchor="middle">
          {sideways.format(tick)}
        </text>
      ))}
      <text class="name" x={EDGE.left} y={HEIGHT - 6}>
        {sideways.label} →
      </text>
      <text class="name" transform={`translate(13 ${bottom}) rotate(-90)`}>
        {unit === 'URLs' ? 'URLs removed →' : 'pairs joined →'}
      </text>
    </g>
  );
}

function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`;
  return grouped(Number(value.toPrecision(3)));
}

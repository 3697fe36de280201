/** Charts as SVG: points with two figures, joined to a curve for each series. */
import { escapeHtml, SERIES_COLORS } from './html.ts';

export type Point = { readonly x: number; readonly y: number; readonly label: string };

export type Series = {
  readonly name: string;
  /** In the order of the curve. */
  readonly points: readonly Point[];
  /** Gives color and mark, so that a series looks the same in every chart. */
  readonly look: number;
};

export type Axis = {
  readonly label: string;
  readonly format: (value: number) => string;
  /** Where the axis begins, if not near the least value. */
  readonly from?: number;
  /** A value that the axis does not go beyond. */
  readonly most?: number;
};

export type Chart = { readonly title: string; readonly x: Axis; readonly y: Axis; readonly series: readonly Series[] };

const WIDTH = 560;
const HEIGHT = 360;
const EDGE = { left: 76, right: 16, top: 12, bottom: 48 } as const;
const TICKS = 6;

/** A figure with its legend; a sentence if there is nothing to show. */
export function htmlChart({ title, x, y, series }: Chart): string {
  const shown = series.filter(({ points }) => points.length > 0);
  const head = `<figure>\n<figcaption>${escapeHtml(title)}</figcaption>`;
  if (shown.length === 0) return `${head}\n<p class="dim">No method has figures for this chart.</p>\n</figure>`;
  const points = shown.flatMap((one) => one.points);
  const across = scaleOf(
    points.map((point) => point.x),
    x,
    EDGE.left,
    WIDTH - EDGE.right,
  );
  const up = scaleOf(
    points.map((point) => point.y),
    y,
    HEIGHT - EDGE.bottom,
    EDGE.top,
  );
  const names = shown.map(({ name }) => name).join(', ');
  return `${head}
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(`${title}: ${names}`)}">
${axes(across, up, x, y)}
${shown.map((one) => curve(one, across, up)).join('\n')}
</svg>
<ul class="legend">${shown.map(legendItem).join('')}</ul>
</figure>`;
}

type Scale = { readonly ticks: readonly number[]; readonly at: (value: number) => number };

/** From a nice number below the least value to one above the largest. */
function scaleOf(values: readonly number[], { from: begin, most = Infinity }: Axis, from: number, to: number): Scale {
  let low = values.reduce((a, b) => Math.min(a, b), begin ?? Infinity);
  let high = values.reduce((a, b) => Math.max(a, b));
  // All alike: some room, or there would be no scale.
  if (high - low < Math.abs(high) * 1e-6 || high === low) {
    const room = Math.abs(high) * 0.01 || 1;
    low -= room;
    high += room;
  }
  low = begin ?? low;
  high = Math.min(high, most);
  const step = niceStep((high - low) / TICKS);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  const [start, end] = [first * step, last * step];
  return { ticks, at: (value) => from + ((value - start) / (end - start)) * (to - from) };
}

/** 1, 2 or 5 times a power of ten. */
function niceStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const digit = [1, 2, 5].find((nice) => nice * power >= wanted * (1 - 1e-9)) ?? 10;
  return digit * power;
}

function axes(across: Scale, up: Scale, x: Axis, y: Axis): string {
  const [left, right, top, bottom] = [EDGE.left, WIDTH - EDGE.right, EDGE.top, HEIGHT - EDGE.bottom];
  const grid = [
    ...across.ticks.flatMap((tick) => {
      const place = coordinate(across.at(tick));
      return [
        `<line class="grid" x1="${place}" y1="${top}" x2="${place}" y2="${bottom}"/>`,
        `<text x="${place}" y="${bottom + 16}" text-anchor="middle">${escapeHtml(x.format(tick))}</text>`,
      ];
    }),
    ...up.ticks.flatMap((tick) => {
      const place = coordinate(up.at(tick));
      return [
        `<line class="grid" x1="${left}" y1="${place}" x2="${right}" y2="${place}"/>`,
        `<text x="${left - 6}" y="${place}" dy=".35em" text-anchor="end">${escapeHtml(y.format(tick))}</text>`,
      ];
    }),
  ];
  const middle = coordinate((top + bottom) / 2);
  return [
    ...grid,
    `<path class="axis" fill="none" d="M${left} ${top}V${bottom}H${right}"/>`,
    `<text x="${(left + right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escapeHtml(x.label)}</text>`,
    `<text transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle">${escapeHtml(y.label)}</text>`,
  ].join('\n');
}

function curve({ name, points, look }: Series, across: Scale, up: Scale): string {
  const color = `var(--s${look % SERIES_COLORS})`;
  const places = points.map(({ x, y }) => [coordinate(across.at(x)), coordinate(up.at(y))] as const);
  const line =
    places.length < 2 ? '' : `<path class="curve" stroke="${color}" d="M${places.map((p) => p.join(' ')).join('L')}"/>`;
  const marks = places.map(
    ([x, y], i) =>
      `<g transform="translate(${x} ${y})"><title>${escapeHtml(`${name}: ${points[i]!.label}`)}</title>${mark(look, color)}</g>`,
  );
  return `<g>${line}${marks.join('')}</g>`;
}

function legendItem({ name, look }: Series): string {
  const drawn = mark(look, `var(--s${look % SERIES_COLORS})`);
  return `<li><svg viewBox="-7 -7 14 14" aria-hidden="true">${drawn}</svg>${escapeHtml(name)}</li>`;
}

/** Shapes differ, so that color is not all that tells series apart. */
const MARKS = [
  '<circle r="5"/>',
  '<path d="M-4.5-4.5h9v9h-9z"/>',
  '<path d="M0-6L6 0 0 6-6 0z"/>',
  '<path d="M0-6L5.5 4.5h-11z"/>',
  '<path d="M0 6L5.5-4.5h-11z"/>',
  '<path d="M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z"/>',
];

function mark(look: number, color: string): string {
  // Half transparent: methods that do the same lie on each other.
  return `<g fill="${color}" fill-opacity=".3" stroke="${color}" stroke-width="1.5">${MARKS[look % MARKS.length]}</g>`;
}

function coordinate(value: number): number {
  return Number(value.toFixed(1));
}

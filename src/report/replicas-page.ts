/** A comparison of methods that find replicas as a page: the curves, the tables, and what the figures mean. */
import type { ReplicaComparison, ReplicaRow } from '../pipeline/index.ts';
import { type Chart, htmlChart, type Point } from './chart.ts';
import { decimal, percent } from './figures.ts';
import { escapeHtml, htmlPage, htmlTable } from './html.ts';
import { labelTable, REPLICA_NOTE, type ReplicaTable, replicaDataText, replicaTable } from './replicas-table.ts';

/** Points of a curve that are drawn; steps between them are left out. */
const MOST_POINTS = 60;
/** Where the second picture ends: nobody joins sites with more false positives than that. */
const NEAR = 0.02;

export function replicaComparisonPage(comparison: ReplicaComparison): string {
  const sections = [
    '<h1>Methods that find replicas side by side</h1>',
    `<p>${escapeHtml(replicaDataText(comparison))}.</p>`,
    `<div class="charts">${[chart(comparison, 1), chart(comparison, NEAR)].map(htmlChart).join('\n')}</div>`,
    '<h2>Figures</h2>',
    table('Replicas against the others.', replicaTable(comparison)),
    '<h2>Kinds of pairs</h2>',
    table(
      'What each method takes for replicas, by label; pairs of labels that are neither are reported apart.',
      labelTable(comparison),
    ),
    `<p class="dim">${escapeHtml(REPLICA_NOTE)}. Reduction is the share of the URLs with a duplicate that are gone when the best pairs are joined with no larger share of false positives; detection is the mean of one over the rank of a replica among so many other candidates.</p>`,
  ];
  return htmlPage('Dustpan: replicas', sections.join('\n'));
}

function chart({ rows }: ReplicaComparison, until: number): Chart {
  const share = (value: number) => `${Number((100 * value).toFixed(4))} %`;
  return {
    title: until === 1 ? 'Receiver operating characteristic' : `The same up to ${share(until)} false positives`,
    x: { label: 'false positives: share of the others', format: share, from: 0, most: until },
    y: { label: 'true positives: share of the replicas', format: share, from: 0, most: 1 },
    series: rows.map((row, look) => ({ name: row.method, look, points: pointsOf(row, until) })),
  };
}

/** From nothing to all, with the corners of the curve and no more points than can be seen. */
function pointsOf({ roc }: ReplicaRow, until: number): Point[] {
  const inside = roc.filter(({ fpr }) => fpr <= until);
  const step = Math.max(1, Math.ceil(inside.length / MOST_POINTS));
  const shown = inside.filter((_, i) => i % step === 0 || i === inside.length - 1);
  return [
    { x: 0, y: 0, label: 'nothing' },
    ...shown.map(({ fpr, tpr, score, precision }) => ({
      x: fpr,
      y: tpr,
      label: `score ${decimal(score, 4)}, ${percent(tpr)} of the replicas, ${percent(fpr)} of the others, precision ${percent(precision)}`,
    })),
  ];
}

function table(caption: string, { head, rows }: ReplicaTable): string {
  return htmlTable(
    caption,
    head,
    rows.map((cells) => ({ cells: cells.map((text, i) => ({ text, isName: i === 0 })) })),
  );
}

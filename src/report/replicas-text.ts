/** A comparison of methods that find replicas as text: two tables in columns. */
import type { ReplicaComparison } from '../pipeline/index.ts';
import { labelTable, REPLICA_NOTE, type ReplicaTable, replicaDataText, replicaTable } from './replicas-table.ts';

export function replicaComparisonText(comparison: ReplicaComparison): string {
  return [
    replicaDataText(comparison),
    '',
    ...columns(replicaTable(comparison)),
    '',
    ...columns(labelTable(comparison)),
    '',
    REPLICA_NOTE,
    '',
  ].join('\n');
}

function columns({ head, rows }: ReplicaTable): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, c) => Math.max(...all.map((cells) => cells[c]!.length)));
  return all.map((cells) =>
    cells
      .map((cell, c) => (c === 0 ? cell.padEnd(widths[c]!) : cell.padStart(widths[c]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** The process that works one row of a comparison out, so that its memory is that of the row alone: gets clusters and the row, answers with its figures. */
import { readFileSync } from 'node:fs';
import { isDustpanError } from '../base/index.ts';
import { type Cluster, compareLevels, compareRow } from '../index.ts';
import type { RowAnswer, RowMessage } from './compare-rows.ts';

const clusters: Cluster[] = [];

process.on('disconnect', () => process.exit());
process.on('message', (message: RowMessage) => {
  if (message.kind === 'clusters') for (const cluster of message.clusters) clusters.push(cluster);
  else process.send!(answer(message), () => process.disconnect());
});

function answer({ key, options, failing, hasLevels }: RowMessage & { readonly kind: 'row' }): RowAnswer {
  const startBytes = process.memoryUsage.rss();
  try {
    const result = compareRow(clusters, key, options, { failing, clock: cpuSeconds });
    const peak = peakBytes();
    const levels = hasLevels ? compareLevels(clusters, key.method, options) : null;
    return { kind: 'row', result, startBytes, peakBytes: peak, levels };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'error', message, isInternal: !isDustpanError(error) };
  }
}

/** Of all threads: the collector of garbage and the compiler work beside the program. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The system's own figure for a process also has what its parent held when it was started; Linux has one without. */
function peakBytes(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Another system.
  }
  return process.resourceUsage().maxRSS * 1024;
}

/** Tables that the search for replicas reads beside records: addresses of hosts, and pairs of hosts that are labeled. */
import { InputError } from '../base/index.ts';
import type { HostAddress, LabeledPair } from '../index.ts';
import { openInput } from '../records/index.ts';
import type { OptionTable } from './command.ts';
import { readLines } from './lines.ts';
import { counted, printable, say } from './terminal.ts';

export const IPS = {
  name: 'ips',
  value: 'FILE',
  help: 'addresses of hosts: host, tab, address; several lines for a host with several, a header is optional. Records may have addresses too',
} as const satisfies OptionTable;

/** `host⇥ip`. */
export async function readHostAddresses(path: string | undefined): Promise<HostAddress[]> {
  if (path === undefined) return [];
  const rows = await readTable(path, 2, 'host, tab, address');
  return rows.map(([host, address]) => [host!, address!]);
}

/** `host_a⇥host_b⇥label`. */
export async function readLabeledPairs(path: string): Promise<LabeledPair[]> {
  const rows = await readTable(path, 3, 'host, tab, host, tab, label');
  return rows.map(([a, b, label]) => [a!, b!, label!]);
}

/** Lines with fewer columns are counted; a first line that names its columns is no row. */
async function readTable(path: string, columns: number, form: string): Promise<string[][]> {
  const input = openInput(path);
  const rows: string[][] = [];
  let bad = 0;
  let example = '';
  let isFirst = true;
  for await (const lines of readLines([input], 'utf8')) {
    for (const line of lines) {
      const isHeader = isFirst && /^#?host(_a)?\t/i.test(line);
      isFirst = false;
      if (isHeader || line.trim() === '') continue;
      const cells = line.split('\t').map((cell) => cell.trim());
      if (cells.length >= columns && cells.slice(0, columns).every((cell) => cell !== '')) rows.push(cells);
      else if (bad++ === 0) example = line;
    }
  }
  if (rows.length === 0)
    throw new InputError('wrong-table', `${input.name}: no line has the form ${form}; check the file`);
  if (bad > 0)
    say(
      `dustpan: ${counted(bad, 'line')} of ${printable(input.name)} left out, not of the form ${form}; the first is ${printable(example)}\n`,
    );
  return rows;
}

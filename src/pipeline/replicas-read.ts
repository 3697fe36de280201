/** Records to sites: clusters are made as always and go row by row into the table of sites, so that URLs are not held twice. */
import { type ClusterFile, type ClusterOptions, type RecordBatches, writeClusters } from '../clusters/index.ts';
import type { CrawlRecord } from '../records/index.ts';
import { RecordNotes, type SiteTable, SiteTableBuilder } from '../replicas/index.ts';
import { lowerAscii } from '../url/index.ts';

/** A host and an address of it. */
export type HostAddress = readonly [host: string, address: string];

export type ReadSites = {
  readonly table: SiteTable;
  readonly notes: RecordNotes;
  readonly file: ClusterFile;
  readonly addressList: AddressList;
};

/** What became of a list of addresses. */
export type AddressList = {
  readonly hosts: number;
  /** Hosts that the data does not have, and the first of them. */
  readonly unknownHosts: number;
  readonly unknownExample: string | null;
  /** Lines whose address is none, and the first. */
  readonly badAddresses: number;
  readonly badExample: string | null;
};

export async function readSites(
  records: RecordBatches,
  ips: Iterable<HostAddress>,
  clustering: Partial<ClusterOptions>,
  onRead: (file: ClusterFile) => void = () => undefined,
): Promise<ReadSites> {
  const notes = new RecordNotes();
  const builder = new SiteTableBuilder(notes.sketches);
  let isHeader = true;
  const file = await writeClusters(
    noted(records, notes),
    clustering,
    (text) => {
      const lines = text.split('\n');
      for (let i = isHeader ? 1 : 0; i < lines.length - 1; i++) addLine(builder, lines[i]!);
      isHeader = false;
      return undefined;
    },
    onRead,
  );
  for (const host of notes.hosts()) builder.addHost(host);
  const addressList = addAddresses(notes, ips);
  return { table: builder.finish(), notes, file, addressList };
}

/** Addresses of a list, noted at the hosts of the data. */
export function addAddresses(notes: RecordNotes, ips: Iterable<HostAddress>): AddressList {
  const hosts = new Set<string>();
  const unknown = new Set<string>();
  let badAddresses = 0;
  let badExample: string | null = null;
  for (const [name, address] of ips) {
    const host = lowerAscii(name);
    hosts.add(host);
    const problem = notes.addAddress(host, address);
    if (problem === 'unknown-host') unknown.add(host);
    if (problem !== 'bad-address') continue;
    badAddresses++;
    badExample ??= `${host} ${address}`;
  }
  const [unknownExample = null] = unknown;
  return { hosts: hosts.size, unknownHosts: unknown.size, unknownExample, badAddresses, badExample };
}

async function* noted(records: RecordBatches, notes: RecordNotes): AsyncGenerator<readonly CrawlRecord[]> {
  for await (const batch of records) {
    for (const record of batch) notes.add(record);
    yield batch;
  }
}

/** `cluster⇥url⇥wide`, with numbers from 1. */
function addLine(builder: SiteTableBuilder, line: string): void {
  const first = line.indexOf('\t');
  const last = line.lastIndexOf('\t');
  builder.addRow(line.slice(first + 1, last), Number(line.slice(0, first)) - 1, Number(line.slice(last + 1)) - 1);
}

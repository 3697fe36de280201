// Writes a crawl (TSV with the columns url, status and length) as a log of the squid proxy; time, client and duration are made up.
//
//   zcat crawl.tsv.gz | node examples/proxy-log/make-log.mjs | gzip -9n > examples/proxy-log/access.log.gz
import { readFileSync } from 'node:fs';

const [head, ...lines] = readFileSync(0, 'utf8').trimEnd().split('\n');
const names = head.split('\t');
for (const [i, line] of lines.entries()) {
  const row = line.split('\t');
  const [url, status, type, length] = ['url', 'status', 'type', 'length'].map((name) => row[names.indexOf(name)]);
  const time = `${1500000000 + i}.${String(i % 1000).padStart(3, '0')}`;
  const result = `TCP_MISS/${status.padStart(3, '0')}`;
  const client = `192.0.2.${1 + (i % 20)}`;
  process.stdout.write(`${time} 12 ${client} ${result} ${length || 0} GET ${url} - HIER_DIRECT/- ${type || '-'}\n`);
}

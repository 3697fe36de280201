// Reading speed of every format beside `zcat | wc -l` and beside Node's readline, on the same file, in the same run.
//
//   node bench/readers.mjs [--records 300000] [--rounds 3] [--formats tsv,warc] [--json]
//
// One made-up crawl is written in each format and compressed with gzip. Rounds are interleaved, and the quickest counts,
// because others may use the machine too. Needs dist/ (npm run build); DUSTPAN_DIST names another one.
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createGunzip, gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '300000' },
    rounds: { type: 'string', default: '3' },
    formats: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const records = Number(values.records);
const dist = resolve(process.env.DUSTPAN_DIST ?? join(import.meta.dirname, '../dist'));
const { readRecords } = await import(join(dist, 'records/index.js'));
const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const hex = (n) => (Math.imul(n, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
const digest = (i) => hex(i >> 1) + hex(~(i >> 1)) + hex((i >> 1) * 31) + hex((i >> 1) * 17);
const path = (i) => `/shop/item-${(i * 7919) % 1_000_003}?ref=${i % 100}&utm_source=newsletter`;
const url = (i) => `https://www.example.com${path(i)}`;
/** A few requests a second, as logs have them. */
const minute = (i) => String(Math.floor(i / 300) % 60).padStart(2, '0');
const second = (i) => String(Math.floor(i / 5) % 60).padStart(2, '0');
const word = (n) =>
  hex(n)
    .replace(/\d/g, (digit) => 'ghijklmnop'[digit])
    .slice(0, 3 + (n % 6));
const menu = Array.from(
  { length: 40 },
  (_, i) => `<li class="item"><a href="/${i}">${word(i)} ${word(i * 7)}</a></li>\n`,
).join('');
/** A menu that all pages have, and some 500 words of their own. */
const body = (i) =>
  `<html><head><title>Page ${i}</title></head><body><ul>${menu}</ul>${Array.from({ length: 10 }, (_, p) => `<p>${Array.from({ length: 50 }, (_, w) => word(((i >> 1) * 500 + p * 50 + w) * 31)).join(' ')}, with <a href="/x">links</a>.</p>\n`).join('')}`;

/** A line, or a few, for each record. */
const FORMATS = {
  clusters: { line: (i) => `${i >> 1}\t${url(i)}\t${i >> 2}\n` },
  tsv: {
    head: 'url\tstatus\ttype\tlength\tdigest\tredirect\n',
    line: (i) => `${url(i)}\t200\ttext/html\t${300 + (i % 50_000)}\t${digest(i)}\t-\n`,
  },
  csv: {
    head: '"Address","Content Type","Status Code","Status","Title 1","Size (bytes)","Hash","Redirect URL"\n',
    line: (i) =>
      `"${url(i)}","text/html; charset=utf-8","200","OK","A ""title"", of a page","${300 + (i % 50_000)}","${digest(i)}",""\n`,
  },
  jsonl: {
    line: (i) =>
      `{"url":"${url(i)}","status":200,"type":"text/html","length":${300 + (i % 50_000)},"digest":"${digest(i)}"}\n`,
  },
  cdx: {
    head: ' CDX N b a m s k r M S V g\n',
    line: (i) =>
      `com,example)${path(i)} 20240229120000 ${url(i)} text/html 200 ${digest(i)} - - ${300 + (i % 50_000)} ${i * 900} a.warc.gz\n`,
  },
  cdxj: {
    line: (i) =>
      `com,example)${path(i)} 20240229120000 {"url": "${url(i)}", "mime": "text/html", "status": "200", "digest": "${digest(i)}", "length": "${300 + (i % 50_000)}", "offset": "${i * 900}", "filename": "a.warc.gz"}\n`,
  },
  combined: {
    line: (i) =>
      `192.0.2.${i % 250} - - [29/Feb/2024:12:${minute(i)}:${second(i)} +0000] "GET ${path(i)} HTTP/1.1" 200 ${300 + (i % 50_000)} "-" "Mozilla/5.0 (X11; Linux x86_64)"\n`,
  },
  w3c: {
    head: '#Fields: date time cs-host cs-method cs-uri-stem cs-uri-query sc-status sc-bytes\n',
    line: (i) =>
      `2024-02-29 12:${minute(i)}:${second(i)} www.example.com GET ${path(i).replace('?', ' ')} 200 ${300 + (i % 50_000)}\n`,
  },
  squid: {
    line: (i) =>
      `1709208${String(Math.floor(i / 5) % 1000).padStart(3, '0')}.${100 + (i % 900)} 34 192.0.2.${i % 250} TCP_MISS/200 ${300 + (i % 50_000)} GET ${url(i)} - HIER_DIRECT/198.51.100.3 text/html\n`,
  },
  caddy: {
    line: (i) =>
      `{"level":"info","ts":${1_709_208_000 + Math.floor(i / 5)}.5,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"192.0.2.${i % 250}","proto":"HTTP/2.0","method":"GET","host":"www.example.com","uri":"${path(i)}","headers":{"User-Agent":["Mozilla/5.0"]},"tls":{"version":772}},"duration":0.001,"size":${300 + (i % 50_000)},"status":200,"resp_headers":{"Content-Type":["text/html; charset=utf-8"]}}\n`,
  },
  cloudfront: {
    head: '#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes\n',
    line: (i) =>
      `2024-02-29\t12:${minute(i)}:${second(i)}\tFRA2\t${300 + (i % 50_000)}\t192.0.2.${i % 250}\tGET\td1.cloudfront.net\t${path(i).replace('?', '\t200\t-\tMozilla/5.0%20(X11)\t')}\t-\tHit\tid==\twww.example.com\thttps\t23\n`,
  },
  urls: { line: (i) => `${url(i)}\n` },
  sitemap: {
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    line: (i) => `<url>\n<loc>${url(i).replaceAll('&', '&amp;')}</loc>\n<lastmod>2024-02-29</lastmod>\n</url>\n`,
    foot: '</urlset>\n',
  },
  // A capture is as large as fifty lines.
  warc: { share: 0.02, line: (i) => warcRecord(url(i), body(i)) },
};

function warcRecord(target, page) {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${page}`;
  return `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${target}\r\nWARC-Date: 2024-02-29T12:00:00Z\r\nContent-Type: application/http\r\nContent-Length: ${http.length}\r\n\r\n${http}\r\n\r\n`;
}

/** In pieces, so that the whole is never one string. */
function write(name, { head = '', line, foot = '', share = 1 }) {
  const file = join(folder, `crawl.${name}.gz`);
  const count = Math.max(1, Math.round(records * share));
  let bytes = 0;
  let text = head;
  writeFileSync(file, '');
  for (let i = 0; i < count; i++) {
    text += line(i);
    if (text.length < 1 << 22 && i < count - 1) continue;
    if (i === count - 1) text += foot;
    bytes += text.length;
    // Members in a row, as archives have them.
    writeFileSync(file, gzipSync(text, { level: 1 }), { flag: 'a' });
    text = '';
  }
  return { name, file, count, bytes, isLines: true };
}

async function writeParquet() {
  const file = join(folder, 'crawl.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT url, 'x' AS url_surtkey, digest AS content_digest, status::SMALLINT AS fetch_status, type AS content_mime_detected,
    length AS warc_record_length, TIMESTAMP '2024-02-29 12:00:00' AS fetch_time
    FROM read_csv('${join(folder, 'crawl.tsv.gz')}', delim = '\t', quote = '', header = true)) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`);
  connection.disconnectSync();
  instance.closeSync();
  return { name: 'parquet', file, count: records, bytes: statSync(file).size, isLines: false };
}

const seconds = async (work) => {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e9;
};

async function byDustpan({ name, file, count }) {
  let found = 0;
  const stream = readRecords([file], { host: 'www.example.com' });
  for await (const batch of stream) found += batch.length;
  if (found !== count)
    throw new Error(`${name}: ${found} records read, ${count} written; ${JSON.stringify(stream.problems())}`);
}

function byReadline({ file }) {
  return new Promise((done, fail) => {
    let lines = 0;
    createInterface({ input: createReadStream(file).pipe(createGunzip()).on('error', fail) })
      .on('line', () => lines++)
      .on('close', done);
  });
}

function byZcat({ file }) {
  const { status } = spawnSync('sh', ['-c', `zcat '${file}' | wc -l`]);
  if (status !== 0) throw new Error('zcat failed');
}

const asked = values.formats?.split(',') ?? [...Object.keys(FORMATS), 'parquet'];
// The Parquet file is made of the TSV.
const needed = asked.includes('parquet') ? [...asked, 'tsv'] : asked;
const written = Object.entries(FORMATS)
  .filter(([name]) => needed.includes(name))
  .map(([name, format]) => write(name, format));
if (asked.includes('parquet')) written.push(await writeParquet());
const inputs = written.filter(({ name }) => asked.includes(name));
const best = new Map(inputs.map(({ name }) => [name, { dustpan: Infinity, readline: Infinity, zcat: Infinity }]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const input of inputs) {
    const times = best.get(input.name);
    times.dustpan = Math.min(times.dustpan, await seconds(() => byDustpan(input)));
    if (!input.isLines) continue;
    times.readline = Math.min(times.readline, await seconds(() => byReadline(input)));
    times.zcat = Math.min(times.zcat, await seconds(() => byZcat(input)));
  }
}

const rows = inputs.map(({ name, count, bytes, isLines }) => {
  const { dustpan, readline, zcat } = best.get(name);
  return {
    format: name,
    records: count,
    megabytes: bytes / 1e6,
    seconds: dustpan,
    recordsPerSecond: count / dustpan,
    ...(isLines ? { readlineSeconds: readline, zcatSeconds: zcat } : {}),
  };
});
if (values.json) console.log(JSON.stringify(rows));
else {
  console.log(
    '| format | records | MB plain | Dustpan s | records/s | MB/s | readline s | zcat, wc -l s | against readline |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const { readlineSeconds: readline, zcatSeconds: zcat } = row;
    const beside =
      readline === undefined
        ? '– | – | –'
        : `${readline.toFixed(2)} | ${zcat.toFixed(2)} | ${(row.seconds / readline).toFixed(2)} x`;
    console.log(
      `| ${row.format} | ${row.records} | ${row.megabytes.toFixed(1)} | ${row.seconds.toFixed(2)} | ${Math.round(row.recordsPerSecond)} | ${(row.megabytes / row.seconds).toFixed(0)} | ${beside} |`,
    );
  }
}

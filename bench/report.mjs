// Writes docs/performance.md from the newest run under bench/runs/; with --check it only says whether the page is fresh.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const PAGE = 'docs/performance.md';
const newest = readdirSync('bench/runs')
  .filter((name) => name.endsWith('.json'))
  .sort()
  .at(-1);
const text = page(JSON.parse(readFileSync(`bench/runs/${newest}`, 'utf8')), newest);
if (process.argv.includes('--check')) {
  if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== text) {
    console.error(`${PAGE} is not made of ${newest}; run: node bench/report.mjs`);
    process.exit(1);
  }
} else writeFileSync(PAGE, text);

function page(run, name) {
  const times = (value) => `${value.toFixed(2)} x`;
  const share = (value) => `${(value * 100).toFixed(1)} %`;
  const count = (value) => value.toLocaleString('en');
  const worst = run.hostile.reduce((a, b) => (a.ratio > b.ratio ? a : b));
  return `# Performance

Generated from \`bench/runs/${name}\` by \`node bench/report.mjs\`; \`npm run bench\` measures anew. Node ${run.node}, ${run.cores} cores,
seeded synthetic URLs. Product and rivals take turns; each figure is the median over at least three repetitions of the ratio inside one, of
CPU time unless said otherwise, because wall time says more about what else the machine does.

## Keys of URLs against \`new URL(u).href\`

More than 1 is faster. A stream is a file read, keyed and written; the rival reads, splits, parses, joins and writes.

${table(
  [
    'rules',
    'URLs',
    'rewritten',
    'stream',
    'stream, wall time',
    'per string',
    'ms for all, stream',
    'digest of the result',
  ],
  run.keys.map((row) => [
    row.name,
    count(row.urls),
    share(row.rewritten),
    times(row.streamRatio),
    times(row.streamWallRatio),
    times(row.stringRatio),
    row.streamMs.toFixed(0),
    `\`${row.digest}\``,
  ]),
)}

- 100,000 rules against 1,000, the same URLs rewritten: ${times(run.rulesRatio)} the time; 100,000 rules of distinct literals on one host and shape against 1,000: ${times(run.oneHost.ratio)}.
- The most expensive hostile URL (${worst.url}, ${worst.rules}) costs ${times(worst.ratio)} as much per byte as ordinary URLs, of ${run.hostile.length} kinds tried.
- 100,000 compiled rules load in ${run.loading.loadMs.toFixed(0)} ms and take ${run.loading.bytesPerRule.toFixed(0)} bytes each, beside ${run.loading.jsonBytesPerRule.toFixed(0)} bytes of their JSON.
- \`dustpan --version\` takes ${times(run.startup.version)} as long as \`node -e 0\`, the first URL of a pipe ${times(run.startup.firstUrl)}.
- Per string it is ${run.rivals.normalizeUrl.toFixed(0)} times as fast as \`normalize-url\`, which does other work, and ${times(run.rivals.hostExpressions)} as fast as trying a list of regular expressions per host.

## Whole programs

${count(run.programs.urls)} URLs from file to file, start included. w3lib and courlan appear where Python has them; they and \`sort -u\` do other work.

${table(
  ['program', 'CPU, ms', 'wall, ms', 'CPU against `dustpan key`'],
  run.programs.rows.map(({ name: program, ms, wallMs, toKey }) => [
    program,
    ms.toFixed(0),
    wallMs.toFixed(0),
    times(toKey),
  ]),
)}

## Growth

1,000 rules, a stream; the time per URL should not grow.

${table(
  ['URLs', 'CPU, ms', 'CPU per URL, ns'],
  run.growth.map((row) => [count(row.urls), row.streamMs.toFixed(0), ((row.streamMs * 1e6) / row.urls).toFixed(0)]),
)}
`;
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

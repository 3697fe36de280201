// Writes docs/performance.md from the newest run under bench/runs/; with --check it only says whether the page is fresh.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const PAGE = 'docs/performance.md';
/** The URLs of the collection that the papers measured on. */
const FULL = 3_900_000;
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
  const slowest = run.lab.reduce((a, b) => (a && a.streamRatio < b.streamRatio ? a : b), undefined);
  const [few, many] = [run.keys[1], run.keys[2]];
  const learnRow = run.learn.find((row) => row.urls === run.urls);
  const fullRow = run.learn.find((row) => row.urls >= FULL);
  const goals = [
    [
      '`learn --learner dustlin`, CPU against `sort -u`',
      '≤ 3.0',
      '≤ 1.5',
      learnRow ? learnRow.ratio.toFixed(1) : 'not measured here',
    ],
    [`\`key\`, stream, 1,000 rules, ${share(few.rewritten)} rewritten`, '≥ 2', '≥ 5', times(few.streamRatio)],
    [`\`key\`, stream, 10,000 rules, ${share(many.rewritten)} rewritten`, '≥ 1', '≥ 3', times(many.streamRatio)],
    ['`key` per string, 1,000 rules', '≥ 1.5', '≥ 3', times(few.stringRatio)],
    ...(slowest
      ? [
          [
            `\`key\`, stream, rules learned by default, slowest of ${run.lab.length} lab sets (${slowest.name})`,
            '≥ 1',
            '≥ 3',
            times(slowest.streamRatio),
          ],
        ]
      : []),
    ['per string against `normalize-url`', '≥ 30', '≥ 150', times(run.rivals.normalizeUrl)],
    [
      '100,000 rules / 1,000, same hits; on one host',
      '≤ 1.5',
      '≤ 1.15',
      `${times(run.rulesRatio)}; ${times(run.oneHost.ratio)}`,
    ],
    ['hostile URL, time per byte', '≤ 3', '≤ 1.5', times(worst.ratio)],
    [
      'learning, MB above the input per million URLs',
      '≤ 130',
      '≤ 40',
      learnRow ? learnRow.above.toFixed(0) : 'not measured here',
    ],
    [
      'loaded rule, bytes; loading 100,000, ms',
      '250; 100',
      '120; 15',
      `${run.loading.bytesPerRule.toFixed(0)}; ${run.loading.loadMs.toFixed(0)}`,
    ],
    [
      '`--version`; first URL in a pipe, against `node -e 0`',
      '≤ 1.25; ≤ 1.5',
      '≤ 1.08; ≤ 1.2',
      `${run.startup.version.toFixed(2)}; ${run.startup.firstUrl.toFixed(2)}`,
    ],
    ['`--workers 2`, share of two processes at once', '≥ 0.85', '≥ 0.95', run.workers.share.toFixed(2)],
    ...(fullRow
      ? [[`learning from ${count(fullRow.urls)} URLs, whole program, MB`, '≤ 3,000', '≤ 1,000', fullRow.rss.toFixed(0)]]
      : []),
  ];
  return `# Performance

Generated from \`bench/runs/${name}\` by \`node bench/report.mjs\`; \`npm run bench\` measures anew. Node ${run.node}, ${run.cores} cores,
seeded synthetic URLs, ${count(run.urls)} of them unless said otherwise. Product and rivals take turns; each figure is the median over at least five
repetitions of the ratio inside one, of CPU time unless said otherwise, because wall time says more about what else the machine does. When the run
began, ${run.load[0]} programs on average wanted the ${run.cores} cores${run.load[0] > run.cores ? ': a busy machine, whose caches and cores were shared' : ''}.

${(run.notes ?? []).map((note) => `- ${note}\n`).join('')}
## Goals

Against \`new URL(u).href\`, as a multiple of its speed, where nothing else is said.

${table(['what', 'must', 'aim', 'measured'], goals)}

## Keys of URLs against \`new URL(u).href\`

More than 1 is faster. A stream is a file read, keyed and written in blocks, as the command does; the rival reads the file, splits, parses, joins and writes.

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
- \`dustpan --version\` takes ${times(run.startup.version)} as long as \`node -e 0\`, the first URL between two pipes of a shell, with a compiled file of 1,000 rules (678 KB), ${times(run.startup.firstUrl)}.
- Per string it is ${run.rivals.normalizeUrl.toFixed(0)} times as fast as \`normalize-url\`, which does other work, and ${times(run.rivals.hostExpressions)} as fast as trying a list of regular expressions per host.

## Rules learned by default

${
  run.lab.length === 0
    ? 'The lab crawls were not there when this was measured.'
    : `Each set's rules applied to URLs of the crawl they were learned from; these rewrite far more than rules in use would, because the crawls were made of duplicates.

${table(
  ['set', 'rules', 'rewritten', 'stream', 'per string', 'digest of the result'],
  run.lab.map((row) => [
    row.name,
    row.rules,
    share(row.rewritten),
    times(row.streamRatio),
    times(row.stringRatio),
    `\`${row.digest}\``,
  ]),
)}`
}

## Threads

\`key\` of ${count(run.workers.urls)} URLs from file to file, wall time: one thread ${run.workers.oneMs.toFixed(0)} ms, \`--workers 2\` ${run.workers.twoMs.toFixed(0)} ms, two processes at once with
half of the lines each ${run.workers.apartMs.toFixed(0)} ms. The output of one and of two threads is ${run.workers.isEqual ? 'the same' : 'NOT the same'} (\`${run.workers.digest}\`).

## Whole programs

${count(run.programs.urls)} URLs from file to file, start included. w3lib and courlan appear where Python has them; they, \`sort -u\` and DuckDB do other work.

${table(
  ['program', 'CPU, ms', 'wall, ms', 'CPU against `dustpan key`', 'digest of the result'],
  run.programs.rows.map(({ name: program, ms, wallMs, toKey, digest }) => [
    program,
    ms.toFixed(0),
    wallMs.toFixed(0),
    times(toKey),
    `\`${digest}\``,
  ]),
)}

## Growth

1,000 rules, a stream; the time per URL should not grow.

${table(
  ['URLs', 'CPU, ms', 'CPU per URL, ns'],
  run.growth.map((row) => [count(row.urls), row.streamMs.toFixed(0), ((row.streamMs * 1e6) / row.urls).toFixed(0)]),
)}

\`learn --learner dustlin\` (learning, validating, pruning) of clusters made with the statistics of two collections: GOV2 has 27 tokens a URL, 2.7 URLs a cluster and 3,900 hosts a million
URLs; WBR10 28 tokens, 3.5 URLs a cluster with four times as many large ones, and 10,000 hosts. By default all pages propose and judge, by halves; with \`--split thirds\` one third proposes, one judges, one is kept to measure.
${run.learn.length === 0 ? 'Not measured in this run.' : ''}
${table(
  [
    'what',
    'CPU against `sort -u`',
    'CPU, s',
    'wall, s',
    'largest size, MB',
    'MB a million URLs above input and node',
    'digest of the rules',
  ],
  run.learn.map((row) => [
    row.what,
    times(row.ratio),
    row.cpu.toFixed(2),
    row.wall.toFixed(1),
    row.rss.toFixed(0),
    row.above.toFixed(0),
    `\`${row.digest}\``,
  ]),
)}
`;
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

// `npm run bench`: ratios against what people use now, measured in one run, interleaved. Writes bench/runs/<date>-<name>.json; `--json` prints a short run for programs instead.
//
//   node bench/run.mjs [--urls=1000000 | --full] [--name=bench] [--lab-rules=FOLDER] [--learn=250000,1000000]
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { measureLab } from './lab.mjs';
import { learnBench } from './learn.mjs';
import {
  learnedLike,
  measureHostile,
  measureKey,
  measureLoading,
  measureOneHost,
  measureOtherRules,
  measureRivals,
} from './normalizer.mjs';
import { measurePrograms } from './rivals.mjs';
import { measureStartup } from './startup.mjs';
import { measureWorkers } from './workers.mjs';

/** How the cost grows, in parts of the size that was asked for. */
const PARTS = [0.25, 0.5, 1, 2, 4];
/** How busy the machine was before we were. */
const loadBefore = loadavg();

const option = (name) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const isJson = process.argv.includes('--json');
const isFull = process.argv.includes('--full');
const urls = Number(option('records') ?? option('urls') ?? (isFull ? 3_900_000 : 1_000_000));
const say = (text) => isJson || console.log(text);

const sizes = [
  { name: '10 rules', rules: 10, share: 0.005 },
  { name: '1,000 rules', rules: 1000, share: 0.42 },
  { name: '10,000 rules', rules: 10_000, share: 1, varied: 0.64 },
  { name: '1,000 rules and 99,000 of other hosts', rules: 1000, share: 0.42, otherRules: 99_000 },
];
say('key, CPU time against new URL(u).href: more than 1 is faster');
const row = (name, options) => {
  const measured = { name, ...measureKey(options) };
  say(
    `${name}, ${measured.urls} URLs: file to file ${measured.streamRatio.toFixed(2)} x (wall ${measured.streamWallRatio.toFixed(2)}), per string ${measured.stringRatio.toFixed(2)} x, ${(measured.rewritten * 100).toFixed(1)} % rewritten, digest ${measured.digest}`,
  );
  return measured;
};
const keys = sizes.map(({ name, ...options }) => row(name, { urls, ...options }));
keys.push(row('23 edit rules of one host to a fixpoint, as learned by default', learnedLike(Math.min(urls, 300_000))));
const rulesRatio = measureOtherRules(urls);
say(`100,000 rules / 1,000 rules, same hits: ${rulesRatio.toFixed(2)} x the time`);
const oneHost = measureOneHost();
say(
  `100,000 rules with distinct literals on one host / 1,000: ${oneHost.ratio.toFixed(2)} x the time, ${(oneHost.changed * 100).toFixed(0)} % rewritten`,
);
const startup = measureStartup();
say(`--version / node -e 0: ${startup.version.toFixed(2)}; first URL of a pipe: ${startup.firstUrl.toFixed(2)}`);
say('hostile URLs, time per byte against ordinary URLs: less than 1 is cheaper');
const hostile = measureHostile();
for (const { rules, url, ratio } of hostile) say(`${rules}, ${url}: ${ratio.toFixed(2)}`);
const loading = measureLoading();
say(
  `100,000 compiled rules: ${loading.loadMs.toFixed(0)} ms, ${loading.bytesPerRule.toFixed(0)} B a rule beside its JSON`,
);
// Fewer would not be worth threads to the command.
const workers = await measureWorkers(Math.max(urls, 400_000));
say(`--workers 2: ${workers.share.toFixed(2)} of two processes at once, ${workers.speedup.toFixed(2)} x one`);
if (isJson) console.log(JSON.stringify({ keys, rulesRatio, oneHost, startup, hostile, loading, workers }));
else {
  const lab = measureLab(Math.min(urls, 200_000), { ruleFolder: option('lab-rules') });
  for (const { name, rules, streamRatio, stringRatio, rewritten, digest } of lab)
    say(
      `${name}, ${rules} rules learned: file to file ${streamRatio.toFixed(2)} x, per string ${stringRatio.toFixed(2)} x, ${(rewritten * 100).toFixed(1)} % rewritten, digest ${digest}`,
    );
  const rivals = await measureRivals(Math.min(urls, 20_000));
  say(
    `per string against normalize-url: ${rivals.normalizeUrl.toFixed(0)} x; against expressions per host: ${rivals.hostExpressions.toFixed(2)} x`,
  );
  // The Python programs take a minute for a million.
  const programs = measurePrograms(Math.min(urls, 250_000));
  for (const { name, ms, toKey, digest } of programs.rows)
    say(`${name}: ${ms.toFixed(0)} ms CPU, ${toKey.toFixed(2)} x dustpan key, digest ${digest}`);
  const growth = PARTS.map((part) =>
    row(`growth ${part}`, { urls: Math.round(part * urls), rules: 1000, share: 0.42, repetitions: 5 }),
  );
  const learn = [
    ...(await learnBench({
      records: (option('learn')?.split(',') ?? PARTS.map((part) => part * urls)).map(Number),
      repetitions: 5,
    })),
    ...(await learnBench({ records: [urls], repetitions: 5, collection: 'wbr10' })),
    ...(await learnBench({ records: [urls], repetitions: 5, split: 'thirds' })),
  ];
  for (const { what, ratio, above, digest } of learn)
    say(
      `${what}: ${ratio.toFixed(1)} x sort -u, ${above.toFixed(0)} MB a million URLs above input and node, ${digest}`,
    );
  const date = new Date().toISOString().slice(0, 10);
  const result = {
    date,
    node: process.version,
    cores: cpus().length,
    load: loadBefore.map((load) => Number(load.toFixed(1))),
    urls,
    keys,
    rulesRatio,
    oneHost,
    startup,
    hostile,
    loading,
    lab,
    rivals,
    workers,
    programs,
    growth,
    learn,
  };
  mkdirSync('bench/runs', { recursive: true });
  const path = `bench/runs/${date}-${option('name') ?? 'bench'}.json`;
  writeFileSync(path, `${JSON.stringify(result, null, 1)}\n`);
  say(`written: ${path}; the page is made of it by: node bench/report.mjs`);
}

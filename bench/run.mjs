// `npm run bench`: ratios against what people use now, measured in one run, interleaved; `--json` prints them for programs.
import { measureHostile, measureKey, measureOneHost } from './normalizer.mjs';

const isJson = process.argv.includes('--json');
const urls = Number(process.argv.find((arg) => arg.startsWith('--urls='))?.slice(7) ?? 300_000);
const say = (text) => isJson || console.log(text);

const sizes = [
  { name: '10 rules', rules: 10, share: 0.005 },
  { name: '1,000 rules', rules: 1000, share: 0.42 },
  { name: '10,000 rules', rules: 10_000, share: 1 },
  { name: '1,000 rules and 99,000 of other hosts', rules: 1000, share: 0.42, otherRules: 99_000 },
];
say('key, CPU time against new URL(u).href: more than 1 is faster');
const keys = sizes.map(({ name, ...options }) => {
  const row = { name, ...measureKey({ urls, ...options }) };
  say(
    `${name}: file to file ${row.streamRatio.toFixed(2)} x, per string ${row.stringRatio.toFixed(2)} x, ${(row.rewritten * 100).toFixed(1)} % rewritten, digest ${row.digest}`,
  );
  return row;
});
const rulesRatio = keys[3].streamMs / keys[1].streamMs;
say(`100,000 rules / 1,000 rules, same hits: ${rulesRatio.toFixed(2)} x the time`);
const oneHost = measureOneHost();
say(
  `100,000 rules with distinct literals on one host / 1,000: ${oneHost.ratio.toFixed(2)} x the time, ${(oneHost.changed * 100).toFixed(0)} % rewritten`,
);
say('hostile URLs, time per byte against ordinary URLs: less than 1 is cheaper');
const hostile = measureHostile();
for (const { rules, url, ratio } of hostile) say(`${rules}, ${url}: ${ratio.toFixed(2)}`);
if (isJson) console.log(JSON.stringify({ keys, rulesRatio, oneHost, hostile }));

// DUST in the log of a squid proxy, after Sarode and Chordia: how many URLs there are, how many are left when rules normalize them.
//
//   node examples/proxy-log/proxy-log.mjs [access.log] [jaccard|tiered]
import { join } from 'node:path';
import { compileRules, learnRules, readRecords } from 'dustpan';

const [file = join(import.meta.dirname, 'access.log.gz'), scoring = 'tiered'] = process.argv.slice(2);

/** The thresholds of the paper; its false positive rate of "10" is read as percent. */
const OPTIONS = {
  learner: 'duster',
  minSupport: 10,
  minFrequency: 10,
  maxFpr: 0.1,
  split: 'thirds',
  methodOptions: { scoring },
};

const records = readRecords([file], { format: 'squid' });
/** Bytes of the answer by URL; of answers of several sizes the last counts. */
const sizes = new Map();
for await (const batch of records) {
  for (const { url, status, length } of batch) if (status === 200) sizes.set(url, length ?? 0);
}
const clusters = clusterBySize(sizes);
const { ruleSet, summary } = learnRules(clusters, OPTIONS);
const normalizer = compileRules(ruleSet);
const forms = new Set([...sizes.keys()].map((url) => normalizer.key(url)));

const counts = {
  requests: records.lines(),
  total: sizes.size,
  normalized: forms.size,
  DUST: sizes.size - forms.size,
  rules: summary.accepted,
};
for (const [name, count] of Object.entries(counts)) process.stdout.write(`${name}\t${count}\n`);
if (summary.advice !== null) process.stderr.write(`nothing was learned: ${summary.advice}\n`);

/**
 * A log does not tell what a page says. URLs of one site with answers of one size and one extension are taken for one page, which is
 * weak evidence: two pages may have the same size, and one page may have different ones.
 */
function clusterBySize(sizes) {
  const groups = new Map();
  for (const [url, size] of sizes) {
    const [, site = '', path = ''] = /^[a-z]+:\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? [];
    const extension = /\.(\w+)$/.exec(path)?.[1] ?? '';
    const id = `${site.toLowerCase()} ${size} ${extension}`;
    const known = groups.get(id);
    if (known) known.push(url);
    else groups.set(id, [url]);
  }
  return [...groups].map(([id, urls]) => ({ id, urls }));
}

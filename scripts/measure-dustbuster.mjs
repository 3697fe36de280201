// Measures DustBuster on real access logs: likely rules from the log alone, and how many of the first k the labeled URLs confirm.
//
//   node scripts/build.mjs && node scripts/measure-dustbuster.mjs ../shared/data [--rules] > table.md
//
// A log has no host names, so each is read as if all its lines were of the host that most labeled URLs have; the labels of that host
// (clusters-all.tsv.gz, with wide ids) judge. A rule is confirmed if it joins URLs of one page, and of different pages in at most
// 5 % of its pairs; "not known" are rules that join no two labeled URLs. --rules shows the first twenty.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const RANKS = [1, 5, 10, 20];
const MAIN = join(import.meta.dirname, '../dist/cli/main.cjs');

const data = process.argv[2];
if (data === undefined || !existsSync(data)) {
  console.error('name the folder with the data: node scripts/measure-dustbuster.mjs ../shared/data');
  process.exit(2);
}
const sets = readdirSync(data)
  .filter((name) => ['access.log.gz', 'clusters-all.tsv.gz'].every((file) => existsSync(join(data, name, file))))
  .sort();

const folder = mkdtempSync(join(tmpdir(), 'dustpan-measure-'));
const [rules, labels] = [join(folder, 'rules.json'), join(folder, 'labels.tsv')];
const ranks = RANKS.map((k) => `P@${k}`).join(' | ');
console.log(`| log | host | likely rules | ${ranks} | of 20: confirmed, refuted, not known |`);
console.log(`|---|---|---|${'---|'.repeat(RANKS.length + 1)}`);
/** @type {string[]} */
const shown = [];
for (const name of sets) {
  const { host, lines } = mainHost(gunzipSync(readFileSync(join(data, name, 'clusters-all.tsv.gz'))).toString());
  writeFileSync(labels, lines);
  const log = join(data, name, 'access.log.gz');
  dustpan('learn', log, '--learner', 'dustbuster', '--host', host, '-o', rules);
  const { dustBuster } = JSON.parse(dustpan('evaluate', '-r', rules, labels, '--json'));
  /** @type {{ k: number, valid: number, unknown: number, precision: number }[]} */
  const precisions = dustBuster.precisionAt;
  const found = JSON.parse(readFileSync(rules, 'utf8')).rules;
  const cells = RANKS.map((k) => precisions.find((at) => at.k === k)?.precision.toFixed(2) ?? '-');
  const last = precisions.findLast(({ k }) => k <= 20) ?? { k: 0, valid: 0, unknown: 0 };
  const counts = `${last.valid}, ${last.k - last.valid - last.unknown}, ${last.unknown}`;
  console.log(`| ${[name, host, found.length, ...cells, counts].join(' | ')} |`);
  if (process.argv.includes('--rules')) {
    shown.push(
      `\n${name}:\n`,
      ...found
        .slice(0, 20)
        .map((/** @type {any} */ rule) => `- ${JSON.stringify(rule.evidence.likely)} ${textOf(rule)}`),
    );
  }
}
console.log(shown.join('\n'));
rmSync(folder, { recursive: true });

/**
 * The host of most labeled URLs, and its lines with the header.
 * @param {string} text
 */
function mainHost(text) {
  const [header, ...lines] = text.trimEnd().split('\n');
  /** @type {Map<string, string[]>} */
  const byHost = new Map();
  for (const line of lines) {
    const host = /^[^\t]*\thttps?:\/\/([^/?#:]*)/.exec(line)?.[1] ?? '';
    const own = byHost.get(host);
    if (own) own.push(line);
    else byHost.set(host, [line]);
  }
  const [host, own] = [...byHost].reduce((best, other) => (other[1].length > best[1].length ? other : best));
  return { host, lines: `${[header, ...own].join('\n')}\n` };
}

/** @param {any} rule */
function textOf({ match, emit }) {
  if (match.view !== 'text') return `${JSON.stringify(match.where)} => ${JSON.stringify(emit.set)}`;
  const side = (/** @type {string[]} */ tokens) => `${match.start ? '^' : ''}${tokens.join('')}${match.end ? '$' : ''}`;
  return `\`${side(match.alpha)}\` => \`${side(emit.beta)}\``;
}

/** @param {string[]} args */
function dustpan(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  console.error(stderr);
  process.exit(2);
}

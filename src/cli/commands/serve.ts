/** `dustpan serve`: the explorer and the HTTP API. */
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuleSet } from '../../index.ts';
import { openInput } from '../../records/index.ts';
import type { DataSet, RuleSource } from '../../server/index.ts';
import { CLUSTERING, clusteringOptions } from '../clustering.ts';
import { defineCommand } from '../command.ts';
import { evidenceText } from '../evidence-text.ts';
import { checkStdin, readAll } from '../inputs.ts';
import { interruptible } from '../interrupt.ts';
import { INPUTS, openLabeled, READING, readLabeled } from '../labeled-data.ts';
import { type Output, openOutput } from '../output.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { counted, printable, say } from '../terminal.ts';
import { WORK_SCRIPT, type Work } from '../work.ts';

const EMPTY: RuleSet = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules: [] };
const WORK: Work = 'job';
const WEB_ROOT = fileURLToPath(new URL('../../web', import.meta.url));
const PACKAGE = new URL('../../../package.json', import.meta.url);
/** Nothing is written to it: it tells the readers that nobody looks at standard output. */
const NOWHERE: Output = { isTerminal: false, write: () => undefined, finish: async () => undefined };

export const serve = defineCommand(
  {
    name: 'serve',
    summary: SUMMARIES.serve,
    details:
      'Rules can be looked at, tried, and switched between active, quarantined and refuted; a change is written back to the rule file at once. With labeled URLs or records, the explorer shows what the rules make of them. Without rules, upload data and learn some. Stops on Ctrl-C when what is under way is done.',
    positionals: [{ ...INPUTS, help: `${INPUTS.help.replace('"-" or none is', '"-" is')}; none is no data` }],
    options: [
      {
        name: 'rules',
        short: 'r',
        value: 'RULES',
        help: 'rule file; changes are written back to it if it is plain JSON, not compiled and not compressed',
      },
      {
        name: 'port',
        value: 'N',
        kind: 'integer',
        min: 0,
        max: 65535,
        default: 8640,
        help: 'port; 0 takes any free one',
      },
      {
        name: 'host',
        value: 'HOST',
        default: '127.0.0.1',
        help: 'address to listen on; others than this machine need --token',
      },
      { name: 'token', value: 'TOKEN', help: 'what clients must know; also taken from the variable DUSTPAN_TOKEN' },
      { name: 'comparison', value: 'FILE', help: 'what "dustpan compare --json" wrote, to be shown' },
      { name: 'replicas', value: 'FILE', help: 'what "dustpan replicas --json" wrote, to be shown' },
      ...READING.filter((option): option is Exclude<typeof option, { name: 'host' }> => option.name !== 'host'),
      {
        name: 'log-host',
        value: 'HOST',
        help: 'of logs without host names: www.example.com, or https://www.example.com',
      },
      ...CLUSTERING,
    ],
    examples: ['dustpan serve -r rules.json clusters.tsv.gz', 'dustpan serve --port 0'],
  },
  async (options, paths) => {
    const { rules, comparison, replicas } = options;
    checkStdin([...paths, rules, comparison, replicas].filter((path) => path !== undefined));
    // Its packages are large.
    const { readComparison, readReplicas, startServer } = await import('../../server/index.ts');
    const { DUSTPAN_TOKEN } = process.env;
    const source = await readRules(rules);
    const shown = {
      comparison: comparison === undefined ? null : readComparison(await readFileText(comparison), comparison),
      replicas: replicas === undefined ? null : readReplicas(await readFileText(replicas), replicas),
    };
    const reading = { ...options, host: options['log-host'] };
    const data = paths.length === 0 ? null : await readData(paths, reading, clusteringOptions(options));
    const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
    const token = options.token ?? DUSTPAN_TOKEN;
    await interruptible(async (signal) => {
      const server = await startServer({
        ...{ rules: source, data, ...shown, host: options.host, port: options.port, token, version },
        inputs: paths.filter((path) => path !== '-').map((path) => ({ name: basename(path), path })),
        describe: evidenceText,
        writeFile,
        learnScript: [WORK_SCRIPT, WORK],
        webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : null,
        onError: tellInternal,
      });
      const name = server.host.includes(':') ? `[${server.host}]` : server.host;
      const what = [counted(server.rules, 'rule'), ...(data ? [counted(data.clusters.length, 'page')] : [])].join(
        ' and ',
      );
      say(`dustpan: serving ${what} on http://${name}:${server.port}/\n`);
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      say('dustpan: stopping when what is under way is done; once more stops at once\n');
      await server.stop();
    });
    return 0;
  },
);

/** A plain JSON file is left to the server, which reads and writes it. */
async function readRules(path: string | undefined): Promise<RuleSource> {
  if (path === undefined) {
    const whyNot =
      'The server was started without a rule file, so changes are kept until it stops; download the rules to keep them.';
    return { kind: 'memory', ruleSet: EMPTY, name: null, whyNot };
  }
  const name = path === '-' ? 'standard input' : basename(path);
  if (path !== '-' && isPlainJson(path)) return { kind: 'file', name, path };
  const { ruleSet } = await loadRules(path);
  const whyNot =
    'The rules did not come from a plain JSON file, so changes are kept until the server stops; download the rules to keep them.';
  return { kind: 'memory', ruleSet, name, whyNot };
}

/** Also a damaged one: reading it says what is wrong. */
function isPlainJson(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const fd = openSync(path, 'r');
  const head = Buffer.alloc(64);
  const length = readSync(fd, head, 0, head.length, 0);
  closeSync(fd);
  return /^\ufeff?\s*\{/.test(head.toString('utf8', 0, length));
}

type Reading = Parameters<typeof readLabeled>[1];
type Clustering = NonNullable<Parameters<typeof readLabeled>[3]>;

async function readData(paths: readonly string[], values: Reading, clustering: Clustering): Promise<DataSet> {
  const { clusters, listed } = await readLabeled(openLabeled(paths, undefined), values, NOWHERE, clustering);
  const sources = paths.map((path) => (path === '-' ? 'standard input' : basename(path)));
  return { sources, clusters, listed: listed.map(({ url }) => url) };
}

async function readFileText(path: string): Promise<string> {
  return new TextDecoder().decode(await readAll(openInput(path)));
}

async function writeFile(path: string, text: string): Promise<void> {
  const output = openOutput(path);
  await output.write(text);
  await output.finish();
}

function tellInternal(error: unknown): void {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  say(`dustpan: internal error: ${printable(text)}; please report it\n`);
  const { DUSTPAN_DEBUG } = process.env;
  if (DUSTPAN_DEBUG === '1' && error instanceof Error) say(`${error.stack}\n`);
}

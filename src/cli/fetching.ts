/** How pages are fetched to prove rules: the options of the commands that do it, and the way from records to a proof. */
import { ConfigError, InputError } from '../base/index.ts';
import {
  exampleUrls,
  FETCH_DEFAULTS,
  type FetchProof,
  PROOF_DEFAULTS,
  printRuleSet,
  proveByFetching,
  type RuleSet,
} from '../index.ts';
import type { OptionTable } from './command.ts';
import { fetchText } from './fetch-text.ts';
import { openFiles } from './inputs.ts';
import { interruptible } from './interrupt.ts';
import { type ReadingValues, readStream } from './labeled-data.ts';
import type { Output } from './output.ts';
import { startStatusLine } from './status-line.ts';
import { counted, grouped, say } from './terminal.ts';

export const FETCHING = [
  { name: 'fetch', help: 'prove the rules by fetching pages, politely; see the options below' },
  {
    name: 'pairs',
    value: 'N',
    kind: 'integer',
    min: 1,
    max: 100_000,
    default: PROOF_DEFAULTS.pairs,
    help: 'with --fetch: pairs of pages after which a rule is decided',
  },
  {
    name: 'max-error',
    value: 'SHARE',
    kind: 'number',
    min: 0,
    max: 0.5,
    default: PROOF_DEFAULTS.maxError,
    help: 'with --fetch: share of those pairs that may differ',
  },
  {
    name: 'delay',
    value: 'SECONDS',
    kind: 'number',
    min: 0,
    max: 86_400,
    default: FETCH_DEFAULTS.delayMs / 1000,
    help: 'with --fetch: pause between two requests to a host; robots.txt may ask for a longer one',
  },
  {
    name: 'max-requests',
    value: 'N',
    kind: 'integer',
    min: 1,
    default: FETCH_DEFAULTS.maxRequests,
    help: 'with --fetch: requests to one host, robots.txt, redirects and retries included',
  },
  {
    name: 'max-seconds',
    value: 'N',
    kind: 'integer',
    min: 1,
    max: 10_000_000,
    default: FETCH_DEFAULTS.maxHostMs / 1000,
    help: 'with --fetch: time for one host, pauses included',
  },
  {
    name: 'max-megabytes',
    value: 'N',
    kind: 'integer',
    min: 1,
    max: 1_000_000_000,
    default: FETCH_DEFAULTS.maxHostBytes / 1e6,
    help: 'with --fetch: traffic with one host',
  },
  {
    name: 'user-agent',
    value: 'TEXT',
    help: 'with --fetch: who asks, such as "mybot/1.0 (+https://example.com/bot)"; its first word is looked up in robots.txt',
  },
  {
    name: 'journal',
    value: 'FILE',
    help: 'with --fetch: note every answer in FILE, and do not ask again for what stands there',
  },
  {
    name: 'allow-private',
    help: 'with --fetch: also ask private, loopback and link-local addresses, such as a test server',
  },
] as const satisfies readonly OptionTable[];

/** Commands that learn have options of these names; others need them for fetching only. */
export const MIN_SUPPORT = {
  name: 'min-support',
  value: 'N',
  kind: 'integer',
  min: 1,
  default: PROOF_DEFAULTS.minSupport,
  help: 'with --fetch: pairs that must be the same page before a rule becomes active',
} as const satisfies OptionTable;
export const SEED = {
  name: 'seed',
  value: 'N',
  kind: 'integer',
  default: PROOF_DEFAULTS.seed,
  help: 'with --fetch: of the draw of URLs',
} as const satisfies OptionTable;

export type FetchingValues = {
  readonly fetch: boolean;
  readonly pairs: number;
  readonly 'max-error': number;
  readonly delay: number;
  readonly 'max-requests': number;
  readonly 'max-seconds': number;
  readonly 'max-megabytes': number;
  readonly 'user-agent': string | undefined;
  readonly journal: string | undefined;
  readonly 'allow-private': boolean;
  readonly 'min-support': number;
  readonly seed: number;
};

/** Refuses what is only good for fetching when nothing is to be fetched. */
export function checkFetching(values: FetchingValues): void {
  if (values.fetch) return;
  for (const name of ['user-agent', 'journal', 'allow-private'] as const) {
    if (values[name] === undefined || values[name] === false) continue;
    throw new ConfigError('fetch-option', `--${name} is about fetching pages; add --fetch, or leave it out`);
  }
}

/** URLs of records that answered, or of which nothing is known; without inputs those that the rules show. */
export async function urlsToTry(
  paths: readonly string[],
  ruleSet: RuleSet,
  values: ReadingValues & { readonly rules: string },
  output: Output,
): Promise<string[]> {
  if (paths.length === 0) {
    const shown = exampleUrls(ruleSet);
    if (shown.length > 0) return shown;
    throw new InputError('no-urls', 'the rules show no examples to try them on; name a file with URLs, such as a log');
  }
  const reading = readStream(openFiles(paths, [values.rules]), values, output);
  const urls = new Set<string>();
  let read = 0;
  for await (const batch of reading.records) {
    read += batch.length;
    for (const { url, status } of batch) if (status === undefined || status < 400) urls.add(url);
  }
  reading.done(urls.size);
  reading.check(read);
  return [...urls];
}

/** Proves a rule set, writes it, and tells what became of it. After a signal it does so with what is known by then, and ends the program. */
export async function proveAndWrite(
  ruleSet: RuleSet,
  urls: readonly string[],
  values: FetchingValues,
  output: Output,
): Promise<FetchProof> {
  const line = startStatusLine(output);
  const { result: proof, afterwards } = await interruptible((signal) =>
    proveByFetching(ruleSet, urls, { ...optionsOf(values), signal }, ({ done, of, positive, negative, requests }) => {
      line.update(
        () =>
          `rule ${grouped(done + 1)} of ${grouped(of)}: ${grouped(positive)} the same, ${grouped(negative)} different; ${counted(requests, 'request')}`,
      );
    }),
  );
  line.clear();
  await output.write(printRuleSet(proof.ruleSet));
  await output.finish();
  say(fetchText(proof, values.journal));
  afterwards();
  return proof;
}

function optionsOf(values: FetchingValues) {
  const { 'user-agent': userAgent, journal } = values;
  return {
    pairs: values.pairs,
    maxError: values['max-error'],
    minSupport: values['min-support'],
    seed: values.seed,
    delayMs: Math.round(values.delay * 1000),
    maxRequests: values['max-requests'],
    maxHostMs: values['max-seconds'] * 1000,
    maxHostBytes: values['max-megabytes'] * 1_000_000,
    allowPrivate: values['allow-private'],
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(journal === undefined ? {} : { journal }),
  };
}

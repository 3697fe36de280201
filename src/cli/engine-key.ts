/** `key` and `dedupe` on an engine. */
import { dedupeJob, hadoopCommands, keptLineOf, keyedJob, keyJob, lineOf, plainJob } from '../engines/index.ts';
import { printRuleSet } from '../normalize/index.ts';
import type { ApplyOptions } from './apply.ts';
import { isFolder, STAGES, sourcesOf, withEngine, writeRows } from './engine.ts';
import type { EngineValues } from './engine-options.ts';
import { openOutput } from './output.ts';
import { loadRules } from './rules.ts';
import { counted, say } from './terminal.ts';

type Values = ApplyOptions & EngineValues & { readonly column: string | undefined };

export async function keyOnEngine(options: Values, files: readonly string[]): Promise<0> {
  const params = await paramsOf(options);
  if (options.engine === 'hadoop-streaming') {
    return await writeCommands(['map:key'], params, files, options.output);
  }
  await withEngine(options, {}, async (engine) => {
    const sources = sourcesOf(files, options.column);
    if (options.json) {
      const keyed = await keyedJob(engine, sources, params);
      await writeRows(engine, keyed, options.output, ({ v }) => {
        const { line, key } = keptLineOf(v);
        return objectLine({ url: line, key });
      });
      return;
    }
    const keys = await keyJob(engine, sources, params);
    if (isFolder(options.output)) await engine.save(keys, options.output, ['key']);
    else await writeRows(engine, keys, options.output, ({ v }) => `${lineOf(v)}\n`);
  });
  return 0;
}

export async function dedupeOnEngine(
  options: Values & { readonly counts: boolean },
  files: readonly string[],
): Promise<0> {
  const params = { ...(await paramsOf(options)), counts: options.counts };
  if (options.engine === 'hadoop-streaming') {
    return await writeCommands(
      ['map:line-keys', 'reduce:first-lines', 'map:plain-lines'],
      params,
      files,
      options.output,
    );
  }
  await withEngine(options, {}, async (engine) => {
    const kept = await dedupeJob(engine, sourcesOf(files, options.column), params);
    const { json, counts, output } = options;
    if (json) {
      await writeRows(engine, kept, output, ({ v }) => {
        const { line, key, count } = keptLineOf(v);
        return objectLine(counts ? { url: line, key, count } : { url: line, key });
      });
      return;
    }
    const lines = await plainJob(engine, kept, counts);
    if (isFolder(output)) await engine.save(lines, output, ['url']);
    else {
      const size = await writeRows(engine, lines, output, ({ v }) => `${lineOf(v)}\n`);
      if (options.verbose) say(`${counted(size, 'URL')} kept\n`);
    }
  });
  return 0;
}

async function paramsOf({ rules, include }: Values) {
  const { ruleSet } = await loadRules(rules);
  return { rules: printRuleSet(ruleSet), ...(include !== undefined && { include: [include] }) };
}

async function writeCommands(
  stages: readonly string[],
  params: unknown,
  files: readonly string[],
  path: string | undefined,
): Promise<0> {
  const output = openOutput(path);
  await output.write(hadoopCommands(stages, params, files, STAGES));
  await output.finish();
  return 0;
}

/** Texts of a character per byte, as one line of JSON of the same kind. */
function objectLine(fields: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8') : value,
  ]);
  return Buffer.from(`${JSON.stringify(Object.fromEntries(texts))}\n`, 'utf8').toString('latin1');
}

/** The jobs `key` and `dedupe` over any engine: rules applied to lines, in the order of the lines. */
import type { KeptLine, KeyParams } from './key.ts';
import { withoutReturn } from './key.ts';
import { all, type Engine, type Part, part, type RawLine, type Source } from './stage.ts';

/** Lines of URLs with their keys in place of them. */
export async function keyJob(engine: Engine, sources: readonly Source[], params: KeyParams): Promise<Part> {
  const lines = await engine.read(sources);
  return part(await engine.run([{ stage: 'map:key', params }], [all(lines)]), 'l');
}

/** Lines with their keys beside them; rows are `KeptLine`s. */
export async function keyedJob(engine: Engine, sources: readonly Source[], params: KeyParams): Promise<Part> {
  const lines = await engine.read(sources);
  return part(await engine.run([{ stage: 'map:keyed-lines', params }], [all(lines)]), 'd');
}

/** The first line of each key; rows are `KeptLine`s. */
export async function dedupeJob(engine: Engine, sources: readonly Source[], params: KeyParams): Promise<Part> {
  const lines = await engine.read(sources);
  return part(
    await engine.run([{ stage: 'map:line-keys', params }, { stage: 'reduce:first-lines' }], [all(lines)]),
    'd',
  );
}

/** Kept lines as lines to write. */
export async function plainJob(engine: Engine, kept: Part, counts: boolean): Promise<Part> {
  return part(await engine.run([{ stage: 'map:plain-lines', params: { counts } }], [kept]), 'l');
}

/** The text of a row of lines, a character per byte. */
export function lineOf(v: string): string {
  return (JSON.parse(v) as RawLine)[0];
}

/** A kept line with what belongs to its line end taken off. */
export function keptLineOf(v: string): KeptLine {
  const { line, key, count } = JSON.parse(v) as KeptLine;
  return { line: withoutReturn(line), key, count };
}

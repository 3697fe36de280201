/** Refuses to replace data by what was made of it: often there is no other copy. */
import { realpathSync } from 'node:fs';
import { ConfigError } from '../base/index.ts';

export function checkOutput(output: string, inputs: readonly string[]): void {
  const target = realPath(output);
  if (target === null || !inputs.some((path) => realPath(path) === target)) return;
  throw new ConfigError('output-is-input', `${output} is what is read, and would be lost; name another file with -o`);
}

/** Null if there is no such file here: it may be one of an engine, or standard input. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

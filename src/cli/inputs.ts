/** Opens what a command reads: files by name, or standard input, which can be read only once. */
import { ConfigError, InputError } from '../base/index.ts';
import { type Input, openInput } from '../records/index.ts';
import { isTerminal, say } from './terminal.ts';

/** Files of URLs; all are looked at before the first is read. `others` are inputs of the command that may be standard input too. */
export function openFiles(paths: readonly string[], others: readonly (string | undefined)[] = []): Input[] {
  const files = paths.length === 0 ? ['-'] : paths;
  checkStdin([...files, ...others.filter((path) => path !== undefined)]);
  const inputs = files.map((path) => openInput(path));
  if (files.includes('-') && isTerminal(0)) say('dustpan: reading URLs from the terminal; end with Ctrl-D\n');
  return inputs;
}

/** Refuses a second use of standard input, which would find nothing left. */
export function checkStdin(paths: readonly string[]): void {
  if (paths.filter((path) => path === '-').length < 2) return;
  throw new ConfigError('stdin-twice', 'standard input can be read only once; give a file for all inputs but one');
}

/** The longest text that the language can hold, about. */
const MAX_WHOLE = 2 ** 29;

/** The whole content of an input. */
export async function readAll(input: Input): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > MAX_WHOLE)
      throw new InputError(
        'input-too-large',
        `${input.name} holds more than 512 MB, too much to be read as a whole; check the path`,
      );
    chunks.push(new Uint8Array(chunk));
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** Text for people: messages on standard error, control characters made visible, numbers, a little color. */
import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { grouped } from '../base/index.ts';

export { grouped };

/** Writes to standard error at once, so that nothing is lost when the process ends; if nobody listens, that is fine. */
export function say(text: string): void {
  const bytes = Buffer.from(text);
  let at = 0;
  for (let tries = 0; at < bytes.length && tries < 1000; tries++) {
    try {
      at += writeSync(2, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
  }
}

/** Whether a descriptor is a terminal. What tells it is slow to load, and asked only of what may be one. */
export function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && isatty(fd);
  } catch {
    // It is closed.
    return false;
  }
}

/** URLs and file names may hold anything, also what would move the cursor or color the screen. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}

/** `1 URL`, `2 URLs`. */
export function counted(value: number, noun: string): string {
  return `${grouped(value)} ${noun}${value === 1 ? '' : 's'}`;
}

export type Paint = (kind: 'bold' | 'red' | 'green' | 'dim', text: string) => string;

/** Colors on a terminal that wants them (https://no-color.org). */
export function painter(isTerminal: boolean): Paint {
  const codes = { bold: 1, dim: 2, red: 31, green: 32 } as const;
  const { NO_COLOR, TERM } = process.env;
  const isOn = isTerminal && !NO_COLOR && TERM !== 'dumb';
  return (kind, text) => (isOn ? `\u001b[${codes[kind]}m${text}\u001b[0m` : text);
}

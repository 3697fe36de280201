/** Readers of access logs, one a format. */
import { ConfigError } from '../../base/index.ts';
import type { Format, Head, LineReader, Reader, ReaderOptions } from '../reader.ts';
import { readLines } from './lines-reader.ts';
import { textOf } from './lines-text.ts';
import { LOG_FORMATS, type LogFormat, logParser, recognizeLog } from './logs/index.ts';

export const logReaders: readonly Reader[] = LOG_FORMATS.map((format) => ({
  name: nameOf(format),
  from: 'bytes',
  recognize(head) {
    const found = recognized(head);
    return found?.format === format ? found.because : null;
  },
  open: (sink, options) => readLines(sink, startLog(format, options)),
}));

/** A log whose lines the options describe; it is never recognized. */
export const customLog: Reader = {
  name: 'custom',
  from: 'bytes',
  recognize: () => null,
  open(sink, options) {
    const { logFormat } = options;
    if (logFormat !== undefined) return readLines(sink, startLog(logFormat, options));
    throw new ConfigError('no-log-format', 'the format custom needs a description of its lines; give --log-format');
  },
};

/** The name of a format among all formats: JSON lines that are no log have a name already. */
export function nameOf(format: LogFormat): Format {
  return format === 'JSON' ? 'jsonlog' : (format.toLowerCase() as Format);
}

function startLog(format: string, { host }: ReaderOptions): LineReader {
  const parse = logParser(format, siteOf(host));
  return (bytes, from, to) => parse(textOf(bytes, from, to));
}

/** A host may be given with the scheme of its pages. */
function siteOf(host: string | undefined): { host?: string; scheme?: string } {
  if (host === undefined) return {};
  const [, scheme, name] = /^(?:([a-z]+):\/\/)?(.*?)\/?$/i.exec(host)!;
  return scheme === undefined ? { host: name! } : { host: name!, scheme: scheme.toLowerCase() };
}

/** All formats of logs ask about the same head, one after the other. */
const answers = new WeakMap<Head, ReturnType<typeof recognizeLog>>();

function recognized(head: Head): ReturnType<typeof recognizeLog> {
  if (!answers.has(head)) answers.set(head, recognizeLog(head.lines));
  return answers.get(head)!;
}

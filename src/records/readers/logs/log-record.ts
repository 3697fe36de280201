/** What a log parser takes and gives: options, records, and the codes of lines that are not records. */
import type { CrawlRecord } from '../../reader.ts';

/** One request of a log. `ip` is the address of the server, where a log tells it; the client's is not kept. */
export type LogRecord = CrawlRecord & {
  /** GET or HEAD; absent if the log does not tell. */
  readonly method?: string;
  readonly agent?: string;
  readonly referrer?: string;
};

export type LogProblem =
  /** The line does not have the fields of the format. */
  | 'not-this-format'
  /** No `#Fields:` line has come yet. */
  | 'no-fields'
  /** The server got no request, or does not say which. */
  | 'no-request-line'
  /** Not HTTP, such as the first bytes of TLS, or a target that is neither a path nor an HTTP URL. */
  | 'bad-request-line'
  /** Neither GET nor HEAD. */
  | 'other-method'
  | 'bad-status'
  /** Neither the log nor the options name the host. */
  | 'no-host';

/** Reads one line; null is a blank line or a directive. Made for one input, since it may remember directives. */
export type LogParser = (line: string) => LogRecord | null | LogProblem;

/** What is taken where the log itself does not tell. */
export type LogOptions = {
  /** Host of the site, with the port if it is not the usual one. */
  readonly host?: string;
  /** `http` (if not given) or `https`. */
  readonly scheme?: string;
};

/** A record in the making. */
export type Draft = { -readonly [K in keyof LogRecord]: LogRecord[K] };

/** For lines without content: blank ones are not worth a problem. */
export function noRecord(line: string): null | 'not-this-format' {
  return line.trim() === '' ? null : 'not-this-format';
}

/**
 * Access logs of web servers, proxies, load balancers and stores. Takes lines as text, gives records with URLs.
 * Invariant: no line throws; a line that is no record gives null (blank, directive) or the code of its problem.
 */
export { LOG_FORMATS, type LogFormat, logParser } from './formats.ts';
export type { LogOptions, LogParser, LogProblem, LogRecord } from './log-record.ts';
export { recognizeLog } from './recognize.ts';

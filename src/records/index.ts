/**
 * Where data comes in: opens files and standard input as bytes, compressed or not, and reads records of any known format.
 * Invariant: whatever cannot be read is an InputError whose message says what to do; bad data is counted, not thrown.
 */
export { isEmptyDigest } from './empty-digest.ts';
export { loadPageTools, type PageTools } from './page-tools.ts';
export { describeProblem, type ProblemKind } from './problems.ts';
export { type Input, openInput } from './readers/open.ts';
export { ownWritingEnd, writeReady } from './readers/own-end.ts';
export { type ReadOptions, type RecordStream, readRecords } from './readers/records.ts';
export { openScratchFile, type ScratchFile } from './readers/scratch-file.ts';
export { type CrawlRecord, FORMATS, type Format, type LabelSink, type ReadProblem } from './record.ts';

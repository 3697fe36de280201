/**
 * Where data comes in: opens files and standard input as bytes, compressed or not. Takes a path, gives chunks.
 * Invariant: whatever cannot be read is an InputError whose message says what to do; bytes are never judged here.
 */
export { type Input, openInput } from './readers/open.ts';

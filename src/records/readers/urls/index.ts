/**
 * Plain lists of URLs. Takes lines, gives a record with nothing but its URL for each.
 * Invariant: no line throws, and a URL is given as it is written.
 */
import type { Reader } from '../../reader.ts';
import { readLines } from '../lines-reader.ts';
import { recognizeUrls, startUrls } from './url-list.ts';

export const urls: Reader = {
  name: 'urls',
  from: 'bytes',
  recognize: ({ lines }) => recognizeUrls(lines),
  open: (sink) => readLines(sink, startUrls()),
};

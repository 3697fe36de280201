/**
 * Indexes of web archives, CDX and CDXJ. Takes lines, gives one record a capture.
 * Invariant: no line throws; lines about what is no page are told from lines that cannot be read.
 */
import type { Reader } from '../../reader.ts';
import { readLines } from '../lines-reader.ts';
import { recognizeCdx, startCdx } from './cdx.ts';
import { recognizeCdxj, startCdxj } from './cdxj.ts';

export const cdx: Reader = {
  name: 'cdx',
  from: 'bytes',
  recognize: ({ lines }) => recognizeCdx(lines),
  open: (sink) => readLines(sink, startCdx()),
};

export const cdxj: Reader = {
  name: 'cdxj',
  from: 'bytes',
  recognize: ({ lines }) => recognizeCdxj(lines),
  open: (sink) => readLines(sink, startCdxj()),
};

/** The registry: the only list of readers, in the order they are asked; the more specific ones come first. */
import type { Reader } from '../reader.ts';
import { cdx, cdxj } from './cdx/index.ts';
import { clustersTsv } from './clusters-tsv.ts';
import { csv } from './csv/index.ts';
import { logReaders } from './log-readers.ts';
import { parquet } from './parquet/index.ts';
import { recordsJsonl } from './records-jsonl.ts';
import { recordsTsv } from './records-tsv.ts';
import { sitemap } from './sitemap/index.ts';
import { urls } from './urls/index.ts';
import { warc } from './warc-reader.ts';

export const readers: readonly Reader[] = [
  parquet,
  warc,
  sitemap,
  cdxj,
  cdx,
  ...logReaders,
  recordsJsonl,
  clustersTsv,
  recordsTsv,
  csv,
  urls,
];

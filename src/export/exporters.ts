/** All export targets by name. */
import type { Exporter } from './exporter.ts';
import { apache } from './targets/apache.ts';
import { adguard, clearurls } from './targets/browser-lists.ts';
import { canonicalCsv } from './targets/canonical-csv.ts';
import { crawlee } from './targets/crawlee.ts';
import { httrack } from './targets/httrack.ts';
import { heritrix, nutch, stormcrawler } from './targets/java.ts';
import { nginx } from './targets/nginx.ts';
import { noVarySearch } from './targets/no-vary-search.ts';
import { pywb } from './targets/pywb.ts';
import { regex } from './targets/regex.ts';
import { robots } from './targets/robots.ts';
import { scrapy } from './targets/scrapy.ts';
import { sql } from './targets/sql.ts';

/** In the order of the help page. */
export const TARGETS = [
  'nginx',
  'apache',
  'robots',
  'no-vary-search',
  'nutch',
  'stormcrawler',
  'heritrix',
  'pywb',
  'scrapy',
  'crawlee',
  'adguard',
  'clearurls',
  'httrack',
  'canonical-csv',
  'regex',
  'sql',
] as const;
export type TargetName = (typeof TARGETS)[number];

export const EXPORTERS: Readonly<Record<TargetName, Exporter>> = {
  nginx,
  apache,
  robots,
  'no-vary-search': noVarySearch,
  nutch,
  stormcrawler,
  heritrix,
  pywb,
  scrapy,
  crawlee,
  adguard,
  clearurls,
  httrack,
  'canonical-csv': canonicalCsv,
  regex,
  sql,
};

/** The registry of log formats, by the names that GoAccess gives them. */
import { ConfigError } from '../../../base/index.ts';
import { awsElbParser, awsS3Parser } from './aws.ts';
import { clfParser } from './clf.ts';
import { cloudStorageParser } from './cloud-storage.ts';
import { customParser } from './custom.ts';
import { caddyParser, jsonParser } from './json-log.ts';
import type { LogOptions, LogParser } from './log-record.ts';
import { makeSite, type Site } from './site.ts';
import { squidParser } from './squid.ts';
import { cloudFrontParser, w3cParser } from './w3c.ts';

export const LOG_FORMATS = [
  'COMMON',
  'COMBINED',
  'VCOMMON',
  'VCOMBINED',
  'W3C',
  'SQUID',
  'CLOUDFRONT',
  'CLOUDSTORAGE',
  'AWSELB',
  'AWSS3',
  'CADDY',
  'TRAEFIKCLF',
  'JSON',
] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

const PARSERS: Readonly<Record<LogFormat, (site: Site) => LogParser>> = {
  COMMON: (site) => clfParser({}, site),
  COMBINED: (site) => clfParser({ hasAgent: true }, site),
  VCOMMON: (site) => clfParser({ hasVhost: true }, site),
  VCOMBINED: (site) => clfParser({ hasVhost: true, hasAgent: true }, site),
  W3C: w3cParser,
  SQUID: squidParser,
  CLOUDFRONT: cloudFrontParser,
  CLOUDSTORAGE: cloudStorageParser,
  AWSELB: awsElbParser,
  AWSS3: awsS3Parser,
  CADDY: caddyParser,
  TRAEFIKCLF: (site) => clfParser({ hasAgent: true, hasRouter: true }, site),
  JSON: jsonParser,
};

/** A parser for one input; the format is a name of `LOG_FORMATS` in any case, or a string with specifiers such as `%h %^[%d:%t %^] "%r" %s %b`. */
export function logParser(format: string, options: LogOptions = {}): LogParser {
  const site = makeSite(options);
  if (format.includes('%')) return customParser(format, site);
  const name = LOG_FORMATS.find((known) => known === format.toUpperCase());
  if (name === undefined) {
    throw new ConfigError(
      'unknown-log-format',
      `"${format}" is no log format; give one of ${LOG_FORMATS.join(', ')}, or a format string such as '%h %^[%d:%t %^] "%r" %s %b'`,
    );
  }
  return PARSERS[name](site);
}

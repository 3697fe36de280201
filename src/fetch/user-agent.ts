/** Who we say that we are. */
import { readFileSync } from 'node:fs';

/** The name of the program and its version, and what it does, for people who find it in their log. */
export function defaultUserAgent(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return `dustpan/${version} (checks which URLs are one page; obeys robots.txt)`;
}

/** The name that robots.txt knows a user agent by. */
export function productOf(userAgent: string): string {
  return userAgent.split(/[/ ]/, 1)[0]!.toLowerCase();
}

/** Scheme and host of a request, out of what the log tells and what the options say. */
import { ConfigError } from '../../../base/index.ts';
import type { LogOptions } from './log-record.ts';

export type Site = {
  readonly host: string | undefined;
  readonly scheme: string | undefined;
  /** `scheme://host` for lines that tell nothing; empty if the options name no host. */
  readonly origin: string;
};

/** Throws a ConfigError if an option makes no sense. */
export function makeSite({ host, scheme }: LogOptions): Site {
  if (scheme !== undefined && !isScheme(scheme)) {
    throw new ConfigError('bad-scheme', `"${scheme}" is no scheme of web pages; give http or https`);
  }
  if (host !== undefined && splitHost(host) === null) {
    throw new ConfigError(
      'bad-host',
      `"${host}" is no host name; give it like www.example.com or www.example.com:8080`,
    );
  }
  const site = { host, scheme, origin: '' };
  return { ...site, origin: originOf(site) };
}

/** `scheme://host`; a host that is missing (`-`, `_`) or no host name counts as not told. Empty if there is no host. */
export function originOf(site: Omit<Site, 'origin'>, host = '', scheme = ''): string {
  const told = isScheme(scheme) ? scheme : undefined;
  const split = splitHost(host) ?? (site.host === undefined ? null : splitHost(site.host));
  if (split === null) return '';
  const { name, port } = split;
  const chosen = told ?? (port === '443' ? 'https' : (site.scheme ?? 'http'));
  // Without a scheme in the log, the port is what tells it; a proxy that unwraps TLS listens on 80 for https.
  const isUsual = told === undefined ? port === '443' || port === '80' : port === USUAL_PORT[told];
  return port === '' || isUsual ? `${chosen}://${name}` : `${chosen}://${name}:${port}`;
}

/** `originOf` for one site, which remembers its last answer: hosts come in runs. */
export function originMemory(site: Site): (host: string, scheme?: string) => string {
  let last = ['', ''];
  let { origin } = site;
  return (host, scheme = '') => {
    if (host !== last[0] || scheme !== last[1]) {
      last = [host, scheme];
      origin = originOf(site, host, scheme);
    }
    return origin;
  };
}

/** An absolute URL for what a `Location` header said; undefined if that was relative to the path. */
export function redirectUrl(location: string, origin: string): string | undefined {
  if (/^https?:\/\//i.test(location)) return location;
  if (location.startsWith('//')) return origin.slice(0, origin.indexOf(':') + 1) + location;
  return location.startsWith('/') ? origin + location : undefined;
}

/** Load balancers write the port of every URL; without it the URL is as it was asked for. */
export function withoutUsualPort(url: string): string {
  const found = /^(?:http:\/\/[^/?#]*(?=:80(?:[/?#]|$))|https:\/\/[^/?#]*(?=:443(?:[/?#]|$)))/.exec(url);
  if (!found) return url;
  const [start] = found;
  return start + url.slice(start.length + (start.startsWith('https') ? 4 : 3));
}

type Scheme = 'http' | 'https';

const USUAL_PORT: Readonly<Record<Scheme, string>> = { http: '80', https: '443' };

function isScheme(text: string): text is Scheme {
  return text === 'http' || text === 'https';
}

/** Name and port; null if the text is no host. Servers write `_` and patterns for hosts they do not know. */
function splitHost(text: string): { readonly name: string; readonly port: string } | null {
  const found = /^(\[[\da-f:.]+\]|[^\s\p{Cc}"#$%()*/:<>?@[\\\]^`{|}~,;]+)(?::(\d{1,5}))?$/iu.exec(text);
  if (!found || /^[-_.]*$/.test(found[1]!)) return null;
  return { name: found[1]!, port: found[2] ?? '' };
}

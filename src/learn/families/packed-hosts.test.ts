/** Hosts from bytes are the hosts of the URLs, however these are written. */
import { describe, expect, it } from 'vitest';
import { packTexts } from '../../clusters/index.ts';
import { sun } from '../../url/index.ts';
import { hostsOf } from './packed-hosts.ts';
import { siteOf } from './sites.ts';

const URLS = [
  ...['http://a.org/', 'https://a.org/x?y', 'http://A.org/', 'http://a.org', 'http://a.org?x', 'http://a.org./x'],
  ...['http://a.org:80/', 'http://a.org:8080/', 'http://u@b-1.org/', 'ftp://b-1.org/', 'a.org/x', '', 'http', 'http:/'],
  ...[
    'http://',
    'https://',
    'http:///x',
    'https:///x',
    'http://é.org/',
    'httpx://a.org/',
    'http://a..org/',
    'http://a_b.org/',
  ],
];

describe('hostsOf', () => {
  it('gives each URL the number of its site', () => {
    const { hosts, hostOf } = hostsOf(packTexts(URLS));
    const names = [...hosts.keys()];
    expect(Array.from(hostOf, (host) => names[host])).toEqual(URLS.map((url) => siteOf(sun(url))));
    expect([...hosts.values()]).toEqual(names.map((_, i) => i));
  });
});

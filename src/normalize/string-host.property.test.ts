/** What is read of a host in a string is what is read of it in bytes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbUrl } from '../../test/support/arbitraries.ts';
import { buildFlat } from './build/build.ts';
import { encode } from './bytes.ts';
import { Scan } from './scan.ts';
import { StringHost } from './string-host.ts';

const host = new StringHost(buildFlat({ dustpan: 1, apply: 'first', sun: false, options: {}, rules: [] }));
const scan = new Scan();

function scanned(url: string) {
  const bytes = encode(url);
  scan.open(bytes, 0, bytes.length, 'text');
  return { hash: scan.hostHash, end: scan.hostEnd, start: scan.host, authorityEnd: scan.authorityEnd };
}

const arbHost = fc.constantFrom(
  'a.com',
  'www.a-b.example',
  'x_y.org',
  '127.0.0.1',
  'localhost',
  'a.b.c.d.example.co.uk',
);
const ODD = [
  'HTTP://a.com/',
  'http://A.com/',
  'http://u@a.com/',
  'http://u:p@a.com/x',
  'http://a.com:80/',
  'http://a.com:/',
  'http://a.com./',
  'http:///x',
  'http://',
  'http:/',
  'http',
  '',
  'http://a.com?x/y',
  'http://a.com#x/y',
  'http://ä.com/',
  'http://\u0141.com/',
  'http://\ud800.com/',
  'ftp://a.com/',
  'ht/p://a.com/',
  'httpx//a.com/',
  'https:/a.com/',
];

it('reads a plain host as the scan of bytes does', () => {
  let read = 0;
  const arbPlain = fc
    .tuple(fc.constantFrom('http', 'https'), arbHost, fc.constantFrom('', '/', '/x', '/x?a@b:c#d', '/é'))
    .map(([scheme, name, tail]) => `${scheme}://${name}${tail}`);
  fc.assert(
    fc.property(fc.oneof(arbUrl(), arbPlain, fc.constantFrom(...ODD)), (url) => {
      if (!host.read(url)) return;
      read++;
      const { hash, end, start, authorityEnd } = scanned(url);
      expect([host.hash, host.end]).toEqual([hash, end]);
      expect([url.indexOf('://') + 3, end]).toEqual([start, authorityEnd]);
    }),
    { seed: 1, numRuns: 2000 },
  );
  expect(read).toBeGreaterThan(500);
});

it.each(['http://a.com', 'https://a.com/x', 'http://x-y_1.example/?u@v'])('reads %s', (url) => {
  expect(host.read(url)).toBe(true);
});

it.each(ODD)('leaves %j to the bytes', (url) => {
  expect(host.read(url)).toBe(false);
});

/** Scheme and host out of logs and options. */
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../base/index.ts';
import { makeSite, originMemory, originOf, redirectUrl, withoutUsualPort } from './site.ts';

describe('originOf', () => {
  const none = makeSite({});
  const given = makeSite({ host: 'given.example', scheme: 'https' });
  it.each([
    ['nothing told', none, '', '', ''],
    ['nothing told, options', given, '', '', 'https://given.example'],
    ['a host', none, 'a.example', '', 'http://a.example'],
    ['a host, options', given, 'a.example', '', 'https://a.example'],
    ['bytes as they came', none, 'A.Example', '', 'http://A.Example'],
    ['port 443 tells the scheme', none, 'a.example:443', '', 'https://a.example'],
    ['port 80 behind a proxy', given, 'a.example:80', '', 'https://a.example'],
    ['another port', none, 'a.example:8080', '', 'http://a.example:8080'],
    ['a scheme that is told', given, 'a.example', 'http', 'http://a.example'],
    ['its usual port', none, 'a.example:443', 'https', 'https://a.example'],
    ['not its usual port', none, 'a.example:443', 'http', 'http://a.example:443'],
    ['no such scheme', none, 'a.example', 'HTTP/1.1', 'http://a.example'],
    ['an address', none, '[2001:db8::1]:8080', '', 'http://[2001:db8::1]:8080'],
    ['no host', given, '-', '', 'https://given.example'],
    ['the default server of nginx', given, '_', '', 'https://given.example'],
    ['a pattern', none, '~^www\\d+$', '', ''],
    ['an attack', none, 'a.example/x', '', ''],
    ['a control', none, 'a\u0000b', '', ''],
    ['a bad port', none, 'a.example:123456', '', ''],
  ])('%s', (_, site, host, scheme, expected) => expect(originOf(site, host, scheme)).toBe(expected));
});

describe('makeSite', () => {
  it.each([
    [{ host: 'https://a.example' }, 'bad-host'],
    [{ host: 'a.example/' }, 'bad-host'],
    [{ host: '' }, 'bad-host'],
    [{ scheme: 'ftp' }, 'bad-scheme'],
  ])('refuses %j', (options, code) => {
    expect(() => makeSite(options)).toThrowError(expect.objectContaining({ code, constructor: ConfigError }));
  });
});

describe('originMemory', () => {
  it.each([{}, { host: 'own.example' }, { host: 'own.example', scheme: 'https' }])(
    'is never of the line before: %j',
    (options) => {
      const site = makeSite(options);
      const originFor = originMemory(site);
      const asked = [
        ...[
          ['', ''],
          ['a.example', ''],
          ['a.example', 'https'],
          ['a.example', 'https'],
          ['b.example', 'https'],
        ],
        ...[
          ['', 'https'],
          ['', ''],
          ['-', ''],
          ['a.example:443', ''],
        ],
      ] as const;
      for (const [host, scheme] of asked) expect(originFor(host!, scheme)).toBe(originOf(site, host, scheme));
    },
  );
});

describe('redirectUrl', () => {
  it.each([
    ['https://b.example/x', 'https://b.example/x'],
    ['//b.example/x', 'http://b.example/x'],
    ['/x', 'http://a.example/x'],
    ['x', undefined],
    ['ftp://b.example/', undefined],
  ])('%s', (location, expected) => expect(redirectUrl(location, 'http://a.example')).toBe(expected));
});

describe('withoutUsualPort', () => {
  it.each([
    ['http://a.example:80/x:80/', 'http://a.example/x:80/'],
    ['https://a.example:443', 'https://a.example'],
    ['https://a.example:443?x', 'https://a.example?x'],
    ['https://a.example:80/', 'https://a.example:80/'],
    ['http://a.example:8080/', 'http://a.example:8080/'],
    ['http://[::80]/', 'http://[::80]/'],
    ['http://[::1]:80/', 'http://[::1]/'],
  ])('%s', (url, expected) => expect(withoutUsualPort(url)).toBe(expected));
});

/** Checks of what may be asked: the table of addresses, every way to write one, and names that change where they lead. */
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPrivateOrPublicAddress, isPublicAddress } from './address.ts';
import { guarded, RefusedAddress } from './connector.ts';
import { type FetchOptions, openFetcher } from './index.ts';
import { redirect, startSite, type TestSite } from './test-site.case.ts';

describe('isPublicAddress', () => {
  it.each([
    ...['8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.1', '172.32.0.1', '169.253.1.1', '2606:4700::1111'],
    '::ffff:8.8.8.8',
  ])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['127.0.0.1', '127.255.0.9', '0.0.0.0', '0.1.2.3', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '100.100.100.200', '192.0.0.192', '198.18.0.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '168.63.129.16', '203.0.113.5'],
    ...[
      '::',
      '::1',
      '::7f00:1',
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      '::ffff:168.63.129.16',
      'fe80::1',
      'fe80::1%eth0',
    ],
    ...[
      'fc00::1',
      'fd00:ec2::254',
      'fec0::1',
      'ff02::1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:0:1::1',
      '2001:db8::1',
    ],
    ...['', 'localhost', '999.1.1.1', 'example.com'],
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('isPrivateOrPublicAddress', () => {
  it.each(['8.8.8.8', '127.0.0.1', '10.1.2.3', '169.254.1.1', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    '%s is',
    (address) => {
      expect(isPrivateOrPublicAddress(address)).toBe(true);
    },
  );
  it.each([
    '169.254.169.254',
    '::ffff:a9fe:a9fe',
    'fd00:ec2::254',
    'fd00:0ec2:0::254',
    '168.63.129.16',
    '',
    'localhost',
  ])('%s is not', (address) => {
    expect(isPrivateOrPublicAddress(address)).toBe(false);
  });
});

describe('the fetcher', () => {
  let site: TestSite;
  beforeEach(async () => {
    site = await startSite({ '/': 'secret' });
  });
  afterEach(() => site.close());

  async function ask(url: string, options: Partial<FetchOptions> = {}): Promise<string> {
    const fetcher = await openFetcher({ delayMs: 0, retries: 0, ...options });
    const outcome = await fetcher.fetch(url);
    await fetcher.close();
    return outcome.kind === 'unknown' ? outcome.why : outcome.kind;
  }

  /** A name server that says this, and then that. */
  function answers(...addresses: (readonly string[])[]): LookupFunction {
    let turn = 0;
    return (_name, _options, callback) => {
      const found = addresses[Math.min(turn++, addresses.length - 1)]!;
      callback(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
  }

  it.each([
    ...['127.0.0.1', 'localhost', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '127.0.0.1.', '[::1]', '0'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '127。0。0。1', '①②⑦.0.0.1', 'LOCALHOST'],
  ])('refuses %s, with any port', async (host) => {
    expect(await ask(`http://${host}:${site.port}/`)).toBe('refused-address');
    expect(site.log).toEqual([]);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'https://10.0.0.1/',
    'http://192.168.0.1:8080/',
  ])('refuses %s', async (url) => {
    expect(await ask(url)).toBe('refused-address');
  });

  it('asks them all the same when told so', async () => {
    expect(await ask(`http://localhost:${site.port}/`, { allowPrivate: true })).toBe('page');
  });

  it('refuses a name that leads to a private address, or to several', async () => {
    for (const found of [['127.0.0.1'], ['10.0.0.1', '::1'], ['169.254.169.254']]) {
      expect(await ask(`http://public.example:${site.port}/`, { lookup: answers(found) })).toBe('refused-address');
    }
    expect(site.log).toEqual([]);
  });

  it('refuses a name that led to a public address a moment ago', async () => {
    const lookup = answers(['192.0.2.1'], ['127.0.0.1']);
    expect(await ask(`http://rebinding.example:${site.port}/`, { lookup })).toBe('refused-address');
    let asked = 0;
    const turning: LookupFunction = (_name, _options, callback) => {
      // Public while it is looked at, private when it is used.
      const address = {
        family: 4,
        get address() {
          return asked++ === 0 ? '127.0.0.5' : '127.0.0.1';
        },
      };
      callback(null, [address]);
    };
    const isAllowedAddress = (address: string) => address === '127.0.0.5';
    expect(await ask(`http://rebinding.example:${site.port}/`, { lookup: turning, isAllowedAddress })).toBe(
      'no-connection',
    );
    expect(asked).toBe(1);
    expect(site.log).toEqual([]);
  });

  it('refuses a connection that leads to a private address although nothing said so before', async () => {
    const connect = guarded(buildConnector({ lookup: answers(['127.0.0.1']) }), isPublicAddress);
    const options = { hostname: 'public.example', host: 'public.example', protocol: 'http:', port: String(site.port) };
    const error = await new Promise((resolve) => {
      connect(options, (...[failure]) => resolve(failure));
    });
    expect(error).toBeInstanceOf(RefusedAddress);
  });

  it.each([
    ...[
      'http://127.0.0.1:PORT/',
      'http://169.254.169.254/',
      'http://[::ffff:127.0.0.1]:PORT/',
      'http://2130706433:PORT/',
    ],
    ...['http://localhost:PORT/', '//0x7f.1:PORT/', 'https://[::1]/'],
  ])('refuses a redirect to %s', async (to) => {
    const door = await startSite({ '/go': redirect(to.replace('PORT', String(site.port))) }, '127.0.0.5');
    // As if this one address were public.
    const isAllowedAddress = (address: string) => address === '127.0.0.5' || isPublicAddress(address);
    expect(await ask(`${door.origin}/go`, { isAllowedAddress })).toBe('refused-address');
    expect(door.log).toEqual(['/robots.txt', '/go']);
    expect(site.log).toEqual([]);
    await door.close();
  });
});

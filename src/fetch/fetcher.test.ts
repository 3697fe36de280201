/** Checks of the client against a server on loopback: what it asks for, what robots.txt keeps it from, and what it makes of odd answers. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { redirect, text } from './test-site.case.ts';
import { describeOutcome, useWeb } from './web.case.ts';

const web = useWeb();
const GZIP_BOMB = gzipSync(Buffer.alloc(20_000_000), { level: 1 });
const BROTLI_BOMB = brotliCompressSync(Buffer.alloc(20_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

describe('pages', () => {
  it('asks for robots.txt, then for the page, once each, and says who asks', async () => {
    const fetcher = await web.fetcherWith();
    const outcome = await fetcher.fetch(`${web.site.origin}/a`);
    expect(outcome).toMatchObject({ kind: 'page', url: `${web.site.origin}/a`, redirects: 0 });
    expect(await fetcher.fetch(`${web.site.origin}/a#part`)).toEqual(outcome);
    expect(web.site.log).toEqual(['/robots.txt', '/a']);
    expect(web.site.agents[1]).toMatch(/^dustpan\/\d+\.\d+\.\d+ \(.*robots\.txt\)$/);
    expect(fetcher.report()).toMatchObject({ requests: 2, reused: 0, hosts: [{ host: '127.0.0.1', requests: 2 }] });
    expect(fetcher.report().bytes).toBe('not here'.length + '<title>A</title>page a'.length);
  });

  it('tells same from different', async () => {
    const fetcher = await web.fetcherWith();
    const pages = [];
    for (const path of ['/a', '/b', '/c']) {
      const outcome = await fetcher.fetch(web.site.origin + path);
      if (outcome.kind !== 'page') throw new Error(path);
      pages.push(outcome.page);
    }
    expect(fetcher.isSame(pages[0]!, pages[1]!)).toBe(true);
    expect(fetcher.isSame(pages[0]!, pages[2]!)).toBe(false);
  });

  it('sends the bytes of the URL, encoded only where a request must be', async () => {
    const fetcher = await web.fetcherWith();
    for (const path of ['//x//y', '/a%2fb?q=%41&&b=c;d', '/é ü?"x"={1}', '/p/../q/./r', '?x=1', '/A#f']) {
      await fetcher.fetch(web.site.origin + path);
    }
    expect(web.site.log.slice(1)).toEqual([
      ...['//x//y', '/a%2fb?q=%41&&b=c;d', '/%C3%A9%20%C3%BC?%22x%22=%7B1%7D', '/q/r', '/?x=1', '/A'],
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['x-gzip', gzipSync],
  ])('takes %s off', async (encoding, compress) => {
    web.site.set('/z', (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding })
        .end(compress('<title>A</title>page a')),
    );
    const fetcher = await web.fetcherWith();
    const [plain, packed] = [await fetcher.fetch(`${web.site.origin}/a`), await fetcher.fetch(`${web.site.origin}/z`)];
    if (plain.kind !== 'page' || packed.kind !== 'page') throw new Error('no page');
    expect(packed.page).toEqual(plain.page);
  });
});

describe('odd answers', () => {
  it.each<[string, string]>([
    ['/missing', 'no-page 404'],
    ['/500', 'no-page 500'],
    ['/503', 'unavailable'],
    ['/204', 'no-page 204'],
    ['/empty', 'empty'],
    ['/short', 'broken'],
    ['/reset', 'broken'],
    ['/half-gzip', 'broken'],
    ['/no-gzip', 'bad-encoding'],
    ['/zstd', 'bad-encoding'],
    ['/bomb', 'too-large'],
    ['/bomb-br', 'too-large'],
    ['/endless', 'too-large'],
    ['/slow', 'timeout'],
    ['/drip', 'timeout'],
    ['/circle', 'no-page 302'],
    ['/chain0', 'no-page 301'],
    ['/to-mail', 'no-page 302'],
    ['/to-secret', 'no-page 302'],
    ['/no-location', 'no-page 302'],
  ])('%s is %s', async (path, expected) => {
    const answer = (status: number) => (response: import('node:http').ServerResponse) => {
      response.writeHead(status).end();
    };
    const packed = (encoding: string, bytes: Uint8Array) => (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(bytes);
    };
    web.site.set('/500', answer(500));
    web.site.set('/503', answer(503));
    web.site.set('/204', answer(204));
    web.site.set('/empty', '');
    web.site.set('/short', (response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
      response.write('only this', () => response.socket!.destroy());
    });
    web.site.set('/reset', (response) => response.socket!.resetAndDestroy());
    web.site.set('/half-gzip', (response) => {
      const bytes = gzipSync('x'.repeat(10_000));
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bytes.length });
      response.write(bytes.subarray(0, 20), () => response.socket!.destroy());
    });
    web.site.set('/no-gzip', packed('gzip', Buffer.from('this is no gzip')));
    web.site.set('/zstd', packed('zstd', Buffer.from('whatever')));
    web.site.set('/bomb', packed('gzip', GZIP_BOMB));
    web.site.set('/bomb-br', packed('br', BROTLI_BOMB));
    web.site.set('/endless', (response) => {
      const more = () => !response.destroyed && response.write('x'.repeat(100_000), () => setImmediate(more));
      more();
    });
    web.site.set('/slow', () => undefined);
    web.site.set('/drip', (response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    web.site.set('/circle', redirect('/circle2'));
    web.site.set('/circle2', redirect('/circle'));
    for (let i = 0; i < 10; i++) web.site.set(`/chain${i}`, redirect(`/chain${i + 1}`, 301));
    web.site.set('/to-mail', redirect('mailto:a@b.c'));
    web.site.set('/to-secret', redirect(`http://user:password@127.0.0.1:${web.site.port}/a`));
    web.site.set('/no-location', answer(302));
    const requestTimeoutMs = expected === 'timeout' ? 300 : 20_000;
    expect(await web.ask(path, { maxBodyBytes: 1_000_000, requestTimeoutMs, retries: 0 })).toBe(expected);
  });

  it('that stop before their head, or in the middle of it all, are not waited for', async () => {
    web.site.set('/silent', () => undefined);
    web.site.set('/stops', (response) => void response.write('<title>'));
    const patience = { idleTimeoutMs: 200, requestTimeoutMs: 60_000, retries: 0 };
    const outcomes = await Promise.all(['/silent', '/stops'].map((path) => web.ask(path, patience)));
    expect(outcomes).toEqual(['timeout', 'timeout']);
  }, 20_000);
  it('without a page are not read to an end that they may not have', async () => {
    web.site.set('/endless-404', (response) => {
      response.writeHead(404);
      const more = () => !response.destroyed && response.write('x'.repeat(100_000), () => setImmediate(more));
      more();
    });
    const fetcher = await web.fetcherWith({ requestTimeoutMs: 3000, retries: 0 });
    expect(describeOutcome(await fetcher.fetch(`${web.site.origin}/endless-404`))).toBe('no-page 404');
    expect(fetcher.report().bytes).toBeLessThan(1_000_000);
  });
  it('follows redirects, and tells where they ended', async () => {
    web.site.set('/r', redirect('/r2', 301));
    web.site.set('/r2', redirect(`${web.site.origin}/a`));
    const fetcher = await web.fetcherWith();
    expect(await fetcher.fetch(`${web.site.origin}/r`)).toMatchObject({
      kind: 'page',
      url: `${web.site.origin}/a`,
      redirects: 2,
    });
    await fetcher.fetch(`${web.site.origin}/r2`);
    await fetcher.fetch(`${web.site.origin}/a`);
    expect(web.site.log).toEqual(['/robots.txt', '/r', '/r2', '/a']);
  });

  it('understands a location in UTF-8', async () => {
    web.site.set('/u', (response) => response.writeHead(302, { location: Buffer.from('/é').toString('latin1') }).end());
    await web.ask('/u');
    expect(web.site.log.at(-1)).toBe('/%C3%A9');
  });

  it('asks nobody for what is no web address', async () => {
    const fetcher = await web.fetcherWith();
    const odd = [
      'ftp://127.0.0.1/a',
      'a/b',
      '',
      'http://',
      'http://user@127.0.0.1/',
      'http://[::',
      `http://h/${'x'.repeat(9000)}`,
    ];
    for (const url of odd) expect(describeOutcome(await fetcher.fetch(url))).toBe('not-a-web-address');
    expect(fetcher.report().requests).toBe(0);
  });
});

describe('robots.txt', () => {
  it('is obeyed, for our name before all others, and what it forbids is told', async () => {
    web.site.set(
      '/robots.txt',
      text('User-agent: *\nDisallow: /\n\nUser-agent: Dustpan\nDisallow: /*?\nDisallow: /b$\n'),
    );
    const fetcher = await web.fetcherWith();
    const outcomes = [];
    for (const path of ['/a', '/a?x', '/b', '/x/../b', '/c']) {
      outcomes.push(describeOutcome(await fetcher.fetch(web.site.origin + path)));
    }
    expect(outcomes).toEqual(['page', 'robots', 'robots', 'robots', 'page']);
    expect(web.site.log).toEqual(['/robots.txt', '/a', '/c']);
    expect(fetcher.report().forbidden).toEqual({
      count: 2,
      examples: [`${web.site.origin}/a?x`, `${web.site.origin}/b`],
    });
    expect(await fetcher.mayFetch(`${web.site.origin}/b`)).toBe('robots');
    expect(await fetcher.mayFetch(`${web.site.origin}/new`)).toBeNull();
  });

  it('is read for the name that we give ourselves', async () => {
    web.site.set('/robots.txt', text('User-agent: other-bot\nDisallow: /a\n'));
    expect(await web.ask('/a')).toBe('page');
    expect(await web.ask('/a', { userAgent: 'Other-Bot/2.0 (+https://example.com/bot)' })).toBe('robots');
    expect(web.site.agents.at(-1)).toBe('Other-Bot/2.0 (+https://example.com/bot)');
  });

  it.each([
    [404, 'page'],
    [403, 'page'],
    [500, 'robots'],
    [503, 'robots'],
    [429, 'robots'],
  ])('that answers %i makes a page %s', async (status, expected) => {
    web.site.set('/robots.txt', (response) => response.writeHead(status).end('User-agent: *\nDisallow: /'));
    expect(await web.ask('/a')).toBe(expected);
  });

  it('that cannot be had forbids all', async () => {
    web.site.set('/robots.txt', (response) => response.socket!.destroy());
    expect(await web.ask('/a')).toBe('broken');
    expect(new Set(web.site.log)).toEqual(new Set(['/robots.txt']));
  });

  it('is followed where it was moved to', async () => {
    web.site.set('/robots.txt', redirect('/elsewhere.txt', 301));
    web.site.set('/elsewhere.txt', text('User-agent: *\nDisallow: /a\n'));
    expect(await web.ask('/a')).toBe('robots');
  });

  it('counts with its first 500 KiB only, and without the line that is cut there', async () => {
    const start = 'User-agent: *\nDisallow: /a\n';
    const rest = '\nDisallow: /b\nDisallow: /c\n';
    const inside = rest.indexOf('/b') + 1;
    web.site.set('/robots.txt', text(`${start}#${'x'.repeat(500 * 1024 - start.length - 1 - inside)}${rest}`));
    const fetcher = await web.fetcherWith();
    const outcomes = [];
    for (const path of ['/a', '/b', '/c']) outcomes.push(describeOutcome(await fetcher.fetch(web.site.origin + path)));
    expect(outcomes).toEqual(['robots', 'page', 'page']);
  });

  it('sets the pause with Crawl-delay', async () => {
    web.site.set('/robots.txt', text('User-agent: *\nCrawl-delay: 0.3\n'));
    const fetcher = await web.fetcherWith();
    await fetcher.fetch(`${web.site.origin}/a`);
    await fetcher.fetch(`${web.site.origin}/b`);
    expect(web.site.times[2]! - web.site.times[1]!).toBeGreaterThan(290);
  });

  it('with a Crawl-delay past the budget of time ends the run for the host', async () => {
    web.site.set('/robots.txt', text('User-agent: *\nCrawl-delay: 99999999\n'));
    const fetcher = await web.fetcherWith();
    const outcomes = [];
    for (const path of ['/a', '/b']) outcomes.push(describeOutcome(await fetcher.fetch(web.site.origin + path)));
    expect(outcomes).toEqual(['page', 'budget']);
  });
});

/** Tests of captures as records: what is believed of pages that are not whole, of revisits, and what is taken out of texts. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../base/index.ts';
import { resemblance } from '../page/index.ts';
import type { CrawlRecord } from '../record.ts';
import type { Input } from './open.ts';
import { readRecords } from './records.ts';
import { digestOf, HTML, http, PAGE, record, URL } from './warc/archive.case.ts';

const OTHER = digestOf('another page');
const plain = (digest: string) => digest.slice('sha1:'.length);
const random = createRandom(1);
const text = (length: number) => Array.from({ length }, () => `w${random.below(5000)}`).join(' ');

async function read(...files: readonly Buffer[]): Promise<CrawlRecord[]> {
  const inputs = files.map((bytes, i): Input => {
    async function* chunks() {
      yield bytes;
    }
    return { name: `${i}.warc`, size: bytes.length, position: () => 0, [Symbol.asyncIterator]: chunks };
  });
  const found: CrawlRecord[] = [];
  for await (const batch of readRecords(inputs)) found.push(...batch);
  return found;
}

const pageAt = (url: string, body: string, head: readonly string[] = []) =>
  record({ url, block: http([HTML, ...head], `<html><body>${body}</body></html>`) });

describe('a capture', () => {
  it('has what is known of its page, and a sketch', async () => {
    const [found] = await read(record());
    expect(found).toEqual({
      url: URL,
      status: 200,
      type: 'text/html',
      length: PAGE.length,
      digest: plain(digestOf(PAGE)),
      canonical: 'http://h.test/canon',
      time: '2024-05-17T12:00:00Z',
      title: 'A page',
      words: 5,
      sketch: expect.stringMatching(/^d1:[\da-f]{256}$/),
    });
  });

  it.each(['length', 'time', 'disconnect'])('that is not whole (%s) has no digest', async (reason) => {
    const head = [`WARC-Truncated: ${reason}`, `WARC-Payload-Digest: ${OTHER}`];
    const [found] = await read(record({ head }));
    expect(found).toEqual({ url: URL, status: 200, type: 'text/html', time: '2024-05-17T12:00:00Z' });
  });
});

describe('a revisit', () => {
  const revisit = (digest: string | null, status: string, ...head: readonly string[]) =>
    record({
      type: 'revisit',
      head: digest === null ? [] : [`WARC-Payload-Digest: ${digest}`],
      block: status === '' ? '' : http(head, '', status),
    });

  it.each<[string, Buffer, Partial<CrawlRecord>]>([
    ['without an answer', revisit(OTHER, ''), { digest: plain(OTHER) }],
    ['of the same content', revisit(OTHER, '200 OK', HTML), { digest: plain(OTHER), status: 200 }],
    ['that was not modified', revisit(OTHER, '304 Not Modified'), { digest: plain(OTHER), status: 200 }],
    ['that has the digest of its own body', revisit(digestOf(''), '304 Not Modified'), { status: 200 }],
    ['without a digest', revisit(null, '304 Not Modified'), { status: 200 }],
    ['of an error', revisit(OTHER, '404 Not Found'), { digest: plain(OTHER), status: 404 }],
    [
      'of a redirect',
      revisit(OTHER, '301 Moved', 'Location: /there'),
      { digest: plain(OTHER), status: 301, redirect: 'http://h.test/there' },
    ],
  ])('%s', async (_, bytes, expected) => {
    const time = '2024-05-17T12:00:00Z';
    expect(await read(bytes)).toEqual([{ url: URL, type: 'warc/revisit', time, ...expected }]);
  });
});

describe('the sketch of a page', () => {
  const words = text(100);
  const same = async (a: Buffer, b: Buffer) => {
    const [first, second] = await read(a, b);
    return resemblance(first!.sketch!, second!.sketch!);
  };

  it.each<[string, string, string]>([
    ['its own address', 'http://h.test/a', 'http://h.test/b?x=1'],
    ['its own host', 'http://one.test/a', 'http://two.test/a'],
  ])('does not tell %s', async (_, a, b) => {
    expect(await same(pageAt(a, `${words} ${a} end`), pageAt(b, `${words} ${b} end`))).toBe(1);
  });

  it('does not tell whether the site is called with www or without', async () => {
    const footer = `${words} Server at www.h.test Port 80`;
    expect(await same(pageAt('http://www.h.test/', footer), pageAt('http://h.test/', footer))).toBe(1);
    expect(await same(pageAt('http://www.h.test/', footer), pageAt('http://h.test/', words))).toBe(
      await same(pageAt('http://www.h.test/', `${words} Server at`), pageAt('http://h.test/', words)),
    );
  });

  it('does not tell the name that the page calls its own', async () => {
    const link = ['Link: <http://main.test/a>; rel="canonical"'];
    const mirror = pageAt('http://mirror.test/a', `${words} by main.test all rights`, link);
    expect(await same(pageAt('http://main.test/a', `${words} by main.test all rights`), mirror)).toBe(1);
  });

  it('tells other names: a page about one host is not a page about another', async () => {
    const [a, b] = [pageAt('http://h.test/a', `${words} x.test`), pageAt('http://h.test/b', `${words} y.test`)];
    expect(await same(a, b)).toBeLessThan(1);
  });

  it('has no frame of the site, in whichever files its pages are', async () => {
    const frame = text(200);
    const pages = Array.from({ length: 12 }, (_, i) => pageAt(`http://h.test/${i}`, `${frame} ${text(20)}`));
    const apart = await read(...pages);
    expect(resemblance(apart[0]!.sketch!, apart[1]!.sketch!)).toBe(0);
    expect(await read(Buffer.concat(pages))).toEqual(apart);
    // Without others nobody knows what the frame is.
    expect(await same(pages[0]!, pages[1]!)).toBeGreaterThan(0.5);
  });
});

/** Revisits, as archives index them, beside the captures that they refer to: what clusters make of both. */
import { describe, expect, it } from 'vitest';
import { clusterRecords, readRecords } from '../../src/index.ts';

const EMPTY = '3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ';

async function clustersOf(lines: readonly string[]) {
  const bytes = Buffer.from(`${[' CDX N b a m s k r M S V g', ...lines].join('\n')}\n`);
  async function* chunks() {
    yield bytes;
  }
  const input = { name: 'index', size: bytes.length, position: () => 0, [Symbol.asyncIterator]: chunks };
  const { clusters, failing } = await clusterRecords(readRecords([input]));
  return { clusters: clusters.map(({ urls }) => urls), failing };
}

const capture = (path: string, time: string, digest: string, type = 'text/html', status = '200') =>
  `k ${time} http://a.example${path} ${type} ${status} ${digest} - - 5000 9 f`;

describe('a revisit', () => {
  it.each([
    ['without a status', '-', 'AAAA'],
    ['that was not modified', '304', 'AAAA'],
    ['that has the digest of its own empty body', '304', EMPTY],
    ['of an old page, without a status', '-', 'OLD'],
  ])('%s does not take the place of the page', async (_, status, digest) => {
    const found = await clustersOf([
      capture('/', '20240101000000', 'AAAA'),
      capture('/', '20240201000000', digest, 'warc/revisit', status),
      capture('/index.html', '20240101000000', 'AAAA'),
    ]);
    expect(found).toEqual({ clusters: [['http://a.example/', 'http://a.example/index.html']], failing: [] });
  });

  it.each(['-', '200', '304'])('with status %s joins the pages of its digest', async (status) => {
    const found = await clustersOf([
      capture('/', '20240101000000', 'AAAA'),
      capture('/copy', '20240201000000', 'AAAA', 'warc/revisit', status),
    ]);
    expect(found).toEqual({ clusters: [['http://a.example/', 'http://a.example/copy']], failing: [] });
  });
});

/** The header No-Vary-Search in a WARC file as evidence: it takes contradictions away, and proves nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseRuleSet, printRule, rulesOf } from '../../src/rules/index.ts';
import { buildOnce, dustpan, makeFolder } from '../support/cli.ts';

const PAGES = 60;
const words = (seed: string, count: number) => Array.from({ length: count }, (_, i) => `${seed}${i}`).join(' ');

/** What `?ref=1` gives of pages that do not stay the same: the page with other news beside it, or another page altogether. */
type Volatile = 'news' | 'other';

/** Pages, each with and without `ref`; every third is volatile. */
function archive(header: string | null, volatile: Volatile, isSame = true): Buffer {
  const records: Buffer[] = [];
  for (let page = 0; page < PAGES; page++) {
    for (const ref of ['', `&ref=${page % 4}`]) {
      const isOther = ref !== '' && (page % 3 === 0 || !isSame);
      const own = words(`page${isOther && volatile === 'other' ? 'x' : ''}${page}word`, 80);
      const news = words(`news${isOther ? 'x' : ''}${page}word`, 40);
      const body = `<title>Page ${page}</title><p>${own}<p>${news}`;
      const head = ['HTTP/1.1 200 OK', 'Content-Type: text/html', ...(header === null ? [] : [header])];
      const block = `${head.join('\r\n')}\r\n\r\n${body}`;
      const url = `http://h.test/show?id=${page}${ref}`;
      const lines = ['WARC/1.0', 'WARC-Type: response', `WARC-Target-URI: ${url}`, 'WARC-Date: 2024-05-17T12:00:00Z'];
      lines.push(
        'Content-Type: application/http; msgtype=response',
        `Content-Length: ${block.length}`,
        '',
        block,
        '',
        '',
      );
      records.push(Buffer.from(lines.join('\r\n')));
    }
  }
  return Buffer.concat(records);
}

const DECLARED = 'No-Vary-Search: params=("ref")';
const folder = makeFolder({
  'declared.warc': archive(DECLARED, 'news'),
  'silent.warc': archive(null, 'news'),
  'elsewhere.warc': archive('No-Vary-Search: params=("utm_source")', 'news'),
  'wrong.warc': archive(DECLARED, 'other'),
  'unproven.warc': archive(DECLARED, 'news', false),
});
beforeAll(buildOnce, 120_000);
afterAll(() => folder.remove());

it.each<[string, string, readonly string[]]>([
  ['takes away what speaks against a rule that pages prove', 'declared.warc', ['@{h.test} E => dropParam(ref)']],
  ['is missed when it is not there', 'silent.warc', []],
  ['says nothing of other parameters', 'elsewhere.warc', []],
  ['is not believed of pages that differ by far', 'wrong.warc', []],
  ['makes no rule alone', 'unproven.warc', []],
])('%s', async (_name, file, rules) => {
  const { code, stdout, stderr } = await dustpan(['learn', file], { cwd: folder.path });
  expect([code, stderr.includes('Error')]).toEqual([0, false]);
  expect(rulesOf(parseRuleSet(stdout)).map(printRule)).toEqual(rules);
});

/** Tables of separated values: exports as programs write them, and rows that are broken. */
import { describe, expect, it } from 'vitest';
import { headOf } from '../../reader.contract.case.ts';
import type { CrawlRecord } from '../../reader.ts';
import { openCsv } from './csv.ts';
import { csv } from './index.ts';

function read(content: string, wasCut = false) {
  const records: CrawlRecord[] = [];
  const problems: string[] = [];
  const reader = openCsv({
    record: (record) => void records.push(record),
    problem: (code, example) => void problems.push(`${code}: ${example}`),
  });
  reader.push(Buffer.from(content));
  reader.end(wasCut);
  return { records, problems };
}

describe('exports', () => {
  it('of Screaming Frog, with the title that old versions write above', () => {
    const content = [
      '"Internal - All"',
      '"Address","Content","Status Code","Status","Title 1","Canonical Link Element 1","Size","Word Count","Hash","Redirect URL"',
      '"https://x.example/","text/html; charset=utf-8","200","OK","Home ""1""","https://x.example/","1234","540","ABCDEF","",',
      '"https://x.example/old","text/html","301","Moved Permanently","","","0","0","","https://x.example/"',
      '"https://x.example/blocked","","0","Blocked by robots.txt","","","","","",""',
    ];
    expect(read(content.join('\r\n'))).toEqual({
      records: [
        {
          ...{ url: 'https://x.example/', status: 200, type: 'text/html', length: 1234, digest: 'ABCDEF', words: 540 },
          ...{ canonical: 'https://x.example/', title: 'Home "1"' },
        },
        {
          url: 'https://x.example/old',
          status: 301,
          type: 'text/html',
          length: 0,
          words: 0,
          redirect: 'https://x.example/',
        },
        { url: 'https://x.example/blocked', status: 0 },
      ],
      problems: [],
    });
  });

  it('of pairs that are nearly the same', () => {
    const { records } = read('Address,Near Duplicate Address,Similarity\nhttp://a/,http://b/,95.2\n');
    expect(records).toEqual([{ url: 'http://a/', near: 'http://b/' }]);
  });

  it('of Search Console', () => {
    const { records } = read('URL,Last crawled\nhttps://x.example/a?b=1,2024-05-01\n');
    expect(records).toEqual([{ url: 'https://x.example/a?b=1', time: '2024-05-01' }]);
  });

  it.each([
    ['semicolons', 'Adresse;Statuscode\nhttp://a/?x=1,2;200\n'],
    ['semicolons, told by a spreadsheet', 'sep=;\r\nAdresse;Statuscode\r\nhttp://a/?x=1,2;200\r\n'],
    ['tabs', '"Adresse"\t"Statuscode"\n"http://a/?x=1,2"\t"200"\n'],
    ['commas in quotes', 'Adresse,Statuscode\n"http://a/?x=1,2",200\n'],
  ])('with %s', (_, content) => {
    expect(read(content)).toEqual({ records: [{ url: 'http://a/?x=1,2', status: 200 }], problems: [] });
    expect(csv.recognize(headOf(Buffer.from(content)))).toBe('its header names Adresse, Statuscode');
  });

  it('of one column', () => {
    expect(read('URL\nhttp://a/\n\nhttp://b/\n').records).toEqual([{ url: 'http://a/' }, { url: 'http://b/' }]);
  });
});

describe('rows', () => {
  const HEADER = 'url,status,title\n';

  it('may lack columns at the end, and no others', () => {
    expect(read(`${HEADER}http://a/,200\nhttp://b/\nhttp://c/,200,t,\nhttp://d/,200,t,u\n,200,t\n`)).toEqual({
      records: [
        { url: 'http://a/', status: 200 },
        { url: 'http://c/', status: 200, title: 't' },
      ],
      problems: [
        'too-few-columns: row 3: http://b/',
        'too-many-columns: row 5: http://d/,200,t,u',
        'no-url: row 6: ,200,t',
      ],
    });
  });

  it('with quotes that should be doubled are read as they look', () => {
    expect(read(`${HEADER}http://a/,200,"the "best" page"\nhttp://b/,200,5" pipe\n`).records).toEqual([
      { url: 'http://a/', status: 200, title: 'the "best" page' },
      { url: 'http://b/', status: 200, title: '5" pipe' },
    ]);
  });

  it('after a stray quote are not lost', () => {
    const rows = Array.from({ length: 50 }, (_, i) => `http://a/${i},200,${i === 3 ? '"' : ''}t\n`);
    const { records, problems } = read(HEADER + rows.join(''));
    expect(records).toHaveLength(49);
    expect(problems).toEqual(['open-quote: row 5: http://a/3,200,"t']);
  });

  it('after a stray quote come before the end: a megabyte is looked through, no more', () => {
    let records = 0;
    const reader = openCsv({ record: () => void records++, problem: () => undefined });
    reader.push(Buffer.from(`${HEADER}http://a/,200,"t\n`));
    const rows = Buffer.from('http://a/,200,t\n'.repeat(50_000));
    reader.push(rows);
    expect(records).toBe(0);
    reader.push(rows);
    expect(records).toBeGreaterThan(90_000);
    reader.end(false);
    expect(records).toBe(100_000);
  });

  it('after many stray quotes cost no more than others', () => {
    // Looking for the end of each quote again would take minutes.
    const rows = Array.from({ length: 200_000 }, (_, i) => `http://a/${i},200,"t\n`);
    const { records, problems } = read(HEADER + rows.join(''));
    expect(records).toEqual([]);
    expect(problems.length).toBeGreaterThan(199_900);
  });

  it('that are cut off are told so', () => {
    const whole = `${HEADER}http://a/,200,"one\ntwo"\nhttp://b/,200,t\n`;
    expect(read(whole.slice(0, -3)).problems).toEqual(['cut-off: row 3: http://b/,200']);
    expect(read(`${HEADER}http://a/,200,"one\ntw`)).toEqual({
      records: [],
      problems: ['cut-off: row 2: http://a/,200,"one\ntw'],
    });
    expect(read(whole.slice(0, -3), true)).toMatchObject({ records: [{ url: 'http://a/' }], problems: [] });
  });

  it('without a header before them are not records', () => {
    expect(read('http://a/,200\nhttp://b/,200\n')).toEqual({
      records: [],
      problems: ['no-header: row 1: http://a/,200', 'no-header: row 2: http://b/,200'],
    });
  });
});

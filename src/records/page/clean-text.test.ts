/** Tests of hygiene: what is taken out of a text, and what must stay because it may be all that two pages differ by. */
import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';

const OPTIONS = { url: 'http://www.h.test/dir/page?a=1', hosts: ['h.test', 'CDN.h.test'] };
const check = (text: string) => cleanText(text, OPTIONS).join(' ');

describe('cleanText takes out', () => {
  it.each<[string, string]>([
    ['served by www.h.test today', 'served by today'],
    ['at WWW.H.Test, h.test. and cdn.h.test:8080!', 'at and'],
    ['Apache Server at h.test Port 443', 'apache server at'],
    ['see http://www.h.test/dir/page?a=1 now', 'see now'],
    ['see (https://h.test/dir/page?a=1).', 'see'],
    ['clone git://h.test/repo.git here', 'clone repo git here'],
    ['see http://h.test/other?b=2 now', 'see other b 2 now'],
    ['it is 12:34 o', 'it is o'],
    ['it is 12:34:56 o', 'it is o'],
    ['at 9:05 am, 23:59:59.123 UTC, 7:00 p.m. +0200 o', 'at o'],
    ['on 2024-05-17 and 2024/5/7 o', 'on and o'],
    ['at 2024-05-17T12:34:56Z o', 'at o'],
    ['at 2024-05-17 12:34:56.789+02:00 o', 'at o'],
    ['Fri, 17 May 2024 12:34:56 GMT o', 'o'],
    ['17 May 2024 o', 'o'],
    ['Friday, 17-May-24 12:34:56 GMT o', 'o'],
    ['Fri May 17 12:34:56 2024 o', 'o'],
    ['id 0123456789abcdef o', 'id o'],
    ['id 6F1ED002AB5595859014EBF0951522D9 o', 'id o'],
    ['id 550e8400-e29b-41d4-a716-446655440000 o', 'id o'],
    ['id q1W2e3R4t5Y6u7I8o9P0 and x8Kj29aB3dE5fG7h+2Qm4Zt== o', 'id and o'],
    ['stamp 1715949296123456 o', 'stamp o'],
    ['generated in 0.123 s', 'generated in'],
    ['took 12ms, 3 seconds, 0.5s, 17 msec, 1,5 sec and 40 µs', 'took and'],
    ['edited 3 days ago by', 'edited by'],
  ])('%s', (text, expected) => {
    expect(check(text)).toBe(expected);
  });
});

describe('cleanText leaves', () => {
  it.each<[string, string?]>([
    ['other.test and nothth.test', 'other test and nothth test'],
    ['mail.h.test', 'mail h test'],
    ['xh.test h.tests', 'xh test h tests'],
    ['http://other.test/dir/page?a=1', 'http other test dir page a 1'],
    ['page dir a 1'],
    ['10 20 30'],
    ['10.20 and 1.234,56', '10 20 and 1 234 56'],
    ['ratio 16:9 and 25:61', 'ratio 16 9 and 25 61'],
    ['1:2:3:4', '1 2 3 4'],
    ['10:20:30:40', '10 20 30 40'],
    ['2024-13-01 and 2024-00-10', '2024 13 01 and 2024 00 10'],
    ['version 2024-05', 'version 2024 05'],
    ['May 2024', 'may 2024'],
    ['internationalization'],
    ['getElementsByTagNameNS', 'getelementsbytagnamens'],
    ['a-long-title-with-2-numbers-in-it', 'a long title with 2 numbers in it'],
    ['/a1/b2/c3/d4/e5/f6/g7', 'a1 b2 c3 d4 e5 f6 g7'],
    ['x86_64_linux_gnu17', 'x86_64_linux_gnu17'],
    ['0123456789abcde', '0123456789abcde'],
    ['the 1990s and iphone 5s', 'the 1990s and iphone 5s'],
    ['12 msx 3 secondary', '12 msx 3 secondary'],
  ])('%s', (text, expected = text) => {
    expect(check(text)).toBe(expected);
  });

  it('names of hosts if it is not told any', () => {
    expect(cleanText('h.test 12:30')).toEqual(['h', 'test']);
  });
});

it('cleanText makes two readings of one page equal', () => {
  const page = (host: string, id: string, clock: string) =>
    `Welcome to ${host}. Your ticket is ${id}. It is ${clock}. Apache/2.4 Server at ${host} Port ${host.length}`;
  const clean = (host: string, id: string, clock: string) =>
    cleanText(page(host, id, clock), { url: `http://${host}/`, hosts: ['h.test', 'www.h.test'] });
  expect(clean('h.test', 'd41d8cd98f00b204e9800998ecf8427e', '23:59')).toEqual(
    clean('www.h.test', '9e107d9d372bb6826bd81d3542a419d6', '2024-01-01 00:00:01 GMT'),
  );
});

it('cleanText knows many names as well as few', () => {
  const hosts = Array.from({ length: 100 }, (_, i) => `h${i}.test`);
  expect(cleanText('at h77.test and h177.test', { hosts })).toEqual(['at', 'and', 'h177', 'test']);
});

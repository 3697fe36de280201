/** Tests of charsets: who is believed, in which order, and what happens when nobody or somebody unknown says anything. */
import { describe, expect, it } from 'vitest';
import { decodeText } from './charset.ts';

const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('decodeText', () => {
  it.each<[string, Uint8Array, string | undefined, string]>([
    ['UTF-8 that nobody named', utf8('é東'), undefined, 'é東'],
    ['what is not UTF-8', latin('\xe9\x80\x81\x9c\x9f'), undefined, 'é€\x81œŸ'],
    ['the header', latin('\xcf\xd2'), 'koi8-r', 'ор'],
    ['a header that means windows-1252', latin('\xe9\x8a'), 'ISO-8859-1', 'éŠ'],
    ['an unknown header', utf8('é'), 'no-such-charset', 'é'],
    ['an unknown header, then a meta', latin('<meta charset=koi8-r>\xcf'), 'klingon', '<meta charset=koi8-r>о'],
    ['a mark against the header', latin('\xef\xbb\xbf\xc3\xa9'), 'iso-8859-1', 'é'],
    ['UTF-16, low byte first', latin('\xff\xfea\0\xe9\0'), undefined, 'aé'],
    ['UTF-16, high byte first', latin('\xfe\xff\0a\0\xe9'), 'utf-8', 'aé'],
    ['half a unit', latin('\xff\xfea\0\xe9'), undefined, 'a\ufffd'],
    ['a meta', latin('<meta charset="windows-1251">\xe9'), undefined, '<meta charset="windows-1251">й'],
    [
      'the header against a meta',
      latin('<meta charset="windows-1251">\xe9'),
      'latin1',
      '<meta charset="windows-1251">é',
    ],
    [
      'an old meta',
      latin('<META http-equiv=Content-Type content="text/html; charset=EUC-KR">\xb0\xa1'),
      undefined,
      '<META http-equiv=Content-Type content="text/html; charset=EUC-KR">가',
    ],
    ['a meta in a comment', latin('<!-- <meta charset=koi8-r> -->\xe9'), undefined, '<!-- <meta charset=koi8-r> -->é'],
    ['a meta that cannot be true', utf8('<meta charset=utf-16>é'), undefined, '<meta charset=utf-16>é'],
    [
      'an XML declaration',
      latin('<?xml version="1.0" encoding="ISO-8859-5"?>\xd0'),
      undefined,
      '<?xml version="1.0" encoding="ISO-8859-5"?>а',
    ],
    [
      'a meta too far away',
      latin(`${' '.repeat(5000)}<meta charset=koi8-r>\xe9`),
      undefined,
      `${' '.repeat(5000)}<meta charset=koi8-r>é`,
    ],
    ['bytes that its charset does not have', latin('a\xff'), 'utf-8', 'a\ufffd'],
    ['nothing', latin(''), undefined, ''],
  ])('believes %s', (_, bytes, declared, expected) => {
    expect(decodeText(bytes, declared)).toBe(expected);
  });
});

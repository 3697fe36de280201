/** Columns by name: which are known, which of two wins, and what their texts become. */
import { describe, expect, it } from 'vitest';
import { fieldsOf } from './names.ts';
import { makeRecord } from './values.ts';

describe('fieldsOf', () => {
  const cases: readonly [string, string, readonly (string | undefined)[]][] = [
    [
      'our own',
      'url,status,sha1,canonical_or_redirect,wide_id',
      ['url', 'status', 'digest', 'canonicalOrRedirect', 'wide'],
    ],
    ['any case and any signs', 'URL,Status-Code,statuscode', ['url', 'status', undefined]],
    [
      'those of Common Crawl',
      'url_surtkey,url,content_digest,fetch_status,fetch_redirect,content_mime_type,content_mime_detected,warc_record_length,fetch_time',
      [undefined, 'url', 'digest', 'status', 'redirect', undefined, 'type', 'length', 'time'],
    ],
    [
      'those of CDX servers',
      'urlkey,timestamp,original,mimetype,statuscode,digest,length',
      [undefined, 'time', 'url', 'type', 'status', 'digest', 'length'],
    ],
    [
      'those of Screaming Frog, where Length is that of the URL and Status is a word',
      'Address,Content,Status Code,Status,Indexability,Title 1,Title 1 Length,Canonical Link Element 1,Word Count,Size (bytes),Hash,Length,Redirect URL,URL Encoded Address',
      [
        'url',
        'type',
        'status',
        undefined,
        undefined,
        'title',
        undefined,
        'canonical',
        'words',
        'length',
        'digest',
        undefined,
        'redirect',
        undefined,
      ],
    ],
    [
      'its German',
      'Adresse,Inhaltstyp,Statuscode,Status,Titel 1,Kanonisches Link-Element 1,Wortanzahl,Größe (Bytes),Weiterleitungs-URL',
      ['url', 'type', 'status', undefined, 'title', 'canonical', 'words', 'length', 'redirect'],
    ],
    [
      'its French, letters with accents written either way',
      'Adresse,Type de contenu,Code de réponse,Titre 1,\u00c9le\u0301ment de lien canonique 1,Nombre de mots,Taille (octets),URL de redirection',
      ['url', 'type', 'status', 'title', 'canonical', 'words', 'length', 'redirect'],
    ],
    [
      'its Spanish',
      'Dirección,Tipo de contenido,Código de respuesta,Respuesta,Título 1,Elemento de enlace canónico 1,Recuento de palabras,Tamaño (bytes),URL de redirección',
      ['url', 'type', 'status', undefined, 'title', 'canonical', 'words', 'length', 'redirect'],
    ],
    ['its pairs', 'Address,Near Duplicate Address,Similarity', ['url', 'near', undefined]],
    ['lists of Search Console', 'URL,Last crawled', ['url', 'time']],
    ['and its German', 'URL,Zuletzt gecrawlt', ['url', 'time']],
    [
      'and its performance',
      'Top pages,Clicks,Impressions,CTR,Position',
      ['url', undefined, undefined, undefined, undefined],
    ],
    ['nothing', 'constructor,toString,__proto__', [undefined, undefined, undefined]],
  ];
  it.each(cases)('knows %s', (_, names, fields) => expect(fieldsOf(names.split(','))).toEqual(fields));
});

describe('makeRecord', () => {
  it('leaves out what is missing', () => {
    expect(makeRecord({ url: 'u', status: '-', digest: '', time: '-', words: '' })).toEqual({ url: 'u' });
    expect(makeRecord({ url: '-', status: '200' })).toBe('no-url');
  });
  it('makes numbers of numbers, and never a page of a status that is none', () => {
    expect(makeRecord({ url: 'u', status: '200', length: '12', words: '3.0' })).toEqual({
      url: 'u',
      status: 200,
      length: 12,
      words: 3,
    });
    expect(makeRecord({ url: 'u', status: 'OK', length: 'n/a' })).toEqual({ url: 'u', status: 0 });
  });
  it('writes types, digests and times in one way', () => {
    expect(
      makeRecord({ url: 'u', type: 'Text/HTML; charset=UTF-8', digest: 'SHA1:ABC', time: '20080430204825' }),
    ).toEqual({
      url: 'u',
      type: 'text/html',
      digest: 'ABC',
      time: '2008-04-30T20:48:25Z',
    });
    expect(makeRecord({ url: 'u', digest: 'md5:abc', time: '2008-04-30' })).toEqual({
      url: 'u',
      digest: 'md5:abc',
      time: '2008-04-30',
    });
  });
  it('takes what may be either by the status', () => {
    const canonicalOrRedirect = 'v';
    expect(makeRecord({ url: 'u', status: '302', canonicalOrRedirect })).toEqual({
      url: 'u',
      status: 302,
      redirect: 'v',
    });
    expect(makeRecord({ url: 'u', status: '200', canonicalOrRedirect })).toEqual({
      url: 'u',
      status: 200,
      canonical: 'v',
    });
    expect(makeRecord({ url: 'u', canonicalOrRedirect, canonical: 'w' })).toEqual({ url: 'u', canonical: 'w' });
  });
});

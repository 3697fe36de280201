/** The names that inputs use for the columns of records: our own, those of crawl indexes, and those of SEO tools in several languages. */
import type { CrawlRecord } from '../../reader.ts';

/** What a column can be for; `canonicalOrRedirect` is one or the other by the status. */
export type Field = keyof CrawlRecord | 'canonicalOrRedirect';

type Names = Readonly<Partial<Record<Field, readonly string[]>>>;

/**
 * Names by field, letters and digits only; of two columns for one field the name that stands first wins, so that a
 * `Status Code` is taken and the `Status` beside it, which says `OK`, is not.
 */
const NAMES: Names = {
  url: ['url', 'uri', 'originalurl', 'original', 'warctargeturi', 'pageurl', 'page', 'toppages'],
  cluster: ['clusterid', 'cluster'],
  wide: ['wideid', 'wide'],
  status: ['statuscode', 'fetchstatus', 'httpstatuscode', 'httpstatus', 'responsecode', 'status'],
  type: ['contentmimedetected', 'mimedetected', 'contenttype', 'contentmimetype', 'mimetype', 'mime', 'type'],
  length: ['length', 'contentlength', 'sizebytes', 'size', 'bytes', 'warcrecordlength'],
  digest: [
    'digest',
    'contentdigest',
    'warcpayloaddigest',
    'payloaddigest',
    'sha1',
    'sha256',
    'md5',
    'contenthash',
    'hash',
  ],
  sketch: ['sketch'],
  redirect: ['redirect', 'redirecturl', 'redirecturi', 'fetchredirect', 'redirectlocation', 'location'],
  canonical: ['canonical', 'canonicalurl', 'canonicallink', 'relcanonical'],
  canonicalOrRedirect: ['canonicalorredirect'],
  near: ['nearduplicateaddress'],
  time: [
    ...['time', 'timestamp', 'fetchtime', 'warcdate', 'crawltimestamp', 'crawldate', 'crawledat', 'fetchedat'],
    // The lists of pages of Search Console.
    ...['lastcrawled', 'zuletztgecrawlt', 'dernièreexploration', 'últimorastreo', 'ultimascansione'],
  ],
  ip: ['ip', 'ipaddress', 'warcipaddress'],
  title: ['title', 'pagetitle'],
  words: ['words', 'wordcount'],
  noVarySearch: ['novarysearch'],
};

/** Screaming Frog calls the URL an address, in English, German or French, Spanish, Italian, Portuguese. */
const FROG_URL = ['address', 'adresse', 'dirección', 'indirizzo', 'endereço'];

/** Its other columns, in the same order of languages. */
const FROG_NAMES: Names = {
  ...NAMES,
  url: FROG_URL,
  status: [
    ...['statuscode', 'codederéponse', 'codehttp', 'codedestatut', 'códigoderespuesta', 'códigodeestado'],
    ...['codicedirisposta', 'codicedistato', 'códigoderesposta', 'códigodestatus'],
  ],
  type: [
    'contenttype',
    'content',
    'inhaltstyp',
    'contenttyp',
    'typedecontenu',
    'tipodecontenido',
    'tipodicontenuto',
    'tipodeconteúdo',
  ],
  // Its `Length` is that of the URL.
  length: ['sizebytes', 'size', 'größebytes', 'tailleoctets', 'tamañobytes', 'dimensionebyte', 'tamanhobytes'],
  digest: ['hash'],
  redirect: [
    'redirecturl',
    'redirecturi',
    'weiterleitungsurl',
    'urlderedirection',
    'urlderedirección',
    'urldireindirizzamento',
  ],
  canonical: [
    ...['canonicallinkelement1', 'canonical1', 'kanonischeslinkelement1', 'élémentdeliencanonique1', 'liencanonique1'],
    ...['elementodeenlacecanónico1', 'elementolinkcanonico1', 'elementodelinkcanônico1'],
  ],
  title: ['title1', 'titel1', 'titre1', 'título1', 'titolo1'],
  words: ['wordcount', 'wortanzahl', 'nombredemots', 'recuentodepalabras', 'conteggioparole', 'contagemdepalavras'],
  time: ['crawltimestamp'],
};

/** The field of each column; undefined for columns of which no use is made. */
export function fieldsOf(columns: readonly string[]): (Field | undefined)[] {
  const plain = columns.map(plainName);
  const names = plain.some((name) => FROG_URL.includes(name)) ? FROG_NAMES : NAMES;
  const fields = new Array<Field | undefined>(columns.length).fill(undefined);
  for (const field in names) {
    for (const name of names[field as Field]!) {
      const at = plain.indexOf(name);
      if (at === -1) continue;
      fields[at] ??= field as Field;
      break;
    }
  }
  return fields;
}

/** `Status Code`, `status_code`, `statusCode` and a quoted `"Status code"` are one name. */
function plainName(column: string): string {
  return column
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

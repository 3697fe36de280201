/** Finds the fields of a request in a JSON object, by the names that servers and log pipelines give them. */

/** Texts by the name of their key in lower case without signs: `http.response.status_code` is `statuscode` and `responsestatuscode`. */
export type JsonTexts = ReadonlyMap<string, string>;

/** Names in the order of trust. */
export const NAMES = {
  request: ['request', 'requestline'],
  // `uri` of nginx has been decoded and rewritten, `request_uri` has not.
  target: ['requesturi', 'urloriginal', 'requesturl', 'uri', 'url', 'requestpath', 'urlpath', 'path'],
  query: ['args', 'querystring', 'urlquery', 'query'],
  method: ['requestmethod', 'httpmethod', 'method', 'verb'],
  // A bare `host` is at times the name of the machine.
  host: ['httphost', 'requesthost', 'vhost', 'virtualhost', 'authority', 'urldomain', 'host', 'servername', 'domain'],
  scheme: ['httpxforwardedproto', 'xforwardedproto', 'requestscheme', 'urlscheme', 'scheme', 'protocol', 'proto'],
  status: ['status', 'statuscode', 'responsestatus', 'httpstatus', 'downstreamstatus', 'response'],
  bytes: [
    'bodybytessent',
    'bytessent',
    'bodybytes',
    'responsesize',
    'downstreamcontentsize',
    'bytes',
    'size',
    'length',
    'contentlength',
  ],
  time: ['timeiso8601', 'timelocal', 'timestamp', 'time', 'ts', 'msec', 'startutc', 'datetime', 'date'],
  agent: ['httpuseragent', 'useragent', 'requestuseragent', 'useragentoriginal', 'agent'],
  referrer: ['httpreferer', 'httpreferrer', 'referer', 'referrer', 'requestreferer'],
  location: ['senthttplocation', 'location', 'redirecturl', 'redirect', 'downstreamlocation'],
  type: ['senthttpcontenttype', 'respheaderscontenttype', 'contenttype', 'downstreamcontenttype'],
} as const;

/** Deeper objects hold nothing of use here. */
const DEEPEST = 4;

/** Texts and numbers of the object and of those in it, those further out first. */
export function jsonTexts(root: object): JsonTexts {
  const texts = new Map<string, string>();
  let level: (readonly [parent: string, value: object])[] = [['', root]];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: (readonly [string, object])[] = [];
    for (const [parent, object] of level) {
      for (const [key, value] of Object.entries(object)) {
        const name = plainName(key);
        const item: unknown = Array.isArray(value) ? value[0] : value;
        if (typeof item === 'string' || typeof item === 'number') {
          put(texts, name, String(item));
          if (parent !== '') put(texts, parent + name, String(item));
        } else if (name === 'tls') {
          // Caddy tells the scheme by this alone; the names inside are those of the connection.
          if (item) put(texts, 'scheme', 'https');
        } else if (typeof item === 'object' && item !== null) {
          next.push([name, item]);
        }
      }
    }
    level = next;
  }
  return texts;
}

/** The first of these names that has a value which will do; empty text if none has. */
export function pick(
  texts: JsonTexts,
  names: readonly string[],
  willDo: (text: string) => boolean = isPresent,
): string {
  for (const name of names) {
    const text = texts.get(name);
    if (text !== undefined && willDo(text)) return text;
  }
  return '';
}

function isPresent(text: string): boolean {
  return text !== '' && text !== '-';
}

/** Names that came before: the lines of a log have the same. */
const known = new Map<string, string>();
const MAX_KNOWN = 4096;

function plainName(key: string): string {
  let name = known.get(key);
  if (name === undefined) {
    name = key.toLowerCase().replace(/[^a-z\d]/g, '');
    // In other inputs keys may be ids, which never come again.
    if (known.size === MAX_KNOWN) known.clear();
    known.set(key, name);
  }
  return name;
}

function put(texts: Map<string, string>, name: string, text: string): void {
  if (!texts.has(name)) texts.set(name, text);
}

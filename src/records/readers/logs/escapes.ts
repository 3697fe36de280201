/** Takes off what the writers of logs put on: backslash escapes of Apache and nginx, percent signs of CloudFront. */

/** The text as it was in the request. In URLs, bytes that text cannot hold (controls, not UTF-8) are written `%HH`. */
export function unescapeLog(text: string, isUrl: boolean): string {
  if (!text.includes('\\')) return text;
  let out = '';
  let from = 0;
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', from)) {
    out += text.slice(from, at);
    const bytes: number[] = [];
    for (let byte = escapedByte(text, at); byte !== -1; byte = escapedByte(text, at)) {
      bytes.push(byte);
      at += text.charCodeAt(at + 1) === LOWER_X ? 4 : 2;
    }
    out += bytes.length === 0 ? '\\' : textOfBytes(bytes, isUrl);
    from = bytes.length === 0 ? at + 1 : at;
  }
  return out + text.slice(from);
}

/** Controls would break lines and columns of outputs. */
export function withoutControls(text: string, isUrl: boolean): string {
  let out = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (!isControl(unit)) continue;
    out += text.slice(from, i) + (isUrl ? percent(unit) : ' ');
    from = i + 1;
  }
  return from === 0 ? text : out + text.slice(from);
}

/** CloudFront writes the `%` of a URL as `%25`; a `%` that it did not write so came as it is. */
export function unescapeCloudFront(text: string): string {
  return text.includes('%25') ? text.replace(/%25(?=[\dA-Fa-f]{2})/g, '%') : text;
}

/** Texts for people: one or two layers of percent signs off, as far as they are printable ASCII. */
export function readableCloudFront(text: string): string {
  return unescapeCloudFront(text).replace(/%([2-7][\dA-Fa-f])/g, (all, hex: string) => {
    const unit = Number.parseInt(hex, 16);
    return isControl(unit) ? all : String.fromCharCode(unit);
  });
}

const LOWER_X = 120;
/** What Apache writes with a letter, and the two signs that would be misread. */
const LETTERS: Readonly<Record<string, number>> = {
  '"': 34,
  '\\': 92,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
};

/** The byte that the escape at this place stands for; -1 if there is none. */
function escapedByte(text: string, at: number): number {
  if (text.charCodeAt(at) !== 92) return -1;
  const next = text.charAt(at + 1);
  if (next !== 'x') return Object.hasOwn(LETTERS, next) ? LETTERS[next]! : -1;
  const hex = text.slice(at + 2, at + 4);
  return /^[\dA-Fa-f]{2}$/.test(hex) ? Number.parseInt(hex, 16) : -1;
}

/** Bytes that stood next to each other, since one letter may be several bytes. */
function textOfBytes(bytes: readonly number[], isUrl: boolean): string {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString('utf8');
  if (!isUrl || Buffer.from(text).equals(buffer)) return withoutControls(text, isUrl);
  return bytes.map((byte) => (byte >= 0x80 || isControl(byte) ? percent(byte) : String.fromCharCode(byte))).join('');
}

function isControl(unit: number): boolean {
  return unit < 32 || unit === 127;
}

function percent(byte: number): string {
  return `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;
}

/** Which part of a URL each character is, for its color; only for the eye, so it takes any text. */

export type UrlPart = 'scheme' | 'host' | 'path' | 'name' | 'value';

/** Where parts begin, in order; each goes on to the next. */
export type PartStart = { readonly at: number; readonly part: UrlPart };

export function urlParts(url: string): PartStart[] {
  const starts: PartStart[] = [];
  const scheme = url.indexOf('://');
  const host = scheme < 0 ? 0 : scheme + 3;
  if (scheme >= 0) starts.push({ at: 0, part: 'scheme' });
  starts.push({ at: host, part: 'host' });
  const path = firstOf(url, '/?#', host);
  const query = firstOf(url, '?#', path);
  if (path < url.length) starts.push({ at: path, part: 'path' });
  let part: UrlPart = 'path';
  for (let at = query; at < url.length; at++) {
    const sign = url[at]!;
    // The sign itself is quiet: it belongs to no name and no value.
    if (sign === '?' || sign === '&' || sign === ';') {
      starts.push({ at, part: 'scheme' });
      part = 'name';
      starts.push({ at: at + 1, part });
    } else if (sign === '=' && part === 'name') {
      starts.push({ at, part: 'scheme' });
      part = 'value';
      starts.push({ at: at + 1, part });
    } else if (sign === '#') {
      starts.push({ at, part: 'scheme' });
      break;
    }
  }
  return starts;
}

export function partAt(starts: readonly PartStart[], at: number): UrlPart {
  let part: UrlPart = 'path';
  for (const start of starts) {
    if (start.at > at) break;
    part = start.part;
  }
  return part;
}

/** The URL in pieces of one color each. */
export function coloredPieces(url: string): { readonly text: string; readonly part: UrlPart }[] {
  const starts = urlParts(url);
  return starts
    .map(({ at, part }, i) => ({ text: url.slice(at, starts[i + 1]?.at ?? url.length), part }))
    .filter(({ text }) => text !== '');
}

function firstOf(text: string, signs: string, from: number): number {
  for (let at = from; at < text.length; at++) if (signs.includes(text[at]!)) return at;
  return text.length;
}

/** Plain lists: one URL a line; lines that start with `#` are comments. */
import type { LineReader } from '../../reader.ts';
import { textOf } from '../lines-text.ts';

const HASH = 35;

/** With a scheme a URL may hold anything but tabs, which separate columns; without one it must start with a host name. */
const WITH_SCHEME = /^[a-z][a-z\d+.-]*:\/\/[^\t]+$/i;
const WITHOUT_SCHEME = /^[^\s/?#,;:@"'<>{}]+\.[^\s/?#,;:@"'<>{}]+(:\d+)?([/?#][^\s]*)?$/;

export function startUrls(): LineReader {
  return (bytes, from, to) => {
    if (from === to || bytes[from] === HASH) return null;
    const line = textOf(bytes, from, to).trim();
    if (line === '') return null;
    return isUrl(line) ? { url: line } : 'not-a-url';
  };
}

/** Lists without schemes are only recognized if no line is anything else: file names look the same. */
export function recognizeUrls(lines: readonly string[]): string | null {
  const content = lines.filter((line) => !line.startsWith('#')).map((line) => line.trim());
  if (content.length === 0) return null;
  const urls = content.filter((line) => WITH_SCHEME.test(line));
  if (urls.length * 2 > content.length) return 'its lines are URLs';
  const isHosts = content.every((line) => isUrl(line) && line.includes('/'));
  return isHosts ? 'its lines are host names with paths' : null;
}

function isUrl(line: string): boolean {
  return WITH_SCHEME.test(line) || WITHOUT_SCHEME.test(line);
}

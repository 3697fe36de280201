/** The words of an address: what URLs of one page have in common, and URLs of different pages have not. */
import { percentDecode, splitParams, splitUrl } from '../../url/index.ts';

export type Address = {
  /** Path without its last part. */
  readonly folder: string;
  /** The path as a whole, its parts, and names and values of parameters, each once. */
  readonly words: readonly string[];
};

export function addressOf(url: string): Address {
  const { path, query } = splitUrl(url);
  const parts = plain(path)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const last = parts.at(-1) ?? '';
  const folder = parts.slice(0, path.endsWith('/') ? undefined : -1).join('/');
  // What servers add does not count: trailing slash, index page, extension.
  if (/^(?:index|default|home)(?:\.\w+)?$/.test(last)) parts.pop();
  else if (last !== '') parts[parts.length - 1] = last.replace(/(?<=.)\.\w{1,5}$/, '');
  const words = new Set([`path ${parts.join('/')}`]);
  for (const part of parts) words.add(`part ${part}`);
  for (const { name, value } of query === null ? [] : splitParams(query)) {
    // A parameter without a value is often the name of the page (`?FrontPage`).
    if (name !== '') words.add(`${value === null ? 'part' : 'name'} ${plain(name)}`);
    if (value) words.add(`part ${plain(value)}`);
  }
  return { folder, words: [...words] };
}

function plain(text: string): string {
  return percentDecode(text).toLowerCase();
}

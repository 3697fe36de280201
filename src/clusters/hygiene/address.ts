/** The words of an address: what URLs of one page have in common, and URLs of different pages have not. */
import { percentDecode, splitParams, splitUrl } from '../../url/index.ts';

export type Address = {
  /** The last two labels of the host: `www.example.com` and `m.example.com` are one site. */
  readonly site: string;
  /** Path without its last part. */
  readonly folder: string;
  /** Path without what servers add: trailing slash, index page, extension. */
  readonly path: string;
  /** The path as a whole, its parts, and names and values of parameters, each once. */
  readonly words: readonly string[];
};

export function addressOf(url: string): Address {
  const { host, path, query } = splitUrl(url);
  const parts = plain(path)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const last = parts.at(-1) ?? '';
  const folder = parts.slice(0, path.endsWith('/') ? undefined : -1).join('/');
  if (/^(?:index|default|home)(?:\.\w+)?$/.test(last)) parts.pop();
  else if (last !== '') parts[parts.length - 1] = last.replace(/(?<=.)\.\w{1,5}$/, '');
  const whole = parts.join('/');
  const words = new Set([`path ${whole}`]);
  for (const part of parts) words.add(`part ${part}`);
  for (const { name, value } of query === null ? [] : splitParams(query)) {
    // A parameter without a value is often the name of the page (`?FrontPage`).
    if (name !== '') words.add(`${value === null ? 'part' : 'name'} ${plain(name)}`);
    if (value) words.add(`part ${plain(value)}`);
  }
  return { site: host.split('.').slice(-2).join('.'), folder, path: whole, words: [...words] };
}

function plain(text: string): string {
  return percentDecode(text).toLowerCase();
}

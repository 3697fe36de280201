/** Substitutions as every regular-expression engine knows them: no look-around, no back-references, linear in the text. */

/** A pattern that covers the whole text, and what it becomes: texts and numbers of groups. */
export type Substitution = { readonly pattern: string; readonly to: readonly (string | number)[] };

/** A URL and the URL that it was, with a mark before it and a blank between: `*http://h/a http://h/a?b`. */
export const MARKS = {
  /** Rules may change it. */
  open: '*',
  /** The conditions of the rule at hand hold. */
  ready: '+',
  /** They do not. */
  skipped: '-',
  /** The rule at hand has changed it, in stages of which only the first rule applies. */
  changed: '!',
  /** No other rule of the stage may change it. */
  done: '=',
  /** No other chain may change it. */
  closed: '@',
} as const;

/** A URL and the URL that it was, after the mark. */
export const BOTH = '([^ ]* https?:[^ ]*)';

/** The URLs that substitutions are written for; any other stays as it is. Printable ASCII, a plain host, a path, no fragment. */
export const PLAIN_HOST = '[a-z0-9._-]*[a-z0-9_-]';
export const PORT = '(?::[0-9]+)?';
export const PLAIN_REST = '/[!\\x22$-~]*';
export const HEAD = 'https?://[^/? ]+';
export const QUERY = '(?:\\?[^ ]*)?';

/** Percent-encoding that standard normalization would take away, or write in capitals. */
export const ENCODED_PLAIN = '%(?:[46][1-9A-F]|[57][0-9A]|3[0-9]|2[DE]|5F|7E|[0-9A-F][a-f]|[a-f][0-9A-Fa-f])';

/** Every character as itself; quotes by their number, because not every configuration file can quote them. */
export function literal(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&').replaceAll('"', '\\x22');
}

/** One of several texts. */
export function oneOf(texts: readonly string[]): string {
  return texts.length === 1 ? literal(texts[0]!) : `(?:${texts.map(literal).join('|')})`;
}

/** True for texts that may occur in a plain URL. */
export function isPlainText(text: string): boolean {
  return /^[!-~]*$/.test(text) && !text.includes('#');
}

export function isPlainHost(host: string): boolean {
  return /^[a-z0-9._-]*[a-z0-9_-]$/.test(host);
}

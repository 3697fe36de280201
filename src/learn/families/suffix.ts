/** Families `suffix` and `word-end`: an ending of the path does not matter, be it an extension or stray punctuation (`.html`), or one more word (`-print`). */
import { type Family, plain, type SiteView, Suggestions } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const LEAST = 2;
const MOST = 40;
const LONGEST = 16;

export const suffix: Family = {
  name: 'suffix',
  idea: 'an ending of the path does not matter',
  propose: (view) => proposed('suffix', view, (end) => !isWord(end)),
};

/** What is right of extensions tells nothing of words: `/tool-doc` is mostly another page than `/tool`. */
export const wordEnd: Family = {
  name: 'word-end',
  idea: 'a word more at the end of the path does not matter',
  propose: (view) => proposed('word-end', view, isWord),
};

function proposed(family: string, view: SiteView, isWanted: (end: string) => boolean) {
  const found = new Suggestions<string>();
  for (const { a, b, page } of pairKinds(view).otherPath) {
    const isLonger = b.source.parts.path.length > a.source.parts.path.length;
    const short = (isLonger ? a : b).source.parts.path;
    const long = (isLonger ? b : a).source.parts.path;
    if (short.length < 2 || long.length === short.length || !long.startsWith(short)) continue;
    const end = long.slice(short.length);
    // Letters alone would make `/cat` and `/category` alike.
    if (end.length > LONGEST || end.includes('/') || /^[A-Za-z0-9]/.test(end) || !isWanted(end)) continue;
    found.add(end, page, () => end);
  }
  return found.list(LEAST, MOST).map(({ value, seen }) => plain(family, { op: 'dropSuffix', suffix: value }, seen));
}

/** Whether there is a letter or a digit in it; those of an extension, and of encoded punctuation (`%22`), are none. */
function isWord(end: string): boolean {
  return !end.startsWith('.') && /[A-Za-z0-9]/.test(end.replace(/%[2-7][0-9A-Fa-f]/g, ''));
}

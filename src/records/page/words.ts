/** Words of a text: lower-case runs of letters, digits and `_`, as `\w+` finds them in Python. */

/** Marks (category M) separate words: Python's `\w` does not have them. */
const PART_OF_WORD = /^[\p{L}\p{N}_]/u;

/** In the order of the text. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const words: string[] = [];
  for (let at = 0; at < lower.length; ) {
    const end = runEnd(lower, at);
    if (end > at) words.push(lower.slice(at, end));
    at = end + 1;
  }
  return words;
}

/** How many words `wordsOf` would give. */
export function countWords(text: string): number {
  const lower = text.toLowerCase();
  let count = 0;
  for (let at = 0; at < lower.length; ) {
    const end = runEnd(lower, at);
    if (end > at) count++;
    at = end + 1;
  }
  return count;
}

/** Where the run that starts here ends; `from` itself if none starts here. */
function runEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit >= SURROGATES && unit < SURROGATES_END) {
      if (!PART_OF_WORD.test(text.slice(at, at + 2))) return at;
      // The second half of a pair belongs to the first; half a pair is no letter.
      at += 2;
    } else if (UNITS[unit]! === NO || (UNITS[unit] === UNKNOWN && !isLetter(unit))) return at;
    else at++;
  }
  return at;
}

const SURROGATES = 0xd800;
const SURROGATES_END = 0xe000;
const UNKNOWN = 0;
const YES = 1;
const NO = 2;
/** Answers of the regular expression, once it was asked: it is the slowest part of all that is done with a page. */
const UNITS = new Uint8Array(0x10000);

function isLetter(unit: number): boolean {
  const answer = PART_OF_WORD.test(String.fromCharCode(unit));
  UNITS[unit] = answer ? YES : NO;
  return answer;
}

/** Finds where quoted fields end; a quote after an odd number of backslashes belongs to the field. */

/** Place of the first quote from here on that ends a field; -1 if there is none. */
export function closingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at !== -1 && isEscaped(line, at, from)) at = line.indexOf('"', at + 1);
  return at;
}

/** The first closing quote before this text. Some servers leave quotes in a field as they are, so the first quote may be inside. */
export function closingQuoteBefore(line: string, from: number, next: string): number {
  let at = closingQuote(line, from);
  while (at !== -1 && !line.startsWith(next, at + 1)) at = closingQuote(line, at + 1);
  return at;
}

/** The first closing quote before a space and a status; if no status follows any, the first before a space. */
export function closingQuoteBeforeStatus(line: string, from: number): number {
  let first = -1;
  for (let at = closingQuote(line, from); at !== -1; at = closingQuote(line, at + 1)) {
    if (line.charCodeAt(at + 1) !== SPACE) continue;
    if (isStatus(line, at + 2)) return at;
    if (first === -1) first = at;
    // Further on, `-` is rather a value of the fields that follow.
    if (first === at && line.charCodeAt(at + 2) === HYPHEN && endsWord(line, at + 3)) return at;
  }
  return first;
}

/** The end of the word that starts here. */
export function wordEnd(line: string, from: number): number {
  const end = line.indexOf(' ', from);
  return end === -1 ? line.length : end;
}

const SPACE = 32;
const HYPHEN = 45;
const BACKSLASH = 92;

function isEscaped(line: string, quote: number, from: number): boolean {
  let at = quote;
  while (at > from && line.charCodeAt(at - 1) === BACKSLASH) at--;
  return ((quote - at) & 1) === 1;
}

/** Three digits and the end of the word. */
function isStatus(line: string, at: number): boolean {
  return isDigit(line, at) && isDigit(line, at + 1) && isDigit(line, at + 2) && endsWord(line, at + 3);
}

function endsWord(line: string, at: number): boolean {
  return at >= line.length || line.charCodeAt(at) === SPACE;
}

function isDigit(line: string, at: number): boolean {
  const unit = line.charCodeAt(at);
  return unit >= 48 && unit <= 57;
}

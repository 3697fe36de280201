/** Finds where a text stops being JSON, because the messages of `JSON.parse` differ from engine to engine and often have no position. */

const BLANKS = /[ \t\n\r]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** Without its closing quote, so that a broken one is followed as far as it goes. */
const STRING = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
/** What a cut may leave of a word, number or escape. */
const FRAGMENT = /^(?:\\u?[0-9a-fA-F]{0,3}|tr?u?|fa?l?s?|nu?l?|[-+.eE0-9]*)\s*$/;

export type JsonError = {
  /** Offset of the first character that cannot stand there. */
  readonly at: number;
  /** True if the text ended too early. */
  readonly cut: boolean;
};

/** Meant for texts that `JSON.parse` has refused. */
export function findJsonError(text: string): JsonError {
  const { at, complete } = scan(text);
  const cut = !complete && FRAGMENT.test(text.slice(at));
  return { at: cut ? text.trimEnd().length : at, cut };
}

/** Walks over values without recursion, for the text may be nested to any depth. */
function scan(text: string): { readonly at: number; readonly complete: boolean } {
  const closers: string[] = [];
  let at = 0;
  const eat = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    at += length;
    return length > 0;
  };
  const eatString = (): boolean => eat(STRING) && text[at] === '"' && at++ >= 0;
  /** `"name":` before a value in an object. */
  const eatName = (): boolean => {
    eat(BLANKS);
    if (!eatString()) return false;
    eat(BLANKS);
    return text[at] === ':' && at++ >= 0;
  };
  for (;;) {
    eat(BLANKS);
    const c = text[at];
    if (c === '{' || c === '[') {
      const closer = c === '{' ? '}' : ']';
      at++;
      eat(BLANKS);
      if (text[at] !== closer) {
        closers.push(closer);
        if (closer === '}' && !eatName()) return { at, complete: false };
        continue;
      }
      at++;
    } else if (c === '"' ? !eatString() : !eat(SCALAR)) return { at, complete: false };
    // After a value: close what ends here, then a comma and the next value.
    for (eat(BLANKS); closers.length > 0 && text[at] === closers.at(-1); eat(BLANKS)) {
      closers.pop();
      at++;
    }
    if (closers.length === 0 || text[at] !== ',') return { at, complete: closers.length === 0 };
    at++;
    if (closers.at(-1) === '}' && !eatName()) return { at, complete: false };
  }
}

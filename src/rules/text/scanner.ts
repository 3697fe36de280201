/** Reads a rule text from left to right and says at which column something else was expected. */
import { ConfigError } from '../../base/index.ts';
import { unescapePercent } from './escape.ts';

/** Characters that end an unquoted text in key and edit rules and are escaped inside it. */
export const ATOM_ENDS = " '=|()";

export class Scanner {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The character at the current place, `""` at the end. */
  peek(): string {
    return this.text[this.at] ?? '';
  }

  atEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Steps over `part` if it comes next. */
  eat(part: string): boolean {
    if (!this.text.startsWith(part, this.at)) return false;
    this.at += part.length;
    return true;
  }

  /** Steps over `part`, which must come next. */
  expect(part: string, what = `"${part}"`): void {
    if (!this.eat(part)) this.fail(`expected ${what}`);
  }

  /** Steps over what a sticky pattern matches here. */
  eatPattern(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  /** Steps over blanks; true if there were some. */
  spaces(): boolean {
    const from = this.at;
    while (this.peek() === ' ' || this.peek() === '\t') this.at++;
    return this.at > from;
  }

  /** A whole number. */
  integer(what: string): number {
    const found = this.eatPattern(/-?[0-9]{1,16}(?![0-9])/y);
    return found && Number.isSafeInteger(Number(found[0])) ? Number(found[0]) : this.fail(`expected ${what}`);
  }

  /** A text of key and edit rules, `'quoted'` or bare up to one of `ends`; percent escapes are undone in both. */
  atom(ends = ATOM_ENDS): string {
    const quoted = this.eat("'");
    const from = this.at;
    while (!this.atEnd() && !(quoted ? "'" : ends).includes(this.peek())) this.at++;
    const value = this.unescape(from, this.at);
    if (quoted) this.expect("'", "' after the quoted text");
    return value;
  }

  /** A name inside brackets, up to the `]` that closes them; brackets inside it come in pairs. `ends` end it too. */
  bracketed(ends = ''): string {
    const from = this.at;
    for (let depth = 0; !this.atEnd(); this.at++) {
      const c = this.peek();
      if (c === '[') depth++;
      else if ((c === ']' && depth-- === 0) || ends.includes(c)) return this.unescape(from, this.at);
    }
    return this.fail('expected "]"');
  }

  /** Reads items separated by `separator` between `(` and `)`; `()` is an empty list. */
  list<T>(separator: string, item: () => T): T[] {
    this.expect('(');
    this.spaces();
    if (this.eat(')')) return [];
    const items: T[] = [];
    do {
      this.spaces();
      items.push(item());
      this.spaces();
    } while (this.eat(separator));
    this.expect(')', `"${separator}" or ")"`);
    return items;
  }

  /** Throws the one sentence that says where and what. */
  fail(problem: string, at = this.at): never {
    const found =
      at < this.text.length ? `found ${JSON.stringify(this.text.slice(at, at + 12))}` : 'the text ends there';
    throw new ConfigError('bad-rule-text', `Column ${at + 1} of the rule text: ${problem}, but ${found}.`);
  }

  private unescape(from: number, to: number): string {
    return unescapePercent(this.text.slice(from, to), (at) =>
      this.fail('expected a percent escape such as %20 (write %25 for a percent sign)', from + at),
    );
  }
}

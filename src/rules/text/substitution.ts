/** Text form of text rules, letter S: `"/index.html$" => "$"`, JSON strings in which a first `^` and a last `$` are anchors. */
import { tokenizeInner } from '../../url/index.ts';
import type { TextEmit, TextMatch } from '../rule.ts';
import { printJson } from './escape.ts';
import type { Scanner } from './scanner.ts';

type Anchors = { readonly start: boolean; readonly end: boolean };

export function printTextMatch(match: TextMatch): string {
  return printSide(match.alpha, match);
}

/** The anchors belong to both sides, so they come from the match. */
export function printTextEmit(emit: TextEmit, anchors: Anchors): string {
  return printSide(emit.beta, anchors);
}

export function parseTextMatch(scanner: Scanner): TextMatch {
  const { text, start, end } = parseSide(scanner);
  return { view: 'text', alpha: tokenizeInner(text), start, end };
}

export function parseTextEmit(scanner: Scanner, anchors: Anchors): TextEmit {
  const from = scanner.at;
  const { text, start, end } = parseSide(scanner);
  if (start !== anchors.start || end !== anchors.end)
    scanner.fail('expected the same anchors ^ and $ as in the match', from);
  return { view: 'text', beta: tokenizeInner(text) };
}

function printSide(tokens: readonly string[], { start, end }: Anchors): string {
  let text = printJson(tokens.join('')).slice(1, -1);
  if (!start && text.startsWith('^')) text = `\\${text}`;
  if (!end && text.endsWith('$')) text = `${text.slice(0, -1)}\\$`;
  return `"${start ? '^' : ''}${text}${end ? '$' : ''}"`;
}

function parseSide(scanner: Scanner): Anchors & { readonly text: string } {
  scanner.expect('"', 'a text in double quotes');
  const start = scanner.eat('^');
  let text = '';
  for (;;) {
    if (scanner.eat('$"')) return { text, start, end: true };
    if (scanner.eat('"')) return { text, start, end: false };
    text += parseCharacter(scanner);
  }
}

function parseCharacter(scanner: Scanner): string {
  const escaped = scanner.eatPattern(/\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/y);
  if (escaped) return JSON.parse(`"${escaped[0]}"`);
  if (scanner.eat('\\^')) return '^';
  if (scanner.eat('\\$')) return '$';
  if (scanner.peek() === '\\') scanner.fail('expected an escape of JSON, \\^ or \\$');
  if (scanner.atEnd()) scanner.fail('expected " at the end of the text');
  return scanner.text[scanner.at++]!;
}

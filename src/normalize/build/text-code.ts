/** Writes text rules as numbers: anchors, both texts, and the failure table that keeps the search linear. */
import type { TextEmit, TextMatch } from '../../rules/index.ts';
import { tokenizeInner } from '../../url/index.ts';
import { encode } from '../bytes.ts';
import { PROGRAM } from '../flat.ts';
import { ANCHOR } from '../text-program.ts';
import type { Pool } from './writer.ts';

/** The program; null for a rule that only the interpreter can give a meaning, because its tokens are none. */
export function textCode({ alpha, start, end }: TextMatch, { beta }: TextEmit, pool: Pool): number[] | null {
  const from = alpha.join('');
  const to = beta.join('');
  const tokens = tokenizeInner(from);
  const areTokens = tokens.length === alpha.length && tokens.every((token, i) => token === alpha[i]);
  const anchor = (start ? ANCHOR.start : 0) | (end ? ANCHOR.end : 0);
  if (!areTokens || from === to || (from === '' && anchor === ANCHOR.none)) return null;
  return [PROGRAM.text, anchor, ...pool.add(from), ...pool.add(to), ...failureTable(encode(from))];
}

/** For each i, how long the longest text is that both begins the text and ends its first i bytes, shorter than these. */
function failureTable(text: Uint8Array): number[] {
  const table = [0, 0];
  let matched = 0;
  for (let i = 1; i < text.length; i++) {
    while (matched > 0 && text[matched] !== text[i]) matched = table[matched]!;
    if (text[matched] === text[i]) matched++;
    table.push(matched);
  }
  return table;
}

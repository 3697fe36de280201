/** A rule's match and emit out of a planned consensus (ROD 4.2.1.2). */
import type { El, Out, TokenEmit, TokenMatch } from '../../rules/index.ts';
import { compareTokens } from '../../url/index.ts';
import type { Consensus } from './consensus.ts';
import type { AlignmentOptions } from './options.ts';
import type { RulePlan } from './rule-plan.ts';
import { LETTERS, OTHER, type TokenTable } from './tokens.ts';

export type RuleBody = { readonly match: TokenMatch; readonly emit: TokenEmit };

/** What is made of one position: its only token, any token of its type, or one of several in token order. */
type Part =
  | { readonly kind: 'token'; readonly token: number }
  | { readonly kind: 'typed'; readonly type: 'a' | 'n' }
  | { readonly kind: 'choice'; readonly texts: readonly string[] };

/** The rule that joins all URLs of the consensus. */
export function ruleBody(
  table: TokenTable,
  consensus: Consensus,
  plan: RulePlan,
  options: Pick<AlignmentOptions, 'cardinality' | 'canonicalMode' | 'emitAlternatives'>,
): RuleBody {
  const match: El[] = [];
  const emit: Out[] = [];
  let captures = 0;

  const capture = (el: (cap: number) => El): void => {
    captures++;
    match.push(el(captures));
    emit.push({ ref: captures });
  };

  /** Adds a position that is written out, to a match and, unless null, to an emit. */
  const write = (p: number, els: El[], outs: Out[] | null): void => {
    const part = partOf(table, consensus, p, options.cardinality);
    if (part.kind === 'token') {
      const lit = table.text(part.token);
      addLiteral(els, lit);
      if (outs) addLiteral(outs, lit);
    } else if (part.kind === 'typed') {
      els.push({ type: part.type, cap: null });
      outs?.push({ any: true });
    } else {
      els.push({ alt: part.texts });
      if (options.emitAlternatives) outs?.push({ alt: part.texts });
      else if (outs) addLiteral(outs, part.texts[0]!);
    }
  };

  for (let p = 0, g = 0, r = 0; p < consensus.length; p++) {
    const token = consensus.tokens[consensus.first[p]!]!;
    if (g < plan.groups && p === plan.groupStart[g]) {
      const opt: El[] = [];
      for (; p < plan.groupEnd[g]!; p++) write(p, opt, options.canonicalMode === 'keep' ? emit : null);
      match.push({ opt });
      p--;
      g++;
    } else if (r < plan.runs && p === plan.runStart[r]) {
      capture((star) => ({ star }));
      p = plan.runEnd[r++]! - 1;
    } else if (consensus.setSize(p) === 1 && table.type[token] !== OTHER) {
      capture((cap) => ({ type: table.type[token] === LETTERS ? 'a' : 'n', cap }));
    } else write(p, match, emit);
  }
  return { match: { view: 'tokens', seq: match }, emit: { view: 'tokens', seq: emit } };
}

/** Punctuation is never generalized; λ does not count as a token. */
function partOf(table: TokenTable, consensus: Consensus, p: number, cardinality: number): Part {
  const from = consensus.first[p]!;
  const token = consensus.tokens[from]!;
  const size = consensus.setSize(p);
  if (size === 1) return { kind: 'token', token };
  const type = table.type[token]!;
  if (size >= cardinality && type !== OTHER) return { kind: 'typed', type: type === LETTERS ? 'a' : 'n' };
  const texts: string[] = [];
  for (let k = from; k < from + size; k++) texts.push(table.text(consensus.tokens[k]!));
  return { kind: 'choice', texts: texts.sort(compareTokens) };
}

/** Adjacent literals are one. */
function addLiteral(seq: (El | Out)[], lit: string): void {
  const last = seq.at(-1);
  if (last !== undefined && 'lit' in last) seq[seq.length - 1] = { lit: last.lit + lit };
  else seq.push({ lit });
}

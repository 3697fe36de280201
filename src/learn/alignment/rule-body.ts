/** A rule's match and emit, out of its code or of a planned consensus (ROD 4.2.1.2). */
import { readText } from '../../clusters/index.ts';
import type { El, Out, TokenEmit, TokenMatch } from '../../rules/index.ts';
import { compareTokens } from '../../url/index.ts';
import type { Consensus } from './consensus.ts';
import type { AlignmentOptions } from './options.ts';
import {
  ANY_DIGITS,
  ANY_LETTERS,
  CAPTURE_DIGITS,
  CAPTURE_LETTERS,
  CHOICE,
  END,
  ESCAPE,
  GROUP,
  RUN,
  RuleCode,
} from './rule-code.ts';
import type { RulePlan } from './rule-plan.ts';
import type { TokenTable } from './tokens.ts';

export type RuleBody = { readonly match: TokenMatch; readonly emit: TokenEmit };

type EmitOptions = Pick<AlignmentOptions, 'canonicalMode' | 'emitAlternatives'>;

/** The rule that joins all URLs of the consensus. */
export function ruleBody(
  table: TokenTable,
  consensus: Consensus,
  plan: RulePlan,
  options: EmitOptions & Pick<AlignmentOptions, 'cardinality'>,
): RuleBody {
  const code = new RuleCode();
  code.write(table, consensus, plan, options.cardinality);
  return bodyOfCode(code.bytes.subarray(0, code.end), options);
}

/** The rule that has this code. */
export function bodyOfCode(code: Uint8Array, options: EmitOptions): RuleBody {
  const match: El[] = [];
  const emit: Out[] = [];
  let captures = 0;
  let at = 0;

  const capture = (el: (cap: number) => El): void => {
    at++;
    captures++;
    match.push(el(captures));
    emit.push({ ref: captures });
  };

  /** The text up to the next sign. */
  const text = (): string => {
    let read = '';
    let from = at;
    for (; at < code.length && (code[at]! >= 32 || code[at] === ESCAPE); at++) {
      if (code[at] !== ESCAPE) continue;
      read += readText(code, from, at);
      from = ++at;
    }
    return read + readText(code, from, at);
  };

  /** Adds what is written out, to a match and, unless null, to an emit. */
  const write = (els: El[], outs: Out[] | null): void => {
    const sign = code[at]!;
    if (sign === ANY_LETTERS || sign === ANY_DIGITS) {
      at++;
      els.push({ type: sign === ANY_LETTERS ? 'a' : 'n', cap: null });
      outs?.push({ any: true });
    } else if (sign === CHOICE) {
      const texts: string[] = [];
      for (; code[at] === CHOICE; texts.push(text())) at++;
      at++;
      texts.sort(compareTokens);
      els.push({ alt: texts });
      if (options.emitAlternatives) outs?.push({ alt: texts });
      else if (outs) addLiteral(outs, texts[0]!);
    } else {
      const lit = text();
      addLiteral(els, lit);
      if (outs) addLiteral(outs, lit);
    }
  };

  while (at < code.length) {
    const sign = code[at]!;
    if (sign === RUN) capture((star) => ({ star }));
    else if (sign === CAPTURE_LETTERS) capture((cap) => ({ type: 'a', cap }));
    else if (sign === CAPTURE_DIGITS) capture((cap) => ({ type: 'n', cap }));
    else if (sign === GROUP) {
      at++;
      const opt: El[] = [];
      while (code[at] !== END) write(opt, options.canonicalMode === 'keep' ? emit : null);
      match.push({ opt });
      at++;
    } else write(match, emit);
  }
  return { match: { view: 'tokens', seq: match }, emit: { view: 'tokens', seq: emit } };
}

/** Adjacent literals are one. */
function addLiteral(seq: (El | Out)[], lit: string): void {
  const last = seq.at(-1);
  if (last !== undefined && 'lit' in last) seq[seq.length - 1] = { lit: last.lit + lit };
  else seq.push({ lit });
}

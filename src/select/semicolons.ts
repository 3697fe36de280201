/** Whether `;` separates parameters on a site: where it does not, `?do=edit;ref=1` is no page that `?do=edit&ref=1` is, and rules about parameters must leave such addresses alone. */
import type { Cond } from '../rules/index.ts';
import { type Candidate, narrowed } from './candidate.ts';
import type { Form, Forms } from './forms.ts';
import type { Measured } from './measure.ts';
import { isOfParams } from './of-params.ts';

const SEMICOLON: Cond = { query: 'semicolon' };
/** Where more of the addresses with several parameters have a `;`, the site itself writes it, and knows what it means. */
const RARE = 0.05;

type Tried = { readonly candidate: Candidate; readonly measured: Measured };

/** What a site says of it; as long as nothing speaks against it, `;` separates. */
export class Semicolons {
  readonly #isDoubtful: boolean;
  #isRefuted = false;

  constructor(forms: Forms) {
    this.#isDoubtful = isRare(forms);
  }

  /** The candidate as it is to be tried: where `;` does not separate, addresses with one are kept out of changes of parameters. */
  kept(candidate: Candidate): Candidate {
    return this.#isRefuted && isOfParams(candidate) ? narrowed(candidate, [], [SEMICOLON]) : candidate;
  }

  /**
   * Looks at what changes of parameters did to addresses with a `;`, where `isProven` by all others; true if that refutes it.
   * An address is one witness, whatever number of changes tried it: one that became a different page each time speaks against.
   */
  isRefutedBy(tried: Iterable<Tried>, isProven: (candidate: Candidate) => boolean): boolean {
    if (!this.#isDoubtful || this.#isRefuted) return false;
    const [right, wrong] = [new Set<Form>(), new Set<Form>()];
    for (const { candidate, measured } of tried) {
      if (!isOfParams(candidate)) continue;
      const merges = measured.merges.filter(({ changed }) => changed.some(hasSemicolon));
      if (merges.length === 0 || !isProven(narrowed(candidate, [], [SEMICOLON]))) continue;
      for (const merge of merges) {
        for (const form of merge.changed) {
          if (!hasSemicolon(form)) continue;
          if (merge.wrong > 0) wrong.add(form);
          else if (merge.right > 0) right.add(form);
        }
      }
    }
    this.#isRefuted = wrong.size > right.size;
    return this.#isRefuted;
  }
}

/** Whether there are addresses with a `;`, but few. */
function isRare(forms: Forms): boolean {
  let [several, semicolons] = [0, 0];
  for (const form of forms.all()) {
    if (form.source.params.length < 2) continue;
    several++;
    if (hasSemicolon(form)) semicolons++;
  }
  return semicolons > 0 && semicolons <= RARE * several;
}

function hasSemicolon({ source }: Form): boolean {
  return source.params.some(({ separator, name }) => separator === ';' && name !== 'amp');
}

/**
 * Pages that are named by a word in the query (`?HomePage`). Such software often takes all that follows for a part of the name, so that `?HomePage&ref=1` is no page, though `?action=edit&id=HomePage&ref=1` is one:
 * a change of parameters is kept out of such addresses unless it was seen to be right there.
 */
import { beginsWithWord, type Cond } from '../rules/index.ts';
import { type Candidate, narrowed } from './candidate.ts';
import type { Form } from './forms.ts';
import type { Measured } from './measure.ts';
import { isOfParams } from './of-params.ts';

const WORD: Cond = { query: 'word' };
/** Names of pages are many, and a good part of all addresses with a query; a few words are switches (`?print`). */
const LEAST = 10;
const SHARE = 0.1;

export class Words {
  /** Whether pages are named so. */
  readonly #areNames: boolean;
  /** URLs that have a word as they came: rules may make one of what was said otherwise. */
  readonly #begun = new Set<number>();

  /** `forms` are those of URLs that no rule has changed. */
  constructor(forms: readonly Form[]) {
    const names = new Set<string>();
    let [queries, begun] = [0, 0];
    for (const { source, urls } of forms) {
      if (source.parts.query === null) continue;
      queries++;
      if (!beginsWithWord(source.params)) continue;
      begun++;
      names.add(source.params[0]!.name);
      for (const url of urls) this.#begun.add(url);
    }
    this.#areNames = names.size >= LEAST && begun >= SHARE * queries;
  }

  /** The candidate as it is to be judged. It costs nothing, because it is asked of every change: all that speaks for it stays. */
  kept(candidate: Candidate, { merges }: Pick<Measured, 'merges'>): Candidate {
    if (!this.#areNames || !isOfParams(candidate)) return candidate;
    const isRight = merges.some(({ changed, right }) => right > 0 && changed.some((form) => this.#hasWord(form)));
    return isRight ? candidate : narrowed(candidate, [], [WORD]);
  }

  #hasWord({ urls }: Form): boolean {
    return urls.some((url) => this.#begun.has(url));
  }
}

/** Which URLs the accepted changes have touched, and which of them by one change only: what the rules make of those is mostly known without running them. */
import type { Form } from './forms.ts';

const UNTOUCHED = -1;
const OFTEN = -2;

export class TouchedUrls {
  /** The number of the one change, or one of the two above. */
  readonly #by: Int32Array;

  constructor(urls: number) {
    this.#by = new Int32Array(urls).fill(UNTOUCHED);
  }

  /** Notes an accepted change: what it made of forms, and what they are after all rules. */
  add(change: number, made: ReadonlyMap<Form, string>, after: ReadonlyMap<Form, string>): void {
    for (const [form, text] of made) {
      const by = after.get(form) === text ? change : OFTEN;
      for (const url of form.urls) this.#by[url] = this.#by[url] === UNTOUCHED ? by : OFTEN;
    }
  }

  /** Where several rules together change nothing, one of them may: then nothing is known of any URL. */
  addAll(): void {
    this.#by.fill(OFTEN);
  }

  has(url: number): boolean {
    return this.#by[url] !== UNTOUCHED;
  }

  /** The number of the change that alone led a URL to its form; -1 if there is no such one. */
  onlyChange(url: number): number {
    return Math.max(-1, this.#by[url]!);
  }
}

/** The named fields of a record or of an HTTP answer: one a line, folded lines joined, names in any case. */

/** Characters that are kept: more than any header has, short enough for the memory. */
const MAX_LENGTH = 2 * 1024 * 1024;

export class Fields {
  readonly #values = new Map<string, string[]>();
  #last: string[] | null = null;
  #length = 0;

  /** False if the line is neither a field nor the continuation of one. */
  add(line: string): boolean {
    this.#length += line.length;
    if (this.#length > MAX_LENGTH) return false;
    if (line.startsWith(' ') || line.startsWith('\t')) {
      const values = this.#last;
      if (values) values.push(`${values.pop()} ${line.trim()}`.trim());
      return values !== null;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) return false;
    const name = line.slice(0, colon).trim().toLowerCase();
    this.#last = this.#values.get(name) ?? [];
    this.#last.push(line.slice(colon + 1).trim());
    this.#values.set(name, this.#last);
    return true;
  }

  /** The first that is not empty. */
  first(name: string): string | undefined {
    return this.#values.get(name)?.find((value) => value !== '');
  }

  /** The last that is not empty. */
  last(name: string): string | undefined {
    return this.#values.get(name)?.findLast((value) => value !== '');
  }

  /** All of them as the list that they stand for; undefined if there is none. */
  list(name: string): string | undefined {
    return (
      this.#values
        .get(name)
        ?.filter((value) => value !== '')
        .join(', ') || undefined
    );
  }
}

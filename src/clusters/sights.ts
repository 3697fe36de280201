/** What was seen at each URL, packed: most URLs are seen once, or with the same content each time. */
import { compareCodePoints } from '../base/index.ts';

/** One thing that was seen at a URL, a digest or the target of a redirect, and when and how often. */
export type Sight = { readonly value: string; readonly count: number; readonly time: number; readonly isTiny: boolean };

export class Sights {
  readonly #numbers = new Map<string, number>();
  readonly #values: string[] = [];
  #value = new Int32Array(1024).fill(-1);
  #count = new Int32Array(1024);
  #time = new Float64Array(1024);
  #tiny = new Uint8Array(1024);
  /** The others of URLs at which several things were seen. */
  readonly #others = new Map<number, Map<string, Sight>>();

  note(url: number, value: string, time: number, isTiny: boolean): void {
    this.#reserve(url);
    if (this.#value[url] === -1) {
      this.#value[url] = this.#numberOf(value);
      this.#count[url] = 1;
      this.#time[url] = time;
      this.#tiny[url] = isTiny ? 1 : 0;
    } else if (this.#values[this.#value[url]!] === value) {
      this.#count[url]!++;
      this.#time[url] = Math.max(this.#time[url]!, time);
    } else {
      const others = this.#others.get(url) ?? new Map<string, Sight>();
      this.#others.set(url, others);
      const { count, time: before, isTiny: wasTiny } = others.get(value) ?? { count: 0, time, isTiny };
      others.set(value, { value, count: count + 1, time: Math.max(before, time), isTiny: wasTiny });
    }
  }

  /** The latest by time, else the most frequent, ties to the smallest; null if nothing was seen. */
  decide(url: number): Sight | null {
    const number = this.#value[url] ?? -1;
    if (number === -1) return null;
    let best: Sight = {
      value: this.#values[number]!,
      count: this.#count[url]!,
      time: this.#time[url]!,
      isTiny: this.#tiny[url] === 1,
    };
    for (const sight of this.#others.get(url)?.values() ?? []) {
      const order = sight.time - best.time || sight.count - best.count || compareCodePoints(best.value, sight.value);
      if (order > 0) best = sight;
    }
    return best;
  }

  /** Equal values are held once. */
  #numberOf(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.#values.length);
    return this.#values.push(value) - 1;
  }

  #reserve(url: number): void {
    const size = this.#value.length;
    if (url < size) return;
    const bigger = Math.max(size * 2, url + 1);
    const value = new Int32Array(bigger).fill(-1);
    const count = new Int32Array(bigger);
    const time = new Float64Array(bigger);
    const tiny = new Uint8Array(bigger);
    value.set(this.#value);
    count.set(this.#count);
    time.set(this.#time);
    tiny.set(this.#tiny);
    this.#value = value;
    this.#count = count;
    this.#time = time;
    this.#tiny = tiny;
  }
}

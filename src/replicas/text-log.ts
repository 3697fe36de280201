/** Texts as bytes, numbered in the order they come: millions of them without an object each. */

const CHUNK = 1 << 22;
/** The number of the chunk times this, plus the place in it. */
const PLACE = 2 ** 32;

export class TextLog {
  /** How many texts there are. */
  size = 0;
  readonly #chunks: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  #used = 0;
  #starts = new Float64Array(1024);
  #lengths = new Int32Array(1024);

  add(text: string): void {
    // A UTF-16 unit is three bytes at most.
    const most = 3 * text.length;
    const last = this.#chunks.at(-1);
    const chunk = last && last.length - this.#used >= most ? last : this.#open(most);
    const { written } = this.#encoder.encodeInto(text, chunk.subarray(this.#used));
    if (this.size === this.#starts.length) this.#grow();
    this.#starts[this.size] = (this.#chunks.length - 1) * PLACE + this.#used;
    this.#lengths[this.size++] = written;
    this.#used += written;
  }

  /** The text of a number; lone surrogates come back as replacement characters. */
  get(number: number): string {
    const start = this.#starts[number]!;
    const chunk = this.#chunks[Math.floor(start / PLACE)]!;
    const from = start % PLACE;
    return this.#decoder.decode(chunk.subarray(from, from + this.#lengths[number]!));
  }

  #open(least: number): Uint8Array {
    const chunk = new Uint8Array(Math.max(CHUNK, least));
    this.#chunks.push(chunk);
    this.#used = 0;
    return chunk;
  }

  #grow(): void {
    const starts = new Float64Array(this.#starts.length * 2);
    starts.set(this.#starts);
    this.#starts = starts;
    const lengths = new Int32Array(this.#lengths.length * 2);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }
}

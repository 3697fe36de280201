/** Reads the status line and the fields of an HTTP answer. */
import { Fields } from './fields.ts';
import { LineBuffer } from './line-buffer.ts';

const STATUS = /^HTTP\/[\d.]+[ \t]+(\d{3})(?!\d)/i;

export class HttpHead {
  /** Undefined until the status line was read, and for ever if it is none. */
  status: number | undefined;
  fields = new Fields();
  readonly #line = new LineBuffer();
  #state: 'status' | 'fields' | 'done' = 'status';

  /** Takes bytes of the head and gives where the body starts, or `to` if it has not begun. */
  push(bytes: Buffer, from: number, to: number): number {
    let at = from;
    while (at < to && this.#state !== 'done') {
      at = this.#line.take(bytes, at, to);
      if (at === -1) return to;
      this.#read(this.#line.text());
    }
    return at;
  }

  /** The answer has come to its end: the last line may lack its own. */
  end(): void {
    if (this.#line.takeRest() && this.#state !== 'done') this.#read(this.#line.text());
  }

  #read(line: string): void {
    if (this.#state === 'fields') {
      if (line !== '') this.fields.add(line);
      else if (isInterim(this.status)) this.#state = 'status';
      else this.#state = 'done';
      return;
    }
    const status = STATUS.exec(line);
    this.status = status ? Number(status[1]) : undefined;
    this.fields = new Fields();
    this.#state = status ? 'fields' : 'done';
  }
}

/** True for an answer that another one follows (RFC 9110 15.2); after 101 the protocol is a different one. */
function isInterim(status: number | undefined): boolean {
  return status !== undefined && status < 200 && status !== 101;
}

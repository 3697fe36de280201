/** Keys and rewrites of streams: bytes in, bytes out, as fast as the reader takes them and with little in memory. */
import type { LineTransform, Normalizer } from '../normalize/index.ts';

export type Mode = 'key' | 'rewrite';

/** What a stream goes through. Bytes that `push` gave are valid until the next call. */
export type Transform = Pick<LineTransform, 'push' | 'end'>;

export type StreamOptions = {
  /** A sender that brings next to nothing for so long is given up. */
  readonly idleMs: number;
  /** Called once, however it ends; `isWhole` if all was read and answered. */
  readonly onEnd: (isWhole: boolean) => void;
};

/** Fewer bytes than this in `idleMs` are next to nothing. */
const LEAST_BYTES = 1024;

/** Reads on only when somebody takes the answer. */
export function transformStream(
  body: ReadableStream<Uint8Array>,
  transform: Transform,
  { idleMs, onEnd }: StreamOptions,
): ReadableStream<Uint8Array> {
  const reader = pacedReader(body, idleMs);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const { done, value } = await reader.read();
            const out = done ? transform.end() : transform.push(value);
            if (out.length > 0) controller.enqueue(out.slice());
            if (done) {
              controller.close();
              onEnd(true);
            }
            if (done || out.length > 0) return;
          }
        } catch {
          // The sender went away or is too slow: what was not asked for in whole is not answered as if it were.
          reader.cancel();
          onEnd(false);
          controller.close();
        }
      },
      cancel() {
        reader.cancel();
        onEnd(false);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Thrown when a sender brings next to nothing for too long. */
export class TooSlow extends Error {}

/** Reads a body as long as it brings something: what only drips would keep its place for ever. */
export function pacedReader(body: ReadableStream<Uint8Array>, idleMs: number) {
  const reader = body.getReader();
  let bytes = 0;
  let waited = 0;
  return {
    async read() {
      const started = performance.now();
      const next = await within(reader.read(), idleMs);
      waited += performance.now() - started;
      bytes += next.value?.length ?? 0;
      if (bytes >= LEAST_BYTES) bytes = waited = 0;
      else if (waited > idleMs) throw new TooSlow();
      return next;
    },
    cancel(): void {
      reader.cancel().catch(() => undefined);
    },
  };
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const LF = 10;
const NONE = new Uint8Array(0);

/** One JSON value a line in, one object a line out, in the same order; blank lines count for nothing. */
export class JsonLines implements Transform {
  private readonly answer: (url: string) => string;
  private readonly mostBytes: number;
  private rest: Uint8Array[] = [];
  private restBytes = 0;
  /** A line that is too long has its error already; its end is still to come. */
  private isSkipping = false;

  constructor(normalizer: Normalizer, mode: Mode, mostBytes: number) {
    this.mostBytes = mostBytes;
    this.answer =
      mode === 'key'
        ? (url) => JSON.stringify({ url, key: normalizer.key(url) })
        : (url) => JSON.stringify({ url, rewrite: normalizer.rewrite(url) });
  }

  push(chunk: Uint8Array): Uint8Array {
    let from = 0;
    if (this.isSkipping) {
      const end = chunk.indexOf(LF);
      if (end === -1) return NONE;
      this.isSkipping = false;
      from = end + 1;
    }
    const last = chunk.lastIndexOf(LF);
    let out = '';
    if (last >= from) {
      out = this.answers(Buffer.concat([...this.rest, chunk.subarray(from, last)]).toString('utf8'));
      this.rest = [];
      this.restBytes = 0;
      from = last + 1;
    }
    if (from < chunk.length) {
      this.restBytes += chunk.length - from;
      if (this.restBytes > this.mostBytes) {
        this.rest = [];
        this.restBytes = 0;
        this.isSkipping = true;
        out += errorLine(`this line is longer than ${this.mostBytes} bytes`);
      } else this.rest.push(chunk.slice(from));
    }
    return out === '' ? NONE : Buffer.from(out);
  }

  end(): Uint8Array {
    const text = Buffer.concat(this.rest).toString('utf8');
    this.rest = [];
    return Buffer.from(this.answers(text));
  }

  private answers(text: string): string {
    let out = '';
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue;
      const url = urlOf(line);
      out += url === null ? errorLine('this line is neither a JSON string nor {"url": "…"}') : `${this.answer(url)}\n`;
    }
    return out;
  }
}

function urlOf(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'string') return value;
    const { url } = (value ?? {}) as { url?: unknown };
    return typeof url === 'string' ? url : null;
  } catch {
    return null;
  }
}

function errorLine(error: string): string {
  return `${JSON.stringify({ error })}\n`;
}

/** The same, given up when a line is so long that it would fill the memory. */
export function boundedLines(transform: Transform, mostBytes: number): Transform {
  let bytes = 0;
  return {
    push(chunk) {
      const last = chunk.lastIndexOf(LF);
      bytes = last === -1 ? bytes + chunk.length : chunk.length - last - 1;
      if (bytes > mostBytes) throw new Error('line too long');
      return transform.push(chunk);
    },
    end: () => transform.end(),
  };
}

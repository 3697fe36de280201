/** What a fuzz target is: bytes go in, and whatever must hold of them is checked; a throw is a finding. */
import { isDustpanError } from '../../src/base/index.ts';

export type FuzzTarget = {
  readonly name: string;
  /** Good inputs to start from; small ones, for every byte of them is a place to change. */
  readonly seeds: () => readonly Uint8Array[];
  /** Words of the format, put in here and there. */
  readonly words: readonly string[];
  /** Throws what should never have been thrown, or says what does not hold. */
  readonly run: (bytes: Uint8Array) => void | Promise<void>;
  /** Milliseconds that a run may take besides those for its bytes; for what starts a program or opens a file. */
  readonly patience?: number;
};

/** A property that does not hold. */
export class Broken extends Error {}

export function hold(isTrue: boolean, what: () => string): asserts isTrue {
  if (!isTrue) throw new Broken(what());
}

export function same<T>(a: T, b: T, what: string): void {
  if (a === b) return;
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  if (typeof a === 'string' || left !== right) throw new Broken(`${what}: ${left} is not ${right}`);
}

/** The result; null for misuse that was refused with a sentence. Any other error goes on. */
export function orRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    return refusal(error);
  }
}

export async function orRefusedLater<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): null {
  if (!isDustpanError(error)) throw error;
  hold(error.message.length > 0 && error.code !== '', () => 'a refusal without words');
  return null;
}

/** The bytes as UTF-16 text: bad UTF-8 becomes lone surrogates, which no decoder would let through. */
export function oddText(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let bad = 0;
  return text.replace(/\ufffd/g, () => (bad++ % 2 === 0 ? '\ud83d' : '\udc00'));
}

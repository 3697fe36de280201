/** The form that a rule writes: one of two buffers, so that the one before stays readable. */
import { copy } from './bytes';
import { ask, FORM_A, FORM_B, FORM_SIZE } from './memory';

export let out: usize = FORM_A;
export let length: i32 = 0;
/** True if the parameters of what is written are known to stand in the order of their names. */
export let isOrdered: bool = false;

export function tellOrdered(isKnown: bool): void {
  isOrdered = isKnown;
}

export function clear(): void {
  isOrdered = false;
  length = 0;
}

/** The form stays where it was written; writing goes on in the other buffer. */
export function swap(): void {
  out = out === FORM_A ? FORM_B : FORM_A;
  isOrdered = false;
  length = 0;
}

export function append(from: usize, to: usize): void {
  const n = <i32>(to - from);
  // Unsigned, so that a range that ends before it begins is too long as well.
  if (<u32>n > <u32>(FORM_SIZE - length)) {
    ask();
    return;
  }
  copy(out + length, from, n);
  length += n;
}

export function push(b: i32): void {
  if (length === FORM_SIZE) {
    ask();
    return;
  }
  store<u8>(out + length, <u8>b);
  length++;
}

/** Writes somewhere else for a while: the standard-normalized form has a buffer of its own. */
export function redirect(buffer: usize): usize {
  const before = out;
  out = buffer;
  length = 0;
  return before;
}

export function restore(buffer: usize): void {
  out = buffer;
  length = 0;
}

export function shorten(n: i32): void {
  length = n;
}

/** The smallest of some texts. */
import { compareCodePoints } from '../base/index.ts';

/** By code point; there must be one. */
export function smallestOf(texts: readonly string[]): string {
  let smallest = texts[0]!;
  for (let i = 1; i < texts.length; i++) if (compareCodePoints(texts[i]!, smallest) < 0) smallest = texts[i]!;
  return smallest;
}

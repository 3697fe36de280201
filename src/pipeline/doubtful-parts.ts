/** Finds, in bytes, the parts in which a change joins what may be different pages, so that only those are made into sites to look at it. */
import { urlText } from '../clusters/index.ts';
import { formNumbering } from '../evaluate/index.ts';
import { compileRules } from '../normalize/index.ts';
import type { RuleSet } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { type BytePart, type Parts, readByteParts } from './part-columns.ts';

/** Of a part: the places of URLs that become one with what may be a different page, since no other is joined wrongly; null if the rules change none of them. */
export type Doubtful = Int32Array | null;

/**
 * Tells of some parts after the other what is doubtful in each of them. More than there is, never less: wide groups of URLs that are equal under RFC 3986 count as different here.
 * The rules must lead from a host to others of its part only, and begin with SUN.
 */
export function doubtfulInParts(rules: RuleSet): (parts: Parts) => Doubtful[] {
  const { key, lines } = compileRules(rules);
  const numbersOf = formNumbering({ key, lines });
  return (parts) => readByteParts(parts).map(doubtfulIn);

  function doubtfulIn({ urls, wide }: BytePart): Doubtful {
    const { forms, formOf } = numbersOf(urls);
    const first = new Int32Array(forms).fill(-1);
    const isMixed = new Uint8Array(forms);
    for (let u = 0; u < urls.count; u++) {
      const form = formOf[u]!;
      if (first[form] === -1) first[form] = wide[u]!;
      else if (first[form] !== wide[u]) isMixed[form] = 1;
    }
    const mixed = Int32Array.from(formOf.keys()).filter((u) => isMixed[formOf[u]!] === 1);
    const isChanged = mixed.some((u) => {
      const text = sun(urlText(urls, u));
      return key(text) !== text;
    });
    return isChanged ? mixed : null;
  }
}

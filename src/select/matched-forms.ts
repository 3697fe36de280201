/** Which forms whole rules change, found for many rules in one pass by the index of the normalizer: each by itself would be tried on every form, and most change few. */
import { packTexts } from '../clusters/index.ts';
import { matchAllRules } from '../normalize/index.ts';
import type { Rule } from '../rules/index.ts';
import type { Form, Forms } from './forms.ts';

/** The forms that each rule changes, in their order; null if there are texts that bytes cannot hold. */
export function matchedForms(rules: readonly Rule[], forms: Forms): Form[][] | null {
  const all = forms.all();
  const texts = packTexts(all.map(({ text }) => text));
  if (!texts.isWellFormed) return null;
  const own = new Int32Array(2 * all.length);
  const matched = rules.map((): Form[] => []);
  const add = (rule: number, form: number, a: number, b: number) => {
    if (own[2 * form] !== a || own[2 * form + 1] !== b) matched[rule]!.push(all[form]!);
  };
  matchAllRules(rules).eachHashed(texts, { add }, own);
  return matched;
}

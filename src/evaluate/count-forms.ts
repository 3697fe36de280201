/** The quick part of an evaluation, for a summary: how many forms there are, and how many join different pages. */
import { packOf, type Texts } from '../clusters/index.ts';
import { compileRules } from '../normalize/index.ts';
import type { RuleSet } from '../rules/index.ts';
import { formNumbering } from './form-numbers.ts';

export type FormCounts = {
  readonly urls: number;
  readonly forms: number;
  /** Forms that two URLs or more have, and those of them with URLs of different wide groups. */
  readonly sharedForms: number;
  readonly impureForms: number;
};

/** URLs with the numbers of their wide groups. */
type Counted = { readonly urls: Texts; readonly wide: Int32Array };

export function countForms(ruleSet: RuleSet, data: Counted): FormCounts {
  // Rules from a bare list can be many, and compiling them for nothing takes long.
  if (data.wide.length === 0) return { urls: 0, forms: 0, sharedForms: 0, impureForms: 0 };
  return formCounter(ruleSet)(data);
}

/** The same of one set of URLs after the other, none of whose forms another has. */
export function formCounter(ruleSet: RuleSet): (data: Counted) => FormCounts {
  const numbersOf = formNumbering(compileRules(ruleSet));
  return ({ urls, wide }) => {
    const { forms, formOf } = numbersOf(packOf(urls));
    /** Of each form the wide group of its first URL, or -1, and 1 for several URLs, 2 for different pages. */
    const first = new Int32Array(forms).fill(-1);
    const state = new Uint8Array(forms);
    for (let u = 0; u < wide.length; u++) {
      const form = formOf[u]!;
      if (first[form] === -1) first[form] = wide[u]!;
      else if (first[form] !== wide[u]) state[form] = 2;
      else if (state[form] === 0) state[form] = 1;
    }
    let sharedForms = 0;
    let impureForms = 0;
    for (let form = 0; form < forms; form++) {
      if (state[form]! > 0) sharedForms++;
      if (state[form] === 2) impureForms++;
    }
    return { urls: wide.length, forms, sharedForms, impureForms };
  };
}

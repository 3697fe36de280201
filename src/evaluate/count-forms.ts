/** The quick part of an evaluation, for a summary: how many forms there are, and how many join different pages. */
import { type Cluster, labelUrls } from '../clusters/index.ts';
import { compileRules } from '../normalize/index.ts';
import type { RuleSet } from '../rules/index.ts';
import { formSizes, formsOf } from './forms.ts';

export type FormCounts = {
  readonly urls: number;
  readonly forms: number;
  /** Forms that two URLs or more have, and those of them with URLs of different wide groups. */
  readonly sharedForms: number;
  readonly impureForms: number;
};

export function countForms(ruleSet: RuleSet, clusters: readonly Cluster[]): FormCounts {
  const { urls, wide } = labelUrls(clusters);
  // Rules from a bare list can be many, and compiling them for nothing takes long.
  if (urls.length === 0) return { urls: 0, forms: 0, sharedForms: 0, impureForms: 0 };
  const forms = formsOf(
    Int32Array.from(urls, (_, u) => u),
    urls,
    compileRules(ruleSet),
  );
  const sizes = formSizes(forms);
  const first = new Int32Array(sizes.length).fill(-1);
  const isImpure = new Uint8Array(sizes.length);
  for (let u = 0; u < urls.length; u++) {
    const form = forms[u]!;
    if (first[form] === -1) first[form] = wide[u]!;
    else if (first[form] !== wide[u]) isImpure[form] = 1;
  }
  return {
    urls: urls.length,
    forms: sizes.length,
    sharedForms: sizes.reduce((sum, size) => sum + (size > 1 ? 1 : 0), 0),
    impureForms: isImpure.reduce((sum, flag) => sum + flag, 0),
  };
}

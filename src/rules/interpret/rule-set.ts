/** A whole rule set on one URL, slow and obvious: what `key` and `rewrite` mean. The compiled normalizer must agree with it on everything. */
import { byteLength } from '../../base/index.ts';
import { sun } from '../../url/index.ts';
import { formLimit, isFetchable, MAX_PASSES, type Rule, type RuleSet, type RuleState, stagesOf } from '../rule.ts';
import { applyRule } from './apply.ts';

export type ApplyOptions = {
  /** States applied besides `active`. */
  readonly include?: readonly Exclude<RuleState, 'active' | 'refuted'>[];
  /** Passes of a fixpoint stage. */
  readonly maxPasses?: number;
};

/** A rule that changed a URL (`first` stages: that matched it), and what it made of it. */
export type Step = { readonly rule: Rule; readonly stage: number; readonly before: string; readonly after: string };
export type Normalized = { readonly form: string; readonly steps: readonly Step[]; readonly converged: boolean };

/** The form of a URL under a rule set, with every step. */
export function normalizePlain(set: RuleSet, url: string, options: ApplyOptions = {}): Normalized {
  const limit = formLimit(byteLength(url));
  const steps: Step[] = [];
  let converged = true;
  let form = url;
  for (const [stage, { apply, sun: useSun, rules }] of stagesOf(set).entries()) {
    const usable = rules.filter((rule) => isApplied(rule, options));
    const tryRule = (rule: Rule, before: string): string | null => {
      const after = applyRule(rule, before);
      return after === null || byteLength(after) > limit ? null : after;
    };
    if (apply === 'first') {
      const before = useSun ? sun(form) : form;
      form = before;
      for (const rule of usable) {
        const after = tryRule(rule, before);
        if (after === null) continue;
        steps.push({ rule, stage, before, after });
        form = after;
        break;
      }
      continue;
    }
    let settled = false;
    for (let pass = 0; pass < (options.maxPasses ?? MAX_PASSES) && !settled; pass++) {
      const start = form;
      if (useSun) form = sun(form);
      for (const rule of usable) {
        const after = tryRule(rule, form);
        if (after === null || after === form) continue;
        steps.push({ rule, stage, before: form, after });
        form = after;
      }
      settled = form === start;
    }
    converged &&= settled;
  }
  return { form, steps, converged };
}

/** The key of a URL: equal for URLs that the rules hold to be one page. */
export function keyPlain(set: RuleSet, url: string, options?: ApplyOptions): string {
  return normalizePlain(set, url, options).form;
}

/** The URL to fetch instead: the form, if every rule that took part is proven to give URLs that exist; else the URL as it came. */
export function rewritePlain(set: RuleSet, url: string, options?: ApplyOptions): string {
  const { form, steps } = normalizePlain(set, url, options);
  return steps.length > 0 && steps.every(({ rule }) => isFetchable(rule)) ? form : url;
}

/** True if a rule takes part at all. */
export function isApplied(rule: Rule, { include = [] }: ApplyOptions): boolean {
  return rule.state === 'active' || (rule.state === 'quarantined' && include.includes('quarantined'));
}

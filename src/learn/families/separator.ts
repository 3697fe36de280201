/** Family `separator`: `;` and `&amp;` between parameters are as good as `&`. */
import { countForms, type Family, type Hypothesis, plain } from './family.ts';

export const separator: Family = {
  name: 'separator',
  idea: '; and &amp; between parameters are as good as &',
  propose(view) {
    const found: Hypothesis[] = [];
    const semicolons = countForms(view, ({ source }) => source.params.some((p) => p.separator === ';'));
    if (semicolons > 0) found.push(plain('separator', { op: 'separator', to: '&' }, semicolons));
    // Split at `;`, `a=1&amp;b=2` has a parameter `amp` without a value.
    const amps = countForms(view, ({ source }) => source.params.some((p) => p.name === 'amp' && p.value === null));
    if (amps > 0) found.push({ family: 'separator', ops: [], when: [], seen: amps, bodies: AMP });
    return found;
  },
};

/** Says nothing of a `;` that no `&amp;` brought: the second waits until the first is done. */
const AMP = [
  {
    learner: 'families',
    match: { view: 'edit', when: [{ param: 'amp' }], unless: [] },
    emit: { view: 'edit', op: { op: 'separator', to: '&' } },
  },
  {
    learner: 'families',
    match: { view: 'edit', when: [], unless: [{ query: 'semicolon' }] },
    emit: { view: 'edit', op: { op: 'dropParam', name: 'amp' } },
  },
] as const;

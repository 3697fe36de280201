/** The state of a rule as a shape and a word. */
import type { RuleState } from '../../../src/server/api.ts';

export const STATES: readonly RuleState[] = ['active', 'quarantined', 'refuted'];

/** What a state means, for those who meet it the first time. */
export const STATE_MEANING: Readonly<Record<RuleState, string>> = {
  active: 'applied to every URL it matches',
  quarantined: 'kept and shown, but applied only when asked',
  refuted: 'kept for the record, never applied',
};

export function State({ state }: { readonly state: RuleState }) {
  return (
    <span class={`state ${state}`} title={STATE_MEANING[state]}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        {SHAPES[state]}
      </svg>
      {state}
    </span>
  );
}

const SHAPES = {
  active: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  quarantined: (
    <g>
      <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" stroke-width="1.4" />
      <path d="M6 1.6a4.4 4.4 0 0 1 0 8.8z" fill="currentColor" />
    </g>
  ),
  refuted: <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" stroke-width="2" stroke-linecap="round" />,
};

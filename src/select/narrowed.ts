/** A candidate with conditions, what is known of it, and what looking for them costs. */
import type { AcceptOptions } from './accept.ts';
import type { Candidate } from './candidate.ts';
import type { Forms } from './forms.ts';
import type { Literals } from './literals.ts';
import type { Measured } from './measure.ts';
import type { Sensitivity } from './sensitivity.ts';

export type Narrowed = { readonly candidate: Candidate; readonly measured: Measured; readonly price: number };

/** What narrowing looks at. */
export type NarrowingData = {
  readonly forms: Forms;
  readonly literals: Literals;
  readonly options: AcceptOptions;
  readonly sensitivity: Sensitivity;
};

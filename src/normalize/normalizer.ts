/** What a compiled rule set can do; the same for sets compiled from JSON and loaded from a flat file. */
import type { ApplyOptions, Evidence, RuleSet } from '../rules/index.ts';

export type Normalizer = {
  /** Equal for URLs that the rules hold to be one page. Never throws; any string is fine. */
  key(url: string): string;
  /** The URL to fetch instead, only by rules proven to give URLs that exist; otherwise the URL as it came. */
  rewrite(url: string): string;
  /** Which rules did what to a URL, and on what evidence. */
  explain(url: string): Explanation;
  /** The same over streams of lines: bytes in, bytes out, one line out per line in. */
  lines(mode: 'key' | 'rewrite'): LineTransform;
  /** The first URL of each key, in input order. */
  dedupe(): DedupeTransform;
  /** The bytes of the compiled rule file of these rules, whatever they were read from. */
  compiled(): Uint8Array;
  /** The rules themselves. */
  readonly ruleSet: RuleSet;
};

/** A push parser over chunks cut anywhere; a line ends at LF, and a CR before it passes through untouched. */
export type LineTransform = {
  /** Finished lines of what was pushed so far. The bytes are valid until the next call. */
  push(chunk: Uint8Array): Uint8Array;
  /** The last line, if the input did not end with LF. */
  end(): Uint8Array;
  readonly counts: {
    readonly lines: number /** lines whose output differs from their input, or were dropped */;
    readonly changed: number;
  };
};

/** Also takes whole lines whose keys were worked out elsewhere, as `lines('key')` does: for several threads. */
export type DedupeTransform = LineTransform & { take(lines: Uint8Array, keys: Uint8Array): Uint8Array };

export type Explanation = {
  readonly url: string;
  readonly key: string;
  readonly rewrite: string;
  /** False when a fixpoint stage ran out of passes. */
  readonly converged: boolean;
  readonly steps: readonly ExplainedStep[];
};

export type ExplainedStep = {
  readonly stage: number;
  readonly rule: {
    readonly id: string;
    readonly learner: string;
    readonly state: string;
    /** One-line text form. */
    readonly text: string;
    readonly note?: string;
    readonly evidence?: Evidence;
  };
  readonly before: string;
  readonly after: string;
  /** The URL cut up by what in the rule matched each part. */
  readonly parts: readonly { readonly text: string; readonly by: string }[];
};

export type CompileOptions = Pick<ApplyOptions, 'include'>;

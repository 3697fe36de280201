/** How a request can fail; apart from the code that makes requests, so that types for users name no package. */

/** Codes of failures that are known before a request is sent: asking again costs the server nothing. */
export const UNSENT = ['refused-address', 'no-address', 'no-connection'] as const;
export type FailureCode =
  | (typeof UNSENT)[number]
  | 'timeout'
  | 'broken'
  | 'too-large'
  | 'bad-encoding'
  /** The caller asked to stop. */
  | 'stopped';

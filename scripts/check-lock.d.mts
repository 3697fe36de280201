/** Types of what tests use of the script. */
export function compareLocks(
  before: { packages: Record<string, object> },
  after: { packages: Record<string, object> },
): { changes: string[]; platforms: string[] };

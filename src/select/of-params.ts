/** Changes of single parameters: what they take for parameters may be something else on a site. */
import type { Op } from '../rules/index.ts';
import type { Candidate } from './candidate.ts';

export function isOfParams({ ops }: Candidate): boolean {
  return ops.length > 0 && ops.every(isOfParam);
}

/** Whether an operation looks at single parameters. */
function isOfParam({ op }: Op): boolean {
  switch (op) {
    case 'dropParam':
    case 'anyParam':
    case 'aliasParam':
    case 'renameParam':
    case 'pathFromParam':
    case 'sortParams':
    case 'dropEmptyParams':
    case 'dropRepeatedParams':
      return true;
    default:
      return false;
  }
}

/** A spill in a temporary file that has no name. */
import { openScratchFile } from '../../records/index.ts';
import type { Spill } from '../records/spill.ts';

export function openTemporarySpill(): Spill {
  return openScratchFile('sort on disk', ', or allow more with --memory');
}

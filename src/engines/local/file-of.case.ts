/** Files for tests of stages, which are gone when the tests that asked for them are done. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Gives a function that writes a file and says where it is. */
export function temporaryFiles(): (text: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;
  return (text) => {
    const path = join(folder, `input-${files++}`);
    writeFileSync(path, text);
    return path;
  };
}

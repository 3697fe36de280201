// Says whether `npm install` left the lock file alone: `node scripts/check-lock.mjs BEFORE AFTER` ends with 1 if it did not.
// Optional packages may be new: npm asks at every install for other platforms' binaries that the registry did not have when the lock was
// written, and adds them on the day it has them. That says nothing of this project, and nothing that runs here becomes another.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';

/** What differs between two lock files: `changes` that somebody must commit on purpose, and `platforms` that the registry has got. */
export function compareLocks(before, after) {
  const { packages: old, ...oldHead } = before;
  const { packages: now, ...nowHead } = after;
  const changes = isDeepStrictEqual(oldHead, nowHead) ? [] : ['the head of the file'];
  const platforms = [];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (isDeepStrictEqual(old[name], now[name])) continue;
    if (old[name] === undefined && now[name].optional === true) platforms.push(name);
    else changes.push(name === '' ? 'the project itself' : name);
  }
  return { changes, platforms };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [before, after] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const { changes, platforms } = compareLocks(before, after);
  if (platforms.length > 0)
    console.log(
      `the registry has ${platforms.length} optional packages more than the lock file; commit the new one some day`,
    );
  if (changes.length > 0)
    console.log(`package-lock.json changed during npm install, commit the new one: ${changes.join(', ')}`);
  process.exitCode = changes.length > 0 ? 1 : 0;
}

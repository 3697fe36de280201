/** A few hundred kilobytes that unpack to hundreds of megabytes without a line end: the program's memory stays what it is without them. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOnce, MAIN, makeFolder, RULES } from '../../support/cli.ts';

const folder = makeFolder({ 'rules.json': RULES });
/** Members of gzip one after the other are one stream. */
const MEMBERS = 12;
const MEMBER_BYTES = 64 * 1024 * 1024;
/** Without limits it is the size of what unpacks, or twice that. */
const LIMIT_MB = 400;

beforeAll(() => {
  buildOnce();
  const member = gzipSync(Buffer.alloc(MEMBER_BYTES, 'x'), { level: 1 });
  writeFileSync(join(folder.path, 'bomb.gz'), Buffer.concat(Array(MEMBERS).fill(member)));
  const lines = gzipSync('http://example.com/?sid=1\n'.repeat(1_500_000));
  writeFileSync(join(folder.path, 'late.gz'), Buffer.concat([lines, ...Array<Buffer>(MEMBERS).fill(member)]));
}, 240_000);
afterAll(() => folder.remove());

/** Tells its peak memory when it ends. */
const TELL = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS+'\\n'))`;

describe('a bomb', () => {
  it.each([
    ['learn', 2, ['learn', 'bomb.gz', '--format', 'urls']],
    ['cluster of CSV', 2, ['cluster', 'bomb.gz', '--format', 'csv']],
    ['learn of labels', 2, ['learn', 'bomb.gz', '--format', 'clusters']],
    ['key', 0, ['key', '-r', 'rules.json', 'bomb.gz', '-o', 'out']],
    ['dedupe', 0, ['dedupe', '-r', 'rules.json', 'bomb.gz', '-o', 'out']],
    ['key on threads, after many lines', 2, ['key', '-r', 'rules.json', 'late.gz', '--workers', '2', '-o', 'out']],
    ['key on one thread, after many lines', 0, ['key', '-r', 'rules.json', 'late.gz', '--workers', '1', '-o', 'out']],
    ['a rule file', 2, ['key', '-r', 'bomb.gz', 'rules.json']],
  ])('in %s', (name, code, args) => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', TELL, MAIN, ...args], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    expect(stderr).not.toContain('internal error');
    expect(status).toBe(code);
    const peakMb = Number(/peak (\d+)/.exec(stderr)![1]) / 1024;
    // A rule file is read as a whole, blocks for threads up to their own limit.
    expect(peakMb).toBeLessThan(name === 'a rule file' || name.includes('threads') ? 1024 : LIMIT_MB);
  });
});

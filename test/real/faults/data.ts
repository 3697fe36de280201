/** Data that keeps the program busy for a while, and a look at what it left behind. */
import { readdirSync } from 'node:fs';
import type { TestSite } from '../../../src/fetch/test-site.case.ts';
import { MAIN, rule, ruleSet } from '../../support/cli.ts';

/** Records of so many pages, each under three names; learning from them finds that `sid` and `ref` do not matter. */
export function records(pages: number): string {
  const lines = ['url\tstatus\ttype\tlength\tdigest\n'];
  for (let i = 0; i < pages; i++) {
    const url = `http://h${i % 40}.example.com/s${i % 7}/p${i}`;
    for (const extra of ['', `?sid=${(i * 7919) % 99991}`, '?ref=home'])
      lines.push(`${url}${extra}\t200\ttext/html\t${1000 + (i % 977)}\tD${i}\n`);
  }
  return lines.join('');
}

/** Puts so many pages on a site, each under two names; gives the names with `sid`, one a line. */
export function putPages(site: TestSite, pages: number): string {
  const lines: string[] = [];
  for (let i = 0; i < pages; i++) {
    for (const name of [`/p${i}?sid=${i}`, `/p${i}`]) site.set(name, `<title>page ${i}</title>`);
    lines.push(`${site.origin}/p${i}?sid=${i}\n`);
  }
  return lines.join('');
}

/** What fetching those pages is to prove. */
export const UNPROVEN = ruleSet([rule('@{127.0.0.1} E => dropParam(sid)', { state: 'quarantined' })]);

/** The program as words of a command line, for shells. */
export const PROGRAM = `'${process.execPath}' '${MAIN}'`;

/** Files in a folder besides those that are known; a run that was killed may leave a hidden one, which has no part in anything. */
export function leftovers(folder: string, known: readonly string[]): string[] {
  return readdirSync(folder).filter((name) => !known.includes(name));
}

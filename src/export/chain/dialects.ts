/** How engines write a replacement; the patterns themselves are the same in all of them. */
import type { Substitution } from './pattern.ts';

export const DIALECTS = ['pcre', 'java', 'python', 're2'] as const;
export type Dialect = (typeof DIALECTS)[number];

const GROUP: Readonly<Record<Dialect, (n: number) => string>> = {
  pcre: (n) => `\${${n}}`,
  java: (n) => `$${n}`,
  python: (n) => `\\g<${n}>`,
  re2: (n) => `\\${n}`,
};

export function printReplacement({ to }: Substitution, dialect: Dialect): string {
  const special = dialect === 'pcre' || dialect === 'java' ? /[\\$]/g : /\\/g;
  return to
    .map((piece) => (typeof piece === 'number' ? GROUP[dialect](piece) : piece.replace(special, '\\$&')))
    .join('');
}

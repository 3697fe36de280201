/** Runs substitutions as the targets do, to show what an exported file does to a URL. Not for applying rules: that is `normalize`. */
import type { Substitution } from './pattern.ts';

export type CompiledSubstitution = { readonly regex: RegExp; readonly to: readonly (string | number)[] };

export function compileSubstitutions(substitutions: readonly Substitution[]): CompiledSubstitution[] {
  return substitutions.map(({ pattern, to }) => ({ regex: new RegExp(pattern, 's'), to }));
}

export function runSubstitutions(substitutions: readonly CompiledSubstitution[], text: string): string {
  let current = text;
  for (const { regex, to } of substitutions) {
    const match = regex.exec(current);
    if (match === null) continue;
    current = to.map((piece) => (typeof piece === 'number' ? (match[piece] ?? '') : piece)).join('');
  }
  return current;
}

/**
 * Rules as chains of plain substitutions, for every target that has regular expressions and nothing else.
 * Invariant: a chain gives what the rules give, or leaves the URL as it came; and each substitution is linear in the URL.
 */
export { chainOf, closing, type HostGroup, opening } from './chain.ts';
export { DIALECTS, type Dialect, printReplacement } from './dialects.ts';
export { flatChain } from './flat.ts';
export { hostGroups } from './groups.ts';
export { literal, MARKS, PLAIN_HOST, PLAIN_REST, PORT, type Substitution } from './pattern.ts';
export { chainProblem, isStop } from './problem.ts';
export { type CompiledSubstitution, compileSubstitutions, runSubstitutions } from './run.ts';

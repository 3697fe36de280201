/** Why a rule is no chain of substitutions. */
import type { Cond, Rule, Stage } from '../../rules/index.ts';
import { conversionActions, conversionConditions } from './conversions.ts';
import { operationProblem, operationStop, operationTexts } from './operations.ts';
import { isPlainHost, isPlainText } from './pattern.ts';

/** Texts longer than this would make forms longer than rules may give. */
const MAX_TEXT = 1000;

/** True for a rule of which a chain can say when it may change a URL, but not into what. */
export function isStop({ emit }: Rule): boolean {
  return emit.view === 'edit' && operationStop(emit.op) !== null;
}

/** The reason, or null if the rule is one; `asStop` if it need only be known when it may change a URL. */
export function chainProblem(rule: Rule, stages: readonly Pick<Stage, 'apply'>[], asStop = false): string | null {
  const { match, emit, scope } = rule;
  if (match.view === 'tokens' || (match.view === 'keys' && conversionActions(rule) === null))
    return `rules of view ${match.view} are no substitutions`;
  // There a key rule keeps later ones off also where it changes nothing.
  if (match.view === 'keys' && stages.some(({ apply }) => apply === 'first'))
    return 'a key rule in a set of which the first rule applies';
  if (scope.hosts !== '*') {
    const odd = scope.hosts.find((host) => !isPlainHost(host));
    if (odd !== undefined) return `the host ${odd} is not a plain name`;
  }
  const texts: string[] = [];
  if (match.view === 'text' && emit.view === 'text') {
    if (stages.length > 1) return 'a text rule in a set of several stages';
    texts.push(...match.alpha, ...emit.beta);
  }
  if (match.view === 'keys') {
    const conditions = conversionConditions(match) ?? [];
    if (conditions.some(isDeep)) return TOO_DEEP;
    for (const cond of conditions) texts.push(...conditionTexts(cond));
  }
  if (match.view === 'edit' && emit.view === 'edit') {
    const problem = operationProblem(emit.op);
    if (problem !== null && !(asStop && isStop(rule))) return problem;
    if (emit.op.op === 'host') {
      const odd = [...emit.op.from, emit.op.to].find((host) => !isPlainHost(host));
      if (odd !== undefined) return `the host ${odd} is not a plain name`;
    }
    if ([...match.when, ...match.unless].some(isDeep)) return TOO_DEEP;
    if (match.when.length + match.unless.length > 4) return 'more than four conditions';
    texts.push(...operationTexts(emit.op));
    for (const cond of [...match.when, ...match.unless]) texts.push(...conditionTexts(cond));
  }
  if (texts.some((text) => !isPlainText(text))) return 'a text that is not printable ASCII, or has a "#"';
  return texts.some((text) => text.length > MAX_TEXT) ? `a text of more than ${MAX_TEXT} characters` : null;
}

const TOO_DEEP = 'a path deeper than 100 components';

function isDeep(cond: Cond): boolean {
  return 'path' in cond && Math.abs(cond.path.segment?.[0] ?? cond.path.depth ?? 1) > 100;
}

function conditionTexts(cond: object): string[] {
  return Object.values(cond).flatMap((value): string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? conditionTexts(value) : [];
  });
}

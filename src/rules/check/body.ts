/** Checks a rule's match and emit, whatever their view. */
import type { Emit, Match, View } from '../rule.ts';
import { checkEditEmit, checkEditMatch } from './edit.ts';
import { checkKeyEmit, checkKeyMatch } from './keys.ts';
import { anyObject, at, fail, oneOf } from './place.ts';
import { checkTextEmit, checkTextMatch } from './substitution.ts';
import { checkTokenEmit, checkTokenMatch } from './tokens.ts';

const VIEWS = ['tokens', 'keys', 'text', 'edit'] as const;

/** Gives both back, made of known fields only; throws the first thing that is wrong. */
export function checkBody(
  body: { readonly match: unknown; readonly emit: unknown },
  place: string,
): { match: Match; emit: Emit } {
  const matchAt = at(place, 'match');
  const emitAt = at(place, 'emit');
  const view = viewOf(body.match, matchAt);
  const emitView = viewOf(body.emit, emitAt);
  if (view !== emitView)
    fail(emitAt, `is of view "${emitView}", but the match is of view "${view}"; give both the same view`);
  switch (view) {
    case 'tokens': {
      const match = checkTokenMatch(body.match, matchAt);
      return { match, emit: checkTokenEmit(body.emit, emitAt, match) };
    }
    case 'keys': {
      const match = checkKeyMatch(body.match, matchAt);
      return { match, emit: checkKeyEmit(body.emit, emitAt, match) };
    }
    case 'text': {
      const match = checkTextMatch(body.match, matchAt);
      return { match, emit: checkTextEmit(body.emit, emitAt, match) };
    }
    case 'edit': {
      const match = checkEditMatch(body.match, matchAt);
      return { match, emit: checkEditEmit(body.emit, emitAt, match) };
    }
  }
}

function viewOf(value: unknown, place: string): View {
  const { view } = anyObject(value, place) as { readonly view?: unknown };
  return oneOf(view, at(place, 'view'), VIEWS);
}

/** Checks edit rules: their conditions, and that these suit the operation. */
import { type Cond, type EditEmit, type EditMatch, type PathCond, QUERY_CONDS } from '../rule.ts';
import { checkOperation } from './operation.ts';
import { array, at, fail, fields, integer, kindOf, oneOf, segmentPlace, string, strings } from './place.ts';

export function checkEditMatch(value: unknown, place: string): EditMatch {
  const match = fields(value, place, ['view', 'when', 'unless']);
  const list = (name: 'when' | 'unless') =>
    array(match[name], at(place, name)).map((cond, i) => checkCond(cond, `${at(place, name)}[${i}]`));
  return { view: 'edit', when: list('when'), unless: list('unless') };
}

export function checkEditEmit(value: unknown, place: string, match: EditMatch): EditEmit {
  const emit = fields(value, place, ['view', 'op']);
  const here = at(place, 'op');
  const op = checkOperation(emit.op, here);
  if (op.op === 'dropSegment' && typeof op.segment === 'number') {
    const fixed = match.when.some((cond) => 'path' in cond && cond.path.depth !== undefined);
    if (!fixed)
      fail(here, 'drops a component by its number and would eat the whole path; add a depth condition to match.when');
  }
  return { view: 'edit', op };
}

function checkCond(value: unknown, place: string): Cond {
  switch (kindOf(value, place, ['path', 'param', 'params', 'query'])) {
    case 'path':
      return { path: checkPathCond(fields(value, place, ['path']).path, at(place, 'path')) };
    case 'param': {
      const cond = fields(value, place, ['param'], ['value']);
      const param = string(cond.param, at(place, 'param'));
      return 'value' in cond ? { param, value: string(cond.value, at(place, 'value')) } : { param };
    }
    case 'params':
      return { params: strings(fields(value, place, ['params']).params, at(place, 'params')) };
    case 'query':
      return { query: oneOf(fields(value, place, ['query']).query, at(place, 'query'), QUERY_CONDS) };
  }
}

function checkPathCond(value: unknown, place: string): PathCond {
  const cond = fields(value, place, [], ['prefix', 'depth', 'ext', 'segment']);
  if (Object.keys(cond).length === 0) fail(place, 'is empty; give prefix, depth, ext or segment');
  return {
    ...('prefix' in cond && { prefix: string(cond.prefix, at(place, 'prefix')) }),
    ...('depth' in cond && { depth: integer(cond.depth, at(place, 'depth'), 0) }),
    ...('ext' in cond && { ext: string(cond.ext, at(place, 'ext')) }),
    ...('segment' in cond && { segment: checkSegment(cond.segment, at(place, 'segment')) }),
  };
}

function checkSegment(value: unknown, place: string): readonly [number, string] {
  const pair = array(value, place);
  if (pair.length !== 2) fail(place, 'must be a pair of a number and a text');
  return [segmentPlace(pair[0], `${place}[0]`), string(pair[1], `${place}[1]`)];
}

/** Checks the operation of an edit rule: its fields, and that it neither does nothing, nor breaks the URL, nor runs for ever. */
import { lowerAscii } from '../../url/index.ts';
import { isHost } from '../hosts.ts';
import type { Op } from '../rule.ts';
import { anyObject, at, fail, fields, kindOf, oneOf, segmentPlace, show, someStrings, string } from './place.ts';

type Reader = (value: unknown, place: string) => Op;

export function checkOperation(value: unknown, place: string): Op {
  if (!Object.hasOwn(anyObject(value, place), 'op')) fail(place, 'has no field "op"; add it');
  const { op } = value as { readonly op: unknown };
  return OPERATIONS[oneOf(op, at(place, 'op'), NAMES)](value, place);
}

const OPERATIONS: Readonly<Record<Op['op'], Reader>> = {
  host: checkHost,
  scheme: (value, place) => {
    const { to } = fields(value, place, ['op', 'to']);
    return { op: 'scheme', to: oneOf(to, at(place, 'to'), ['http', 'https']) };
  },
  dropPort: withoutFields('dropPort'),
  dropParam: checkDropParam,
  anyParam: (value, place) => ({ op: 'anyParam', name: checkName(value, place) }),
  aliasParam: checkAliasParam,
  renameParam: checkRenameParam,
  dropQuery: withoutFields('dropQuery'),
  sortParams: withoutFields('sortParams'),
  dropEmptyParams: withoutFields('dropEmptyParams'),
  dropRepeatedParams: withoutFields('dropRepeatedParams'),
  separator: (value, place) => {
    const { to } = fields(value, place, ['op', 'to']);
    return { op: 'separator', to: oneOf(to, at(place, 'to'), ['&']) };
  },
  lowerPath: (value, place) => {
    const op = fields(value, place, ['op'], ['segment']);
    return 'segment' in op
      ? { op: 'lowerPath', segment: segmentPlace(op.segment, at(place, 'segment')) }
      : { op: 'lowerPath' };
  },
  decode: withoutFields('decode'),
  collapseSlashes: withoutFields('collapseSlashes'),
  trimSlash: withoutFields('trimSlash'),
  dropSuffix: (value, place) => {
    const suffix = string(fields(value, place, ['op', 'suffix']).suffix, at(place, 'suffix'));
    return suffix === ''
      ? fail(at(place, 'suffix'), 'is empty, so that nothing would be dropped; say which text')
      : { op: 'dropSuffix', suffix };
  },
  dropSegment: (value, place) => {
    const { segment } = fields(value, place, ['op', 'segment']);
    return {
      op: 'dropSegment',
      segment: typeof segment === 'string' ? segment : segmentPlace(segment, at(place, 'segment')),
    };
  },
  anySegment: (value, place) => {
    const { segment } = fields(value, place, ['op', 'segment']);
    return { op: 'anySegment', segment: segmentPlace(segment, at(place, 'segment')) };
  },
  dropPathParam: (value, place) => ({ op: 'dropPathParam', name: checkName(value, place) }),
  aliasPrefix: checkAliasPrefix,
  pathFromParam: checkPathFromParam,
};
const NAMES = Object.keys(OPERATIONS) as Op['op'][];

type PlainName = { [K in Op['op']]: { op: K } extends Op ? K : never }[Op['op']];

function withoutFields(op: PlainName): Reader {
  return (value, place) => {
    fields(value, place, ['op']);
    return { op };
  };
}

function checkName(value: unknown, place: string): string {
  return string(fields(value, place, ['op', 'name']).name, at(place, 'name'));
}

function checkHost(value: unknown, place: string): Op {
  const op = fields(value, place, ['op', 'from', 'to']);
  const from = someStrings(op.from, at(place, 'from')).map((host, i) => hostName(host, `${at(place, 'from')}[${i}]`));
  const to = hostName(string(op.to, at(place, 'to')), at(place, 'to'));
  notAmong(to, from, place);
  return { op: 'host', from, to };
}

function hostName(value: string, place: string): string {
  if (!isHost(value)) fail(place, `is ${show(value)}; give a host without scheme, user, port, path and final dot`);
  return lowerAscii(value);
}

function notAmong(to: string, from: readonly string[], place: string): void {
  if (from.includes(to)) fail(place, `has ${show(to)} in "from" and as "to"; remove it from "from"`);
}

function checkDropParam(value: unknown, place: string): Op {
  if (kindOf(value, place, ['name', 'prefix']) === 'prefix') {
    const prefix = string(fields(value, place, ['op', 'prefix']).prefix, at(place, 'prefix'));
    return prefix === ''
      ? fail(at(place, 'prefix'), 'is empty; to drop all parameters use dropQuery')
      : { op: 'dropParam', prefix };
  }
  const op = fields(value, place, ['op', 'name'], ['value']);
  const name = string(op.name, at(place, 'name'));
  return 'value' in op
    ? { op: 'dropParam', name, value: string(op.value, at(place, 'value')) }
    : { op: 'dropParam', name };
}

function checkAliasParam(value: unknown, place: string): Op {
  const op = fields(value, place, ['op', 'name', 'from', 'to']);
  const from = someStrings(op.from, at(place, 'from'));
  const to = textWithout('&;#', op.to, at(place, 'to'));
  notAmong(to, from, place);
  return { op: 'aliasParam', name: string(op.name, at(place, 'name')), from, to };
}

/** A text that must not hold characters with a meaning where it is put. */
function textWithout(forbidden: string, value: unknown, place: string): string {
  const text = string(value, place);
  const found = [...forbidden].find((c) => text.includes(c));
  return found === undefined
    ? text
    : fail(place, `contains "${found}", which would change how the URL splits; write it percent-encoded`);
}

function checkRenameParam(value: unknown, place: string): Op {
  const op = fields(value, place, ['op', 'from', 'to']);
  const from = string(op.from, at(place, 'from'));
  const to = textWithout('&;=#', op.to, at(place, 'to'));
  return from === to
    ? fail(place, `renames ${show(from)} to itself; remove the rule`)
    : { op: 'renameParam', from, to };
}

function checkAliasPrefix(value: unknown, place: string): Op {
  const op = fields(value, place, ['op', 'from', 'to']);
  const to = pathText(op.to, at(place, 'to'));
  const from = someStrings(op.from, at(place, 'from')).map((prefix, i) => {
    const here = `${at(place, 'from')}[${i}]`;
    if (coversFolder(prefix, to))
      fail(here, `is ${show(prefix)}, with which "to" begins, so that paths would grow for ever; remove it`);
    if (prefix.endsWith('/') !== to.endsWith('/')) {
      fail(
        here,
        `is ${show(prefix)} and "to" is ${show(to)}; end both or neither with "/", or components would run together`,
      );
    }
    return pathText(prefix, here);
  });
  return { op: 'aliasPrefix', from, to };
}

function pathText(value: unknown, place: string): string {
  const text = textWithout('?#', value, place);
  return text.startsWith('/') ? text : fail(place, `is ${show(text)}; a path starts with "/"`);
}

/** True if `path` is the folder `prefix` or lies in it. */
function coversFolder(prefix: string, path: string): boolean {
  if (!path.startsWith(prefix)) return false;
  return path.length === prefix.length || prefix.endsWith('/') || path[prefix.length] === '/';
}

function checkPathFromParam(value: unknown, place: string): Op {
  const op = fields(value, place, ['op', 'param', 'prefix'], ['suffix']);
  const made = {
    op: 'pathFromParam' as const,
    param: string(op.param, at(place, 'param')),
    prefix: pathText(op.prefix, at(place, 'prefix')),
  };
  return 'suffix' in op ? { ...made, suffix: textWithout('?#', op.suffix, at(place, 'suffix')) } : made;
}

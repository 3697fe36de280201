/** Arbitrary URLs that are likely to match a given rule: its pattern filled in, its conditions met, its operation given work to do. */
import fc, { type Arbitrary } from 'fast-check';
import {
  type Cond,
  type EditMatch,
  type El,
  type Emit,
  type KeyMatch,
  type Match,
  type Op,
  parseKey,
  type Rule,
  type TextMatch,
  type ValuePattern,
} from '../../src/rules/index.ts';
import { splitUrl } from '../../src/url/index.ts';
import { arbDraft, arbRegularUrl, arbUrl, type Draft, type DraftParam, pick, printDraft } from './arb-url.ts';

/** Mostly matching, always near it. */
export function arbUrlFor(rule: Pick<Rule, 'scope' | 'match' | 'emit'>): Arbitrary<string> {
  const fitting = fitMatch(rule.match, rule.emit, rule.scope.hosts);
  return fc.oneof(
    { weight: 8, arbitrary: fitting },
    { weight: 1, arbitrary: fitting.map((url) => `${url}a`) },
    { weight: 1, arbitrary: arbUrl() },
  );
}

function fitMatch(match: Match, emit: Emit, hosts: readonly string[] | '*'): Arbitrary<string> {
  const drafts =
    hosts === '*'
      ? arbDraft
      : fc.tuple(arbDraft, fc.constantFrom(...hosts)).map(([draft, host]) => ({ ...draft, host }));
  switch (match.view) {
    case 'tokens':
      return fc.tuple(fitEls(match.seq), fc.nat(9)).map(([url, choice]) => inScope(url, hosts, choice));
    case 'text':
      return fitText(match, drafts.map(printDraft));
    case 'keys':
      return fc.tuple(drafts, fc.nat(5)).map(([draft, choice]) => printDraft(fitKeys(draft, match, choice)));
    case 'edit':
      return drafts.map((draft) =>
        printDraft(fitEdit(draft, match, emit.view === 'edit' ? emit.op : { op: 'decode' })),
      );
  }
}

/** Puts a host of the scope in place of another one with as many dots, which wildcards and choices accept as well. */
function inScope(url: string, hosts: readonly string[] | '*', choice: number): string {
  const { host } = splitUrl(url);
  if (hosts === '*' || hosts.includes(host)) return url;
  const alike = hosts.filter((other) => other.split('.').length === host.split('.').length);
  return alike.length === 0 ? url : url.replace(host, alike[choice % alike.length]!);
}

function fitEls(seq: readonly El[]): Arbitrary<string> {
  return fc.tuple(...seq.map(fitEl)).map((parts) => parts.join(''));
}

function fitEl(el: El): Arbitrary<string> {
  if ('lit' in el) return fc.constant(el.lit);
  if ('star' in el) return pick(['a', 'com', 'http', 'b1', 'a-b', '22'], ['é', '%41', 'A_b']);
  if ('type' in el) return el.type === 'a' ? pick(['a', 'http', 'Wiki']) : pick(['1', '22']);
  if ('alt' in el) return fc.constantFrom(...el.alt);
  return fc.oneof(fitEls(el.opt), fc.constant(''));
}

function fitText({ alpha, start, end }: TextMatch, urls: Arbitrary<string>): Arbitrary<string> {
  const text = alpha.join('');
  return fc.tuple(urls, arbRegularUrl, fc.nat(20)).map(([url, tail, cut]) => {
    // The piece is put between other characters than letters and digits, so that it stays a run of whole tokens.
    const before = start ? '' : `${url.slice(0, Math.max(12, cut))}/`;
    const after = end ? '' : `/${tail.slice(8, 8 + cut)}`;
    return before + text + after;
  });
}

function fitKeys(draft: Draft, match: KeyMatch, choice: number): Draft {
  const path: string[] = [...draft.path];
  while (match.pathLen !== null && path.length < match.pathLen) path.push('a');
  if (match.pathLen !== null) path.length = match.pathLen;
  let { scheme, host } = draft;
  let params: readonly DraftParam[] = match.query === 'exact' ? [] : draft.params;
  for (const [key, glob] of Object.entries(match.deep ?? {})) {
    const parts = parseKey(key);
    const text = glob.map((piece) => piece ?? 'a1').join('');
    if (parts?.part === 'path') putSegment(path, parts.index, text);
    if (parts?.part === 'query') params = putParam(params, parts.name, text);
  }
  for (const [key, pattern] of Object.entries(match.where)) {
    const parts = parseKey(key);
    const value = instance(pattern, choice);
    if (parts === null || ('piece' in parts && parts.piece !== null)) continue;
    if (parts.part === 'query') {
      params =
        value === undefined
          ? params.filter(({ name }) => name !== parts.name)
          : putParam(params, parts.name, value, parts.occurrence);
    } else if (typeof value !== 'string') continue;
    else if (parts.part === 'path') putSegment(path, parts.index, value);
    else if (parts.part === 'scheme') scheme = `${value}://`;
    else host = value;
  }
  const exact = Object.entries(match.where).some(
    ([key, pattern]) => key === 'host' && ('eq' in pattern || 'in' in pattern),
  );
  return { ...draft, scheme, host, path, params, ...(exact && { user: '', port: '' }) };
}

/** A value that the pattern accepts; undefined for absence. */
function instance(pattern: ValuePattern, choice: number): string | null | undefined {
  if ('absent' in pattern) return undefined;
  if ('eq' in pattern) return pattern.eq;
  if ('in' in pattern) return pattern.in[choice % pattern.in.length];
  if ('type' in pattern) return pattern.type === 'n' ? '22' : 'a';
  return choice === 0 ? '' : 'http';
}

function putSegment(path: string[], index: number, value: string): void {
  while (path.length < Math.abs(index)) path.push('a');
  path[index > 0 ? index - 1 : path.length + index] = value;
}

function putParam(params: readonly DraftParam[], name: string, value: string | null, occurrence = 1): DraftParam[] {
  const out = [...params];
  const places = () => out.flatMap((param, i) => (param.name === name ? [i] : []));
  while (places().length < occurrence) out.push({ name, value, separator: '&' });
  const at = places()[occurrence - 1]!;
  out[at] = { ...out[at]!, value };
  return out;
}

function fitEdit(draft: Draft, match: EditMatch, op: Op): Draft {
  return match.when.reduce(meet, giveWork(draft, op));
}

/** The draft with something in it that the operation changes. */
function giveWork(draft: Draft, op: Op): Draft {
  const withPath = (text: string): Draft => ({ ...draft, path: text.split('/').slice(1) });
  const withParams = (...params: DraftParam[]): Draft => ({ ...draft, params: [...draft.params, ...params] });
  const param = (name: string, value: string | null = '1', separator = '&'): DraftParam => ({ name, value, separator });
  const path = draft.path.map((segment) => `/${segment}`).join('');
  switch (op.op) {
    case 'host':
      return { ...draft, host: op.from[0]! };
    case 'scheme':
      return { ...draft, scheme: op.to === 'http' ? 'https://' : 'http://' };
    case 'dropPort':
      return { ...draft, port: ':8080' };
    case 'dropParam':
      return 'prefix' in op ? withParams(param(`${op.prefix}a`)) : withParams(param(op.name, op.value ?? null));
    case 'anyParam':
    case 'renameParam':
      return withParams(param('name' in op ? op.name : op.from));
    case 'aliasParam':
      return withParams(param(op.name, op.from[0]!));
    case 'pathFromParam':
      return { ...draft, params: [...draft.params.filter(({ name }) => name !== op.param), param(op.param, 'a')] };
    case 'dropRepeatedParams':
      return withParams(param('a'), param('a'));
    case 'dropEmptyParams':
      return withParams(param('', null), param('a'));
    case 'sortParams':
      return withParams(param('b'), param('a'));
    case 'separator':
      return withParams(param('b'), param('a', '1', ';'));
    case 'dropQuery':
      return withParams(param('a'));
    case 'lowerPath':
    case 'decode':
      return { ...draft, path: ['A', '%41%2a', ...draft.path] };
    case 'collapseSlashes':
      return withPath(`${path}//a`);
    case 'trimSlash':
      return withPath(`${path}/a/`);
    case 'dropSuffix':
      return withPath(`/b${path}${op.suffix}`);
    case 'dropSegment':
    case 'anySegment':
      return { ...draft, path: [...draft.path, typeof op.segment === 'string' ? op.segment : 'a'] };
    case 'dropPathParam':
      return withPath(`${path}/a;${op.name}=1;b`);
    case 'aliasPrefix':
      return withPath(`${op.from[0]!.replace(/\/$/, '')}/a${path}`);
  }
}

function meet(draft: Draft, cond: Cond): Draft {
  if ('param' in cond) return { ...draft, params: putParam(draft.params, cond.param, cond.value ?? '1') };
  if ('params' in cond) {
    const listed = cond.params.map(
      (name): DraftParam => draft.params.find((p) => p.name === name) ?? { name, value: '1', separator: '&' },
    );
    return { ...draft, params: listed };
  }
  if ('query' in cond) {
    if (cond.query === 'none') return { ...draft, params: [] };
    return draft.params.length > 0 ? draft : { ...draft, params: [{ name: 'a', value: '1', separator: '&' }] };
  }
  const { prefix, depth, ext, segment } = cond.path;
  const path = [...draft.path];
  if (prefix?.startsWith('/')) for (const [i, part] of prefix.slice(1).split('/').entries()) path[i] = part;
  while (depth !== undefined && path.length < depth) path.push('a');
  if (depth !== undefined) path.length = depth;
  if (segment !== undefined) putSegment(path, segment[0], segment[1]);
  if (ext !== undefined && path.length > 0) path[path.length - 1] = `a.${ext}`;
  return { ...draft, path };
}

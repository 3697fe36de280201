/** What parameters do, in the words people know: whether they change the page is measured; how they change it is read off their names and values. */
import { compareCodePoints } from '../../base/index.ts';
import type { Rule } from '../../rules/index.ts';
import { joinUrl, printParams, splitParams, splitUrl } from '../../url/index.ts';
import { type ParamKind, wordFor } from './param-words.ts';
import type { SurveyedUrl } from './surveyed-url.ts';

export type ParamUse = {
  readonly name: string;
  readonly hosts: number;
  readonly urls: number;
  /** Different values, up to a thousand. */
  readonly values: number;
  /** Groups of URLs that differ in this parameter alone: those that are one page, and those that are several. */
  readonly same: number;
  readonly different: number;
  readonly kind: ParamKind;
  /** Where a rule in use takes it away: whatever its value and the rest of the URL, or only in some URLs. */
  readonly dropped: Dropped;
  readonly example: string;
};

export type Dropped = 'everywhere' | 'somewhere' | 'nowhere';

const LISTED = 200;
const MOST_VALUES = 1000;
/** URLs that are compared without the parameter, for each name; enough to tell, and the memory has a bound. */
const COMPARED = 20_000;

export function paramUses(pages: readonly SurveyedUrl[], rules: readonly Rule[]): ParamUse[] {
  const uses = new Map<string, Use>();
  const byBare = new Map<string, Group[]>();
  for (const { url, page } of pages) {
    const parts = splitUrl(url);
    if (parts.query === null) continue;
    const params = splitParams(parts.query);
    for (const name of new Set(params.map((param) => param.name))) {
      if (name === '') continue;
      const use = uses.get(name) ?? newUse(url);
      if (use.urls === 0) uses.set(name, use);
      use.urls++;
      use.hosts.add(parts.host);
      for (const param of params)
        if (param.name === name && use.values.size < MOST_VALUES) use.values.add(param.value ?? '');
      if (page === -1) continue;
      const rest = params.filter((param) => param.name !== name);
      const bare = joinUrl({ ...parts, query: rest.length === 0 ? null : printParams(rest).slice(1) });
      const group = use.groups.get(bare);
      if (group !== undefined) addTo(group, page);
      else if (use.groups.size < COMPARED) {
        const made: Group = { page, urls: 1, isMixed: false };
        use.groups.set(bare, made);
        const others = byBare.get(bare);
        if (others === undefined) byBare.set(bare, [made]);
        else others.push(made);
      }
    }
  }
  addBarePages(byBare, pages);
  const dropped = droppedBy(rules);
  return [...uses]
    .map(([name, { hosts, urls, values, groups, example }]): ParamUse => {
      const compared = [...groups.values()].filter((group) => group.urls > 1);
      const different = compared.filter(({ isMixed }) => isMixed).length;
      const same = compared.length - different;
      const kind = wordFor({ name, values: [...values], urls, same, different, dropped: dropped(name) });
      return {
        ...{ name, hosts: hosts.size, urls, values: values.size, same, different, kind },
        ...{ dropped: dropped(name), example },
      };
    })
    .sort((a, b) => b.urls - a.urls || compareCodePoints(a.name, b.name))
    .slice(0, LISTED);
}

type Use = {
  urls: number;
  readonly hosts: Set<string>;
  readonly values: Set<string>;
  /** By the URL without the parameter. */
  readonly groups: Map<string, Group>;
  readonly example: string;
};

type Group = { readonly page: number; urls: number; isMixed: boolean };

function addTo(group: Group, page: number): void {
  group.urls++;
  if (group.page !== page) group.isMixed = true;
}

function newUse(example: string): Use {
  return { urls: 0, hosts: new Set(), values: new Set(), groups: new Map(), example };
}

/** The page without the parameter is one of its group. */
function addBarePages(byBare: ReadonlyMap<string, readonly Group[]>, pages: readonly SurveyedUrl[]): void {
  for (const { url, page } of pages) {
    if (page !== -1) for (const group of byBare.get(url) ?? []) addTo(group, page);
  }
}

function droppedBy(rules: readonly Rule[]): (name: string) => Dropped {
  const names = new Map<string, Dropped>();
  const prefixes: [string, Dropped][] = [];
  let all: Dropped = 'nowhere';
  for (const { match, emit } of rules) {
    if (emit.view === 'keys') {
      for (const [key, value] of Object.entries(emit.set)) {
        const name = /^query\[(.*?)(?:#\d+)?\]$/s.exec(key)?.[1];
        if (name !== undefined && 'del' in value) names.set(name, wider(names.get(name), 'somewhere'));
      }
    }
    if (emit.view !== 'edit' || match.view !== 'edit') continue;
    const isFree = match.when.length === 0 && match.unless.length === 0;
    const where = isFree ? 'everywhere' : 'somewhere';
    if (emit.op.op === 'dropQuery') all = wider(all, where);
    if (emit.op.op !== 'dropParam') continue;
    if ('prefix' in emit.op) prefixes.push([emit.op.prefix, where]);
    else names.set(emit.op.name, wider(names.get(emit.op.name), emit.op.value === undefined ? where : 'somewhere'));
  }
  return (name) =>
    prefixes
      .filter(([prefix]) => name.startsWith(prefix))
      .reduce((found, [, where]) => wider(found, where), wider(all, names.get(name)));
}

function wider(a: Dropped | undefined, b: Dropped | undefined): Dropped {
  return (['everywhere', 'somewhere'] as const).find((where) => a === where || b === where) ?? 'nowhere';
}

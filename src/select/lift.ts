/** Rules that were taken on many sites become rules for every host, unless one site speaks against them. */
import type { SiteUrls } from '../learn/index.ts';
import { applyBody, parseKey, type Rule } from '../rules/index.ts';
import { type AcceptedRule, closureOf } from './accepted.ts';

/** A rule with the place of its site in the list of sites. */
export type SiteRule = AcceptedRule & { readonly site: number };

/** Sites that must have taken a rule: left out in turn, each is then foretold by four others at least. */
const LEAST_SITES = 5;
/** Of what a rule joins on a site, so much may be different pages; the same bound as for all rules of a site. */
const WRONG_SHARE = 0.005;

/** The ids of rules that hold everywhere: taken on five sites, contradicted on none of all, alone and together. */
export function liftedIds(chosen: readonly SiteRule[], sites: readonly SiteUrls[]): Set<string> {
  const taken = new Map<string, { readonly first: SiteRule; readonly sites: Set<number> }>();
  for (const entry of chosen) {
    const known = taken.get(entry.rule.id) ?? { first: entry, sites: new Set() };
    known.sites.add(entry.site);
    taken.set(entry.rule.id, known);
  }
  const wide = [...taken.values()].filter((t) => t.sites.size >= LEAST_SITES && !namesHost(t.first.rule));
  let lifted = wide
    .map(({ first }): AcceptedRule => ({ family: first.family, rule: everywhere(first.rule) }))
    .filter(({ rule }) => holdsOn(sites, (text) => applyBody(rule, text) ?? text));
  while (lifted.length > 0 && !holdsOn(sites, closureOf(lifted))) lifted = lifted.slice(0, -1);
  return new Set(lifted.map(({ rule }) => rule.id));
}

/** The same rule for every host. */
export function everywhere(rule: Rule): Rule {
  return { ...rule, scope: { hosts: '*' } };
}

/** Whether a rule is about hosts: then it says nothing of others. */
function namesHost({ match, emit }: Rule): boolean {
  if (emit.view === 'edit') return emit.op.op === 'host';
  if (match.view === 'keys') return Object.keys(match.where).some((key) => parseKey(key)?.part === 'host');
  // Of token and text rules one cannot tell.
  return true;
}

/** True if on every site nearly all that becomes one is one page. */
function holdsOn(sites: readonly SiteUrls[], keyOf: (text: string) => string): boolean {
  return sites.every((site) => {
    const { right, wrong } = countJoined(site, keyOf);
    return wrong <= WRONG_SHARE * (right + wrong);
  });
}

/** Pages of which texts become one, and different pages that do. */
function countJoined({ texts, pages, wides }: SiteUrls, keyOf: (text: string) => string) {
  const groups = new Map<string, number[]>();
  for (const [u, text] of texts.entries()) {
    const key = keyOf(text);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [u]);
    else group.push(u);
  }
  const saved = new Set<number>();
  let wrong = 0;
  for (const group of groups.values()) {
    const before = new Map<string, number[]>();
    for (const u of group) before.set(texts[u]!, [...(before.get(texts[u]!) ?? []), u]);
    if (before.size < 2) continue;
    const seen = new Set<number>();
    for (const members of before.values()) {
      for (const page of new Set(members.map((u) => pages[u]!))) {
        if (seen.has(page)) saved.add(page);
        seen.add(page);
      }
    }
    // What was one text before is one page whatever two fetches gave.
    const apart = [...before.values()].map((members) => new Set(members.map((u) => wides[u]!)));
    if (apart.some((x, i) => apart.slice(i + 1).some((y) => ![...x].some((wide) => y.has(wide))))) wrong++;
  }
  return { right: saved.size, wrong };
}

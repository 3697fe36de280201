/** Pages that could not have shown a difference: what stays the same under changes that matter elsewhere on the site says little for another change; and parameters without which no two forms are alike. */
import { compareCodePoints } from '../base/index.ts';
import type { Op } from '../rules/index.ts';
import type { Param } from '../url/index.ts';
import type { Form, Forms } from './forms.ts';
import type { Priors } from './priors.ts';
import { wrongness } from './risk.ts';

/** Groups of more forms are looked at between neighbors only. */
const SMALL = 8;
/** Pairs that a value's own record must outweigh before it counts more than that of its parameter. */
const NAME_WEIGHT = 2;
/** Less is no sign of blindness. */
const LEAST = 0.1;
/** Pairs kept of a page, the most telling first. */
const MOST = 4;

/** Two URLs of a page that differ in one parameter, and how often that difference makes another page elsewhere. */
type BlindPair = { readonly name: string; readonly u: number; readonly v: number; readonly share: number };

type Tally = { same: number; different: number };

export class Sensitivity {
  /** Of the forms that it was made of. */
  readonly version: number;
  readonly #forms: Forms;
  readonly #byPage = new Map<number, readonly BlindPair[]>();
  /** Values of a parameter with which forms would meet another if it were left out. */
  readonly #meeting = new Map<string, Set<string>>();
  /** Those of them with which they would meet one that has it not, or has the same value. */
  readonly #meetingAlone = new Map<string, Set<string>>();
  /** Parameters of which that is not known. */
  readonly #unknown = new Set<string>();

  constructor(forms: Forms, priors: Priors) {
    this.#forms = forms;
    this.version = forms.version;
    this.#collect(priors);
  }

  /**
   * What a page is worth as a witness for a change, from 0 to 1; `changes` are the new texts of forms, `changed` are those of the page.
   * Only parameters beside which the change is made tell whether the page could have shown it.
   */
  weight(page: number, changed: readonly Form[], changes: ReadonlyMap<Form, string>): number {
    const blind = this.#byPage.get(page);
    if (blind === undefined) return 1;
    // That a page stays the same whatever its parameters are says nothing of another host or folder.
    if (changed.every((form) => queryOf(form.text) === queryOf(changes.get(form) ?? form.text))) return 1;
    for (const { name, u, v, share } of blind) {
      if (!changed.some(({ source }) => source.params.some((param) => param.name === name))) continue;
      const [f, g] = [this.#forms.ofUrl(u), this.#forms.ofUrl(v)];
      // A difference that the change itself takes away, or that a rule has, is what is to be proven or is proven.
      if ((changes.get(f) ?? f.text) !== (changes.get(g) ?? g.text)) return 1 - share;
    }
    return 1;
  }

  /** False for a change of one parameter after which no form can meet another: most parameters name the page, and to see that needs no new text. */
  mayJoin(op: Op): boolean {
    if (!('name' in op) || this.#unknown.has(op.name)) return true;
    const values = this.#meeting.get(op.name);
    switch (op.op) {
      case 'dropParam':
        if (op.value !== undefined) return this.#meetingAlone.get(op.name)?.has(valueText(op.value)) ?? false;
        return values !== undefined;
      case 'anyParam':
        return values !== undefined;
      case 'aliasParam':
        return values !== undefined && op.from.some((value) => values.has(valueText(value)));
      default:
        return true;
    }
  }

  #collect(priors: Priors): void {
    const names = new Map<string, Tally>();
    const values = new Map<string, Tally>();
    const pages = new Map<number, Map<string, { pairs: { key: string; f: Form; g: Form }[]; different: number }>>();
    const ofPage = (page: number, name: string) => {
      const known = pages.get(page) ?? new Map();
      pages.set(page, known);
      const entry = known.get(name) ?? { pairs: [], different: 0 };
      known.set(name, entry);
      return entry;
    };
    for (const { name, members } of neighbors(this.#forms, this.#unknown)) {
      addValues(this.#meeting, name, members);
      addValues(this.#meetingAlone, name, meetingAlone(members));
      for (const [a, b] of pairsAmong(members)) {
        const key = `${name} ${a.value} ${b.value}`;
        const shared = a.form.pages.find((page) => b.form.pages.includes(page));
        if (shared !== undefined) {
          const entry = ofPage(shared, name);
          // A page is one witness for a difference, however many of its addresses show it.
          if (!entry.pairs.some((pair: { key: string }) => pair.key === key)) {
            tally(names, name).same++;
            tally(values, key).same++;
            if (entry.pairs.length < MOST) entry.pairs.push({ key, f: a.form, g: b.form });
          }
        } else if (!a.form.wides.some((wide) => b.form.wides.includes(wide))) {
          tally(names, name).different++;
          tally(values, key).different++;
          for (const form of [a.form, b.form]) for (const page of form.pages) ofPage(page, name).different++;
        }
      }
    }
    for (const [page, byName] of pages) {
      const found: BlindPair[] = [];
      for (const [name, { pairs, different }] of byName) {
        if (different > 0) continue;
        const whole = names.get(name)!;
        const before = whole.different / (whole.same + whole.different);
        for (const { key, f, g } of pairs) {
          const { same, different } = values.get(key)!;
          const share = wrongness(0.5, same + NAME_WEIGHT * (1 - before), different + NAME_WEIGHT * before, priors);
          if (share >= LEAST) found.push({ name, u: f.urls[0]!, v: g.urls[0]!, share });
        }
      }
      if (found.length > 0) this.#byPage.set(page, found.sort((a, b) => b.share - a.share).slice(0, MOST));
    }
  }
}

function addValues(known: Map<string, Set<string>>, name: string, members: readonly Member[]): void {
  const values = known.get(name) ?? new Set();
  known.set(name, values);
  for (const { value } of members) values.add(value);
}

/** Those that meet another if only their value is left out: one without the parameter, or one that has it elsewhere in the query. */
function meetingAlone(members: readonly Member[]): readonly Member[] {
  if (members.at(-1)!.value === BARE) return members;
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const { value } of members) (seen.has(value) ? again : seen).add(value);
  return members.filter(({ value }) => again.has(value));
}

function tally(tallies: Map<string, Tally>, key: string): Tally {
  const known = tallies.get(key) ?? { same: 0, different: 0 };
  tallies.set(key, known);
  return known;
}

type Member = { readonly value: string; readonly form: Form };

/** Parameters of which each has a name of its own, as texts of forms are put together again without one of them. */
function areRegular(params: readonly Param[]): boolean {
  return params.every(
    ({ name, separator }, i) =>
      name !== '' && separator !== ';' && !name.includes(' ') && params.findIndex((p) => p.name === name) === i,
  );
}

/** In place of the text of a value, where there is no parameter. */
const BARE = '';

function valueText(value: string | null): string {
  return `=${value ?? ''}`;
}

/** Forms that differ in one parameter only: its value, or whether it is there. Into `unknown` go names of parameters that were not looked at everywhere. */
function* neighbors(forms: Forms, unknown: Set<string>): Iterable<{ name: string; members: readonly Member[] }> {
  const groups = new Map<string, Member[]>();
  const all = forms.all();
  for (let f = 0; f < all.length; f++) {
    const form = all[f]!;
    const { parts, params } = form.source;
    if (params.length === 0) continue;
    if (!areRegular(params)) for (const { name } of params) unknown.add(name);
    const texts = params.map(({ name, value }) => (value === null ? name : `${name}=${value}`));
    const base = `${parts.scheme}://${parts.authority}${parts.path}`;
    for (let i = 0; i < params.length; i++) {
      const { name, value } = params[i]!;
      if (name === '') continue;
      const key = `${base}?${withoutPlace(texts, i)} ${name}`;
      const known = groups.get(key);
      const member = { value: valueText(value), form };
      if (known === undefined) groups.set(key, [member]);
      else known.push(member);
    }
  }
  for (const [key, members] of groups) {
    const end = key.lastIndexOf(' ');
    const text = key.slice(0, end);
    const bare = forms.find(text.endsWith('?') ? text.slice(0, -1) : text);
    // The last, if there is one.
    if (bare) members.push({ value: BARE, form: bare });
    if (members.length > 1) yield { name: key.slice(end + 1), members };
  }
}

/** The texts but one, with `&` between them. */
function withoutPlace(texts: readonly string[], place: number): string {
  const first = place === 0 ? 1 : 0;
  let joined = texts[first] ?? '';
  for (let i = first + 1; i < texts.length; i++) if (i !== place) joined += `&${texts[i]}`;
  return joined;
}

function pairsAmong(members: readonly Member[]): [Member, Member][] {
  const sorted = [...members].sort((a, b) => compareCodePoints(a.value, b.value));
  const pairs: [Member, Member][] = [];
  for (let i = 0; i < sorted.length; i++) {
    const end = sorted.length <= SMALL ? sorted.length : Math.min(i + 2, sorted.length);
    for (let j = i + 1; j < end; j++) pairs.push([sorted[i]!, sorted[j]!]);
  }
  return pairs;
}

function queryOf(text: string): string {
  const at = text.indexOf('?');
  return at < 0 ? '' : text.slice(at + 1);
}

/** Aliases in one place (languages, sort orders) share their fate: where other texts at that place mostly make another page, a clean alias is more likely clean by chance. */
import { editParsed, type Op } from '../rules/index.ts';
import type { Candidate } from './candidate.ts';
import type { Form, Forms } from './forms.ts';

/** Witnesses that the record of a place is worth. */
export const SIBLING_WEIGHT = 5;

/** The records of the places of one round, each counted when it is first asked for. */
export class Places {
  readonly #forms: Forms;
  readonly #known = new Map<string, number>();

  constructor(forms: Forms) {
    this.#forms = forms;
  }

  /** The share of forms beside which, with another text at the place of the alias, certainly different pages stand; 0 for what is no alias in a place. */
  riskOf({ ops, like }: Candidate): number {
    const place = placeOf(ops[0] ?? like);
    if (place === null) return 0;
    const key = JSON.stringify(place);
    const known = this.#known.get(key) ?? this.#record(place);
    this.#known.set(key, known);
    return known;
  }

  #record(place: Place): number {
    const groups = new Map<string, Form[]>();
    for (const form of 'param' in place ? this.#forms.withParam(place.param) : this.#forms.all()) {
      const key = 'param' in place ? besideParam(form, place.param) : besideFolder(form, place.folder);
      if (key === null) continue;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [form]);
      else group.push(form);
    }
    let [same, different] = [0, 0];
    for (const group of groups.values()) {
      if (group.length < 2) continue;
      const [first] = group;
      if (group.some(({ wides }) => !wides.some((wide) => first!.wides.includes(wide)))) different += group.length;
      else same += group.length;
    }
    return different === 0 ? 0 : different / (same + different);
  }
}

/**
 * A parameter has one default. A second value that is dropped as one is an alias of the first, and the record of the other values counts for it:
 * the share of those beside whose addresses, without the parameter, certainly different pages stand. 0 for all other candidates.
 */
export function secondDefaultRisk({ family, ops }: Candidate, accepted: readonly Candidate[], forms: Forms): number {
  const [op] = ops;
  // An empty value is none.
  if (family !== 'param-value' || op?.op !== 'dropParam' || !('value' in op) || !op.value) return 0;
  const { name, value } = op;
  if (!hasDefault(name, accepted, value)) return 0;
  let [met, different] = [0, 0];
  for (const form of forms.withParam(name)) {
    if (form.source.params.some((param) => param.name === name && param.value === value)) continue;
    const bare = forms.find(editParsed(ALWAYS, { op: 'dropParam', name }, form.source, form.text)!);
    if (bare === undefined) continue;
    met++;
    if (!form.wides.some((wide) => bare.wides.includes(wide))) different++;
  }
  return met === 0 ? 0 : different / met;
}

/** Whether a change leaves out a parameter, whatever its value, of which one value is known to be the default: then the others are likely to matter. */
export function isBeyondDefault({ ops }: Candidate, accepted: readonly Candidate[]): boolean {
  const [op] = ops;
  if (ops.length !== 1 || op?.op !== 'dropParam' || !('name' in op) || op.value !== undefined) return false;
  return hasDefault(op.name, accepted);
}

/** Whether a value of a parameter, other than this one, is left out. What is left out at some places only is no default, and an empty value is none. */
function hasDefault(name: string, accepted: readonly Candidate[], value?: string): boolean {
  const isOther = (other: Op) =>
    other.op === 'dropParam' && 'value' in other && other.name === name && other.value && other.value !== value;
  return accepted.some(({ ops, match }) => match.when.length === 0 && ops.some(isOther));
}

const ALWAYS = { view: 'edit', when: [], unless: [] } as const;

type Place = { readonly param: string } | { readonly folder: readonly string[] };

/** A parameter, or the folder in which the folders stand. */
function placeOf(op: Op | undefined): Place | null {
  if (op === undefined) return null;
  if (op.op === 'aliasParam') return { param: op.name };
  if (op.op !== 'aliasPrefix') return null;
  const paths = [...op.from, op.to].map((folder) => folder.split('/').filter((component) => component !== ''));
  const parents = paths.map((path) => path.slice(0, -1));
  const [parent] = parents;
  const isOne =
    paths.every((path) => path.length > 0) && parents.every((other) => other.join('/') === parent!.join('/'));
  return isOne ? { folder: parent! } : null;
}

/** The form without the value of the parameter. */
function besideParam({ source: { parts, params } }: Form, name: string): string {
  const others = params.map((param) => (param.name === name ? name : `${param.name}=${param.value}`));
  return `${parts.scheme}://${parts.authority}${parts.path}?${others.join('&')}`;
}

/** The form without the component after the folder; null outside of it, and for what stands in it directly. */
function besideFolder({ source: { parts, path } }: Form, folder: readonly string[]): string | null {
  const at = folder.length;
  if (path.length < at + 2 || !folder.every((component, i) => path[i] === component)) return null;
  return `${parts.scheme}://${parts.authority}/${path.slice(at + 1).join('/')}?${parts.query}`;
}

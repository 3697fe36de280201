/** What a rule can be narrowed to, or kept from: literals of a form that are likely to mean something. */
import { looksLikeId } from '../learn/index.ts';
import type { Cond } from '../rules/index.ts';
import type { Form } from './forms.ts';

/** A condition, or a host, with a name that is the same for the same. */
export type Literal = { readonly key: string } & ({ readonly cond: Cond } | { readonly host: string });

const PLACES = [1, 2, 3, -1, -2];
const DEEPEST = 3;

/** The literals of the forms of one site; equal ones are one object, and a form is looked at once. */
export class Literals {
  readonly #known = new Map<string, Literal>();
  readonly #byForm = new WeakMap<Form, readonly Literal[]>();

  of(form: Form): readonly Literal[] {
    const known = this.#byForm.get(form);
    if (known !== undefined) return known;
    const found = literalsOf(form).map((literal) => {
      const same = this.#known.get(literal.key);
      if (same === undefined) this.#known.set(literal.key, literal);
      return same ?? literal;
    });
    this.#byForm.set(form, found);
    return found;
  }
}

function literalsOf({ source: { parts, path, params } }: Form): Literal[] {
  const found: Literal[] = [{ key: `host ${parts.host}`, host: parts.host }];
  const add = (cond: Cond) => found.push({ key: JSON.stringify(cond), cond });
  add({ path: { depth: path.length } });
  let prefix = '/';
  for (let i = 0; i < Math.min(DEEPEST, path.length - 1); i++) {
    if (looksLikeId(path[i]!)) break;
    prefix += `${path[i]}/`;
    add({ path: { prefix } });
  }
  for (const place of PLACES) {
    const text = path.at(place > 0 ? place - 1 : place);
    const isSame = place < 0 && path.length + place < 3;
    if (text !== undefined && !isSame && text !== '' && !looksLikeId(text)) add({ path: { segment: [place, text] } });
  }
  const last = path.at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  if (dot > 0 && last.length - dot <= 6) add({ path: { ext: last.slice(dot + 1) } });
  if (last === '') add({ path: { segment: [-1, ''] } });
  const colon = last.indexOf(':');
  if (colon > 0 && path.length <= DEEPEST && !looksLikeId(last.slice(0, colon)) && !path.slice(0, -1).some(looksLikeId))
    add({ path: { prefix: `/${[...path.slice(0, -1), last.slice(0, colon + 1)].join('/')}` } });
  add({ query: parts.query === null ? 'none' : 'some' });
  for (const { name, value } of params) {
    if (name === '') continue;
    add({ param: name });
    if (value !== null && value !== '' && !looksLikeId(value)) add({ param: name, value });
  }
  if (params.length > 0) add({ params: [...new Set(params.map(({ name }) => name))].sort() });
  return found;
}

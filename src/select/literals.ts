/** What a rule can be narrowed to, or kept from: literals of a form that are likely to mean something. */
import { looksLikeId } from '../learn/index.ts';
import type { Cond } from '../rules/index.ts';
import type { Form } from './forms.ts';

/** A condition, or a host, with a name that is the same for the same. */
export type Literal = { readonly key: string } & ({ readonly cond: Cond } | { readonly host: string });

const PLACES = [1, 2, 3, -1, -2];
const DEEPEST = 3;
/** What ends a name of a kind within the last component: `Talk:Page`, `Edit.jsp;jsessionid=1`. */
const NAME_ENDS = [':', ';'];

/** The literals of the forms of one site; equal ones are one object, and a form is looked at once. */
export class Literals {
  /** By names that are quickly made: of a kind, and of what it is about. */
  readonly #known = new Map<string, Literal>();
  readonly #byForm = new Map<Form, readonly Literal[]>();

  of(form: Form): readonly Literal[] {
    const known = this.#byForm.get(form);
    if (known !== undefined) return known;
    const found = this.#found(form);
    this.#byForm.set(form, found);
    return found;
  }

  #found({ source: { parts, path, params } }: Form): Literal[] {
    const { host } = parts;
    const found: Literal[] = [this.#once(`host ${host}`, () => ({ key: `host ${host}`, host }))];
    const add = (name: string, condOf: () => Cond) => {
      found.push(
        this.#once(name, () => {
          const cond = condOf();
          return { key: JSON.stringify(cond), cond };
        }),
      );
    };
    const addPrefix = (prefix: string) => add(`prefix ${prefix}`, () => ({ path: { prefix } }));
    const addSegment = (place: number, text: string) =>
      add(`segment ${place} ${text}`, () => ({ path: { segment: [place, text] } }));
    add(`depth ${path.length}`, () => ({ path: { depth: path.length } }));
    let prefix = '/';
    for (let i = 0; i < Math.min(DEEPEST, path.length - 1); i++) {
      if (looksLikeId(path[i]!)) break;
      prefix += `${path[i]}/`;
      addPrefix(prefix);
    }
    for (const place of PLACES) {
      const text = path.at(place > 0 ? place - 1 : place);
      const isSame = place < 0 && path.length + place < 3;
      if (text !== undefined && !isSame && text !== '' && !looksLikeId(text)) addSegment(place, text);
    }
    const last = path.at(-1) ?? '';
    const dot = last.lastIndexOf('.');
    if (dot > 0 && last.length - dot <= 6) {
      const ext = last.slice(dot + 1);
      add(`ext ${ext}`, () => ({ path: { ext } }));
    }
    if (last === '') addSegment(-1, '');
    for (const end of NAME_ENDS) {
      const at = last.indexOf(end);
      if (at <= 0 || path.length > DEEPEST || looksLikeId(last.slice(0, at)) || path.slice(0, -1).some(looksLikeId))
        continue;
      addPrefix(`/${[...path.slice(0, -1), last.slice(0, at + 1)].join('/')}`);
    }
    const query = parts.query === null ? 'none' : 'some';
    add(`query ${query}`, () => ({ query }));
    for (const { name, value } of params) {
      if (name === '') continue;
      add(`param ${name}`, () => ({ param: name }));
      // A name has no `=` in it.
      if (value !== null && value !== '' && !looksLikeId(value))
        add(`value ${name}=${value}`, () => ({ param: name, value }));
    }
    if (params.length > 0) {
      // Nor has it an `&`.
      const names = [...new Set(params.map(({ name }) => name))].sort();
      add(`params ${names.join('&')}`, () => ({ params: names }));
    }
    return found;
  }

  #once(name: string, make: () => Literal): Literal {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const made = make();
    this.#known.set(name, made);
    return made;
  }
}

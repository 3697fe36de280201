/** The word for what a parameter does. Only "no effect" is measured; the others are guesses by names and values, for reading, and decide nothing. */

export const PARAM_KINDS = [
  'no effect',
  'sorts',
  'narrows',
  'paginates',
  'translates',
  'identifies',
  'not known',
] as const;
export type ParamKind = (typeof PARAM_KINDS)[number];

type Seen = {
  readonly name: string;
  readonly values: readonly string[];
  readonly urls: number;
  readonly same: number;
  readonly different: number;
  readonly dropped: 'everywhere' | 'somewhere' | 'nowhere';
};

/** Groups that must agree before the data says that a parameter has no effect. */
const ENOUGH = 3;
const SORTS = /^(?:sort|order|orderby|order_by|sortby|sort_by|sort_order|sortorder|dir|direction|asc|desc)$/i;
const SORT_VALUE = /^(?:asc|desc|ascending|descending|[+-]?(?:date|name|price|title|size|relevance))$/i;
const PAGES = /^(?:page|paged|pg|p|start|offset|from|limit|per_page|pagesize|page_size|first|skip)$/i;
const LANGUAGES = /^(?:lang|language|locale|hl|uselang|setlang)$/i;
const LANGUAGE_VALUE = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/;
const NUMBER = /^\d{1,9}$/;

export function wordFor({ name, values, urls, same, different, dropped }: Seen): ParamKind {
  if (dropped === 'everywhere' || (different === 0 && same >= ENOUGH)) return 'no effect';
  const all = (test: RegExp) => values.length > 0 && values.every((value) => test.test(value));
  if (SORTS.test(name) || (values.length > 1 && all(SORT_VALUE))) return 'sorts';
  if (PAGES.test(name) && all(NUMBER)) return 'paginates';
  if (LANGUAGES.test(name) && all(LANGUAGE_VALUE)) return 'translates';
  if (different === 0) return 'not known';
  // A value of its own for most URLs names a thing; a few values that many URLs have choose among things.
  return values.length >= Math.min(urls / 2, 500) ? 'identifies' : 'narrows';
}

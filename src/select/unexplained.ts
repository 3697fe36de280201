/** The duplicates that stay: by their commonest difference, with a guess at what could be learned at all. */
import { compareCodePoints } from '../base/index.ts';
import { editSource } from '../rules/index.ts';
import type { Form, Forms } from './forms.ts';

export type Unexplained = {
  /** What differs, in words. */
  readonly difference: string;
  /** Duplicates that stay because of it, and the pages they are of. */
  readonly duplicates: number;
  readonly pages: number;
  readonly example: readonly [string, string];
};

/** Fewer pages than this show no rule, only chance. */
const LEAST_PAGES = 3;

/** The most frequent first. */
export function unexplained(forms: Forms): Unexplained[] {
  const byPage = new Map<number, Form[]>();
  for (const form of [...forms.all()].sort((a, b) => compareCodePoints(a.text, b.text))) {
    for (const page of form.pages) {
      const known = byPage.get(page);
      if (known === undefined) byPage.set(page, [form]);
      else known.push(form);
    }
  }
  return kindsOf(byPage.values());
}

/** The same of the keys that each page is left with. */
export function remainder(pages: Iterable<readonly string[]>): Unexplained[] {
  return kindsOf(membersOf(pages));
}

function* membersOf(pages: Iterable<readonly string[]>): Generator<readonly Member[]> {
  for (const keys of pages)
    yield [...keys].sort(compareCodePoints).map((text): Member => ({ text, source: editSource(text) }));
}

type Member = Pick<Form, 'text' | 'source'>;

/** Members of a page in the order of their texts, each compared with the next. */
function kindsOf(pages: Iterable<readonly Member[]>): Unexplained[] {
  const kinds = new Map<string, { duplicates: number; pages: number; last: number; example: [string, string] }>();
  let page = 0;
  for (const members of pages) {
    page++;
    for (let i = 1; i < members.length; i++) {
      const [a, b] = [members[i - 1]!, members[i]!];
      const difference = differenceOf(a, b);
      const known = kinds.get(difference) ?? { duplicates: 0, pages: 0, last: -1, example: [a.text, b.text] };
      known.duplicates++;
      if (known.last !== page) known.pages++;
      known.last = page;
      kinds.set(difference, known);
    }
  }
  return [...kinds]
    .map(([difference, { duplicates, pages, example }]) => ({ difference, duplicates, pages, example }))
    .sort((a, b) => b.duplicates - a.duplicates || compareCodePoints(a.difference, b.difference));
}

/** Duplicates of kinds that enough pages show and that a rule could name: what better rules might still find. */
export function perhapsLearnable(kinds: readonly Unexplained[]): number {
  return kinds
    .filter(({ difference, pages }) => pages >= LEAST_PAGES && difference !== OTHER_PATH)
    .reduce((sum, { duplicates }) => sum + duplicates, 0);
}

const OTHER_PATH = 'another path';

function differenceOf(a: Member, b: Member): string {
  const [p, q] = [a.source.parts, b.source.parts];
  const found: string[] = [];
  if (p.scheme !== q.scheme) found.push('scheme');
  if (p.authority !== q.authority) found.push('host');
  if (p.path !== q.path) {
    if (p.path.toLowerCase() === q.path.toLowerCase()) found.push('case of the path');
    else return OTHER_PATH;
  }
  if (p.query !== q.query) found.push(...paramDifferences(a, b));
  return found.length === 0 ? 'nothing' : found.join(', ');
}

function paramDifferences(a: Member, b: Member): string[] {
  const [x, y] = [a.source.params, b.source.params].map((params) => new Map(params.map((p) => [p.name, p.value])));
  const names = [...new Set([...x!.keys(), ...y!.keys()])].sort(compareCodePoints);
  const found = names.flatMap((name) => {
    if (!x!.has(name) || !y!.has(name)) return [`parameter ${name}`];
    return x!.get(name) === y!.get(name) ? [] : [`value of ${name}`];
  });
  return found.length === 0 ? ['order or spelling of parameters'] : found;
}

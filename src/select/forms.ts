/** The URLs of one site as the rules found so far leave them, with what is known of their pages; rules are tried on these, never on single URLs. */
import type { SiteUrls } from '../learn/index.ts';
import { type EditSource, editSource } from '../rules/index.ts';

export type Form = {
  readonly text: string;
  readonly source: EditSource;
  /** Numbers of the pages it is known to be; several after a merge. */
  readonly pages: readonly number[];
  /** Numbers of what might be one page: forms without a common number are certainly different pages. */
  readonly wides: readonly number[];
  /** URLs that have come to this form. */
  readonly urls: readonly number[];
};

export class Forms {
  readonly #byText = new Map<string, Form>();
  readonly #byParam = new Map<string, Set<Form>>();
  /** Of parameters whose values were asked for; most never are, and nearly every value of an id would be a set of its own. */
  readonly #byValue = new Map<string, Map<string | null, Set<Form>>>();
  readonly #byHost = new Map<string, Set<Form>>();
  /** By the first component of the path, once that was asked for. */
  #byFolder: Map<string | undefined, Set<Form>> | null = null;
  readonly #ofUrl: Form[] = [];
  /** All of them as a list, until one comes or goes: lists are gone through more quickly than maps, and very often. */
  #all: readonly Form[] | null = null;
  /** Forms that came by changes, of the last ones only. */
  #added: Form[] = [];
  #forgotten = 0;

  constructor({ texts, pages, wides }: SiteUrls) {
    const groups = new Map<string, number[]>();
    for (let u = 0; u < texts.length; u++) {
      const text = texts[u]!;
      const group = groups.get(text);
      if (group === undefined) groups.set(text, [u]);
      else group.push(u);
    }
    for (const [text, urls] of groups) {
      this.#add({
        text,
        source: editSource(text),
        pages: labelsAt(urls, pages),
        wides: labelsAt(urls, wides),
        urls,
      });
    }
  }

  /** Grows with every form that comes by a change. */
  get version(): number {
    return this.#forgotten + this.#added.length;
  }

  /** Forms that have come since a version and are still there, in the order in which they came; null if they are too many to be remembered. */
  addedSince(version: number): Form[] | null {
    if (version < this.#forgotten) return null;
    return this.#added.slice(version - this.#forgotten).filter((form) => this.has(form));
  }

  /** Whether a form is still there, and has not become another. */
  has(form: Form): boolean {
    return this.#byText.get(form.text) === form;
  }

  get size(): number {
    return this.#byText.size;
  }

  all(): readonly Form[] {
    this.#all ??= [...this.#byText.values()];
    return this.#all;
  }

  find(text: string): Form | undefined {
    return this.#byText.get(text);
  }

  /** The form that a URL has come to. */
  ofUrl(url: number): Form {
    return this.#ofUrl[url]!;
  }

  withParam(name: string): readonly Form[] {
    return listOf(this.#byParam.get(name));
  }

  withValue(name: string, value: string): readonly Form[] {
    let byValue = this.#byValue.get(name);
    if (byValue === undefined) {
      byValue = new Map();
      for (const form of this.withParam(name)) intoValues(byValue, name, form);
      this.#byValue.set(name, byValue);
    }
    return listOf(byValue.get(value));
  }

  paramNames(): Iterable<string> {
    return this.#byParam.keys();
  }

  onHost(host: string): readonly Form[] {
    return listOf(this.#byHost.get(host));
  }

  /** Forms whose path has this first component. */
  inFolder(first: string): readonly Form[] {
    if (this.#byFolder === null) {
      this.#byFolder = new Map();
      for (const form of this.all()) into(this.#byFolder, form.source.path[0], form);
    }
    return listOf(this.#byFolder.get(first));
  }

  hosts(): string[] {
    return [...this.#byHost.keys()];
  }

  /** Gives forms new texts; those that meet become one. `sources` are of texts that are parsed already. */
  change(texts: ReadonlyMap<Form, string>, sources: ReadonlyMap<string, EditSource> = NO_SOURCES): void {
    for (const form of texts.keys()) this.#remove(form);
    const groups = new Map<string, Form[]>();
    for (const [form, text] of texts) {
      const group = groups.get(text);
      if (group === undefined) groups.set(text, [form]);
      else group.push(form);
    }
    for (const [text, changed] of groups) {
      const known = this.#byText.get(text);
      if (known !== undefined) this.#remove(known);
      const members = known === undefined ? changed : [known, ...changed];
      const source = known?.source ?? sources.get(text) ?? editSource(text);
      const { pages, wides, urls } = labelsOf(members);
      const form = { text, source, pages, wides, urls };
      this.#add(form);
      this.#added.push(form);
    }
    if (this.#added.length > this.size) {
      this.#forgotten += this.#added.length;
      this.#added = [];
    }
  }

  #add(form: Form): void {
    this.#all = null;
    this.#byText.set(form.text, form);
    for (const url of form.urls) this.#ofUrl[url] = form;
    into(this.#byHost, form.source.parts.host, form);
    if (this.#byFolder) into(this.#byFolder, form.source.path[0], form);
    for (const { name } of form.source.params) {
      into(this.#byParam, name, form);
      const byValue = this.#byValue.get(name);
      if (byValue) intoValues(byValue, name, form);
    }
  }

  #remove(form: Form): void {
    this.#all = null;
    this.#byText.delete(form.text);
    this.#byHost.get(form.source.parts.host)?.delete(form);
    this.#byFolder?.get(form.source.path[0])?.delete(form);
    for (const { name, value } of form.source.params) {
      this.#byParam.get(name)?.delete(form);
      this.#byValue.get(name)?.get(value)?.delete(form);
    }
  }
}

/** What is known of forms that become one. */
function labelsOf(members: readonly Form[]): Pick<Form, 'pages' | 'wides' | 'urls'> {
  const [first] = members;
  if (members.length === 1) return { pages: first!.pages, wides: first!.wides, urls: first!.urls };
  const [pages, wides, urls]: [number[], number[], number[]] = [[], [], []];
  for (const form of members) {
    for (const page of form.pages) pages.push(page);
    for (const wide of form.wides) wides.push(wide);
    for (const url of form.urls) urls.push(url);
  }
  return { pages: unique(pages), wides: unique(wides), urls };
}

const NO_SOURCES: ReadonlyMap<string, EditSource> = new Map();

function intoValues(byValue: Map<string | null, Set<Form>>, wanted: string, form: Form): void {
  for (const { name, value } of form.source.params) if (name === wanted) into(byValue, value, form);
}

function listOf(forms: ReadonlySet<Form> | undefined): readonly Form[] {
  return forms === undefined ? [] : [...forms];
}

function into<Key>(index: Map<Key, Set<Form>>, key: Key, form: Form): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, new Set<Form>().add(form));
  else known.add(form);
}

/** The labels of URLs, each once; most forms have one URL. */
function labelsAt(urls: readonly number[], labels: readonly number[]): readonly number[] {
  return urls.length === 1 ? [labels[urls[0]!]!] : unique(urls.map((u) => labels[u]!));
}

/** So many are looked through more quickly than a set of them is made. */
const FEW = 8;

function unique(numbers: readonly number[]): readonly number[] {
  if (numbers.length < 2) return numbers;
  if (numbers.length > FEW) return [...new Set(numbers)];
  return numbers.filter((number, i) => numbers.indexOf(number) === i);
}

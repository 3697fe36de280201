/** Reads HTML or XML as a flow of tags and texts: the text a reader sees, the title, and what the head says about the address. */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export type Markup = {
  /** Title and body; whatever stands between two words but is not text is a space. */
  readonly text: string;
  /** As written; undefined if there is no title element. */
  readonly title: string | undefined;
  /** Every `rel=canonical` of the head, as written. */
  readonly canonicals: readonly string[];
  /** The first `<base href>`, as written. */
  readonly base: string | undefined;
};

/**
 * The tokenizer alone, not the parser on top of it: the parser keeps a stack of open elements and searches it at every tag,
 * which costs the square of the size on pages that never close their tags.
 */
export function readMarkup(source: string, kind: 'html' | 'xml'): Markup {
  const reader = new MarkupReader(source, kind === 'xml');
  const tokenizer = new Tokenizer({ xmlMode: kind === 'xml' }, reader);
  tokenizer.write(source);
  tokenizer.end();
  return reader.markup();
}

/** Not shown: for noframes, iframe and noembed because browsers show what they replace. */
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'noframes', 'iframe', 'noembed']);
/** Elements that do not end the head. */
const HEAD = new Set([
  ...['html', 'head', 'title', 'meta', 'link', 'base', 'basefont', 'bgsound'],
  ...['script', 'style', 'noscript', 'template', 'noframes'],
]);
/** Elements that end an SVG or MathML drawing somebody forgot to close (HTML standard, 13.2.6.5). */
const BREAKOUT = new Set([
  ...['b', 'big', 'blockquote', 'body', 'br', 'center', 'code', 'dd', 'div', 'dl', 'dt', 'em', 'embed'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'head', 'hr', 'i', 'img', 'li', 'listing', 'menu', 'meta', 'nobr', 'ol'],
  ...['p', 'pre', 'ruby', 's', 'small', 'span', 'strong', 'strike', 'sub', 'sup', 'table', 'tt', 'u', 'ul', 'var'],
]);

class MarkupReader implements TokenizerCallbacks {
  readonly #source: string;
  readonly #isXml: boolean;
  #text = '';
  #isSpaced = true;
  #title: string | undefined;
  #inTitle = false;
  #inHead: boolean;
  /** The element whose content is not shown, and how many of its name are open. */
  #hidden = '';
  #hiddenDepth = 0;
  /** Open drawings, and open places inside them where HTML stands again. */
  #drawings = 0;
  #islands = 0;
  /** The tag being read; attributes are kept for link and base only. */
  #tag = '';
  #attributes: Map<string, string> | null = null;
  #attribute = '';
  #value = '';
  readonly #canonicals: string[] = [];
  #base: string | undefined;

  constructor(source: string, isXml: boolean) {
    this.#source = source;
    this.#isXml = isXml;
    this.#inHead = !isXml;
  }

  markup(): Markup {
    return { text: this.#text, title: this.#title, canonicals: this.#canonicals, base: this.#base };
  }

  /** Where script, title and the like are elements as any other. Inside noscript, so that nothing there can swallow its end. */
  isInForeignContext(): boolean {
    return this.#drawings > this.#islands || this.#hidden === 'noscript';
  }

  ontext(start: number, end: number): void {
    if (this.#hidden === '') this.#add(this.#source.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    if (this.#hidden === '') this.#add(String.fromCodePoint(codePoint));
  }

  oncdata(start: number, end: number, offset: number): void {
    this.#space();
    if (this.#isXml || this.isInForeignContext()) this.ontext(start, end - offset);
    this.#space();
  }

  onopentagname(start: number, end: number): void {
    this.#space();
    this.#tag = '';
    if (this.#isXml) return;
    const name = this.#source.slice(start, end).toLowerCase();
    this.#tag = name;
    if (this.#hidden !== '') {
      if (name === this.#hidden && name === 'template') this.#hiddenDepth++;
      return;
    }
    this.#open(name);
  }

  onclosetag(start: number, end: number): void {
    this.#space();
    if (!this.#isXml) this.#close(this.#source.slice(start, end).toLowerCase());
  }

  onselfclosingtag(): void {
    const isDrawn = this.isInForeignContext() && this.#hidden !== 'noscript';
    this.onopentagend();
    // Elsewhere the slash means nothing.
    if (isDrawn) this.#close(this.#tag);
  }

  onopentagend(): void {
    const attributes = this.#attributes;
    this.#attributes = null;
    const href = attributes?.get('href')?.trim();
    if (!attributes || !href) return;
    if (this.#tag === 'base') this.#base ??= href;
    else if (/(?:^|\s)canonical(?:\s|$)/i.test(attributes.get('rel') ?? '')) this.#canonicals.push(href);
  }

  onattribname(start: number, end: number): void {
    if (this.#attributes) this.#attribute = this.#source.slice(start, end).toLowerCase();
  }

  onattribdata(start: number, end: number): void {
    if (this.#attributes) this.#value += this.#source.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.#attributes) this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    // Of an attribute written twice the first counts.
    if (this.#attributes && !this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
    this.#value = '';
  }

  oncomment(): void {
    this.#space();
  }

  ondeclaration(): void {
    this.#space();
  }

  onprocessinginstruction(): void {
    this.#space();
  }

  onend(): void {}

  #open(name: string): void {
    if (this.isInForeignContext() && BREAKOUT.has(name)) this.#drawings = this.#islands;
    if (this.#inHead && !HEAD.has(name)) this.#inHead = false;
    if (name === 'svg' || name === 'math') this.#drawings++;
    else if (this.#drawings > this.#islands) {
      if (name === 'foreignobject') this.#islands++;
    } else if (name === 'title') {
      this.#inTitle = this.#title === undefined;
      this.#title ??= '';
    } else if (this.#inHead && (name === 'link' || name === 'base')) this.#attributes = new Map();
    if (HIDDEN.has(name)) {
      this.#hidden = name;
      this.#hiddenDepth = 1;
    }
  }

  #close(name: string): void {
    if (this.#hidden !== '') {
      if (name === this.#hidden && --this.#hiddenDepth === 0) this.#hidden = '';
    } else if (name === 'title') this.#inTitle = false;
    else if (name === 'svg' || name === 'math') {
      this.#drawings = Math.max(0, this.#drawings - 1);
      this.#islands = Math.min(this.#islands, this.#drawings);
    } else if (name === 'foreignobject' && this.#islands > 0) this.#islands--;
  }

  #add(text: string): void {
    this.#text += text;
    this.#isSpaced = false;
    if (this.#inTitle) this.#title += text;
    else if (this.#inHead && text.trim() !== '') this.#inHead = false;
  }

  #space(): void {
    if (this.#isSpaced) return;
    this.#text += ' ';
    this.#isSpaced = true;
  }
}

/** Forms with the URLs that have them, collected by rule until there are enough to be judged together. */
import type { Member } from './clusters.ts';
import type { Row } from './stage.ts';

/** A URL with its cluster. */
export type Labeled = readonly [cluster: string, ...member: Member];

/** One form of a rule. */
export type RuleForm = {
  /** URLs that the rule gives this form. */
  readonly matched: readonly Labeled[];
  /** URLs whose text is the form, whatever the rule makes of them. */
  readonly own: readonly Labeled[];
  /** The form, if it is known not to answer. */
  readonly failing: string | null;
};

/** Of the rows of a form: known not to answer; the URL that is the form; a URL that a rule gives the form. */
export const FAILS = '0';
export const IS_FORM = '1';
export const HAS_FORM = '2';

/** URLs that are judged at once. Those of one form are never parted. */
const BATCH = 200_000;

export class FormBatch {
  readonly #judge: (rule: number, forms: readonly RuleForm[]) => void;
  readonly #forms = new Map<number, RuleForm[]>();
  #size = 0;

  constructor(judge: (rule: number, forms: readonly RuleForm[]) => void) {
    this.#judge = judge;
  }

  /** Rows of one form, in order: what is the form comes before those that have it. */
  add(rows: Iterable<Row>): void {
    let failing: string | null = null;
    const own: Labeled[] = [];
    let rule = -1;
    let matched: Labeled[] = [];
    for (const { s, v } of rows) {
      if (s === FAILS) failing = JSON.parse(v) as string;
      else if (s === IS_FORM) own.push(JSON.parse(v) as Labeled);
      else {
        const next = Number(s.slice(HAS_FORM.length));
        if (next !== rule) {
          this.#keep(rule, { matched, own, failing });
          rule = next;
          matched = [];
        }
        matched.push(JSON.parse(v) as Labeled);
      }
    }
    this.#keep(rule, { matched, own, failing });
    if (this.#size > BATCH) this.flush();
  }

  flush(): void {
    for (const [rule, forms] of [...this.#forms].sort(([a], [b]) => a - b)) this.#judge(rule, forms);
    this.#forms.clear();
    this.#size = 0;
  }

  /** A form that one URL has, and that nobody else is, says nothing. */
  #keep(rule: number, form: RuleForm): void {
    const { matched, own, failing } = form;
    if (matched.length === 0) return;
    const isAlone = matched.length === 1 && own.every(([, url]) => url === matched[0]![1]);
    if (isAlone && failing === null) return;
    this.#size += matched.length + own.length;
    const known = this.#forms.get(rule);
    if (known) known.push(form);
    else this.#forms.set(rule, [form]);
  }
}

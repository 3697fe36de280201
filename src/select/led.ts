/** Where texts that a new rule made are led by all rules together: mostly nowhere, and then what was measured of the new one alone holds. */
import { type EditSource, editSource } from '../rules/index.ts';
import { type AcceptedRule, closureOf } from './accepted.ts';
import type { Form } from './forms.ts';
import { leftAloneBy } from './left-alone.ts';

type Led = {
  /** Forms with what all rules make of the texts that the new one made. */
  readonly changes: ReadonlyMap<Form, string>;
  /** Whether those texts are all as the new rule made them. */
  readonly isAsMade: boolean;
  /** Whether each rule by itself leaves them alone. */
  readonly isSettled: boolean;
  /** Of texts that are parsed already. */
  readonly sources: ReadonlyMap<string, EditSource>;
  readonly closure: (text: string) => string;
};

/** What rules make together of texts that the last of them made of forms; null if they do not settle. */
export function ledBy(raw: ReadonlyMap<Form, string>, rules: readonly AcceptedRule[]): Led | null {
  const closure = closureOf(rules);
  const isLeftAlone = leftAloneBy(rules);
  const finals = new Map<string, string>();
  const sources = new Map<string, EditSource>();
  let isSettled = true;
  for (const text of raw.values()) {
    if (sources.has(text) || finals.has(text)) continue;
    const source = editSource(text);
    if (isLeftAlone(text, source)) {
      sources.set(text, source);
      continue;
    }
    const final = closure(text);
    if (closure(final) !== final) return null;
    finals.set(text, final);
    isSettled &&= isLeftAlone(final, editSource(final));
  }
  if (finals.size === 0) return { changes: raw, isAsMade: true, isSettled, sources, closure };
  const changes = new Map<Form, string>();
  for (const [form, text] of raw) {
    const final = finals.get(text) ?? text;
    if (final !== form.text) changes.set(form, final);
  }
  return { changes, isAsMade: false, isSettled, sources, closure };
}

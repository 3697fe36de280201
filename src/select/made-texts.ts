/** What changes make of forms, whatever their conditions: many candidates of a site differ in nothing else, and then a text is made once. */
import type { RuleBody } from '../learn/index.ts';
import {
  bodyParsed,
  type EditMatch,
  editParsed,
  isMeant,
  type KeyMatch,
  matchesKeys,
  type Op,
} from '../rules/index.ts';
import type { Form } from './forms.ts';

type TextOf = (form: Form) => string | null;

export class MadeTexts {
  readonly #byChange = new Map<string, Map<Form, string | null>>();

  /** Null for an operation without conditions: no other candidate has it. */
  byOp(op: Op, match: EditMatch): ((form: Form) => string) | null {
    const { when, unless } = match;
    if (when.length + unless.length === 0) return null;
    const made = this.#once(JSON.stringify(op), ({ source, text }) => editParsed(ALWAYS, op, source, text));
    return (form) => (isMeant(match, form.source) ? made(form) : null) ?? form.text;
  }

  /** Null for rules of other learners, which are all different, and for those whose conditions say what they make. */
  byBody({ learner, match, emit }: RuleBody): TextOf | null {
    if (learner !== 'families' || match.view !== 'keys' || emit.view !== 'keys' || match.deep) return null;
    const made = this.#once(JSON.stringify(emit), ({ source, text }) =>
      bodyParsed({ match: ANYTHING, emit }, source, text),
    );
    return (form) => (matchesKeys(match, form.source) ? made(form) : null);
  }

  #once(change: string, make: TextOf): TextOf {
    const known = this.#byChange.get(change) ?? new Map<Form, string | null>();
    this.#byChange.set(change, known);
    return (form) => {
      let text = known.get(form);
      if (text === undefined) {
        text = make(form);
        known.set(form, text);
      }
      return text;
    };
  }
}

const ALWAYS: EditMatch = { view: 'edit', when: [], unless: [] };
const ANYTHING: KeyMatch = { view: 'keys', where: {}, pathLen: null, query: 'open' };

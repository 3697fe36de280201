/** Texts that are made once for many candidates are those that each candidate makes. */
import { describe, expect, it } from 'vitest';
import type { RuleBody } from '../learn/index.ts';
import { applyBody, type EditMatch, editParsed, type Op } from '../rules/index.ts';
import { Forms } from './forms.ts';
import { MadeTexts } from './made-texts.ts';

const TEXTS = [
  'http://a.com/x/y?s=1',
  'http://a.com/x/y?t=1',
  'http://a.com/x?s=2&t=1',
  'http://a.com/',
  'http://a.com/x/y',
];
const FORMS = [...new Forms({ texts: TEXTS, pages: [0, 1, 2, 3, 4], wides: [0, 1, 2, 3, 4] }).all()];
const OP: Op = { op: 'anySegment', segment: -1 };

function bodyWith(name: string, value?: string): RuleBody {
  return {
    learner: 'families',
    match: {
      view: 'keys',
      where: { [`query[${name}]`]: value === undefined ? { any: true } : { eq: value } },
      pathLen: null,
      query: 'open',
    },
    emit: { view: 'keys', set: {}, path: [{ any: true }], queryOrder: 'keep' },
  };
}

describe('made texts', () => {
  const made = new MadeTexts();

  it.each([
    { view: 'edit', when: [{ param: 's' }], unless: [] },
    { view: 'edit', when: [{ param: 't', value: '1' }], unless: [{ param: 's' }] },
    { view: 'edit', when: [], unless: [{ query: 'none' }] },
  ] satisfies EditMatch[])('keep the conditions of operations apart', (match) => {
    const textOf = made.byOp(OP, match)!;
    expect(FORMS.map(textOf)).toEqual(FORMS.map(({ source, text }) => editParsed(match, OP, source, text) ?? text));
  });

  it.each([bodyWith('s'), bodyWith('t'), bodyWith('s', '2')])('keep the conditions of rules apart', (body) => {
    const textOf = made.byBody(body)!;
    expect(FORMS.map(textOf)).toEqual(TEXTS.map((text) => applyBody(body, text)));
  });

  it('are not kept where no other candidate could make them', () => {
    expect(made.byOp(OP, { view: 'edit', when: [], unless: [] })).toBeNull();
    expect(made.byBody({ ...bodyWith('s'), learner: 'koppula' })).toBeNull();
  });
});

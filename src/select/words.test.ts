/** Pages that are named by a word in the query: parameters beside it are dropped only where that was seen to be right. */
import { describe, expect, it } from 'vitest';
import { keyPlain, printRule, type RuleSet } from '../rules/index.ts';
import { candidateOf } from './candidate.ts';
import { selectTogether } from './compose.ts';
import { Forms } from './forms.ts';
import { pages } from './sites.case.ts';
import { Words } from './words.ts';

const WIKI = 'http://a.com/wiki';
/** Forty pages by their names as words, and the same as parameters, with a session beside them and without. */
const asParams = pages(40, (name) => [
  `${WIKI}?action=show&id=${name}`,
  `${WIKI}?action=show&id=${name}&sid=s${name.slice(0, 1)}`,
]);
const asWords = (more: (name: string) => readonly string[]) => pages(40, (name) => [`${WIKI}?${name}`, ...more(name)]);

function learned(clusters: Parameters<typeof selectTogether>[0]): { texts: string[]; set: RuleSet } {
  const { rules } = selectTogether(clusters, { maxRisk: 0.04, seenShare: 1, confidence: 0.95 });
  return {
    texts: rules.map(printRule),
    set: { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules },
  };
}

/** Equal ids are one page, so words and parameters get their own. */
const together = (...lists: readonly (readonly { readonly id: string; readonly urls: readonly string[] }[])[]) =>
  lists.flatMap((list, l) => list.map(({ id, urls }) => ({ id: `${l} ${id}`, urls: [...urls] })));

describe('a word in place of a query', () => {
  it('keeps changes of parameters away that were never seen beside one', () => {
    const { texts, set } = learned(
      together(
        asParams,
        asWords(() => []),
      ),
    );
    expect(texts).toEqual(['@{a.com} E !query=word => dropParam(sid)']);
    expect(keyPlain(set, `${WIKI}?New&sid=s1`)).toBe(`${WIKI}?New&sid=s1`);
    expect(keyPlain(set, `${WIKI}?id=New&sid=s1`)).toBe(`${WIKI}?id=New`);
  });

  it('is a parameter like others where that was seen', () => {
    const { texts } = learned(
      together(
        asParams,
        asWords((name) => [`${WIKI}?${name}&sid=s${name.slice(0, 1)}`]),
      ),
    );
    expect(texts).toEqual(['@{a.com} E => dropParam(sid)']);
  });

  it('says nothing where few words are switches', () => {
    const switches = [{ id: 'print', urls: [`${WIKI}?print`] }];
    expect(learned(together(asParams, switches)).texts).toEqual(['@{a.com} E => dropParam(sid)']);
  });
});

describe('words', () => {
  it('that a rule has made show nothing of those that addresses come with', () => {
    const texts = [...asWords(() => []), ...asParams].flatMap(({ urls }) => urls);
    const numbers = texts.map((_, u) => u);
    const forms = new Forms({ texts, pages: numbers, wides: numbers });
    const words = new Words(forms.all());
    const drop = candidateOf(
      { family: 'param', ops: [{ op: 'dropParam', name: 'sid' }], when: [], seen: 2 },
      forms.hosts(),
    );
    const mergeOf = (text: string) => ({
      merges: [{ text: WIKI, changed: [forms.find(text)!], kept: null, right: 1, wrong: 0 }],
    });
    const said = `${WIKI}?action=show&id=akx&sid=sa`;
    forms.change(new Map([[forms.find(said)!, `${WIKI}?Made&sid=sa`]]));
    expect(words.kept(drop, mergeOf(`${WIKI}?Made&sid=sa`)).match.unless).toEqual([{ query: 'word' }]);
    expect(words.kept(drop, mergeOf(`${WIKI}?akx`))).toBe(drop);
  });
});

/** What other values tell of a second value that is to be dropped as if it were the default. */
import { describe, expect, it } from 'vitest';
import { candidateOf } from './candidate.ts';
import { Forms } from './forms.ts';
import { secondDefaultRisk } from './siblings.ts';

const NAMES = ['about', 'budget', 'council', 'draft'];

/** Each page as it is and in English; French is another page but for the first, and the rest is given. */
function formsWith(...others: readonly string[]): Forms {
  const [texts, pages]: [string[], number[]] = [[], []];
  for (const [page, name] of NAMES.entries()) {
    for (const query of ['', '?lang=en', '?lang=fr']) {
      texts.push(`http://a.com/${name}${query}`);
      pages.push(query === '?lang=fr' && page > 0 ? page + NAMES.length : page);
    }
  }
  for (const [i, text] of others.entries()) {
    texts.push(text);
    pages.push(100 + i);
  }
  return new Forms({ texts, pages, wides: pages });
}

function dropping(value: string, family = 'param-value', where: readonly { param: string }[] = []) {
  return candidateOf({ family, ops: [{ op: 'dropParam', name: 'lang', value }], when: where, seen: 1 }, ['a.com']);
}

describe('secondDefaultRisk', () => {
  it('is the share of other values that make another page, where both are known', () => {
    // English stays the page, French does not in three of four; nothing is beside the last.
    const forms = formsWith('http://a.com/only?lang=fr');
    expect(secondDefaultRisk(dropping('ja'), [dropping('en')], forms)).toBeCloseTo(3 / 8);
  });

  it('does not count what the value itself does', () => {
    expect(secondDefaultRisk(dropping('fr'), [dropping('en')], formsWith())).toBe(0);
  });

  it('leaves the first default alone, and a value after an empty one, which is none', () => {
    expect(secondDefaultRisk(dropping('ja'), [], formsWith())).toBe(0);
    expect(secondDefaultRisk(dropping('ja'), [dropping('')], formsWith())).toBe(0);
    expect(secondDefaultRisk(dropping(''), [dropping('en')], formsWith())).toBe(0);
  });

  it('leaves alone what is no default', () => {
    const elsewhere = candidateOf(
      { family: 'param-value', ops: [{ op: 'dropParam', name: 'sort', value: 'en' }], when: [], seen: 1 },
      ['a.com'],
    );
    expect(secondDefaultRisk(dropping('ja'), [elsewhere], formsWith())).toBe(0);
    expect(secondDefaultRisk(dropping('ja', 'param-with', [{ param: 'x' }]), [dropping('en')], formsWith())).toBe(0);
    expect(secondDefaultRisk(dropping('ja'), [dropping('en', 'param-with', [{ param: 'x' }])], formsWith())).toBe(0);
  });
});

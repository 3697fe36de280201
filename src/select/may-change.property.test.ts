/** A quick look never says no where an operation has something to do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRule, arbUrlFor } from '../../test/support/arbitraries.ts';
import { applyBody, editSource, parseRule } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import type { Form } from './forms.ts';
import { mayChange } from './may-change.ts';

const arbCase = arbRule('edit').chain((rule) => fc.tuple(fc.constant(rule), arbUrlFor(rule)));

describe('a quick look at a form', () => {
  it('is complete', () => {
    let [changed, spared] = [0, 0];
    fc.assert(
      fc.property(arbCase, ([{ match, emit }, url]) => {
        if (emit.view !== 'edit') return;
        const text = sun(url);
        const form: Form = { text, source: editSource(text), pages: [0], wides: [0], urls: [0] };
        const seen = mayChange(emit.op)(form);
        const after = applyBody({ match, emit }, text) ?? text;
        if (after !== text) expect([emit.op, text, seen]).toEqual([emit.op, text, true]);
        if (after !== text) changed++;
        if (!seen) spared++;
      }),
      { seed: 71, numRuns: 2_000 },
    );
    expect(changed).toBeGreaterThan(300);
    expect(spared).toBeGreaterThan(100);
  });

  it.each([
    'scheme(http)',
    'dropPort()',
    'lowerPath()',
    'decode()',
    'collapseSlashes()',
    'trimSlash()',
    'dropSuffix(.html)',
    'dropSegment(x)',
    'dropPathParam(sid)',
    'aliasPrefix(/en -> /fr)',
    'aliasPrefix(/en/x -> /fr)',
    'aliasPrefix(/en/ -> /)',
    'sortParams()',
    'dropRepeatedParams()',
    'dropEmptyParams()',
    'separator(&)',
    'host(www.a.com -> a.com)',
    'dropParam(prefix=utm_)',
    'dropParam(sid)',
    'anyParam(sid)',
    'aliasParam(sid: 1 -> 2)',
    'renameParam(sid -> s)',
    'pathFromParam(sid,prefix=/)',
  ])('spares %s a form that has nothing of it', (text) => {
    const { emit } = parseRule(`@* E => ${text}`);
    const plain = 'http://a.com/b?c=1';
    const form: Form = { text: plain, source: editSource(plain), pages: [0], wides: [0], urls: [0] };
    expect(emit.view === 'edit' && mayChange(emit.op)(form)).toBe(false);
  });
});

/** A compiled rule file is used whole or refused with one sentence. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { isCompiled, loadCompiled, saveCompiled } from './index.ts';

const rules = [
  '@{a.com} E => dropParam(ref)',
  '@{a.com,www.a.com} T ^*://(www.)?*.*/*$ => $1://$2.$3/$4',
  '@* S "/index.html$" => "/$"',
].map((text) => ruleOf(text));
const file = saveCompiled({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules });

describe('a compiled rule file', () => {
  it('begins so that it is known', () => {
    expect([
      isCompiled(file),
      isCompiled(new TextEncoder().encode('{"dustpan":1}')),
      isCompiled(new Uint8Array()),
    ]).toEqual([true, false, false]);
  });
  it('is the same whenever it is made', () => {
    expect(saveCompiled({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules })).toEqual(file);
  });
  it('works from any place in memory', () => {
    const shifted = new Uint8Array(file.length + 1);
    shifted.set(file, 1);
    expect(loadCompiled(shifted.subarray(1)).key('http://a.com/x?ref=1')).toBe('http://a.com/x');
  });
  it('is refused when cut off, at any length', () => {
    for (let length = 0; length < file.length; length += 7) {
      expect(() => loadCompiled(file.slice(0, length)), `${length} bytes`).toThrow(
        /compiled rule file cannot be used, .*; make it again with/,
      );
    }
  });
  it('is refused when any byte has changed', () => {
    for (let at = 0; at < file.length; at += 1 + (at % 5)) {
      const damaged = file.slice();
      damaged[at]! ^= 0x41;
      expect(() => loadCompiled(damaged), `byte ${at}`).toThrow(/compiled rule file cannot be used/);
    }
  });
  it('is refused when of another format, with both numbers', () => {
    const other = file.slice();
    new DataView(other.buffer).setInt32(8, 99, true);
    expect(() => loadCompiled(other)).toThrow(/it has format 99 and this dustpan reads format \d+/);
  });
});

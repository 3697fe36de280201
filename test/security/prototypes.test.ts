/** Names that every object has, wherever an outsider may put a name: they are data, and nothing else changes. */
import { afterEach, describe, expect, it } from 'vitest';
import { clusterRecords, learnRules, readRecords } from '../../src/index.ts';
import { compileRules } from '../../src/normalize/index.ts';
import type { Input } from '../../src/records/index.ts';
import { parseRule, parseRuleSet, printRuleSet } from '../../src/rules/index.ts';
import { koppulaKeys, urlKeys } from '../../src/url/index.ts';

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

afterEach(() => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

const inputOf = (text: string): Input => ({
  name: 'test',
  size: text.length,
  position: () => 0,
  async *[Symbol.asyncIterator]() {
    yield Buffer.from(text);
  },
});

describe.each(NAMES)('%s', (name) => {
  it('as a field of rule files is refused or carried along', () => {
    const wraps = [
      `{"dustpan":1,"apply":"first","sun":true,"rules":[],"options":{"${name}":{"polluted":1}}}`,
      `{"dustpan":1,"apply":"first","sun":true,"rules":[],"${name}":{"polluted":1}}`,
      `{"dustpan":1,"apply":"first","sun":true,"rules":[{"scope":{"hosts":"*"},"match":{"view":"keys","where":{"query[${name}]":{"any":true},"${name}":{"any":true}},"pathLen":null,"query":"open"},"emit":{"view":"keys","set":{},"queryOrder":"keep"}}]}`,
      `{"dustpan":1,"apply":"first","sun":true,"rules":[{"scope":{"hosts":"*"},"match":{"view":"edit","when":[],"unless":[]},"emit":{"view":"edit","op":{"op":"${name}"}}}]}`,
    ];
    for (const text of wraps) {
      try {
        const set = parseRuleSet(text);
        expect(printRuleSet(parseRuleSet(printRuleSet(set)))).toBe(printRuleSet(set));
      } catch (error) {
        expect((error as Error).name).toBe('ConfigError');
      }
    }
  });
  it('as a parameter is a parameter', () => {
    const { scope, match, emit } = parseRule(`@* E => dropParam(${name})`);
    const rules = [{ scope, match, emit }];
    const set = parseRuleSet(JSON.stringify({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules }));
    const url = `http://a.com/${name}?${name}=1&b=2`;
    expect(compileRules(set).key(url)).toBe(`http://a.com/${name}?b=2`);
    expect(compileRules(set).key('http://a.com/?b=2')).toBe('http://a.com/?b=2');
    expect(urlKeys(url).params.map((param) => param.name)).toEqual([name, 'b']);
    koppulaKeys(url);
  });
  it('as a host, a label, a column and a field of records is data', async () => {
    for (const text of [
      Array.from({ length: 24 }, (_, i) => `${name}${i >> 1}\thttp://${name}/${name}${i >> 1}?${name}=${i}\n`).join(''),
      `#url\tdigest\t${name}\nhttp://a.com/\t${name}\t1\nhttp://a.com/${name}\t${name}\t2\n`,
      `{"url":"http://a.com/","${name}":{"polluted":1},"digest":"${name}"}\n{"url":"http://a.com/x","digest":"${name}"}\n`,
    ]) {
      const { clusters, packed } = await clusterRecords(readRecords([inputOf(text)]));
      expect((packed ? packed.size : clusters.length) > 0).toBe(true);
      learnRules(packed ?? clusters, { minSupport: 1 });
    }
  });
});

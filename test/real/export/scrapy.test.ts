/** The generated Python against the interpreter: any rules on any URLs, and Scrapy itself on every URL of two lab sites. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportRules } from '../../../src/export/index.ts';
import { compileRules } from '../../../src/normalize/index.ts';
import { keyPlain, type Rule, type RuleSet, rulesOf } from '../../../src/rules/index.ts';
import { sun } from '../../../src/url/index.ts';
import { arbRuleSet, arbUrl, arbUrlFor } from '../../support/arbitraries.ts';
import { allLabs, hasData } from './lab.ts';
import { runPython } from './python.ts';

const KEYS = `
import json, sys
out = []
for item in json.load(sys.stdin):
    module = {"__name__": "dustpan_rules"}
    exec(item["module"], module)
    out.append([module["dustpan_key"](url) for url in item["urls"]])
json.dump(out, sys.stdout)
`;

const FINGERPRINTS = `
import json, sys
from scrapy import Request
from scrapy.utils.request import RequestFingerprinter
item = json.load(sys.stdin)
module = {"__name__": "dustpan_rules"}
exec(item["module"], module)
ours, plain = module["DustpanFingerprinter"](), RequestFingerprinter()
out = []
for url, key in item["urls"]:
    request = Request(url)
    kept = Request(url, meta={"dustpan": False})
    out.append([
        ours.fingerprint(request).hex() == plain.fingerprint(Request(key)).hex(),
        ours.fingerprint(kept).hex() == plain.fingerprint(Request(url)).hex(),
        module["dustpan_key"](request.url),
        request.url,
    ])
json.dump(out, sys.stdout)
`;

const DISCARDER = `
import json, sys, tempfile
from duplicate_url_discarder.url_canonicalizer import UrlCanonicalizer
item = json.load(sys.stdin)
with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    file.write(item["rules"])
    file.flush()
    canonicalizer = UrlCanonicalizer([file.name])
json.dump([canonicalizer.process_url(url) for url in item["urls"]], sys.stdout)
`;

describe('the matcher in Python', () => {
  it('gives the keys of the interpreter, for any rules and URLs', () => {
    const cases = fc.sample(
      arbRuleSet().chain((set) => {
        const rules: readonly Rule[] = rulesOf(set);
        return fc.tuple(
          fc.constant(set),
          fc.array(fc.oneof(arbUrl(), ...rules.map(arbUrlFor)), { minLength: 4, maxLength: 8 }),
        );
      }),
      { seed: 5, numRuns: 300 },
    );
    const keys = runPython<string[][]>(
      KEYS,
      cases.map(([set, urls]) => ({ module: exportRules(set, { to: 'scrapy' }).text, urls })),
    );
    let changed = 0;
    for (const [i, [set, urls]] of cases.entries()) {
      for (const [k, url] of urls.entries()) {
        expect([set, url, keys[i]![k]]).toEqual([set, url, keyPlain(set, url)]);
        if (keys[i]![k] !== url) changed++;
      }
    }
    expect(changed).toBeGreaterThan(500);
  });
});

describe.runIf(hasData).each(hasData ? allLabs() : [])('$name', ({ ruleSet, urls }) => {
  it('has the same keys in Python', () => {
    const normalizer = compileRules(ruleSet);
    const exported = exportRules(ruleSet, { to: 'scrapy' });
    expect(exported.refused).toEqual([]);
    const [keys] = runPython<string[][]>(KEYS, [{ module: exported.text, urls }]);
    expect(keys).toEqual(urls.map((url) => normalizer.key(url)));
  });

  it('has fingerprints of the keys in Scrapy', () => {
    const normalizer = compileRules(ruleSet);
    const some = urls.filter((url) => sun(url) === url).slice(0, 500);
    const module = exportRules(ruleSet, { to: 'scrapy' }).text;
    const answers = runPython<[boolean, boolean, string, string][]>(FINGERPRINTS, {
      module,
      urls: some.map((url) => [url, normalizer.key(url)]),
    });
    for (const [i, [same, kept, key, asked]] of answers.entries()) {
      expect([some[i], same, kept]).toEqual([some[i], true, true]);
      expect(key).toBe(normalizer.key(asked));
    }
  });

  it('is treated alike by duplicate-url-discarder', () => {
    const exported = exportRules(ruleSet, { to: 'scrapy', form: 'discarder' });
    expect(exported.exported.length + exported.refused.length).toBe(rulesOf(ruleSet).length);
    const within = urls.filter((url) => sun(url) === url && !/\?(.*[&;])?=?([&;]|$)|;/.test(url));
    const answers = runPython<string[]>(DISCARDER, { rules: exported.text, urls: within });
    const subset: RuleSet = { dustpan: 1, apply: 'fixpoint', sun: false, options: {}, rules: exported.exported };
    const normalizer = compileRules(subset);
    expect(answers).toEqual(within.map((url) => normalizer.key(url)));
  });
});

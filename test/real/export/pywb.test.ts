/** pywb with a generated rules file: its own keys of every URL of two lab sites become the keys of our forms. */
import { describe, expect, it } from 'vitest';
import { exportRules } from '../../../src/export/index.ts';
import { compileRules } from '../../../src/normalize/index.ts';
import { allLabs, hasData } from './lab.ts';
import { runPython } from './python.ts';

const RULES_FILE = `
import json, sys, pywb, os
json.load(sys.stdin)
json.dump(open(os.path.join(os.path.dirname(pywb.__file__), "rules.yaml")).read(), sys.stdout)
`;

/** Every key goes through the substitutions as FuzzyMatcher does it; and two captures are matched by FuzzyMatcher itself. */
const MATCH = `
import json, re, sys, tempfile
from pywb.warcserver.index.fuzzymatcher import FuzzyMatcher
from pywb.utils.canonicalize import canonicalize
item = json.load(sys.stdin)
with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
    file.write(item["rules"])
    file.flush()
    matcher = FuzzyMatcher(file.name)
normalize = matcher.url_normalize_rx[: item["count"]]
def normal(key):
    for regex, replace in normalize:
        key = re.sub(regex, replace, key)
    return key
out = []
for url, form in item["urls"]:
    key, wanted = canonicalize(url), canonicalize(form)
    cdx = {"urlkey": wanted, "url": form, "mime": "text/html"}
    out.append([normal(key), wanted, key == wanted or matcher.match_general_fuzzy_query(url, key, cdx, {})])
json.dump(out, sys.stdout)
`;

describe.runIf(hasData).each(hasData ? allLabs() : [])('$name', ({ ruleSet, urls }) => {
  it('has in pywb the keys of our forms', () => {
    const into = runPython<string>(RULES_FILE, null);
    const exported = exportRules(ruleSet, { to: 'pywb', into });
    const again = exportRules(ruleSet, { to: 'pywb', into: exported.text });
    expect(again.text).toBe(exported.text);
    const normalizer = compileRules({
      dustpan: 1,
      apply: 'fixpoint',
      sun: false,
      options: {},
      rules: exported.exported,
    });
    const count = exported.text.slice(0, exported.text.indexOf('# dustpan: end')).split('- match:').length - 1;
    // Where pywb decodes what separates parameters, its key no longer says where a value ends.
    const within = urls.filter((url) => !/[;#]|%[^0-9A-Fa-f]|%(?:26|3B|3D|3F|23|25)/i.test(url));
    const answers = runPython<[string, string, boolean][]>(MATCH, {
      rules: exported.text,
      count,
      urls: within.map((url) => [url, normalizer.key(url)]),
    });
    let changed = 0;
    for (const [i, [normal, wanted, isMatched]] of answers.entries()) {
      expect([within[i], normal, isMatched]).toEqual([within[i], wanted, true]);
      if (normalizer.key(within[i]!) !== within[i]) changed++;
    }
    // Of the rules that are learned on usemod pywb can express none.
    if (exported.exported.length > 0) expect(changed).toBeGreaterThan(50);
    else expect(exported.refused.length).toBeGreaterThan(0);
    process.stderr.write(`pywb: ${within.length} URLs, ${changed} changed\n`);
  });
});

// Makes URLs and rules for the normalizer benchmarks: seeded, with a chosen number of rules and share of rewritten URLs.

import { random } from './random.mjs';

const WORDS =
  'archive news report index product catalog forum thread article page user profile image gallery download search topic review local event press media group member policy health school county office water energy park survey census budget notice public record'.split(
    ' ',
  );

/** What a host does to a share `p` of its URLs, and the learned rule that undoes it. Each rule fits one shape, as learned rules do. */
const KINDS = [
  {
    vary: (u, r, p) => ({ ...u, www: r() < p }),
    rule: (h) => ['^*://(www.)?*.*/*/*.*$', `$1://$2.$3/$4/$5.$6`, [h, `www.${h}`]],
  },
  {
    vary: (u, r, p) => ({ ...u, query: r() < p ? `?sid=${Math.floor(r() * 1e9)}` : '' }),
    rule: (h) => ['^*://*.*/*/*.*(\\?sid=<~n>)?$', `$1://$2.$3/$4/$5.$6`, [h]],
  },
  {
    vary: (u, r, p) => ({ ...u, ext: r() < 1 - p ? 'htm' : 'html' }),
    rule: (h) => ['^*://*.*/*/*.(htm|html)$', `$1://$2.$3/$4/$5.htm`, [h]],
  },
  {
    vary: (u, r, p) => ({ ...u, dir: r() < 1 - p ? u.dir : u.dir.toUpperCase() }),
    rule: (h, dir) => [`^*://*.*/(${dir}|${dir.toUpperCase()})/*.*$`, `$1://$2.$3/${dir}/$4.$5`, [h]],
  },
];

/** `{ urls, rules }`: rules as text; `share` of the URLs are on hosts with rules, and `varied` of those are rewritten. */
export function makeData({ urls: count, rules: ruleCount, share, varied = 0.5, seed = 1, otherRules = 0 }) {
  const r = random(seed);
  const hosts = Math.max(ruleCount, Math.round(count / 260));
  const pick = (list) => list[Math.floor(r() * list.length)];
  const host = (i) =>
    `${WORDS[i % WORDS.length]}${Math.floor(i / WORDS.length)}.${['com', 'org', 'gov', 'net'][i % 4]}`;
  const dirs = Array.from({ length: ruleCount }, () => pick(WORDS));
  const urls = [];
  for (let n = 0; n < count; n++) {
    const ruled = r() < share;
    const i = ruled ? Math.floor(r() * ruleCount) : ruleCount + Math.floor(r() * Math.max(1, hosts - ruleCount));
    let url = {
      www: false,
      dir: ruled ? dirs[i] : pick(WORDS),
      file: `${pick(WORDS)}-${pick(WORDS)}-${pick(WORDS)}-${pick(WORDS)}_${Math.floor(r() * 1e7)}`,
      ext: 'html',
      query: '',
    };
    if (ruled) url = KINDS[i % KINDS.length].vary(url, r, varied);
    else if (r() < 0.3) url.query = `?id=${Math.floor(r() * 1e6)}&lang=en`;
    urls.push(`http://${url.www ? 'www.' : ''}${host(i)}/${url.dir}/${url.file}.${url.ext}${url.query}`);
  }
  const rules = [];
  for (let i = 0; i < ruleCount; i++) {
    const [context, transform, scope] = KINDS[i % KINDS.length].rule(host(i), dirs[i]);
    rules.push(`@{${scope.join()}} T ${context} => ${transform}`);
  }
  for (let i = 0; i < otherRules; i++)
    rules.push(`@{never${i}.example} T ^*://(www.)?*.*/*/${WORDS[i % WORDS.length]}${i}$ => $1://$2.$3/$4/x`);
  return { urls, rules };
}

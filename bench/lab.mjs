// Rule sets learned by default on the lab crawls of ../shared/data, applied to the URLs of the same crawls, against `new URL().href`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseRuleSet } from '../dist/normalize/index.js';
import { measureKey } from './normalizer.mjs';
import { random } from './random.mjs';

const DATA = new URL('../../shared/data/', import.meta.url).pathname;
const MAIN = new URL('../dist/cli/main.cjs', import.meta.url).pathname;
const SETS = ['lab-apachedocs', 'lab-cgit', 'lab-dokuwiki', 'lab-mediawiki', 'lab-usemod'];

/** One row a set; none where the data is not. `ruleFolder` has rule files learned before, called as the sets are. */
export function measureLab(count, { ruleFolder, repetitions = 5 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    return SETS.flatMap((name) => {
      const clusters = join(DATA, name, 'clusters-all.tsv.gz');
      if (!existsSync(clusters)) return [];
      const learned = join(ruleFolder ?? folder, `${name}.json`);
      if (!existsSync(learned))
        execFileSync(process.execPath, [MAIN, 'learn', clusters, '-o', learned], { stdio: 'ignore' });
      const set = parseRuleSet(readFileSync(learned, 'utf8'));
      return [{ name, ...measureKey({ data: { urls: shuffled(urlsOf(clusters), count) }, set, repetitions }) }];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** URLs that every parser takes: the rival throws on others. */
function urlsOf(clusters) {
  const lines = gunzipSync(readFileSync(clusters)).toString().trim().split('\n');
  return lines.map((line) => line.split('\t')[1]).filter((url) => URL.canParse(url));
}

/** This many URLs in a seeded order, again and again from the same list if it is shorter. */
function shuffled(urls, count) {
  const r = random(1);
  const all = [...urls];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(r() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return Array.from({ length: count }, (_, i) => all[i % all.length]);
}

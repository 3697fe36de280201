// The test cases of other URL normalizers, as published: reads them from ../shared/data, which is not part of the project.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const DATA = resolve(import.meta.dirname, '../../shared/data');

/** `{suite, input, expected}`; `expected` is null where the suite refuses the input, undefined where it says nothing of a normal form. Null without the data. */
export function peerCases() {
  const folders = ['testsuites-json', 'testsuites-pairs'].map((name) => join(DATA, name));
  if (!folders.every((folder) => existsSync(folder))) return null;
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .flatMap((file) => casesOf(folder, file)),
  );
}

function casesOf(folder, file) {
  if (file.endsWith('.tsv')) return pairsOf(file, readFileSync(join(folder, file), 'utf8'));
  if (!file.endsWith('.json.gz') || file.startsWith('clearurls')) return [];
  const suite = file.startsWith('wpt') ? 'WPT' : 'urlcanon';
  const found = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString('utf8'));
  return collect(found, file).map((one) => ({ suite, ...one }));
}

/** Extra arguments change what is asked for, so such pairs are inputs only. */
function pairsOf(file, text) {
  const suite = file.replace(/(-js|-py)?\.tsv$/, (_, language) =>
    language === '-js' ? ' (JS)' : language === '-py' ? ' (Python)' : '',
  );
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [input = '', expected = '', called = ''] = line.split('\t');
      // One suite tests other functions of its library too.
      const isPlain = !called.includes('+options') && (suite !== 'courlan' || /^(normalize|clean)_url$/.test(called));
      return { suite, input, expected: isPlain ? expected : undefined };
    });
}

function collect(found, file) {
  if (file.includes('path_dots')) {
    // Paths that are read as RFC 3986 has it; the others are as browsers read them.
    const paths = Object.entries(found.nonspecial).filter(([path]) => path.startsWith('/'));
    return paths.map(([path, expected]) => ({ input: `http://h${path}`, expected: `http://h${expected}` }));
  }
  if (Array.isArray(found)) return found.flatMap((one) => caseOf(one, file));
  const isNested = Object.values(found).some((value) => typeof value === 'object' && value !== null);
  if (!isNested) {
    const isUrl = !/funky_ipv4/.test(file);
    return Object.entries(found).map(([input, expected]) => ({ input, expected: isUrl ? expected : undefined }));
  }
  // Parts of URLs, or forms of another kind: inputs only.
  return Object.entries(found).flatMap(([name, value]) =>
    typeof value !== 'object' || value === null || 'scheme' in value
      ? [{ input: name, expected: undefined }]
      : Object.keys(value).map((input) => ({ input, expected: undefined })),
  );
}

function caseOf(one, file) {
  if (typeof one === 'string') return file.includes('idempotence') ? [{ input: one, expected: undefined }] : [];
  if (one.input === undefined) return [];
  // A relative reference is resolved against another URL; that is not a matter of normalization.
  const isAbsolute = one.base === null || one.base === 'about:blank' || /^[a-z][a-z0-9+.-]*:/i.test(one.input);
  return [{ input: one.input, expected: !isAbsolute || 'output' in one ? undefined : one.failure ? null : one.href }];
}

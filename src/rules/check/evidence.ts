/** Checks what a rule file says for and against a rule; fields that this version does not know are carried along. */
import type { Evidence } from '../rule.ts';
import { anyObject, array, at, fail, fields, integer, json, show, string } from './place.ts';

const COUNTS = ['frequency', 'support', 'falsePairs', 'forms', 'impureForms', 'changed', 'met'] as const;
const SHARES = ['fpr', 'impureUpper', 'confidence', 'risk'] as const;

export function checkEvidence(value: unknown, place: string): Evidence {
  const evidence = anyObject(value, place) as Readonly<Partial<Record<keyof Evidence, unknown>>>;
  json(evidence, place);
  if ('family' in evidence) string(evidence.family, at(place, 'family'));
  for (const name of COUNTS) if (name in evidence) integer(evidence[name], at(place, name), 0);
  for (const name of SHARES) if (name in evidence) checkShare(evidence[name], at(place, name));
  if ('withoutSingles' in evidence) checkWithoutSingles(evidence.withoutSingles, at(place, 'withoutSingles'));
  if ('fetchable' in evidence) checkFetchable(evidence.fetchable, at(place, 'fetchable'));
  if ('fetched' in evidence) checkFetched(evidence.fetched, at(place, 'fetched'));
  if ('likely' in evidence) checkLikely(evidence.likely, at(place, 'likely'));
  for (const name of ['examples', 'counterExamples'] as const) {
    if (name in evidence) checkExamples(evidence[name], at(place, name));
  }
  return evidence as Evidence;
}

function checkShare(value: unknown, place: string): void {
  const isShare = value === null || (typeof value === 'number' && value >= 0 && value <= 1);
  if (!isShare) fail(place, `must be a number from 0 to 1, or null when it is not known, not ${show(value)}`);
}

function checkWithoutSingles(value: unknown, place: string): void {
  const counts = fields(value, place, ['support', 'falsePairs', 'fpr']);
  integer(counts.support, at(place, 'support'), 0);
  integer(counts.falsePairs, at(place, 'falsePairs'), 0);
  checkShare(counts.fpr, at(place, 'fpr'));
}

function checkFetchable(value: unknown, place: string): void {
  const proof = fields(value, place, ['checked', 'ok']);
  const checked = integer(proof.checked, at(place, 'checked'), 0);
  const ok = integer(proof.ok, at(place, 'ok'), 0);
  if (ok > checked) fail(at(place, 'ok'), `is ${ok}, more than the ${checked} that were checked`);
}

function checkFetched(value: unknown, place: string): void {
  const counts = fields(value, place, ['tested', 'positive', 'negative', 'skipped']);
  const tested = integer(counts.tested, at(place, 'tested'), 0);
  const sum = integer(counts.positive, at(place, 'positive'), 0) + integer(counts.negative, at(place, 'negative'), 0);
  integer(counts.skipped, at(place, 'skipped'), 0);
  if (sum !== tested) fail(at(place, 'tested'), `is ${tested}, but positive and negative are ${sum} together`);
}

function checkLikely(value: unknown, place: string): void {
  const counts = fields(value, place, ['pairs', 'label', 'sketch', 'size', 'unknown']);
  const pairs = integer(counts.pairs, at(place, 'pairs'), 0);
  const kinds = ['label', 'sketch', 'size', 'unknown'] as const;
  const sum = kinds.reduce((total, kind) => total + integer(counts[kind], at(place, kind), 0), 0);
  if (sum !== pairs) fail(at(place, 'pairs'), `is ${pairs}, but ${kinds.join(', ')} are ${sum} together`);
}

function checkExamples(value: unknown, place: string): void {
  for (const [i, item] of array(value, place).entries()) {
    const here = `${place}[${i}]`;
    const example = fields(item, here, ['urls', 'form']);
    const urls = array(example.urls, at(here, 'urls'));
    if (urls.length !== 2) fail(at(here, 'urls'), 'must be a pair of URLs');
    for (const [k, url] of urls.entries()) string(url, `${at(here, 'urls')}[${k}]`);
    string(example.form, at(here, 'form'));
  }
}

/** Checks of a rule's evidence in words. */
import { expect, it } from 'vitest';
import { evidenceText } from './evidence-text.ts';

it('tells what fetching showed', () => {
  const evidence = {
    fetchable: { checked: 39, ok: 39 },
    fetched: { tested: 40, positive: 39, negative: 1, skipped: 2 },
    counterExamples: [{ urls: ['http://h/a?x', 'http://h/a'] as const, form: 'http://h/a' }],
  };
  expect(evidenceText(evidence)).toEqual({
    inFavor: ['39 of 39 outputs looked up were the same page', '39 of 40 pairs of fetched pages were the same'],
    against: ['http://h/a?x and http://h/a differ but share http://h/a'],
  });
});

it('is silent about lookups that found nothing to look up', () => {
  expect(evidenceText({ support: 12, fetchable: { checked: 0, ok: 0 } }).inFavor).toEqual(['joins 12 pairs of URLs']);
});

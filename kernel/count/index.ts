/** What judging rules asks for once their matches are known: pairs, outputs, buckets, which rules cover others, examples, and forms. */
import { areCovered, keepBuckets, setKept } from './cover';
import {
  alone,
  countForms,
  findForms,
  forgetHashes,
  formCount,
  impure,
  setForms,
  shared,
  takeForms,
} from './first-forms';
import { buckets, checked, checkOutputs, group, makeBuckets, ok, setScratch } from './forms';
import { addMatch, addMatches, setPool } from './matches';
import { setColumns } from './memory';
import { countPairs, falsePairs, falseWithoutSingles, forms, impureForms, pairs, setSeen, truePairs } from './pairs';
import { setTexts, smallestPairs } from './smallest';
import { indexTexts, setIndex, sumTouched } from './texts';

export {
  addMatch,
  addMatches,
  areCovered,
  countForms,
  findForms,
  forgetHashes,
  indexTexts,
  keepBuckets,
  setColumns,
  setForms,
  setIndex,
  setKept,
  setPool,
  setScratch,
  setSeen,
  setTexts,
  smallestPairs,
  sumTouched,
  takeForms,
};

/** Judges a rule; its buckets are written to `to`, and the numbers to `answer`. Gives the end of the buckets. */
export function judge(rule: i32, isUrl: bool, counted: i32, to: usize, answer: usize): usize {
  group(rule);
  if (isUrl) checkOutputs();
  // Outputs stand where hashes were: buckets need neither.
  const end = makeBuckets(to);
  countPairs(counted);
  store<f64>(answer, pairs);
  store<f64>(answer, truePairs, 8);
  store<f64>(answer, falsePairs, 16);
  store<f64>(answer, forms, 24);
  store<f64>(answer, impureForms, 32);
  store<f64>(answer, falseWithoutSingles, 40);
  store<f64>(answer, checked, 48);
  store<f64>(answer, ok, 56);
  store<f64>(answer, buckets, 64);
  return end;
}

/** What the first rules that match make of all URLs: forms, those that several have, and those of different pages. */
export function formCounts(answer: usize): void {
  store<f64>(answer, formCount + alone);
  store<f64>(answer, shared, 8);
  store<f64>(answer, impure, 16);
}

/** Rows by form: what travels of URLs that rules give one form is counts, added up before they travel wherever that loses nothing. */
import { hex } from '../../clusters/index.ts';
import { padded } from './texts.ts';

/** Orders of the rows of a form: known not to answer; a URL that is the form; URLs that a rule gives the form. */
export const FAILS = '0';
export const IS_FORM = '1';
const HAS_FORM = '2';
/** After the rule: of whole pages, added up; else of one page, by its wide group and its cluster. */
const SUMS = '-';
const PAGE = '.';

/** Digits of a rule's place. */
const RULE_DIGITS = 7;
/** Digits of keys of clusters and wide groups here, where only those of one form are compared. */
const LABEL = 16;

/** The key of a form by its hash. */
export function formKey(a: number, b: number): string {
  return hex(a) + hex(b);
}

/** Which of `places`, a power of two, a form of a rule has in a table that holds one form a place. */
export function placeOf(a: number, rule: number, places: number): number {
  return (a ^ Math.imul(rule, 0x9e3779b1)) & (places - 1);
}

export function sumsOrder(rule: number): string {
  return HAS_FORM + padded(rule, RULE_DIGITS) + SUMS;
}

/** Of pages that may be in other places too. */
export function pagesOrder(rule: number): string {
  return HAS_FORM + padded(rule, RULE_DIGITS) + PAGE;
}

/** URLs of one page, whether they are plural or not, and whether they are the form themselves. */
export type PageLabel = {
  readonly wide: string;
  readonly cluster: string;
  readonly half: number;
  readonly isPlural: boolean;
};

export function labelOf(key: string): string {
  return key.slice(0, LABEL);
}

/** Rows of a rule come by wide group, then by cluster. */
export function pageOrder(rule: number, { wide, cluster, half, isPlural }: PageLabel, isSelf: boolean): string {
  const own = cluster === wide ? '' : cluster;
  return `${pagesOrder(rule)}${wide}${own}${PAGE}${half}${isPlural ? 1 : 0}${isSelf ? 1 : 0}`;
}

/** What an order says of URLs that have the form. */
export type HasForm = { readonly rule: number; readonly isWhole: boolean };

export function readOrder(s: string): HasForm {
  const at = HAS_FORM.length + RULE_DIGITS;
  return { rule: Number(s.slice(HAS_FORM.length, at)), isWhole: s[at] === SUMS };
}

/** The page that an order of pages names. */
export function readPage(s: string): PageLabel & { readonly isSelf: boolean } {
  const at = HAS_FORM.length + RULE_DIGITS;
  const end = s.length - 3;
  const wide = s.slice(at + 1, at + 1 + LABEL);
  const own = s.slice(at + 1 + LABEL, end - 1);
  const cluster = own === '' ? wide : own;
  return { wide, cluster, half: Number(s[end]), isPlural: s[end + 1] === '1', isSelf: s[end + 2] === '1' };
}

/** Of URLs that are the form: their page, and of directed rules those that match them. */
export type OwnRow = readonly [wide: string, cluster: string, half: number, isPlural: 0 | 1, ...rules: number[]];

/**
 * Sums over pages that are whole: URLs, pairs of one page, those of them that count, URLs of plural clusters, pairs of those; then, where
 * outputs are checked, the page of the URLs that are not the form themselves, or ANY if there are several.
 */
export type SumsRow = readonly [
  urls: number,
  same: number,
  counted: number,
  plural: number,
  samePlural: number,
  source?: string,
];

/** Several pages. */
export const ANY = '*';

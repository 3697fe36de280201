/** Judging by stages: what forms say of the rules that give them, from counts alone (DustLin-MR, job 2). Rows are read once and not held. */
import { emitsUrl, type Rule } from '../../rules/index.ts';
import { type PairCounts, pairsOf } from '../../validate/index.ts';
import { ANY, FAILS, IS_FORM, type OwnRow, type PageLabel, readOrder, readPage, type SumsRow } from './form-rows.ts';
import type { JudgeParams } from './match.ts';
import type { Row, Stage } from './stage.ts';
import { padded } from './texts.ts';

/** What is known of a rule, of all forms or of some. */
export type RuleCounts = Readonly<PairCounts> & {
  /** Outputs that are in the data, and those of them that are right. */
  readonly checked: number;
  readonly ok: number;
};

export const NO_COUNTS: RuleCounts = {
  pairs: 0,
  truePairs: 0,
  falsePairs: 0,
  forms: 0,
  impureForms: 0,
  falseWithoutSingles: 0,
  checked: 0,
  ok: 0,
};

/** In: counts by form. Out: by rule what these forms say of it (`j`). */
export const judgeForms: Stage = {
  name: 'reduce:judge',
  kind: 'reduce',
  open(params, emit) {
    const { rules, counted } = params as JudgeParams;
    const judges = rules.map((rule, r) => new RuleJudge(rule, r, counted[r]!));
    return {
      group: (_form, rows) => judgeForm(rows, judges),
      end() {
        for (const { rule, counts, isSeen } of judges) if (isSeen) emit(`j${padded(rule)}`, '0', counts);
      },
    };
  },
};

/** In: what some forms say, by rule. Out: what all say: as many rows as rules, however many places looked at forms. */
export const addRuleCounts: Stage = {
  name: 'reduce:add-counts',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(key, rows) {
        let total = NO_COUNTS;
        for (const { v } of rows) total = addCounts(total, JSON.parse(v) as RuleCounts);
        emit(key, '0', total);
      },
    };
  },
};

/** The place of the rule that a row of counts, or of what else is known, is of. */
export function ruleOfKey(key: string): number {
  return Number(key.slice(1));
}

function addCounts(a: RuleCounts, b: RuleCounts): RuleCounts {
  const names = Object.keys(NO_COUNTS) as (keyof RuleCounts)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as RuleCounts;
}

/** Rows of one form, in order: what is the form comes before those that have it, and those by rule, wide group and cluster. */
function judgeForm(rows: Iterable<Row>, judges: readonly RuleJudge[]): void {
  const own: Own[] = [];
  let isFailing = false;
  let judge = null as RuleJudge | null;
  for (const { s, v } of rows) {
    if (s === FAILS) isFailing = true;
    else if (s === IS_FORM) own.push(ownOf(JSON.parse(v) as OwnRow));
    else {
      const { rule, isWhole } = readOrder(s);
      if (judge?.rule !== rule) {
        judge?.end(own, isFailing);
        judge = judges[rule]!;
        judge.start(own);
      }
      if (isWhole) judge.addSums(JSON.parse(v) as SumsRow);
      else {
        const page = readPage(s);
        judge.addPage(page, page.isSelf, JSON.parse(v) as number);
      }
    }
  }
  judge?.end(own, isFailing);
}

/** A URL that is the form. */
type Own = PageLabel & { readonly matchedBy: ReadonlySet<number> };

function ownOf([wide, cluster, half, isPlural, ...rules]: OwnRow): Own {
  return { wide, cluster, half, isPlural: isPlural === 1, matchedBy: new Set(rules) };
}

/**
 * Adds up what forms say of one rule, form after form. Pairs are counted among the URLs that have the form, and between those and
 * the URLs that are the form and that a directed rule leaves alone.
 */
class RuleJudge {
  readonly rule: number;
  readonly counts: { -readonly [Name in keyof RuleCounts]: number } = { ...NO_COUNTS };
  isSeen = false;
  readonly #isDirected: boolean;
  readonly #isUrl: boolean;
  readonly #counted: number;
  /** URLs that are left alone. */
  #alone: readonly Own[] = [];
  #urls = 0;
  #plural = 0;
  /** Pairs of one wide group, of one page, and of one wide group in plural clusters. */
  #same = 0;
  #true = 0;
  #samePlural = 0;
  /** The wide group that rows are of now, and its URLs so far; the same of the page. */
  #wide = '';
  #ofWide = 0;
  #pluralOfWide = 0;
  #page: PageLabel | null = null;
  #ofPage = 0;
  /** The page of all URLs that have the form and are not it: none, one, or several. */
  #source: Source | null = null;

  constructor({ directed, ...rule }: Rule, number: number, counted: number) {
    this.rule = number;
    this.#isDirected = directed;
    this.#isUrl = emitsUrl({ directed, ...rule });
    this.#counted = counted;
  }

  start(own: readonly Own[]): void {
    this.isSeen = true;
    this.#alone = this.#isDirected ? own.filter(({ matchedBy }) => !matchedBy.has(this.rule)) : [];
    this.#urls = 0;
    this.#plural = 0;
    this.#same = 0;
    this.#true = 0;
    this.#samePlural = 0;
    this.#wide = '';
    this.#page = null;
    this.#source = null;
  }

  addSums([urls, same, counted, plural, samePlural, source]: SumsRow): void {
    this.#urls += urls;
    this.#plural += plural;
    this.#same += same;
    this.#true += counted;
    this.#samePlural += samePlural;
    if (source !== undefined) this.#addSource(source, source);
  }

  addPage(page: PageLabel, isSelf: boolean, urls: number): void {
    if (page.wide !== this.#wide) {
      this.#endWide();
      this.#wide = page.wide;
    } else if (page.cluster !== this.#page?.cluster) this.#endPage();
    this.#page = page;
    this.#urls += urls;
    this.#ofWide += urls;
    this.#ofPage += urls;
    if (page.isPlural) {
      this.#plural += urls;
      this.#pluralOfWide += urls;
    }
    if (!isSelf) this.#addSource(page.wide, page.cluster);
  }

  end(own: readonly Own[], isFailing: boolean): void {
    this.#endWide();
    const alone = this.#alone.length;
    const pluralAlone = this.#alone.filter(({ isPlural }) => isPlural).length;
    const pairs = pairsWith(this.#urls, alone);
    const falsePairs = pairs - this.#same;
    const { counts } = this;
    counts.pairs += pairs;
    counts.truePairs += this.#true;
    counts.falsePairs += falsePairs;
    counts.falseWithoutSingles += pairsWith(this.#plural, pluralAlone) - this.#samePlural;
    if (this.#true + falsePairs > 0) counts.forms++;
    if (falsePairs > 0) counts.impureForms++;
    const verdict = this.#isUrl && this.#source ? verdictOn(this.#source, own, isFailing) : NONE;
    if (verdict === RIGHT || verdict === WRONG) counts.checked++;
    if (verdict === RIGHT) counts.ok++;
  }

  #endWide(): void {
    this.#endPage();
    const here = this.#alone.filter(({ wide }) => wide === this.#wide);
    this.#same += pairsWith(this.#ofWide, here.length);
    this.#samePlural += pairsWith(this.#pluralOfWide, here.filter(({ isPlural }) => isPlural).length);
    this.#ofWide = 0;
    this.#pluralOfWide = 0;
  }

  #endPage(): void {
    const page = this.#page;
    if (page && ((this.#counted >> page.half) & 1) === 1) {
      const here = this.#alone.filter(({ wide, cluster }) => wide === page.wide && cluster === page.cluster);
      this.#true += pairsWith(this.#ofPage, here.length);
    }
    this.#page = null;
    this.#ofPage = 0;
  }

  #addSource(wide: string, cluster: string): void {
    const known = this.#source;
    if (!known) this.#source = { wide, cluster };
    else if (known.wide !== wide) this.#source = { wide: ANY, cluster: ANY };
    else if (known.cluster !== cluster) this.#source = { wide, cluster: ANY };
  }
}

/** Pairs among URLs that have a form, and with so many more that are it; two that are left alone are no instance of a rule. */
function pairsWith(urls: number, alone: number): number {
  return pairsOf(urls) + urls * alone;
}

/** ANY stands for several. */
type Source = { readonly wide: string; readonly cluster: string };

const NONE = 0;
const RIGHT = 1;
const UNKNOWN = 2;
const WRONG = 3;

/**
 * What is known of a form as an output: right if all URLs that lead to it are of its page, wrong if one is of another or if it is known not to
 * answer, unknown if nothing is worse than perhaps (same wide group, other cluster).
 */
function verdictOn(source: Source, own: readonly Own[], isFailing: boolean): number {
  let verdict = isFailing ? WRONG : NONE;
  for (const { wide, cluster } of own) {
    const isPage = source.cluster === cluster;
    verdict = Math.max(verdict, source.wide !== wide ? WRONG : isPage ? RIGHT : UNKNOWN);
  }
  return verdict;
}

/** Chooses the rules of one site: the most useful proven change first, each measured on the forms that the others leave, until nothing is gained. */
import { FAMILIES, type Family, pairsOf, type SiteUrls } from '../learn/index.ts';
import { type AcceptOptions, isWhole, reasonAgainst, riskOf } from './accept.ts';
import type { AcceptedRule } from './accepted.ts';
import { areAtOdds, type Candidate, candidateOf, rulesOfCandidate } from './candidate.ts';
import { Changes } from './changes.ts';
import { type Form, Forms } from './forms.ts';
import { takesWords } from './kept-to-words.ts';
import { ledBy } from './led.ts';
import { Literals } from './literals.ts';
import { type Measured, measureChanges, rarelyMeets } from './measure.ts';
import { keptOut, narrow } from './narrow.ts';
import type { Narrowed } from './narrowed.ts';
import { believedHere } from './noise.ts';
import { PRIORS } from './priors.ts';
import { isProvable, provableBy } from './provable.ts';
import { Restless } from './restless.ts';
import { Semicolons } from './semicolons.ts';
import { Sensitivity } from './sensitivity.ts';
import { isBeyondDefault, Places, secondDefaultRisk } from './siblings.ts';
import { TouchedUrls } from './touched-urls.ts';
import { keptToMet } from './unmet.ts';
import { Words } from './words.ts';

export type Accepted = {
  readonly candidate: Candidate;
  readonly rules: readonly AcceptedRule[];
  readonly measured: Measured;
  /** Expected share of wrong merges. */
  readonly risk: number;
  /** Numbers of the URLs it changed. */
  readonly urls: readonly number[];
};

/** Told of every hypothesis that merges something, for estimating priors. */
export type Observer = (candidate: Candidate, measured: Measured, reason: string | null) => void;

export type SiteSelection = {
  readonly accepted: readonly Accepted[];
  /** What was tried, with the reason why it was not taken in the last round. */
  readonly known: ReadonlyMap<string, string | null>;
  /** What the site says of `;`. */
  readonly semicolons: Semicolons;
  /** Of words in place of a query. */
  readonly words: Words;
  /** And of places where pages do not stay the same. */
  readonly restless: Restless;
  readonly candidates: number;
  /** Those of them that were not taken in the last round, for want of evidence and because of contradictions. */
  readonly unproven: number;
  readonly contradicted: number;
  /** Those that its URLs are on. */
  readonly hosts: readonly string[];
  readonly forms: Forms;
  /** What the accepted rules make of a text. */
  readonly closure: (text: string) => string;
  /** Those that they may change. */
  readonly touched: TouchedUrls;
  /** Whether each of them, by itself, leaves all forms as they are. */
  readonly isSettled: boolean;
};

const ROUNDS = 8;
/** Times that other proposers are asked: what they gain may bring more to light, once. */
const ASKED = 2;
/** Contradicted changes that are tried with conditions, the most useful first. */
const NARROWED = 120;
/** A wrong merge weighs as much as so many right ones. */
const WRONG_WEIGHT = 20;
/** Of what all rules of a site merge in the data, so much may be wrong. */
const WRONG_SHARE = 0.005;
/** Or so much, where it is the rule that is rarely wrong itself: what is wrong everywhere now and then is the noise of the pages. */
const NOISE_SHARE = 0.01;
const RARELY = 0.0125;

export type SelectOptions = AcceptOptions & {
  /** Asked when the families have nothing more that is proven. */
  readonly proposers?: readonly Family[];
};

/** What was chosen already, what it really makes of the URLs, and the keys of candidates that are not to be taken. */
export type Begun = {
  readonly selection: SiteSelection;
  readonly keys: readonly string[];
  readonly refused?: ReadonlySet<string>;
};

/** `begun` goes on from there. */
export function selectSite(urls: SiteUrls, options: SelectOptions, observe?: Observer, begun?: Begun): SiteSelection {
  const forms = new Forms(begun ? { ...urls, texts: begun.keys } : urls);
  const hosts = begun?.selection.hosts ?? forms.hosts().sort();
  const literals = new Literals();
  const state: State = {
    forms,
    changes: new Changes(forms),
    hosts,
    accepted: [...(begun?.selection.accepted ?? [])],
    options,
    here: options,
    literals,
    semicolons: begun?.selection.semicolons ?? new Semicolons(forms),
    words: begun?.selection.words ?? new Words(forms.all()),
    restless: begun?.selection.restless ?? new Restless(literals),
    sensitivity: new Sensitivity(forms, options.priors ?? PRIORS),
    closure: begun?.selection.closure ?? ((text) => text),
    touched: new TouchedUrls(urls.texts.length),
    isSettled: begun === undefined,
    refused: begun?.refused ?? new Set(),
  };
  // Of URLs that came to their forms before, it is not known how.
  if (begun) state.touched.addAll();
  const known = new Map(begun?.selection.known);
  let asked = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = state.accepted.length;
    const take = (families: readonly Family[]) => {
      if (families.length === 0) return false;
      const { version } = forms;
      if (version > state.sensitivity.version) state.sensitivity = new Sensitivity(forms, options.priors ?? PRIORS);
      for (const chosen of chooseAll(state, families, known, observe)) accept(state, chosen, version);
      return state.accepted.length > before;
    };
    // Priors are estimated from all that is proposed, proven or not.
    const likely = (families: readonly Family[]) =>
      observe ? families : provableBy(families, mostWitnesses(forms), options);
    if (take(likely(FAMILIES))) continue;
    if (asked++ === ASKED || !take(likely(options.proposers ?? []))) break;
  }
  const reasons = [...known.values()].filter((reason) => reason !== null);
  const contradicted = reasons.filter((reason) => reason === 'contradicted').length;
  return {
    accepted: state.accepted,
    known,
    semicolons: state.semicolons,
    words: state.words,
    restless: state.restless,
    candidates: known.size,
    contradicted,
    unproven: reasons.length - contradicted,
    hosts,
    forms,
    closure: state.closure,
    touched: state.touched,
    isSettled: state.isSettled,
  };
}

/** Pages that have several forms, or the bits of the forms of one page, if they are more. */
function mostWitnesses(forms: Forms): number {
  const counts = new Map<number, number>();
  const all = forms.all();
  for (let f = 0; f < all.length; f++) {
    const { pages } = all[f]!;
    for (let i = 0; i < pages.length; i++) counts.set(pages[i]!, (counts.get(pages[i]!) ?? 0) + 1);
  }
  let [plural, most] = [0, 1];
  for (const count of counts.values()) {
    if (count > 1) plural++;
    most = Math.max(most, count);
  }
  return Math.max(plural, Math.log2(most));
}

type State = {
  readonly forms: Forms;
  readonly changes: Changes;
  readonly hosts: readonly string[];
  readonly accepted: Accepted[];
  readonly options: AcceptOptions;
  /** The same with what is believed of this site, since candidates were last looked for. */
  here: AcceptOptions;
  readonly literals: Literals;
  readonly semicolons: Semicolons;
  readonly words: Words;
  readonly restless: Restless;
  /** Of the forms as they were when candidates were last looked for. */
  sensitivity: Sensitivity;
  /** What all rules accepted so far make of a text. */
  closure: (text: string) => string;
  /** URLs of which a rule changed the form; the rules leave all others as they are. */
  readonly touched: TouchedUrls;
  /** Whether each rule, by itself, leaves all forms as they are. */
  isSettled: boolean;
  readonly refused: ReadonlySet<string>;
};

type Judged = Narrowed & { readonly key: string; readonly reason: string | null };

/** Candidates that the forms suggest and prove, as they are or narrowed, the most useful first. */
function chooseAll(
  state: State,
  families: readonly Family[],
  known: Map<string, string | null>,
  observe?: Observer,
): Judged[] {
  const { forms, changes, hosts, options, literals, semicolons, words, restless, sensitivity } = state;
  const view = { forms: forms.all(), pairs: pairsOf(forms.all()) };
  const measure = (candidate: Candidate) => measureChanges(changes.of(candidate), forms, sensitivity, isWhole(options));
  const measurements = new Map<string, { candidate: Candidate; measured: Measured }>();
  /** Candidates that join nothing. */
  const barren = new Set<string>();
  for (const family of families) {
    const proposed = family
      .propose(view)
      .filter((hypothesis) => mayJoin(hypothesis, sensitivity))
      .map((hypothesis) => {
        return { hypothesis, candidate: restless.kept(semicolons.kept(candidateOf(hypothesis, hosts))) };
      });
    changes.prepare(proposed.map(({ candidate }) => candidate));
    for (const { hypothesis, candidate } of proposed) {
      const { key } = candidate;
      if (measurements.has(key)) continue;
      const { within } = hypothesis;
      if (within && barren.has(candidateOf({ ...hypothesis, ops: [within] }, hosts).key)) continue;
      if (!observe && !isProvable(candidate, hypothesis.atMost, options)) {
        known.set(key, 'too-little');
        continue;
      }
      const measured = measure(candidate);
      if (measured.gain === 0) {
        barren.add(key);
        continue;
      }
      const kept = words.kept(candidate, measured);
      measurements.set(kept.key, { candidate: kept, measured: kept === candidate ? measured : measure(kept) });
    }
  }
  const isProven = (candidate: Candidate) => reasonAgainst(candidate, measure(candidate), options) === null;
  const measureKept = (keep: (candidate: Candidate) => Candidate) => {
    for (const [key, { candidate: before }] of [...measurements]) {
      const candidate = keep(before);
      if (candidate === before) continue;
      measurements.delete(key);
      measurements.set(candidate.key, { candidate, measured: measure(candidate) });
    }
  };
  if (semicolons.isRefutedBy(measurements.values(), isProven)) measureKept((candidate) => semicolons.kept(candidate));
  while (restless.isFoundIn(measurements.values(), isProven)) measureKept((candidate) => restless.kept(candidate));
  const priors = believedHere(options.priors ?? PRIORS, [...measurements.values()], options.seenShare);
  const here = { ...options, priors };
  state.here = here;
  const places = new Places(forms);
  const judged = [...measurements].map(([key, { candidate: alone, measured }]): Judged => {
    const candidate = { ...alone, siblingRisk: places.riskOf(alone) };
    const reason = reasonAgainst(candidate, measured, here);
    known.set(key, reason);
    observe?.(candidate, measured, reason);
    return { candidate, measured, price: 0, key, reason };
  });
  const all = judged.sort((a, b) => useOf(b) - useOf(a) || (a.key < b.key ? -1 : 1));
  const data = { forms, literals, options: here, sensitivity };
  const mayNarrow = ({ candidate }: Judged) =>
    candidate.siblingRisk === 0 && (candidate.bodies === undefined || takesWords(candidate));
  const narrowed = all
    .filter(
      (one) => one.reason === 'contradicted' && one.measured.goodMerges > one.measured.badMerges && mayNarrow(one),
    )
    .sort((a, b) => b.measured.goodMerges - a.measured.goodMerges || (a.key < b.key ? -1 : 1))
    .slice(0, NARROWED)
    .flatMap(({ candidate, measured, key }): Judged[] => {
      const found = narrow(candidate, changes.of(candidate), measured, data);
      return found === null ? [] : [{ ...found, key, reason: null }];
    });
  const proven = all
    .filter(({ reason }) => reason === null)
    .map((one): Judged => {
      if (one.measured.badMerges === 0 || !mayNarrow(one)) return one;
      const { candidate, measured, key } = one;
      const kept = keptOut(candidate, changes.of(candidate), measured, data);
      return kept === null ? one : { ...kept, key, reason: null };
    });
  const chosen = [...proven, ...narrowed];
  // Of two that are as useful, the one whose conditions were not searched for.
  return chosen.sort(
    (a, b) =>
      Number(isSweeping(a)) - Number(isSweeping(b)) ||
      useOf(b) - useOf(a) ||
      a.price - b.price ||
      (a.key < b.key ? -1 : 1),
  );
}

/** Whether it leaves out whatever is in the query, also what nobody has seen: it has its turn when all has been taken that says what it leaves out. */
function isSweeping({ candidate: { ops } }: Judged): boolean {
  return ops.some(({ op }) => op === 'dropQuery');
}

/** False if nothing could be gained, which is quickly seen. */
function mayJoin({ ops, bodies }: Pick<Candidate, 'ops' | 'bodies'>, sensitivity: Sensitivity): boolean {
  return bodies !== undefined || ops.length !== 1 || sensitivity.mayJoin(ops[0]!);
}

function useOf({ measured }: Judged): number {
  return measured.gain - WRONG_WEIGHT * measured.badMerges;
}

/** Measures once more on the forms as they are now, all rules together, and takes the candidate if it still holds. `version` is that of the forms it was chosen on. */
function accept(state: State, judged: Judged, version: number): boolean {
  const { forms, accepted, here: options, sensitivity } = state;
  const { price } = judged;
  if (state.refused.has(judged.candidate.key)) return false;
  const others = accepted.map((other) => other.candidate);
  const siblingRisk = Math.max(judged.candidate.siblingRisk, secondDefaultRisk(judged.candidate, others, forms));
  const asked = { ...judged.candidate, siblingRisk };
  if (others.some((other) => areAtOdds(asked, other))) return false;
  const measure = (changes: ReadonlyMap<Form, string>) => measureChanges(changes, forms, sensitivity, isWhole(options));
  // What was measured as it stands, on these forms, holds; conditions that were searched for are written down only now.
  const isMeasured = price === 0 && forms.version === version;
  const whole = isMeasured ? judged.measured : measure(state.changes.of(asked));
  if (!isMeasured && reasonAgainst(asked, whole, options, price) !== null) return false;
  if (isBeyondDefault(asked, others) && rarelyMeets(whole)) return false;
  const candidate = keptToMet(asked, whole, state.literals);
  const raw = state.changes.of(candidate);
  const alone = candidate === asked ? whole : measure(raw);
  const rules = rulesOfCandidate(candidate).map((rule) => ({ rule, family: candidate.family }));
  const together = [...accepted.flatMap((other) => other.rules), ...rules];
  const led = ledBy(raw, together);
  if (led === null) return false;
  // Where no other rule has a say, nothing is new since it was measured alone.
  const measured = led.isAsMade ? alone : measure(led.changes);
  if (reasonAgainst(candidate, measured, options, price) !== null) return false;
  const risk = riskOf(candidate, measured, options, price);
  if (!isAffordable(accepted, measured)) return false;
  const urls: number[] = [];
  for (const form of led.changes.keys()) for (const url of form.urls) urls.push(url);
  if (rules.length > 1) state.touched.addAll();
  else state.touched.add(accepted.length, raw, led.changes);
  if (rules.length > 1 || !led.isSettled) state.isSettled = false;
  forms.change(led.changes, led.sources);
  accepted.push({ candidate, rules, measured, risk, urls });
  state.closure = led.closure;
  return true;
}

/** What all rules of a site together merge wrongly is less than what one may: that bound is for rules of which little is known. */
function isAffordable(accepted: readonly Accepted[], { badMerges, gain }: Measured): boolean {
  let [wrong, merges] = [badMerges, gain];
  for (const { measured } of accepted) {
    wrong += measured.badMerges;
    merges += measured.gain;
  }
  return wrong <= WRONG_SHARE * merges || (badMerges <= RARELY * gain && wrong <= NOISE_SHARE * merges);
}

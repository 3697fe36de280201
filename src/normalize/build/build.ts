/** Compiles a rule set into flat arrays: per host a program, per program the masks and groups that find its rules by hash. */
import { joinBytes } from '../../base/index.ts';
import { type El, isFetchable, type Rule, type RuleSet, stagesOf, type TokenEmit } from '../../rules/index.ts';
import { encode } from '../bytes.ts';
import { filterBit } from '../features.ts';
import { CHAIN_GOES_ON, type Flat, ROW_CHAIN, ROW_HASH, URL_PART } from '../flat.ts';
import { buildTable, hashRange, mix } from '../hash.ts';
import { editCode } from './edit-code.ts';
import { cutEmit, emitCode, isIdentityEmit } from './emit-code.ts';
import { GroupRows, partsOf } from './group-rows.ts';
import { keyCode } from './key-code.ts';
import { ANY_URL, type FeatureLookup, featureLookups } from './rule-features.ts';
import { textCode } from './text-code.ts';
import { choiceCode, chosen, highestCapture, lookedUp, lookups, maskCode, variantCode } from './token-code.ts';
import { tokenVariants } from './variants.ts';
import { isWellFormed } from './well-formed.ts';
import { addPacked, Code, Ints, Pool } from './writer.ts';

/** How a rule is found, independent of hosts. */
type Finder = {
  readonly rule: number;
  /** Delimiters of a token variant, or the features of a group. */
  readonly by: string | FeatureLookup;
  /** Place of the mask or group in the code. */
  readonly place: number;
  readonly hash: number;
  /** Place of the program in the code, or -1 for the interpreter. */
  readonly program: number;
  readonly choice: number;
};

/** A program and its numbers, as they stand in stages and entries of hosts. */
type Program = readonly [program: number, most: number, rows: number, rowCount: number, counts: number];
const NO_PROGRAM: Program = [-1, -1, -1, 0, 0];
/** A program of so few candidates tries them all: a look at them costs less than finding out which to look at. */
const FEW_CANDIDATES = 4;
/** More than the number of any rule. */
const NO_RULE = 0x7fffffff;

/** `stored`: which rules can be read out of it again; those that the interpreter may be asked for must be. */
export function buildFlat(set: RuleSet, stored: 'all' | 'interpreted' = 'all'): Flat {
  const builder = new Builder();
  const stages = new Ints();
  const rules: Rule[] = [];
  for (const [stage, { apply, sun, rules: own }] of stagesOf(set).entries()) {
    const first = rules.length;
    for (const rule of own) rules.push(rule);
    const composes = apply === 'fixpoint';
    stages.push(composes ? 1 : 0, sun ? 1 : 0, ...builder.addStage(stage, own, first, composes));
  }
  const jsonAt = new Ints();
  const json: Uint8Array[] = [];
  let size = 0;
  for (const [i, rule] of rules.entries()) {
    jsonAt.push(size);
    if (stored === 'interpreted' && !builder.interpreted.has(i)) continue;
    const text = encode(JSON.stringify(rule));
    json.push(text);
    size += text.length;
  }
  jsonAt.push(size);
  const head = {
    options: set.options,
    staged: 'stages' in set,
    stages: stagesOf(set).map(({ apply, sun, rules: own }) => ({ apply, sun, rules: own.length })),
  };
  return {
    ...builder.done(),
    stages: stages.done(),
    flags: Int32Array.from(rules, (rule) => (isFetchable(rule) ? 1 : 0) | (rule.state === 'quarantined' ? 2 : 0)),
    jsonAt: jsonAt.done(),
    json: joinBytes(json),
    head: encode(JSON.stringify(head)),
  };
}

/** Candidates of one program under one hash, and the chain of another program under the same. */
type Chain = {
  readonly program: number;
  readonly candidates: Finder[];
  readonly next: Chain | null;
  place: number;
};

class Builder {
  /** Rules that the interpreter may be asked for: all but those that variants do. */
  readonly interpreted = new Set<number>();
  private readonly pool = new Pool();
  private readonly code = new Code();
  private readonly programOf = new Map<string, Program>();
  private readonly lists = new Ints();
  /** Places in the lists where a row's only chain is to stand. */
  private readonly onlyChains = new Map<number, Chain>();
  private readonly shapes = new Map<number, number>();
  private readonly hostLists = new Map<number, number[][]>();
  private readonly chains = new Map<number, Chain>();
  /** The chains as they are written: first those of programs with few candidates. */
  private readonly written = new Ints();

  /** Enters the rules of a stage; gives the program of its rules for every host. */
  addStage(stage: number, rules: readonly Rule[], first: number, composes: boolean): Program {
    const finders = rules.map((rule, i) => (rule.state === 'refuted' ? [] : this.finders(rule, first + i, composes)));
    const byHost = new Map<string, number[]>();
    const everywhere: number[] = [];
    for (const [i, { scope }] of rules.entries()) {
      if (finders[i]!.length === 0) continue;
      if (scope.hosts === '*') everywhere.push(i);
      else
        for (let k = 0; k < scope.hosts.length; k++) {
          const host = scope.hosts[k]!;
          const list = byHost.get(host);
          if (list) list.push(i);
          else byHost.set(host, [i]);
        }
    }
    byHost.forEach((list, host) => {
      this.addHost(stage, host, this.program(list, finders, first));
    });
    return everywhere.length === 0 ? NO_PROGRAM : this.program(everywhere, finders, first);
  }

  done(): Pick<Flat, 'hosts' | 'hostEntries' | 'shapes' | 'lists' | 'entries' | 'chains' | 'code' | 'pool'> {
    const hostEntries = new Ints();
    const hosts = new Map<number, number>();
    this.hostLists.forEach((list, hash) => {
      hosts.set(hash, hostEntries.length);
      for (let i = 0; i < list.length; i++) {
        const entry = list[i]!;
        hostEntries.push(i + 1 < list.length ? hostEntries.length + 1 + entry.length : 0);
        hostEntries.append(entry);
      }
    });
    const chains = this.written;
    const entries = new Map<number, number>();
    this.chains.forEach((first, hash) => {
      entries.set(hash, chains.length);
      for (let chain: Chain | null = first; chain !== null; chain = chain.next) {
        chain.place = this.writeChain(chain.program, chain.candidates, chain.next !== null);
      }
    });
    for (const [place, chain] of this.onlyChains) this.lists.set(place, chain.place);
    return {
      hosts: buildTable(hosts),
      hostEntries: hostEntries.done(),
      shapes: buildTable(this.shapes),
      lists: this.lists.done(),
      entries: buildTable(entries),
      chains: chains.done(),
      code: this.code.done(),
      pool: this.pool.done(),
    };
  }

  private finders(rule: Rule, index: number, composes: boolean): Finder[] {
    const regular = isWellFormed(rule);
    if (regular && rule.match.view === 'tokens' && rule.emit.view === 'tokens') {
      const variants = this.variantFinders(rule.match.seq, rule.emit, index, composes);
      if (variants !== null) return variants;
    }
    const code = regular ? this.programCode(rule) : null;
    const program = code === null ? -1 : this.code.write(code);
    this.interpreted.add(index);
    const lookups = regular ? featureLookups(rule, composes) : [ANY_URL];
    return lookups.map((by) => ({
      rule: index,
      by,
      place: this.code.group(by.group),
      hash: by.hash,
      program,
      choice: -1,
    }));
  }

  /** How the variants of a token rule are found; null if it has to be interpreted. */
  private variantFinders(seq: readonly El[], emit: TokenEmit, index: number, composes: boolean): Finder[] | null {
    const variants = tokenVariants(seq);
    if (variants === null) return null;
    const captures = highestCapture(seq, emit);
    const cut = cutEmit(emit);
    const ofShape = new Map<string, number>();
    if (composes) for (const { shape } of variants) ofShape.set(shape, (ofShape.get(shape) ?? 0) + 1);
    const finders: Finder[] = [];
    for (let v = 0; v < variants.length; v++) {
      const variant = variants[v]!;
      // Where a form that is the URL counts as none, it is not looked for; but a variant of the same shape must not take its place.
      const isAlone = ofShape.get(variant.shape) === 1;
      const expanded = lookedUp(variant.segments);
      const all = lookups(variant.segments, expanded);
      const found = isAlone ? all.filter(({ choice }) => !isIdentityEmit(chosen(variant, expanded, choice), cut)) : all;
      if (found.length === 0) continue;
      const place = this.code.shared(maskCode(variant.segments, expanded));
      const emitAt = this.code.shared(emitCode(variant, cut, this.pool));
      const program = this.code.write(variantCode(variant, expanded, captures, emitAt, this.pool));
      for (let k = 0; k < found.length; k++) {
        const { hash, choice } = found[k]!;
        const choiceAt = choice === null ? -1 : this.code.write(choiceCode(choice, this.pool));
        finders.push({ rule: index, by: variant.shape, place, hash, program, choice: choiceAt });
      }
    }
    return finders;
  }

  /** The program of a key, text or edit rule; null if it has to be interpreted. */
  private programCode({ match, emit }: Rule): number[] | null {
    if (match.view === 'keys' && emit.view === 'keys') return keyCode(match, emit, this.pool);
    if (match.view === 'text' && emit.view === 'text') return textCode(match, emit, this.pool);
    if (match.view === 'edit' && emit.view === 'edit') return editCode(match, emit, this.pool);
    return null;
  }

  /** The program of a list of rules; hosts with the same list share it. */
  private program(list: readonly number[], finders: readonly (readonly Finder[])[], first: number): Program {
    const name = `${first}:${list.join()}`;
    const known = this.programOf.get(name);
    if (known !== undefined) return known;
    const program = this.programOf.size;
    const all: Finder[] = [];
    for (let i = 0; i < list.length; i++) {
      const own = finders[list[i]!]!;
      for (let k = 0; k < own.length; k++) all.push(own[k]!);
    }
    const few = all.length <= FEW_CANDIDATES && all.every(({ by }) => typeof by === 'string');
    const masks = new Map<string, Set<number>>();
    const rows = new GroupRows();
    let firstByFewerParams = NO_RULE;
    for (let i = 0; i < all.length; i++) {
      const finder = all[i]!;
      const { by, place } = finder;
      if (typeof by === 'string' || (partsOf(by.group) & URL_PART.fewerParams) !== 0)
        firstByFewerParams = Math.min(firstByFewerParams, finder.rule);
      if (typeof by === 'string') {
        const places = masks.get(by);
        if (places) places.add(place);
        else masks.set(by, new Set([place]));
      } else {
        rows.add(place, by);
        this.addToFilter(place, finder.hash);
      }
      if (!few) this.addToChain(program, finder);
    }
    let most = -1;
    let counts = 0;
    for (const [shape, places] of masks) {
      most = Math.max(most, shape.length);
      counts |= 1 << (shape.length & 31);
      if (!few) this.addShape(program, shape, places);
    }
    if (rows.size > 0) this.lists.push(firstByFewerParams);
    const found = few ? this.writeChain(program, all, false) : -1;
    const numbers: Program = [program, most, rows.size > 0 ? this.lists.length : found, rows.size, counts];
    this.programOf.set(name, numbers);
    for (const row of rows.done()) {
      if (row[ROW_CHAIN] !== -1)
        this.onlyChains.set(this.lists.length + ROW_CHAIN, this.chainOf(program, row[0]!, row[ROW_HASH]!)!);
      this.lists.append(row);
    }
    return numbers;
  }

  /** Gives the chain's place. */
  private writeChain(program: number, candidates: Finder[], goesOn: boolean): number {
    const place = this.written.length;
    if (candidates.length > 1)
      candidates.sort((a, b) => a.rule - b.rule || a.program - b.program || a.choice - b.choice);
    this.written.push(goesOn ? candidates.length | CHAIN_GOES_ON : candidates.length, program);
    for (let i = 0; i < candidates.length; i++) {
      const { rule, program: its, choice } = candidates[i]!;
      this.written.push(rule, its, choice);
    }
    return place;
  }

  /** Two shapes of one hash share a list; masks of the other shape only cost a lookup. */
  private addShape(program: number, shape: string, places: ReadonlySet<number>): void {
    const bytes = encode(shape);
    const hash = mix(program, hashRange(bytes, 0, bytes.length));
    const before = this.shapes.get(hash);
    const all = new Set(places);
    if (before !== undefined && before < -1) all.add(-2 - before);
    else if (before !== undefined) {
      const written = this.lists.done();
      for (let k = 0; k < written[before]!; k++) all.add(written[before + 1 + k]!);
    }
    const [only] = all;
    if (all.size === 1 && only !== undefined) {
      this.shapes.set(hash, -2 - only);
      return;
    }
    this.shapes.set(hash, this.lists.length);
    this.lists.push(all.size);
    for (const place of all) this.lists.push(place);
  }

  /** Enters a finder into the chain of its literals, which may be new. Most chains stay at one, and a list that begins empty takes room for seventeen. */
  private addToChain(program: number, finder: Finder): void {
    const chain = this.chainOf(program, finder.place, finder.hash);
    if (chain !== null) {
      chain.candidates.push(finder);
      return;
    }
    const hash = chainHash(program, finder.place, finder.hash);
    this.chains.set(hash, { program, candidates: [finder], next: this.chains.get(hash) ?? null, place: -1 });
  }

  /** The chain of these literals, if there is one. Programs whose literals have one hash by chance have chains of their own. */
  private chainOf(program: number, place: number, literals: number): Chain | null {
    let chain = this.chains.get(chainHash(program, place, literals)) ?? null;
    while (chain !== null && chain.program !== program) chain = chain.next;
    return chain;
  }

  /** A group ends with its filter. */
  private addToFilter(group: number, hash: number): void {
    const bit = filterBit(hash);
    this.code.addBits(group + 3 + 2 * this.code.at(group) + (bit >> 5), 1 << (bit & 31));
  }

  private addHost(stage: number, host: string, program: Program): void {
    const bytes = encode(host);
    const hash = mix(stage, hashRange(bytes, 0, bytes.length));
    const entry = [bytes.length, ...program];
    addPacked(entry, bytes);
    const list = this.hostLists.get(hash);
    if (list) list.push(entry);
    else this.hostLists.set(hash, [entry]);
  }
}

function chainHash(program: number, place: number, literals: number): number {
  return mix(mix(program, place), literals);
}

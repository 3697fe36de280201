/** Token rules, interpreted: a Pike simulation over tokens, so that stacked optionals cost no more than their number. */
import { isDelimiter, tokenizeDuster, tokenType } from '../../url/index.ts';
import type { El, TokenEmit, TokenMatch } from '../rule.ts';
import { convert } from './convert.ts';

/** Token range of each capture, by its number; a capture inside a skipped group is missing. */
export type Captures = ReadonlyMap<number, readonly [from: number, to: number]>;

type Instruction =
  | { readonly do: 'token'; readonly text: string }
  | { readonly do: 'type'; readonly type: 'a' | 'n'; readonly cap: number | null }
  | { readonly do: 'run'; readonly cap: number }
  /** Tries the places in order; earlier ones have priority. */
  | { readonly do: 'split'; readonly to: readonly number[] }
  | { readonly do: 'jump'; readonly to: number }
  | { readonly do: 'match' };

/** The captures of a thread, the latest first: written down when they end, and shared by all threads that go on from there. */
type Captured = {
  readonly cap: number;
  readonly from: number;
  readonly to: number;
  readonly before: Captured | null;
};

/** `runFrom` is where the run began that the thread is in, or -1. */
type Thread = { readonly pc: number; readonly runFrom: number; readonly captured: Captured | null };

/** The form of a URL under a token rule, or null when its context does not match. */
export function applyTokens(match: TokenMatch, emit: TokenEmit, url: string): string | null {
  const tokens = tokenizeDuster(url);
  const caps = matchTokens(match.seq, tokens);
  if (caps === null) return null;
  let form = '';
  for (const out of emit.seq) {
    if ('lit' in out) form += out.lit;
    else if ('any' in out) form += '*';
    else if ('alt' in out) form += `(${out.alt.join('|')})`;
    else {
      const range = caps.get(out.ref);
      form += convert(out.conv, range ? tokens.slice(range[0], range[1]).join('') : '');
    }
  }
  return form;
}

/** The captures of the highest-priority match of the whole token list, or null. */
export function matchTokens(seq: readonly El[], tokens: readonly string[]): Captures | null {
  const program = programOf(seq);
  let now = new ThreadList(program);
  let next = new ThreadList(program);
  now.add(0, -1, null, 0);
  for (let i = 0; i < tokens.length && now.threads.length > 0; i++) {
    next.clear();
    for (const thread of now.threads) step(program, thread, tokens[i]!, i, next);
    [now, next] = [next, now];
  }
  const matched = now.threads.find(({ pc }) => program[pc]!.do === 'match');
  return matched === undefined ? null : toCaptures(matched.captured);
}

/** Compiled once for each rule: it is tried on very many URLs. */
const programs = new WeakMap<readonly El[], readonly Instruction[]>();

function programOf(seq: readonly El[]): readonly Instruction[] {
  const known = programs.get(seq);
  if (known !== undefined) return known;
  const program: Instruction[] = [];
  compile(seq, program);
  program.push({ do: 'match' });
  programs.set(seq, program);
  return program;
}

function toCaptures(latest: Captured | null): Captures {
  const captures = new Map<number, readonly [number, number]>();
  for (let one = latest; one !== null; one = one.before)
    if (!captures.has(one.cap)) captures.set(one.cap, [one.from, one.to]);
  return captures;
}

function compile(seq: readonly El[], program: Instruction[]): void {
  for (const el of seq) {
    if ('lit' in el) pushTokens(el.lit, program);
    else if ('star' in el) program.push({ do: 'run', cap: el.star });
    else if ('type' in el) program.push({ do: 'type', type: el.type, cap: el.cap });
    else if ('opt' in el) {
      const at = program.length;
      program.push({ do: 'match' });
      compile(el.opt, program);
      program[at] = { do: 'split', to: [at + 1, program.length] };
    } else compileAlternatives(el.alt, program);
  }
}

function compileAlternatives(alternatives: readonly string[], program: Instruction[]): void {
  const at = program.length;
  program.push({ do: 'match' });
  const starts: number[] = [];
  const jumps: number[] = [];
  for (const text of alternatives) {
    starts.push(program.length);
    pushTokens(text, program);
    jumps.push(program.length);
    program.push({ do: 'match' });
  }
  program[at] = { do: 'split', to: starts };
  for (const jump of jumps) program[jump] = { do: 'jump', to: program.length };
}

function pushTokens(text: string, program: Instruction[]): void {
  for (const token of tokenizeDuster(text)) program.push({ do: 'token', text: token });
}

function step(
  program: readonly Instruction[],
  { pc, runFrom, captured }: Thread,
  token: string,
  i: number,
  next: ThreadList,
): void {
  const instruction = program[pc]!;
  if (instruction.do === 'token' && instruction.text === token) next.add(pc + 1, -1, captured, i + 1);
  else if (instruction.do === 'type' && instruction.type === tokenType(token)) {
    const { cap } = instruction;
    next.add(pc + 1, -1, cap === null ? captured : { cap, from: i, to: i + 1, before: captured }, i + 1);
  } else if (instruction.do === 'run' && !isDelimiter(token)) next.add(pc, runFrom < 0 ? i : runFrom, captured, i + 1);
}

/** Threads in priority order, at most one per instruction and run state. */
class ThreadList {
  readonly threads: Thread[] = [];
  private readonly program: readonly Instruction[];
  /** Per state, the round in which a thread came to it last. */
  private readonly seen: Int32Array;
  private round = 1;

  constructor(program: readonly Instruction[]) {
    this.program = program;
    this.seen = new Int32Array(program.length * 2);
  }

  clear(): void {
    this.threads.length = 0;
    this.round++;
  }

  /** Adds a thread that has read the tokens before `at`; one in a run may also leave it there. */
  add(pc: number, runFrom: number, captured: Captured | null, at: number): void {
    const state = pc * 2 + (runFrom < 0 ? 0 : 1);
    if (this.seen[state] === this.round) return;
    this.seen[state] = this.round;
    const instruction = this.program[pc]!;
    if (instruction.do === 'split') for (const to of instruction.to) this.add(to, -1, captured, at);
    else if (instruction.do === 'jump') this.add(instruction.to, -1, captured, at);
    else {
      this.threads.push({ pc, runFrom, captured });
      if (instruction.do === 'run' && runFrom >= 0)
        this.add(pc + 1, -1, { cap: instruction.cap, from: runFrom, to: at, before: captured }, at);
    }
  }
}

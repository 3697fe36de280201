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

type Thread = { readonly pc: number; readonly inRun: boolean; readonly caps: Captures };

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
  const program: Instruction[] = [];
  compile(seq, program);
  program.push({ do: 'match' });
  let threads = startThreads(program);
  for (const [i, token] of tokens.entries()) {
    const next = new ThreadList(program);
    for (const thread of threads) step(program, thread, token, i, next);
    threads = next.threads;
    if (threads.length === 0) return null;
  }
  return threads.find(({ pc }) => program[pc]!.do === 'match')?.caps ?? null;
}

function startThreads(program: readonly Instruction[]): readonly Thread[] {
  const list = new ThreadList(program);
  list.add(0, false, new Map());
  return list.threads;
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
  { pc, inRun, caps }: Thread,
  token: string,
  i: number,
  next: ThreadList,
): void {
  const instruction = program[pc]!;
  if (instruction.do === 'token' && instruction.text === token) next.add(pc + 1, false, caps);
  else if (instruction.do === 'type' && instruction.type === tokenType(token)) {
    next.add(pc + 1, false, instruction.cap === null ? caps : new Map(caps).set(instruction.cap, [i, i + 1]));
  } else if (instruction.do === 'run' && !isDelimiter(token)) {
    const from = inRun ? caps.get(instruction.cap)![0] : i;
    next.add(pc, true, new Map(caps).set(instruction.cap, [from, i + 1]));
  }
}

/** Threads in priority order, at most one per instruction and run state. */
class ThreadList {
  readonly threads: Thread[] = [];
  private readonly seen = new Set<number>();
  private readonly program: readonly Instruction[];

  constructor(program: readonly Instruction[]) {
    this.program = program;
  }

  add(pc: number, inRun: boolean, caps: Captures): void {
    const state = pc * 2 + (inRun ? 1 : 0);
    if (this.seen.has(state)) return;
    this.seen.add(state);
    const instruction = this.program[pc]!;
    if (instruction.do === 'split') for (const to of instruction.to) this.add(to, false, caps);
    else if (instruction.do === 'jump') this.add(instruction.to, false, caps);
    else {
      this.threads.push({ pc, inRun, caps });
      if (inRun) this.add(pc + 1, false, caps);
    }
  }
}

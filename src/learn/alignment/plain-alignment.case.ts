/** The alignment and the rules of ROD chapter 4 written down as plainly as possible, for tests: strings, sets and fractions. */
import type { El, Out } from '../../rules/index.ts';
import { compareTokens, isDelimiter, lowerAscii, tokenizeDuster, tokenType } from '../../url/index.ts';

export type PlainPosition = { readonly tokens: ReadonlySet<string>; readonly present: ReadonlySet<number> };
export type PlainSequence = { readonly urls: ReadonlySet<number>; readonly positions: readonly PlainPosition[] };
export type PlainOptions = {
  readonly cardinality: number;
  readonly caseFoldScore: boolean;
  readonly scoring: 'jaccard' | 'tiered';
  readonly canonicalMode: 'delete' | 'keep';
  readonly emitAlternatives: boolean;
};
/** Numerator and denominator, in lowest terms. */
type Fraction = readonly [bigint, bigint];

export const PLAIN_DEFAULTS: PlainOptions = {
  cardinality: 5,
  caseFoldScore: true,
  scoring: 'jaccard',
  canonicalMode: 'delete',
  emitAlternatives: false,
};

export function plainUrl(url: string, u: number): PlainSequence {
  const only = new Set([u]);
  return { urls: only, positions: tokenizeDuster(url).map((token) => ({ tokens: new Set([token]), present: only })) };
}

export function plainLinear(urls: readonly string[], options: PlainOptions): PlainSequence {
  return urls.map(plainUrl).reduce((s, next) => plainAlign(s, next, options).consensus);
}

export function plainProgressive(urls: readonly string[], options: PlainOptions): PlainSequence {
  const sequences = new Map(urls.map((url, u) => [u, plainUrl(url, u)]));
  const queue: { x: number; y: number; score: Fraction; order: number }[] = [];
  const add = (x: number, y: number): void => {
    queue.push({ x, y, score: plainAlign(sequences.get(x)!, sequences.get(y)!, options).score, order: queue.length });
  };
  for (let i = 0; i < urls.length; i++) for (let j = i + 1; j < urls.length; j++) add(i, j);
  for (let id = urls.length; sequences.size > 1; id++) {
    const alive = queue.filter(({ x, y }) => sequences.has(x) && sequences.has(y));
    const best = alive.sort((a, b) => compareFractions(b.score, a.score) || a.order - b.order)[0]!;
    const { consensus } = plainAlign(sequences.get(best.x)!, sequences.get(best.y)!, options);
    sequences.delete(best.x);
    sequences.delete(best.y);
    sequences.set(id, consensus);
    for (const s of [...sequences.keys()].sort((a, b) => a - b)) if (s !== id) add(id, s);
  }
  return [...sequences.values()][0]!;
}

/** Rows are the first sequence; pointers are D, L and U, and `.` in the corner. */
export function plainAlign(x: PlainSequence, y: PlainSequence, options: PlainOptions) {
  const m = x.positions.length;
  const n = y.positions.length;
  const matrix: Fraction[][] = [];
  const pointers: string[][] = [];
  for (let i = 0; i <= m; i++) {
    matrix.push([]);
    pointers.push([]);
    for (let j = 0; j <= n; j++) {
      let best: Fraction = [0n, 1n];
      let pointer = i === 0 ? (j === 0 ? '.' : 'L') : 'U';
      if (i > 0 && j > 0) {
        const sf = plainScore(x, i - 1, y, j - 1, options);
        const steps: [string, Fraction][] = [
          ['D', addFractions(matrix[i - 1]![j - 1]!, sf)],
          ['L', matrix[i]![j - 1]!],
          ['U', matrix[i - 1]![j]!],
        ];
        [pointer, best] = steps.reduce((a, b) => (compareFractions(b[1], a[1]) > 0 ? b : a));
      }
      matrix[i]!.push(best);
      pointers[i]!.push(pointer);
    }
  }
  const urls = new Set([...x.urls, ...y.urls]);
  const positions: PlainPosition[] = [];
  for (let i = m, j = n; i > 0 || j > 0; ) {
    const pointer = pointers[i]![j]!;
    const parts: PlainPosition[] = [];
    if (pointer !== 'L') parts.push(x.positions[--i]!);
    if (pointer !== 'U') parts.push(y.positions[--j]!);
    positions.unshift({
      tokens: new Set(parts.flatMap(({ tokens }) => [...tokens])),
      present: new Set(parts.flatMap(({ present }) => [...present])),
    });
  }
  return { score: matrix[m]![n]!, matrix, pointers, consensus: { urls, positions } satisfies PlainSequence };
}

function plainScore(x: PlainSequence, i: number, y: PlainSequence, j: number, options: PlainOptions): Fraction {
  const elements = (s: PlainSequence, p: number): Set<string> => {
    const { tokens } = s.positions[p]!;
    return new Set([...tokens].map((token) => (options.caseFoldScore ? lowerAscii(token) : token)));
  };
  const a = elements(x, i);
  const b = elements(y, j);
  const types = new Set([...b].map(tokenType));
  if (![...a].some((token) => types.has(tokenType(token)))) return [-1n, 1n];
  if (options.scoring === 'tiered') {
    if (![...a].some((token) => b.has(token))) return [1n, 10n];
    return i === j ? [1n, 1n] : [1n, 2n];
  }
  if (x.positions[i]!.present.size < x.urls.size) a.add('λ (gap)');
  if (y.positions[j]!.present.size < y.urls.size) b.add('λ (gap)');
  const shared = [...a].filter((element) => b.has(element)).length;
  return reduceFraction(BigInt(shared), BigInt(new Set([...a, ...b]).size));
}

/** Token sets in token order, λ last, as the vectors print them. */
export function plainSets({ urls, positions }: PlainSequence): string[][] {
  return positions.map(({ tokens, present }) => [
    ...[...tokens].sort(compareTokens),
    ...(present.size < urls.size ? ['λ'] : []),
  ]);
}

/** An item of a rule before it is written: one position, or a group of positions. */
type Item = { readonly group: boolean; readonly positions: readonly PlainPosition[] };

export function plainRule(sequence: PlainSequence, options: PlainOptions): { match: El[]; emit: Out[] } {
  const items = shiftGroups(groupPositions(sequence));
  const match: El[] = [];
  const emit: Out[] = [];
  let captures = 0;
  const write = (position: PlainPosition): [El, Out] => {
    const alt = [...position.tokens].sort(compareTokens);
    const type = tokenType(alt[0]!);
    if (alt.length === 1) return [{ lit: alt[0]! }, { lit: alt[0]! }];
    if (alt.length >= options.cardinality && type !== 'p') return [{ type, cap: null }, { any: true }];
    return [{ alt }, options.emitAlternatives ? { alt } : { lit: alt[0]! }];
  };
  const writeItem = (item: Item): void => {
    const only = item.positions[0]!;
    const [token] = only.tokens;
    const type = tokenType(token!);
    if (item.group) {
      const written = item.positions.map(write);
      match.push({ opt: joinLiterals(written.map(([el]) => el)) });
      if (options.canonicalMode === 'keep') emit.push(...written.map(([, out]) => out));
    } else if (only.tokens.size === 1 && type !== 'p') {
      match.push({ type, cap: ++captures });
      emit.push({ ref: captures });
    } else {
      const [el, out] = write(only);
      match.push(el);
      emit.push(out);
    }
  };
  let segment: Item[] = [];
  const close = (next: number): void => {
    const from = next - segment.length;
    const plain =
      segment.length > 0 && segment.every(({ group, positions }) => !group && positions[0]!.tokens.size === 1);
    if (plain && isSafe(items.slice(next)) && isSafe(items.slice(0, from).reverse().map(mirror))) {
      match.push({ star: ++captures });
      emit.push({ ref: captures });
    } else segment.forEach(writeItem);
    segment = [];
  };
  items.forEach((item, i) => {
    const ends = item.positions.some(isDelimiterPosition);
    if (ends) {
      close(i);
      writeItem(item);
    } else segment.push(item);
  });
  close(items.length);
  return { match: joinLiterals(match), emit: joinLiterals(emit) };
}

function groupPositions({ urls, positions }: PlainSequence): Item[] {
  const items: { group: boolean; positions: PlainPosition[]; key: string }[] = [];
  for (const position of positions) {
    const group = position.present.size < urls.size;
    const key = [...position.present].sort((a, b) => a - b).join();
    const last = items.at(-1);
    if (group && last?.group && last.key === key) last.positions.push(position);
    else items.push({ group, positions: [position], key });
  }
  return items;
}

/** Rotates groups past equal tokens until none can move. */
function shiftGroups(start: readonly Item[]): Item[] {
  const items = [...start];
  for (let moved = true; moved; ) {
    moved = false;
    for (let i = 0; i + 1 < items.length; i++) {
      const [group, next] = [items[i]!, items[i + 1]!];
      if (!group.group || next.group) continue;
      const [first, ...rest] = group.positions;
      const [a, b] = [[...first!.tokens], [...next.positions[0]!.tokens]];
      if (a.length !== 1 || b.length !== 1 || a[0] !== b[0]) continue;
      items[i] = { group: false, positions: [first!] };
      items[i + 1] = { group: true, positions: [...rest, next.positions[0]!] };
      moved = true;
    }
  }
  return items;
}

function isSafe(following: readonly Item[]): boolean {
  for (const { group, positions } of following) {
    if (!isDelimiterPosition(positions[0]!)) return false;
    if (!group) return true;
  }
  return true;
}

function mirror({ group, positions }: Item): Item {
  return { group, positions: [...positions].reverse() };
}

function isDelimiterPosition({ tokens }: PlainPosition): boolean {
  return [...tokens].every(isDelimiter);
}

function joinLiterals<T extends object>(seq: readonly (T | { lit: string })[]): T[] {
  const out: (T | { lit: string })[] = [];
  for (const item of seq) {
    const last = out.at(-1);
    if ('lit' in item && last && 'lit' in last) out[out.length - 1] = { lit: last.lit + item.lit };
    else out.push(item);
  }
  return out as T[];
}

function addFractions([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return reduceFraction(a * d + c * b, b * d);
}

function compareFractions([a, b]: Fraction, [c, d]: Fraction): number {
  const difference = a * d - c * b;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function reduceFraction(n: bigint, d: bigint): Fraction {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b !== 0n) [a, b] = [b, a % b];
  return [n / a, d / a];
}

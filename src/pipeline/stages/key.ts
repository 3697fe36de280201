/** Stages that apply rules to URLs: the key of each line, and the first line of each key. */
import { ConfigError } from '../../base/index.ts';
import { type CompileOptions, compileRules, parseRuleSet } from '../../normalize/index.ts';
import type { RawLine, Stage } from './stage.ts';
import { bytesOfText, keyOf, textOfBytes } from './texts.ts';

export type KeyParams = {
  /** The rule file, as text. */
  readonly rules: string;
  readonly include?: CompileOptions['include'];
  readonly mode?: 'key' | 'rewrite';
};

/** What is kept of a line: the line itself, its key, and how many lines have that key. */
export type KeptLine = { readonly line: string; readonly key: string; readonly count: number };

const LF = '\n';

/** In: lines. Out: the key of each, at the same place. */
export const keyLines: Stage = {
  name: 'map:key',
  kind: 'map',
  open(params, emit) {
    const keyed = keying(params);
    return {
      row({ s, v }) {
        const [line] = JSON.parse(v) as RawLine;
        emit('l', s, [keyed(line)] satisfies RawLine);
      },
    };
  },
};

/** In: lines. Out: each with its key, at the same place. */
export const keyedLines: Stage = {
  name: 'map:keyed-lines',
  kind: 'map',
  open(params, emit) {
    const keyed = keying(params);
    return {
      row({ s, v }) {
        const [line] = JSON.parse(v) as RawLine;
        emit('d', s, { line, key: withoutReturn(keyed(line)), count: 1 } satisfies KeptLine);
      },
    };
  },
};

/** In: lines. Out: lines by what their keys hash to. */
export const lineKeys: Stage = {
  name: 'map:line-keys',
  kind: 'map',
  open(params, emit) {
    const keyed = keying(params);
    return {
      row({ s, v }) {
        const [line] = JSON.parse(v) as RawLine;
        const key = withoutReturn(keyed(line));
        emit(keyOf(key), s, [line, key]);
      },
    };
  },
};

/** In: lines by their keys. Out: the first line of each key at its place. */
export const firstLines: Stage = {
  name: 'reduce:first-lines',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(_hash, rows) {
        const found = new Map<string, { line: string; place: string; count: number }>();
        for (const { s, v } of rows) {
          const [line, key] = JSON.parse(v) as [string, string];
          const known = found.get(key);
          if (known) known.count++;
          else found.set(key, { line, place: s, count: 1 });
        }
        for (const [key, { line, place, count }] of found) emit('d', place, { line, key, count } satisfies KeptLine);
      },
    };
  },
};

/** In: kept lines. Out: the lines alone, as they are written. */
export const plainLines: Stage = {
  name: 'map:plain-lines',
  kind: 'map',
  open(params, emit) {
    const { counts = false } = params as { counts?: boolean };
    return {
      row({ s, v }) {
        const { line, count } = JSON.parse(v) as KeptLine;
        emit('l', s, [counts ? `${withoutReturn(line)}\t${count}` : line] satisfies RawLine);
      },
    };
  },
};

/** A carriage return at the end of a line belongs to the line end. */
export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** From a line to what the rules make of it, both a character per byte. */
function keying(params: unknown): (line: string) => string {
  const { rules, include, mode = 'key' } = params as KeyParams;
  if (typeof rules !== 'string') throw new ConfigError('no-rules', 'the parameters of the stage hold no rules');
  const transform = compileRules(parseRuleSet(rules), include === undefined ? {} : { include }).lines(mode);
  return (line) => {
    const out = transform.push(bytesOfText(line + LF));
    return textOfBytes(out.subarray(0, out.length - 1));
  };
}

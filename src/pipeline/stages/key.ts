/** Stages that apply rules to URLs: the key of each line, and the first line of each key. */

import { ConfigError } from '../../base/index.ts';
import { keyOf } from '../../clusters/index.ts';
import { type CompileOptions, compileRules, parseRuleSet } from '../../normalize/index.ts';
import type { EmitRow, RawLine, Stage } from './stage.ts';
import { bytesOfText, textOfBytes } from './texts.ts';

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
export const keyLines = keyingStage('map:key', (emit, place, _line, key) => emit('l', place, [key] satisfies RawLine));

/** In: lines. Out: each with its key, at the same place. */
export const keyedLines = keyingStage('map:keyed-lines', (emit, place, line, key) =>
  emit('d', place, { line, key: withoutReturn(key), count: 1 } satisfies KeptLine),
);

/** In: lines. Out: lines by what their keys hash to. */
export const lineKeys = keyingStage('map:line-keys', (emit, place, line, key) =>
  emit(keyOf(withoutReturn(key)), place, [line, withoutReturn(key)]),
);

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

/** Each line with what the rules make of it. */
function keyingStage(name: string, put: (emit: EmitRow, place: string, line: string, key: string) => void): Stage {
  return {
    name,
    kind: 'map',
    open(params, emit) {
      const keyed = keying(params);
      return {
        row({ s, v }) {
          const [line] = JSON.parse(v) as RawLine;
          put(emit, s, line, keyed(line));
        },
      };
    },
  };
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

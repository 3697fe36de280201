/** The front of the hot path: rule sets compiled, or loaded from a flat file, into something with `key`, `rewrite` and `explain`. */
import { checkRuleSet, type Rule, type RuleSet, type Stage } from '../rules/index.ts';
import { buildFlat } from './build/build.ts';
import { Bytes, decode, encodeInto } from './bytes.ts';
import { explain } from './explain.ts';
import { type Flat, readFlat, writeFlat } from './flat.ts';
import { formText } from './form-text.ts';
import { Lines } from './lines.ts';
import type { MatcherCounts } from './matcher.ts';
import type { CompileOptions, Explanation, LineTransform, Normalizer } from './normalizer.ts';
import { Runner } from './runner.ts';
import { SeenKeys } from './seen-keys.ts';

/** Compiles a rule set as it stands in rules.json. Throws a ConfigError that says what is wrong with a set that makes no sense. */
export function compileRules(ruleSet: RuleSet, options: CompileOptions = {}): CompiledRules {
  const checked = checkRuleSet(ruleSet);
  return new CompiledRules(buildFlat(checked), options, checked);
}

/** The bytes of a compiled rule file. */
export function saveCompiled(ruleSet: RuleSet): Uint8Array {
  return writeFlat(buildFlat(checkRuleSet(ruleSet)));
}

/** A normalizer from the bytes of a compiled rule file; nothing is parsed or built. */
export function loadCompiled(bytes: Uint8Array, options: CompileOptions = {}): CompiledRules {
  return new CompiledRules(readFlat(bytes), options, null);
}

class CompiledRules implements Normalizer {
  private readonly flat: Flat;
  private readonly options: CompileOptions;
  private readonly runner: Runner;
  private readonly input = new Bytes();
  private set: RuleSet | null;

  constructor(flat: Flat, options: CompileOptions, set: RuleSet | null) {
    this.flat = flat;
    this.options = options;
    this.set = set;
    this.runner = this.newRunner();
  }

  key(url: string): string {
    return this.run(url) ? this.form(url) : url;
  }

  rewrite(url: string): string {
    return this.run(url) && this.runner.fired && this.runner.fetchable ? this.form(url) : url;
  }

  explain(url: string): Explanation {
    return explain(this.ruleSet, url, this.options);
  }

  lines(mode: 'key' | 'rewrite'): LineTransform {
    const runner = this.newRunner();
    return new Lines({
      handle: (bytes, from, to) =>
        !(runner.run(bytes, from, to, null, 'raw') && (mode === 'key' || (runner.fired && runner.fetchable))),
      replace: (out) => out.append(runner.bytes, runner.from, runner.to),
    });
  }

  dedupe(): LineTransform {
    const runner = this.newRunner();
    const seen = new SeenKeys();
    return new Lines({
      handle: (bytes, from, to) => {
        runner.run(bytes, from, to, null, 'raw');
        return seen.add(runner.bytes, runner.from, runner.to) ? true : null;
      },
      replace: () => undefined,
    });
  }

  get ruleSet(): RuleSet {
    this.set ??= restore(this.flat, this.runner);
    return this.set;
  }

  /** How often each way of applying a rule was taken by `key` and `rewrite`; for tests and benchmarks. */
  get counts(): Readonly<MatcherCounts> {
    return { ...this.runner.matcher.counts };
  }

  private newRunner(): Runner {
    return new Runner(this.flat, this.options.include?.includes('quarantined') ?? false);
  }

  private run(url: string): boolean {
    if (!this.runner.concerns(url)) return false;
    this.input.length = 0;
    encodeInto(this.input, url, 'text');
    return this.runner.run(this.input.data, 0, this.input.length, url, 'text');
  }

  private form(url: string): string {
    const { text, bytes, from, to } = this.runner;
    return text ?? formText(url, this.input, bytes, from, to);
  }
}

export type { CompiledRules };

/** The rule set that a flat file was made from. */
function restore(flat: Flat, runner: Runner): RuleSet {
  const head = JSON.parse(decode(flat.head, 0, flat.head.length, 'text')) as {
    readonly options: RuleSet['options'];
    readonly staged: boolean;
    readonly stages: readonly (Omit<Stage, 'rules'> & { readonly rules: number })[];
  };
  let next = 0;
  const stages = head.stages.map(({ apply, sun, rules: count }) => {
    const rules: Rule[] = [];
    for (let i = 0; i < count; i++) rules.push(runner.matcher.rule(next++));
    return { apply, sun, rules };
  });
  const [only] = stages;
  return head.staged || only === undefined
    ? { dustpan: 1, options: head.options, stages }
    : { dustpan: 1, options: head.options, ...only };
}

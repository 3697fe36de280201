/** The front of the hot path: rule sets compiled, or loaded from a flat file, into something with `key`, `rewrite` and `explain`. */
import { checkRuleSet, type RuleSet } from '../rules/index.ts';
import { buildFlat } from './build/build.ts';
import { Bytes, encodeInto } from './bytes.ts';
import { checkFlat } from './check/flat-check.ts';
import { explain } from './explain.ts';
import { FirstLines } from './first-lines.ts';
import { type Flat, readFlat, viewFlat, writeFlat } from './flat.ts';
import { formText } from './form-text.ts';
import { type Kernel, startKernel } from './kernel.ts';
import { kernelForm } from './kernel-string.ts';
import { Lines } from './lines.ts';
import type { MatcherCounts } from './matcher.ts';
import type { CompileOptions, DedupeTransform, Explanation, LineTransform, Normalizer } from './normalizer.ts';
import { Runner } from './runner.ts';
import { storedSet } from './stored-rules.ts';
import { StringHost } from './string-host.ts';

/** So many strings must have come before a kernel is started for the next, and hosts are looked at first. It has 8 MB for itself: where many sets are compiled for a few strings each, as in learning, the collector would look for that. */
const KERNEL_STRINGS = 2048;

/** Of so many strings it is counted how many are of hosts with rules; if that is three of four, the next are not looked at first: then looks cost more than they save. */
const COUNTED_STRINGS = 64;
const UNCOUNTED_STRINGS = 4096;

/** Compiles a rule set as it stands in rules.json. Throws a ConfigError that says what is wrong with a set that makes no sense. */
export function compileRules(ruleSet: RuleSet, options: CompileOptions = {}): CompiledRules {
  const checked = checkRuleSet(ruleSet);
  return new CompiledRules(buildFlat(checked), options, checked);
}

/** The bytes of a compiled rule file. */
export function saveCompiled(ruleSet: RuleSet): Uint8Array {
  return writeFlat(buildFlat(checkRuleSet(ruleSet)));
}

/** A normalizer from the bytes of a compiled rule file; nothing is built, and only what has to be interpreted is parsed. */
export function loadCompiled(bytes: Uint8Array, options: CompileOptions = {}): CompiledRules {
  const flat = readFlat(bytes);
  checkFlat(flat);
  return new CompiledRules(flat, options, null);
}

/** The same for what `compiled` of a normalizer of this process gave, on another thread: whoever made the file, it was checked there. */
export function loadChecked(bytes: Uint8Array, options: CompileOptions = {}): CompiledRules {
  return new CompiledRules(viewFlat(bytes), options, null);
}

class CompiledRules implements Normalizer {
  private flat: Flat;
  private readonly options: CompileOptions;
  private readonly includesQuarantined: boolean;
  private runner: Runner;
  /** Null until enough strings came, and for good where there is none. */
  private kernel: Kernel | null = null;
  private strings = 0;
  private counted = 0;
  private concerned = 0;
  private uncounted = 0;
  private host: StringHost | null = null;
  private readonly input = new Bytes();
  private set: RuleSet | null;

  constructor(flat: Flat, options: CompileOptions, set: RuleSet | null) {
    this.flat = flat;
    this.options = options;
    this.includesQuarantined = options.include?.includes('quarantined') ?? false;
    this.set = set;
    this.runner = this.newRunner();
  }

  // Functions of their own, so that `const { key } = compileRules(rules)` and `urls.map(rules.key)` work.
  readonly key = (url: string): string => this.normalize(url, false);

  readonly rewrite = (url: string): string => this.normalize(url, true);

  readonly explain = (url: string): Explanation => explain(this.ruleSet, url, this.options);

  readonly lines = (mode: 'key' | 'rewrite'): LineTransform => {
    const onlyFetchable = mode === 'rewrite';
    return new Lines(
      {
        handle: (bytes, from, to) => {
          const { runner } = this;
          return !(runner.run(bytes, from, to, null, 'raw') && (!onlyFetchable || (runner.fired && runner.fetchable)));
        },
        replace: (out) => out.append(this.runner.bytes, this.runner.from, this.runner.to),
      },
      { onlyFetchable, start: () => this.moveToKernel() },
    );
  };

  readonly dedupe = (): DedupeTransform =>
    new FirstLines(this.lines('key'), (bytes, from, to) => {
      const { runner } = this;
      runner.run(bytes, from, to, null, 'raw');
      return runner;
    });

  readonly compiled = (): Uint8Array => writeFlat(this.flat);

  get ruleSet(): RuleSet {
    this.set ??= storedSet(this.flat);
    return this.set;
  }

  /** How often each way of applying a rule was taken outside the kernel; for tests and benchmarks. */
  get counts(): Readonly<MatcherCounts> {
    return { ...this.runner.matcher.counts };
  }

  private newRunner(): Runner {
    return new Runner(this.flat, this.includesQuarantined);
  }

  private normalize(url: string, onlyFetchable: boolean): string {
    const { host, kernel } = this;
    if (host === null) {
      if (this.strings++ === KERNEL_STRINGS) {
        this.moveToKernel();
        this.host = new StringHost(this.flat);
      }
    } else if (!this.concerns(host, url)) return url;
    else if (kernel !== null) {
      const form = kernelForm(kernel, url, onlyFetchable, host);
      if (form !== null) return form;
    }
    const { runner, input } = this;
    input.length = 0;
    encodeInto(input, url, 'text');
    if (!runner.run(input.data, 0, input.length, url, 'text')) return url;
    if (onlyFetchable && !(runner.fired && runner.fetchable)) return url;
    return runner.text ?? formText(url, input, runner.bytes, runner.from, runner.to);
  }

  /** False only for a URL that no rule is about. */
  private concerns(host: StringHost, url: string): boolean {
    if (this.uncounted > 0) {
      this.uncounted--;
      host.end = 0;
      return true;
    }
    this.counted++;
    if (!host.mayConcern(url)) return false;
    this.concerned++;
    if (this.counted >= COUNTED_STRINGS) {
      if (this.kernel !== null && this.concerned * 4 > this.counted * 3) this.uncounted = UNCOUNTED_STRINGS;
      this.counted = this.concerned = 0;
    }
    return true;
  }

  /** From now on the rule set lies in the kernel's memory, and only there. Strings and all streams share kernel and runner: no URL is ever half done. */
  private moveToKernel(): Kernel | null {
    if (this.kernel !== null) return this.kernel;
    this.kernel = startKernel(this.flat, this.includesQuarantined);
    if (this.kernel === null) return null;
    const { counts } = this.runner.matcher;
    this.flat = this.kernel.flat;
    this.runner = this.newRunner();
    Object.assign(this.runner.matcher.counts, counts);
    return this.kernel;
  }
}

export type { CompiledRules };

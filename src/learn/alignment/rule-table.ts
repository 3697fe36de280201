/** Rules that are counted without making their text. */
import { ByteTable } from './byte-table.ts';
import type { Consensus } from './consensus.ts';
import { grown } from './grown.ts';
import { RuleCode } from './rule-code.ts';
import type { RulePlan } from './rule-plan.ts';
import type { TokenTable } from './tokens.ts';

export class RuleTable {
  /** How often each rule was added. */
  frequency = new Int32Array(1024);

  readonly #rules = new ByteTable();
  readonly #code = new RuleCode();

  /** Number of different rules. */
  get size(): number {
    return this.#rules.size;
  }

  /** Counts the rule of a planned consensus and returns its number. */
  add(table: TokenTable, consensus: Consensus, plan: RulePlan, cardinality: number): number {
    this.#code.write(table, consensus, plan, cardinality);
    const rule = this.#rules.add(this.#code.bytes, 0, this.#code.end);
    this.frequency = grown(this.frequency, rule + 1);
    this.frequency[rule]!++;
    return rule;
  }

  /** The code of a rule. */
  codeOf(rule: number): Uint8Array {
    return this.#rules.get(rule);
  }
}

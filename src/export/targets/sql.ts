/** SQL: one expression that turns a column of URLs into keys, for DuckDB and Spark. */
import { flatChain, printReplacement } from '../chain/index.ts';
import type { Exporter } from '../exporter.ts';
import { CHAIN_EXACT_FOR, refuseChain, simulateChain } from './by-chain.ts';

/** DuckDB's own limit on nested expressions. */
const MAX_DEPTH = 900;

export const sql: Exporter = {
  name: 'sql',
  about: 'an expression over the column `url`: a macro for DuckDB, nested functions for Spark',
  forms: ['duckdb', 'spark'],
  exactFor: CHAIN_EXACT_FOR,
  gives: () => 'key',
  refuse: refuseChain,
  simulate: (plan) => simulateChain(plan),
  render({ stages, form }) {
    const chain = flatChain(stages);
    const isSpark = form === 'spark';
    let expression = 'url';
    for (const one of chain) {
      const pattern = isSpark ? sparkText(one.pattern) : duckdbText(one.pattern);
      const replacement = printReplacement(one, isSpark ? 'java' : 're2');
      expression = `regexp_replace(${expression},\n${pattern}, ${isSpark ? sparkText(replacement) : duckdbText(replacement)})`;
    }
    if (isSpark) return `-- Written by "dustpan export": an expression over the column url.\n${expression}\n`;
    const depth = chain.length > MAX_DEPTH ? `SET max_expression_depth TO ${2 * chain.length};\n` : '';
    return `-- Written by "dustpan export": SELECT dustpan_key(url) FROM …\n${depth}CREATE OR REPLACE MACRO dustpan_key(url) AS ${expression};\n`;
  },
};

function duckdbText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function sparkText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

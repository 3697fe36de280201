/** The substitutions themselves, as JSON, for programs that have one of the usual regular-expression engines. */
import { DIALECTS, type Dialect, flatChain, printReplacement } from '../chain/index.ts';
import type { Exporter } from '../exporter.ts';
import { CHAIN_EXACT_FOR, refuseChain, simulateChain } from './by-chain.ts';

export const regex: Exporter = {
  name: 'regex',
  about: 'substitutions as JSON, to be applied in order, each once; pcre, java, python or re2',
  forms: DIALECTS,
  exactFor: CHAIN_EXACT_FOR,
  gives: () => 'key',
  refuse: refuseChain,
  simulate: (plan) => simulateChain(plan),
  render: ({ stages, form }) => {
    const lines = flatChain(stages).map((one) =>
      JSON.stringify({ pattern: one.pattern, replacement: printReplacement(one, form as Dialect) }),
    );
    return `{\n"dialect": ${JSON.stringify(form)},\n"substitutions": [\n${lines.join(',\n')}\n]\n}\n`;
  },
};

/** Reads a rule file of either kind, JSON or compiled, and makes it ready to use. */
import { ConfigError } from '../base/index.ts';
import { compileRules, isCompiled, loadCompiled, type Normalizer, parseRuleSet } from '../normalize/index.ts';
import { openInput } from '../records/index.ts';
import { readAll } from './inputs.ts';

export async function loadRules(path: string, include?: 'quarantined'): Promise<Normalizer> {
  const input = openInput(path);
  const bytes = await readAll(input);
  const options = include === undefined ? {} : { include: [include] };
  try {
    if (isCompiled(bytes)) return loadCompiled(bytes, options);
    return compileRules(parseRuleSet(decode(bytes)), options);
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(error.code, `${input.name}: ${error.message}`, error);
    throw error;
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ConfigError('damaged-rule-file', 'this is not text, so not a rule file; check the path', error);
  }
}

/** The rules of a compiled file as they were written: what is interpreted, explained and shown. Whoever made the file, only rules come out. */
import { isDustpanError } from '../base/index.ts';
import { checkRuleSet, type Rule, type RuleSet } from '../rules/index.ts';
import { decode } from './bytes.ts';
import { type Flat, refuse, STAGE_STEP } from './flat.ts';

/** The rule with this number; refuses what is none. */
export function storedRule({ json, jsonAt }: Flat, index: number): Rule {
  const set = checked({
    dustpan: 1,
    apply: 'fixpoint',
    sun: false,
    rules: [parsed(json, jsonAt[index]!, jsonAt[index + 1]!)],
  });
  return (set as Extract<RuleSet, { readonly rules: unknown }>).rules[0]!;
}

/** The rule set that the file was made from. */
export function storedSet(flat: Flat): RuleSet {
  const { head, json, jsonAt, flags, stages } = flat;
  const { options, staged, stages: heads } = Object(parsed(head, 0, head.length)) as Record<string, unknown>;
  let next = 0;
  const all = (Array.isArray(heads) ? heads : []).map((stage, i) => {
    const { apply, sun, rules: count } = Object(stage) as Record<string, unknown>;
    const isSame =
      stages[i * STAGE_STEP] === Number(apply === 'fixpoint') && stages[i * STAGE_STEP + 1] === Number(sun);
    if (!isSame || typeof count !== 'number' || !(count >= 0 && next + count <= flags.length)) throw unlike();
    const rules: unknown[] = [];
    for (const end = next + count; next < end; next++) rules.push(parsed(json, jsonAt[next]!, jsonAt[next + 1]!));
    return { apply, sun, rules };
  });
  if (next !== flags.length || all.length * STAGE_STEP !== stages.length) throw unlike();
  const [only] = all;
  return checked(
    staged === true || only === undefined ? { dustpan: 1, options, stages: all } : { dustpan: 1, options, ...only },
  );
}

function unlike(): Error {
  return refuse('the rules in it are not those that it applies: it is damaged, or nobody compiled it');
}

function parsed(bytes: Uint8Array, from: number, to: number): unknown {
  try {
    return JSON.parse(decode(bytes, from, to, 'text'));
  } catch {
    throw unlike();
  }
}

function checked(value: unknown): RuleSet {
  try {
    return checkRuleSet(value);
  } catch (error) {
    throw isDustpanError(error) ? unlike() : error;
  }
}

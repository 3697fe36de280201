/** Which rules of a fixpoint stage may have something to do again after a later one: a safe guess from what each reads and writes. */
import type { Cond, Op, Rule } from '../../rules/index.ts';

/**
 * Parts of a URL: `scheme`, `host`, `port`, `path`, `=name` for a parameter, `^start` for all parameters whose names start so,
 * `params` for which parameters there are at all, `separator`, and `*` for everything.
 */
type Access = { readonly reads: readonly string[]; readonly writes: readonly string[] };

/** Indexes of the rules that a second pass needs, in order. */
export function repeatedRules(rules: readonly Rule[]): number[] {
  const access = rules.map(accessOf);
  // A text rule replaces one occurrence at a time; operations are idempotent.
  const again = new Set(rules.flatMap(({ match }, i) => (match.view === 'edit' ? [] : [i])));
  for (let i = 0; i < rules.length; i++)
    for (let j = i + 1; j < rules.length && !again.has(i); j++) if (mayEnable(access[j]!, access[i]!)) again.add(i);
  // What runs again may set off what comes after it.
  for (let i = 0; i < rules.length; i++)
    if (again.has(i)) for (let j = i + 1; j < rules.length; j++) if (mayEnable(access[i]!, access[j]!)) again.add(j);
  return [...again].sort((a, b) => a - b);
}

function mayEnable({ writes }: Access, { reads }: Access): boolean {
  return writes.some((written) => reads.some((read) => overlap(written, read)));
}

function overlap(a: string, b: string): boolean {
  if (a === b || a === '*' || b === '*') return true;
  const [nameA, nameB] = [a.slice(1), b.slice(1)];
  if (a[0] === '^' && (b[0] === '=' || b[0] === '^'))
    return nameB.startsWith(nameA) || (b[0] === '^' && nameA.startsWith(nameB));
  return b[0] === '^' && a[0] === '=' && nameA.startsWith(nameB);
}

function accessOf({ match, emit, scope }: Rule): Access {
  if (match.view !== 'edit' || emit.view !== 'edit') return { reads: ['*'], writes: ['*'] };
  const own = operationAccess(emit.op);
  const conditions = [...match.when, ...match.unless].flatMap(conditionReads);
  return { reads: [...own.reads, ...conditions, ...(scope.hosts === '*' ? [] : ['host'])], writes: own.writes };
}

function conditionReads(cond: Cond): string[] {
  if ('path' in cond) return ['path'];
  return 'param' in cond ? [`=${cond.param}`] : ['params'];
}

function operationAccess(op: Op): Access {
  const both = (...parts: string[]): Access => ({ reads: parts, writes: parts });
  switch (op.op) {
    case 'host':
      return both('host');
    case 'scheme':
      // The default port is another one then.
      return { reads: ['scheme'], writes: ['scheme', 'port'] };
    case 'dropPort':
      return both('port');
    case 'dropParam': {
      const part = 'prefix' in op ? `^${op.prefix}` : `=${op.name}`;
      return { reads: [part], writes: [part, 'params'] };
    }
    case 'anyParam':
    case 'aliasParam':
      return both(`=${op.name}`);
    case 'renameParam':
      return { reads: [`=${op.from}`], writes: [`=${op.from}`, `=${op.to}`, 'params'] };
    case 'dropQuery':
      return { reads: ['params'], writes: ['^', 'params', 'separator'] };
    case 'dropEmptyParams':
      return { reads: ['='], writes: ['=', 'params'] };
    case 'separator':
      return both('separator');
    case 'aliasPrefix':
      return { reads: ['path', 'params'], writes: ['path'] };
    case 'pathFromParam':
      return { reads: [`=${op.param}`], writes: ['path', `=${op.param}`, 'params'] };
    case 'collapseSlashes':
    case 'trimSlash':
    case 'dropSuffix':
    case 'dropSegment':
    case 'anySegment':
    case 'dropPathParam':
    case 'lowerPath':
      return both('path');
    default:
      return both('*');
  }
}

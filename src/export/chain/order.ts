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
  const again = new Set(rules.flatMap(({ match }, i) => (match.view === 'text' ? [i] : [])));
  const later = new Parts();
  for (let i = rules.length - 1; i >= 0; i--) {
    if (later.meetAny(access[i]!.reads)) again.add(i);
    later.addAll(access[i]!.writes);
  }
  // What runs again may set off what comes after it.
  const repeated = new Parts();
  for (let i = 0; i < rules.length; i++) {
    if (repeated.meetAny(access[i]!.reads)) again.add(i);
    if (again.has(i)) repeated.addAll(access[i]!.writes);
  }
  return [...again].sort((a, b) => a - b);
}

/** Parts that some rules write. Asking takes as long as the part's name, however many there are: sets may have ten thousand rules for one host. */
class Parts {
  readonly #exact = new Set<string>();
  /** Starts of names that are written. */
  readonly #starts = new Set<string>();
  /** Everything that a written name, or a written start, begins with. */
  readonly #begun = new Set<string>();

  addAll(parts: readonly string[]): void {
    for (const part of parts) {
      if (this.#exact.has(part)) continue;
      this.#exact.add(part);
      if (part[0] !== '=' && part[0] !== '^') continue;
      const name = part.slice(1);
      if (part[0] === '^') this.#starts.add(name);
      for (let end = 0; end <= name.length; end++) this.#begun.add(name.slice(0, end));
    }
  }

  meetAny(parts: readonly string[]): boolean {
    return parts.some((part) => this.#meets(part));
  }

  #meets(part: string): boolean {
    if (this.#exact.has(part) || this.#exact.has('*')) return true;
    if (part === '*') return this.#exact.size > 0;
    if (part[0] !== '=' && part[0] !== '^') return false;
    const name = part.slice(1);
    if (part[0] === '^' && this.#begun.has(name)) return true;
    for (let end = 0; end <= name.length; end++) if (this.#starts.has(name.slice(0, end))) return true;
    return false;
  }
}

export function accessOf({ match, emit, scope }: Rule): Access {
  // Of key rules only those that convert a component of the path get here.
  if (match.view === 'keys') return { reads: ['path', ...(scope.hosts === '*' ? [] : ['host'])], writes: ['path'] };
  if (match.view !== 'edit' || emit.view !== 'edit') return { reads: ['*'], writes: ['*'] };
  const own = operationAccess(emit.op);
  const conditions = [...match.when, ...match.unless].flatMap(conditionReads);
  return { reads: [...own.reads, ...conditions, ...(scope.hosts === '*' ? [] : ['host'])], writes: own.writes };
}

function conditionReads(cond: Cond): string[] {
  if ('path' in cond) return ['path'];
  if ('param' in cond) return [`=${cond.param}`];
  return 'query' in cond && cond.query === 'semicolon' ? ['params', 'separator'] : ['params'];
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

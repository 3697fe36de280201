/** Whether an operation can have something to do on a form: complete, not exact, and quicker than doing it. */
import type { Op } from '../rules/index.ts';
import type { Form } from './forms.ts';

/** What is looked at: a form, or any text that is parsed. */
type Parsed = Pick<Form, 'text' | 'source'>;

export function mayChange(op: Op): (form: Parsed) => boolean {
  switch (op.op) {
    case 'scheme':
      return ({ source }) => source.parts.scheme !== op.to;
    case 'dropPort':
      return ({ source }) => source.parts.authority.includes(':');
    case 'lowerPath':
      return ({ source }) => UPPER.test(source.parts.path);
    case 'decode':
      return ({ text }) => text.includes('%');
    case 'collapseSlashes':
      return ({ source }) => source.parts.path.includes('//');
    case 'trimSlash':
      return ({ source }) => source.parts.path.endsWith('/');
    case 'dropSuffix':
      return ({ source }) => source.parts.path.endsWith(op.suffix);
    case 'dropSegment': {
      if (typeof op.segment !== 'string') return always;
      const needle = `/${op.segment}`;
      return ({ source }) => source.parts.path.includes(needle);
    }
    case 'dropPathParam': {
      const needle = `;${op.name}`;
      return ({ source }) => source.parts.path.includes(needle);
    }
    case 'aliasPrefix': {
      const tests = op.from.map(startsWith);
      return tests.length === 1 ? tests[0]! : (form) => tests.some((test) => test(form));
    }
    case 'dropQuery':
      return ({ source }) => source.parts.query !== null;
    case 'sortParams':
    case 'dropRepeatedParams':
      return ({ source }) => source.params.length > 1;
    case 'dropEmptyParams':
      return ({ source }) => source.params.some(({ name, value }) => name === '' && !value);
    case 'separator':
      return ({ source }) => source.params.some(({ separator }) => separator === ';');
    case 'host':
      return ({ source }) => op.from.includes(source.parts.host);
    case 'dropParam':
      return 'prefix' in op
        ? ({ source }) => source.params.some(({ name }) => name.startsWith(op.prefix))
        : hasParam(op.name);
    case 'anyParam':
    case 'aliasParam':
      return hasParam(op.name);
    case 'renameParam':
      return hasParam(op.from);
    case 'pathFromParam':
      return hasParam(op.param);
    default:
      return always;
  }
}

const UPPER = /[A-Z]/;

function hasParam(wanted: string): (form: Parsed) => boolean {
  return ({ source: { params } }) => {
    for (let i = 0; i < params.length; i++) if (params[i]!.name === wanted) return true;
    return false;
  };
}

function startsWith(prefix: string): (form: Parsed) => boolean {
  const first = prefix.split('/', 2)[1]!;
  // Short texts are compared more quickly than long ones are looked into.
  return ({ source: { path, parts } }) => (first === '' || first === path[0]) && parts.path.startsWith(prefix);
}

function always(): boolean {
  return true;
}

/** Checks the programs of edit rules. */
import { EDIT, TEST } from '../edit-kinds.ts';
import type { CodeCheck } from './code-check.ts';

/** Checks a program; gives its operation. */
export function checkEdit(check: CodeCheck, program: number): number {
  const { code } = check;
  check.numbers(program, 2);
  let at = program + 2;
  for (let c = check.upTo(program + 1, code.length); c > 0; c--) {
    check.upTo(at, 1);
    const end = at + check.upTo(at + 1, code.length);
    at += 2;
    check.demand(end >= at && end < code.length);
    while (at < end) at = checkTest(check, at);
    check.demand(at === end);
  }
  check.numbers(at, 1);
  check.spend(at - program);
  const op = code[at]!;
  checkOperation(check, op, at + 1);
  return op;
}

/** Gives the place after a test, which must be the one that its length leads to. */
function checkTest(check: CodeCheck, at: number): number {
  const end = testEnd(check, check.upTo(at, TEST.query), at + 2);
  check.demand(at + check.code[at + 1]! === end);
  return end;
}

function testEnd(check: CodeCheck, kind: number, args: number): number {
  switch (kind) {
    case TEST.prefix:
    case TEST.extension:
      return check.text(args);
    case TEST.component:
      return check.text(args + 1);
    case TEST.param:
      return check.name(args);
    case TEST.paramValue:
      return check.text(check.name(args));
    case TEST.names: {
      const end = args + 1 + check.count(args, 3) * 3;
      for (let at = args + 1; at < end; at += 3) check.name(at);
      return end;
    }
    default:
      return check.numbers(args, 1);
  }
}

function checkOperation(check: CodeCheck, op: number, args: number): void {
  const { code } = check;
  check.demand(op >= 0 && op <= EDIT.separator);
  switch (op) {
    case EDIT.host:
      check.list(check.text(args), code.length);
      return;
    case EDIT.scheme:
    case EDIT.dropComponents:
    case EDIT.dropPathParam:
    case EDIT.dropParamPrefix:
      check.text(args);
      return;
    case EDIT.dropSuffix:
      check.text(args);
      // An empty one stands at the end again and again.
      check.demand(code[args + 1]! > 0);
      return;
    case EDIT.lowerComponent:
    case EDIT.dropComponentAt:
    case EDIT.anyComponent:
      check.numbers(args, 1);
      return;
    case EDIT.aliasPrefix:
      checkPrefixes(check, args);
      return;
    case EDIT.pathFromParam:
      check.text(check.text(check.name(args)));
      return;
    case EDIT.dropParam:
      check.name(args);
      return;
    case EDIT.dropParamValue:
    case EDIT.anyParam:
    case EDIT.renameParam:
      check.text(check.name(args));
      return;
    case EDIT.aliasParam:
      check.list(check.text(check.name(args)), code.length);
  }
}

/** A prefix that begins with what is put in its place must be longer, or it would be found without end. */
function checkPrefixes(check: CodeCheck, args: number): void {
  const { code } = check;
  check.text(args);
  const end = args + 3 + check.count(args + 2, 3) * 3;
  for (let at = args + 3; at < end; at += 3) {
    check.text(at);
    check.demand(check.upTo(at + 2, 1) === 0 || code[at + 1]! > code[args + 1]!);
  }
}

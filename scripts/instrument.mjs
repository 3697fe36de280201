// Puts a mark on every branch of a script, so that a fuzzer sees which of them an input reaches. V8 can count them as well, but then runs no optimized code.
import { parseAst } from 'rolldown/parseAst';

/** The script, in which every branch that is taken sets its byte of `globalThis.branchesTaken`. */
export function instrument(code) {
  const insertions = [];
  let branches = 0;
  const mark = () => `__taken[${branches++}]=1`;
  const before = (at, text) => insertions.push({ at, text, isEnd: false });
  const after = (at, text) => insertions.push({ at, text, isEnd: true });
  const statement = (node) => {
    if (node === null || node.type === 'BlockStatement') return;
    before(node.start, `{${mark()};`);
    after(node.end, '}');
  };
  const expression = (node) => {
    before(node.start, `(${mark()},`);
    after(node.end, ')');
  };
  const visit = (node) => {
    switch (node.type) {
      case 'BlockStatement':
        before(node.start + 1, `${mark()};`);
        break;
      case 'IfStatement':
        statement(node.consequent);
        statement(node.alternate ?? null);
        break;
      case 'ForStatement':
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'WhileStatement':
        statement(node.body);
        break;
      case 'SwitchCase':
        if (node.consequent.length > 0) before(node.consequent[0].start, `${mark()};`);
        break;
      case 'ConditionalExpression':
        expression(node.consequent);
        expression(node.alternate);
        break;
      case 'LogicalExpression':
        expression(node.right);
        break;
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement') expression(node.body);
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) for (const one of child) one?.type && visit(one);
      else if (child?.type) visit(child);
    }
  };
  visit(parseAst(code));
  // Found from the outside in: at one place what ends comes before what begins, and inner ends before outer ones.
  const ends = insertions.filter(({ isEnd }) => isEnd).reverse();
  const starts = insertions.filter(({ isEnd }) => !isEnd);
  const sorted = [...ends, ...starts].sort((a, b) => a.at - b.at);
  let out = '';
  let from = 0;
  for (const { at, text } of sorted) {
    out += code.slice(from, at) + text;
    from = at;
  }
  return `const __taken = globalThis.branchesTaken = new Uint8Array(${branches});\n${out}${code.slice(from)}`;
}

/** Family `param-any`: that a parameter is there matters, its value does not. */
import { type Family, frequent, plain } from './family.ts';
import { paramNames } from './param.ts';

const LEAST = 3;
const MOST = 200;

export const paramAny: Family = {
  name: 'param-any',
  idea: 'the value of a parameter does not matter',
  propose: (view) =>
    frequent(paramNames(view), LEAST, MOST).map(([name, seen]) => plain('param-any', { op: 'anyParam', name }, seen)),
};

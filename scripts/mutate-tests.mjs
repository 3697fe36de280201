// Stands in for vitest where `mutate` runs tests thousands of times in one thread: the same assertions, and no more of the rest than tests here use.
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  customMatchers,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = (value, message) => chai.expect(value, message);
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect, configurable: true });
setState({ assertionCalls: 0, isExpectingAssertions: false, isExpectingAssertionsError: null }, expect);
chai.expect.extend(expect, customMatchers);

/** Groups from the outside to the inside; each has its hooks. */
let path = [newGroup()];
const tests = [];

function newGroup() {
  return { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [], isOpen: false };
}

export function describe(_name, body) {
  path = [...path, newGroup()];
  body();
  path = path.slice(0, -1);
}
describe.each = (cases) => (name, body) => cases.forEach((one) => void describe(name, () => body(...listOf(one))));

export function it(_name, ...rest) {
  tests.push({ groups: path, body: rest.find((part) => typeof part === 'function') });
}
it.each = (cases) => (name, body) => cases.forEach((one) => void it(name, () => body(...listOf(one))));

export const beforeAll = (hook) => path.at(-1).beforeAll.push(hook);
export const afterAll = (hook) => path.at(-1).afterAll.push(hook);
export const beforeEach = (hook) => path.at(-1).beforeEach.push(hook);
export const afterEach = (hook) => path.at(-1).afterEach.push(hook);

function listOf(one) {
  return Array.isArray(one) ? one : [one];
}

/** Runs one test, or all if no number is given, until one fails; says how many there are. `around` is told before each. */
export async function run(number, around = () => undefined) {
  for (const [i, { groups, body }] of tests.entries()) {
    if (number !== undefined && number !== i) continue;
    for (const group of groups) {
      if (group.isOpen) continue;
      for (const hook of group.beforeAll) await hook();
      group.isOpen = true;
    }
    around(i);
    for (const { beforeEach: hooks } of groups) for (const hook of hooks) await hook();
    try {
      await body();
    } finally {
      for (const { afterEach: hooks } of groups) for (const hook of hooks) await hook();
    }
  }
  return tests.length;
}

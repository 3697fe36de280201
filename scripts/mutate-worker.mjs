// The thread of `mutate`: runs the tests once as the code is, then once for each change those that come to it, the quickest first.
import { parentPort, workerData } from 'node:worker_threads';

const { script, ids, isFirst } = workerData;
/** What a change may repeat: beyond that it does not end. */
const HITS = 50;
/** Seconds of the processor that a change gets, beside so many times what its tests take as the code is. */
const SPARE = 2;
const TIMES = 3;

globalThis.__stryker__ = {};
const { run } = await import(script);
const state = globalThis.__stryker__;
const seconds = [];
let since = 0;
const told = (number) => {
  if (state.currentTestId !== undefined) seconds[Number(state.currentTestId.slice(1))] = cpuSeconds() - since;
  state.currentTestId = `t${number}`;
  since = cpuSeconds();
};
try {
  told(await run(undefined, told));
} catch (error) {
  parentPort.postMessage({ failed: `the tests fail as the code is: ${error?.message ?? error}` });
}
const { static: loaded = {}, perTest = {} } = state.mutantCoverage ?? {};
delete state.currentTestId;
if (isFirst)
  console.log(`${seconds.length} tests, ${seconds.reduce((sum, one) => sum + one, 0).toFixed(1)} s of the processor`);
for (const id of ids) {
  const numbers = [...seconds.keys()].filter((number) => perTest[`t${number}`]?.[id] > 0);
  if (numbers.length === 0) {
    parentPort.postMessage({ id, result: loaded[id] > 0 ? 'loaded' : 'unseen' });
    continue;
  }
  numbers.sort((a, b) => seconds[a] - seconds[b]);
  const limit = SPARE + TIMES * numbers.reduce((sum, number) => sum + seconds[number], 0);
  parentPort.postMessage({ id, limit });
  parentPort.postMessage({ id, result: (await isNoticed(id, numbers)) ? 'noticed' : 'missed' });
}
// What a change left behind in a module would be taken for its being noticed.
try {
  await run();
  parentPort.postMessage({});
} catch (error) {
  parentPort.postMessage({ failed: `the tests do not pass any more when all was tried: ${error?.message ?? error}` });
}

async function isNoticed(id, numbers) {
  state.activeMutant = id;
  try {
    for (const number of numbers) {
      state.hitCount = 0;
      state.hitLimit = HITS * perTest[`t${number}`][id];
      await run(number);
    }
    return false;
  } catch {
    return true;
  } finally {
    state.activeMutant = undefined;
    state.hitCount = undefined;
  }
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

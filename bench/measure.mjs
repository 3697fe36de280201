// How the benchmarks measure: tasks in turn, CPU time beside wall time, ratios inside one repetition, then their median.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Median. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Runs the tasks in turn, `repetitions` times; gives milliseconds of CPU and wall time of each per repetition. A task may give CPU milliseconds of a process it ran. */
export function interleave(tasks, repetitions) {
  const times = tasks.map(() => []);
  for (let rep = 0; rep < repetitions; rep++) {
    for (const [i, task] of tasks.entries()) {
      const start = process.cpuUsage();
      const started = performance.now();
      const elsewhere = task();
      const { user, system } = process.cpuUsage(start);
      const cpu = typeof elsewhere === 'number' ? elsewhere : (user + system) / 1000;
      times[i].push({ cpu, wall: performance.now() - started });
    }
  }
  return times;
}

/** Median over repetitions of one task's time divided by another's. */
export function ratio(times, others, kind = 'cpu') {
  return median(times.map((time, i) => time[kind] / others[i][kind]));
}

/** Median milliseconds. */
export function typical(times, kind = 'cpu') {
  return median(times.map((time) => time[kind]));
}

/** Runs a program; gives its CPU milliseconds, and throws when it fails. With `line` it stands between two pipes of a shell, and is given that line. */
export function runProgram(command, args, { line, ...options } = {}) {
  const timed = 'time "$0" "$@"';
  const script = line === undefined ? timed : `set -o pipefail; printf '%s\\n' "$LINE" | { ${timed}; } | cat`;
  const run = spawnSync('bash', ['-c', `TIMEFORMAT='%U %S'; ${script}`, command, ...args], {
    maxBuffer: 2 ** 30,
    env: { ...process.env, LINE: line },
    ...options,
  });
  const text = `${run.stderr}`.trim();
  if (run.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${text}`);
  const [user, system] = text.split(/\s+/).slice(-2).map(Number);
  return (user + system) * 1000;
}

/** Short digest of a file. */
export function digestOf(path) {
  return createHash('sha1').update(readFileSync(path)).digest('hex').slice(0, 12);
}

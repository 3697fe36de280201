/** Lets a command that can stop in the middle end in its own way: the first signal asks it to, the second ends the program as usual. */

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Runs the work with a signal that says when to stop. When that was said, `afterwards` ends the program as it would have ended. */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ result: T; afterwards: () => void }> {
  const stop = new AbortController();
  const usual = new Map(SIGNALS.map((name) => [name, process.listeners(name)]));
  let received: NodeJS.Signals | undefined;
  const restore = () => {
    for (const [name, listeners] of usual) {
      process.removeAllListeners(name);
      for (const listener of listeners) process.on(name, listener);
    }
  };
  for (const name of SIGNALS) {
    process.removeAllListeners(name);
    process.on(name, () => {
      received = name;
      restore();
      stop.abort();
    });
  }
  try {
    const result = await work(stop.signal);
    return { result, afterwards: () => received && process.emit(received, received) };
  } finally {
    restore();
  }
}

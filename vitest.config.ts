/** Two vitest projects: `fast` runs in `npm test`, `real` starts real programs and runs in `npm run test:real`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // By default one core is left free, which on two cores is one worker for everything.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'fast',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/real/**'],
          // Tests share the modules of a worker: nothing in them changes one, and loading them anew took half of the time.
          isolate: false,
          testTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'real',
          include: ['test/real/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

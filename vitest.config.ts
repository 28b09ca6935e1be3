/** Test projects: everything that runs in Node, and the journeys that drive a real browser. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['./tests/database-template.ts'],
    reporters: ['default', './tests/totals-reporter.ts'],
    projects: [
      {
        test: {
          name: 'node',
          setupFiles: ['./tests/property-seed.ts'],
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['tests/journeys/**', 'tests/chart/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts', 'tests/chart/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});

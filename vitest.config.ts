/** Test projects: code that Node runs directly, as the product does; code that needs the web's compiler; then a cluster, and journeys in a browser. */
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tests/setup/file-order.ts';
import './tests/setup/node-version.ts';
import { IS_LONG, ONLY_LONG } from './tests/setup/only-long.ts';
import { MAX_WORKERS } from './tests/setup/worker-count.ts';

/**
 * Node loads the modules as it does for the product. Vite's own loader reaches every import through an object, which
 * makes simulations two to three times slower; nothing here needs its mocks.
 */
const IN_NODE = { viteModuleRunner: false, nodeLoader: false } as const;

/** Polling in tests waits as long as a busy machine may need; the default is one second. */
const POLL = { poll: { timeout: 45_000, interval: 100 } };
/** In a journey as long as its pages wait (`tests/drive/browser.ts`). */
const POLL_OF_JOURNEYS = { poll: { timeout: 90_000, interval: 100 } };

/** With its full counts a single test may take as long as its part: 80 minutes. */
const MAX_TEST_MS = IS_LONG ? 80 * 60_000 : 120_000;

/** Journeys mostly wait for a page or for the market: four at a time keep two cores busy. */
const JOURNEY_WORKERS = 4;

export default defineConfig({
  test: {
    globalSetup: ['./tests/setup/compile-cache.ts', './tests/setup/database-template.ts'],
    sequence: { sequencer: LongFilesFirst },
    // A worker of journeys closes its browser at the end, which takes a while on a busy machine
    teardownTimeout: 60_000,
    reporters: ['default', './tests/setup/areas-reporter.ts', './tests/setup/totals-reporter.ts'],
    projects: [
      {
        test: {
          name: 'node',
          setupFiles: ['./tests/setup/property-seed.ts', './tests/setup/file-seconds.ts'],
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['apps/web/**', 'tests/journeys/**', 'tests/chart/**', 'tests/cluster/**', ...ONLY_LONG],
          experimental: IN_NODE,
          // Files of a worker share its modules: none keeps state of a test outside the test
          isolate: false,
          expect: POLL,
          testTimeout: MAX_TEST_MS,
          hookTimeout: 120_000,
          maxWorkers: MAX_WORKERS,
        },
      },
      {
        test: {
          name: 'web',
          setupFiles: ['./tests/setup/property-seed.ts', './tests/setup/file-seconds.ts'],
          include: ['apps/web/src/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          maxWorkers: MAX_WORKERS,
        },
      },
      {
        test: {
          name: 'cluster',
          setupFiles: ['./tests/setup/property-seed.ts', './tests/setup/file-seconds.ts'],
          include: ['tests/cluster/**/*.test.ts'],
          exclude: [...ONLY_LONG],
          experimental: IN_NODE,
          expect: POLL,
          testTimeout: MAX_TEST_MS,
          hookTimeout: 120_000,
          // It waits for leases and minutes while journeys use the cores; the long files have a cluster each, one at a time
          maxWorkers: IS_LONG ? 1 : JOURNEY_WORKERS,
          sequence: { groupOrder: IS_LONG ? 2 : 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          setupFiles: ['./tests/setup/file-seconds.ts', './tests/setup/failed-pages.ts'],
          include: ['tests/journeys/**/*.test.ts', 'tests/chart/**/*.test.ts'],
          exclude: [...ONLY_LONG],
          experimental: IN_NODE,
          expect: POLL_OF_JOURNEYS,
          testTimeout: 240_000,
          // The first file of a day waits for the market that all begin with
          hookTimeout: 600_000,
          globalSetup: ['./tests/setup/journey-products.ts'],
          // Files of a worker share its browser
          isolate: false,
          maxWorkers: JOURNEY_WORKERS,
          // After the other projects: what is on the screen depends on time, and these files use both cores themselves
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

/** The tests of the folder that the mutation run names, without the set-up of a whole run. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['./tests/setup/property-seed.ts'],
    include: [process.env['MUTATION_TESTS'] ?? '**/*.test.ts'],
    testTimeout: 120_000,
  },
});

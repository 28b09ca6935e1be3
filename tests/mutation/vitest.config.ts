/** The tests of one folder, as the mutation run starts them: in the order of their files, without the set-up of a whole run. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['./tests/setup/property-seed.ts'],
    include: [`${process.env['MUTATION_TESTS']}/**/*.test.ts`],
    testTimeout: 20_000,
  },
});

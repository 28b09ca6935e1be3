/** `npm run mutation -- PART`: breaks the sources of a part one expression at a time and counts what its tests notice. */
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';

interface Part {
  /** Sources that are broken. */
  readonly sources: readonly string[];
  /** Folder of the tests that must notice. */
  readonly folder: string;
  /** Of these, when not all. */
  readonly tests?: string;
}

const PARTS: Readonly<Record<string, Part>> = {
  market: { sources: ['packages/market/src/**/*.ts'], folder: 'packages/market/src' },
  insights: { sources: ['packages/journal/src/insights/**/*.ts'], folder: 'packages/journal/src/insights' },
  statistics: {
    sources: ['packages/journal/src/statistics/**/*.ts'],
    folder: 'packages/journal/src/statistics',
  },
  contracts: {
    sources: ['packages/contracts/src/**/*.ts', '!packages/contracts/src/legal/**'],
    folder: 'packages/contracts/src',
  },
  entitlements: {
    sources: ['apps/server/src/http/bind/entitlement.ts', 'apps/server/src/rules/**/*.ts'],
    folder: 'apps/server/src',
    tests: '{rules,http/bind}/**/*.test.ts',
  },
};

async function mutate(name: string, { sources, folder, tests = '**/*.test.ts' }: Part): Promise<void> {
  process.env['MUTATION_TESTS'] = tests;
  const stryker = new Stryker({
    mutate: [...sources, '!**/*.test.ts', '!**/index.ts'],
    // Strings are mostly texts for people, and identifiers that a schema or a type holds
    mutator: { excludedMutations: ['StringLiteral'] },
    testRunner: 'vitest',
    vitest: { configFile: fileURLToPath(new URL('vitest.config.ts', import.meta.url)), dir: folder },
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    // Sources are run as they are written; none of the compiler's settings is read
    tsconfigFile: 'none.json',
    // The working copy holds no installed packages: they are linked
    ignorePatterns: ['reports', 'docs', 'apps/web/dist', '**/*.db'],
    concurrency: 2,
    timeoutMS: 10_000,
    allowEmpty: false,
    reporters: ['clear-text', 'progress-append-only', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: `reports/mutation/${name}/mutation.json` },
    thresholds: { high: 90, low: 80, break: null },
  });
  await stryker.runMutationTest();
}

const name = process.argv[2] ?? '';
const part = PARTS[name];
if (part === undefined) {
  process.stderr.write(`npm run mutation -- PART: expected one of ${Object.keys(PARTS).join(', ')}\n`);
  process.exitCode = 1;
} else await mutate(name, part);

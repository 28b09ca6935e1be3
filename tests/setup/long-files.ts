/** The files that start first: one that takes long and starts last runs alone, on one core. */

/** Paths from the root, the longest first. */
export const LONG_FILES: readonly string[] = [
  'tests/line/delay-oracle.test.ts',
  'tests/line/leak-oracle.test.ts',
  'apps/server/src/adapters/backup/backup-commands.test.ts',
  'apps/cli/src/commands/train.test.ts',
  'tests/line/replayed-events.test.ts',
  'tests/journeys/plans-and-limits.test.ts',
  'tests/journeys/admin-controls.test.ts',
  'tests/journeys/demo.test.ts',
];

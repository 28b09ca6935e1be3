/** The files that start first: one that takes long and starts last runs alone, on one core. */

/** Paths from the root, the longest first. */
export const LONG_FILES: readonly string[] = [
  'tests/cluster/cluster.test.ts',
  'tests/line/leak-oracle.test.ts',
  'apps/server/src/adapters/backup/backup-commands.test.ts',
  'tests/product/started-product.test.ts',
  'tests/matrix/authorisation.test.ts',
  'tests/journeys/workspace.test.ts',
  'tests/journeys/subscriber.test.ts',
  'tests/journeys/admin-controls.test.ts',
  'tests/journeys/lost-connection.test.ts',
];

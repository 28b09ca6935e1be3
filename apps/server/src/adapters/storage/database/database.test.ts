/** A database that cannot be opened reports the cause, and never the password. */
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { DatabaseUnavailable } from './open-postgres.ts';

test('a server that does not answer is named without its password', async () => {
  const opening = openDatabase({ dataDir: null, databaseUrl: 'postgres://app:canary@127.0.0.1:1/undertow' });
  await expect(opening).rejects.toThrow(DatabaseUnavailable);
  await expect(opening).rejects.toThrow('DATABASE_URL postgres://127.0.0.1:1/undertow: connect ECONNREFUSED');
  await expect(opening).rejects.not.toThrow(/canary/);
});

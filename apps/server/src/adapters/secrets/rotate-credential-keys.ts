/** Seals the keys of broker logins, of owners and of webhooks with the newest key, a few rows at a time beside a running server, from wherever it was stopped. */

import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import type { OwnerSeal } from '#ports/account-feeds.ts';
import { type CredentialSeal, type RotationFacts, SecretUnreadable } from '#ports/credentials.ts';

const BATCH_ROWS = 200;

interface Row {
  readonly user_id: string;
  readonly key_id: string;
  readonly data_key: string;
}

/** A table whose rows have keys, and what seals them. */
interface Keyed {
  readonly table: 'broker_credentials' | 'account_keys' | 'webhook_keys';
  readonly seal: Pick<CredentialSeal, 'reseal'> | Pick<OwnerSeal, 'reseal'>;
}

interface Batch {
  /** Null after the last row. */
  readonly last: string | null;
  readonly resealed: number;
  readonly unreadable: number;
}

/**
 * A save waits for its row until the batch is stored, and then replaces it; a save that came first is waited for, and its
 * row is read again. The locks are taken in the order of users: two rotations at once do not wait for each other.
 */
function resealBatch(orm: Orm, { table, seal }: Keyed, newest: string, after: string): Promise<Batch> {
  const rowsOfTable = sql.identifier(table);
  return orm.transaction(async (tx) => {
    const rows = await rowsOf<Row>(
      tx,
      sql`SELECT user_id, key_id, data_key FROM ${rowsOfTable}
        WHERE user_id > ${after} AND key_id <> ${newest} ORDER BY user_id LIMIT ${BATCH_ROWS} FOR UPDATE`,
    );
    const fresh: { userId: string; keyId: string; dataKey: string }[] = [];
    let unreadable = 0;
    for (const { user_id: userId, key_id: keyId, data_key: dataKey } of rows) {
      try {
        const resealed = seal.reseal(userId, { keyId, dataKey });
        if (resealed !== null) fresh.push({ userId, keyId: resealed.keyId, dataKey: resealed.dataKey });
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error;
        unreadable += 1;
      }
    }
    if (fresh.length > 0)
      await tx.execute(sql`UPDATE ${rowsOfTable} AS row SET key_id = new."keyId", data_key = new."dataKey"
        FROM json_to_recordset(${JSON.stringify(fresh)}::json) AS new("userId" text, "keyId" text, "dataKey" text)
        WHERE row.user_id = new."userId"`);
    return { last: rows.at(-1)?.user_id ?? null, resealed: fresh.length, unreadable };
  });
}

async function countByKey(orm: Orm): Promise<Readonly<Record<string, number>>> {
  const rows = await rowsOf<{ key_id: string; rows: number }>(
    orm,
    sql`SELECT key_id, count(*)::int AS rows FROM (
      SELECT key_id FROM broker_credentials UNION ALL SELECT key_id FROM account_keys
      UNION ALL SELECT key_id FROM webhook_keys) AS keyed
      GROUP BY key_id ORDER BY key_id`,
  );
  return Object.fromEntries(rows.map((row) => [row.key_id, row.rows]));
}

/** `onBatch` receives the number of rows resealed so far. */
export async function rotateCredentialKeys(
  orm: Orm,
  seals: { readonly logins: CredentialSeal; readonly owners: OwnerSeal; readonly webhooks: OwnerSeal },
  newest: string,
  onBatch: (resealed: number) => void = () => undefined,
): Promise<RotationFacts> {
  let [resealed, unreadable] = [0, 0];
  const tables: readonly Keyed[] = [
    { table: 'broker_credentials', seal: seals.logins },
    { table: 'account_keys', seal: seals.owners },
    { table: 'webhook_keys', seal: seals.webhooks },
  ];
  for (const keyed of tables) {
    for (let after = ''; ; ) {
      const batch = await resealBatch(orm, keyed, newest, after);
      if (batch.last === null) break;
      after = batch.last;
      resealed += batch.resealed;
      unreadable += batch.unreadable;
      onBatch(resealed);
    }
  }
  return { resealed, unreadable, rowsByKey: await countByKey(orm) };
}

/** Seals every stored broker password and every owner's keys with the newest key: `rotate-keys`. Beside PostgreSQL it works while the server runs. */
import { createCredentialSeal } from '#adapters/secrets/credential-seal.ts';
import { createOwnerSeal } from '#adapters/secrets/owner-seal.ts';
import { rotateCredentialKeys } from '#adapters/secrets/rotate-credential-keys.ts';
import { openDatabase } from '#adapters/storage/database/database.ts';
import { readKeyConfig } from '#config/config.ts';

const REPORT_ROWS = 10_000;

async function rotate(): Promise<boolean> {
  const { keys, ...settings } = readKeyConfig();
  const [newest = ''] = keys.keys();
  const database = await openDatabase(settings);
  try {
    const seals = {
      logins: createCredentialSeal(keys),
      owners: createOwnerSeal(keys),
      webhooks: createOwnerSeal(keys, 'webhook_keys'),
    };
    let reported = 0;
    const report = (rows: number): void => {
      if (rows - reported < REPORT_ROWS) return;
      reported = rows;
      process.stdout.write(`${rows} rows so far\n`);
    };
    const facts = await rotateCredentialKeys(database.orm, seals, newest, report);
    const { resealed, unreadable, rowsByKey } = facts;
    process.stdout.write(`${resealed} rows were encrypted again with ${newest}\n`);
    for (const [name, rows] of Object.entries(rowsByKey)) process.stdout.write(`${name}: ${rows} rows\n`);
    const old = [...keys.keys()].filter((name) => name !== newest);
    for (const name of old)
      process.stdout.write(
        rowsByKey[name] === undefined
          ? `${name} seals no row: it may be taken out of CREDENTIAL_KEYS, unless a backup of its time may be restored\n`
          : `${name} is still needed: run this again once every server has ${newest} as its first key\n`,
      );
    if (unreadable > 0)
      process.stdout.write(
        `${unreadable} rows cannot be decrypted with these keys and were left unchanged\n`,
      );
    return Object.keys(rowsByKey).every((name) => name === newest);
  } finally {
    await database.close();
  }
}

rotate()
  .then((isDone) => {
    process.exitCode = isDone ? 0 : 1;
  })
  .catch((error: unknown) => {
    process.stderr.write(`rotate-keys: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });

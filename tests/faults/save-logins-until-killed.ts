/** A process that saves logins of trading platforms and prints what was acknowledged, until it is killed. */
import { createCredentialSeal } from '@undertow/server/src/adapters/secrets/credential-seal.ts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';

/** Saves at the same time. */
const SIDE_BY_SIDE = 4;

const [databaseUrl = '', keys = '', first = '0'] = process.argv.slice(2);
const database = await openDatabase({ dataDir: null, databaseUrl });
const { connectionStore } = createStores(database.orm);
const named = keys.split(',').map((pair) => pair.split('=') as [string, string]);
const seal = createCredentialSeal(new Map(named.map(([name, hex]) => [name, Buffer.from(hex, 'hex')])));
const users = await rowsOf<{ user_id: string }>(database.orm, sql`SELECT user_id FROM broker_connections`);
const place = { server: 'rithmic_paper_server', domain: 'rithmic_paper_domain', system: null } as const;

let count = Number(first);

async function saveOn(): Promise<void> {
  for (;;) {
    count += 1;
    const number = count;
    // A prime step visits every user before any user twice
    const userId = users[(number * 7919) % users.length]?.user_id ?? '';
    const sealed = seal.seal(userId, Buffer.from(`${userId} ${number}`));
    await connectionStore.save({ userId, username: 'u', ...place, sealed }, 0, 'request');
    process.stdout.write(`${userId} ${number}\n`);
  }
}

process.stdout.write('open\n');
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, saveOn));

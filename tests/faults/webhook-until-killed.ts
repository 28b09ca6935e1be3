/** A process that delivers the webhooks of a data folder, until it is killed. */
import { createOwnerSeal } from '@undertow/server/src/adapters/secrets/owner-seal.ts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { openWebhookWorld, SEAL_KEYS, startSender } from './webhook-kill-world.ts';

const [dataDir = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
const { stores } = openWebhookWorld(database, createOwnerSeal(SEAL_KEYS, 'webhook_keys'));
startSender(stores);
process.stdout.write('open\n');

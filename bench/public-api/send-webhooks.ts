/** A process that delivers the webhooks of a data folder until it is killed. */
import { openWebhookWorld, startSender } from './webhook-world.ts';

const [dataDir = ''] = process.argv.slice(2);
const { stores } = await openWebhookWorld(dataDir);
startSender(stores);

/** A process that accepts and applies two events and kills itself between two statements; without a kill point it prints their number. */
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { betweenStatements } from '@undertow/server/testing/database/failing-database.ts';
import { TestProvider } from '@undertow/server/testing/provider.ts';
import { handlerOver, KILL_NOW_MS, roundOf } from './billing-kill-world.ts';

const [dataDir = '', round = '0', killAt = 'never'] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
const provider = new TestProvider();
const { stores, worker, receive } = handlerOver(database, provider);
// Events left by earlier processes refer to their customers, so the provider has those too
const rounds = Array.from({ length: Number(round) + 1 }, (_, number) => roundOf(provider, number));
const { customerId = '', events = [] } = rounds.at(-1) ?? {};

let armed = false;
let passed = 0;

/** Called between statements: kills the process at the requested one, without any cleanup. */
function between(): void {
  if (!armed) return;
  if (String(passed) === killAt) process.kill(process.pid, 'SIGKILL');
  passed += 1;
}

betweenStatements(database, between);
provider.onCall = between;

const identity = { issuer: 'https://id.example', sub: `killed-${round}`, email: `k${round}@example.com` };
const user = await stores.users.signIn({ ...identity, firstName: null }, KILL_NOW_MS);
await stores.billingStore.saveCustomer(user.id, customerId, KILL_NOW_MS);
process.stdout.write(`user ${user.id}\n`);
armed = true;
// The next process applies what a killed one left, and can be killed meanwhile too
await worker.drain();
for (const event of events) {
  await receive(event);
  await worker.drain();
}
armed = false;
process.stdout.write(`passed ${passed}\n`);
await worker.stop();
await database.close();

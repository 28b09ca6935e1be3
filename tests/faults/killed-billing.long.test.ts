/** The webhook's handler under kill -9 between any two statements: every effect once, none twice, none lost. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { newDataFolder } from '@undertow/server/testing/database/data-folder.ts';
import { TestProvider } from '@undertow/server/testing/provider.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlerOver, roundOf } from './billing-kill-world.ts';
import { startProcess } from './child-process.ts';

const HANDLER = fileURLToPath(new URL('./apply-until-killed.ts', import.meta.url));
const POINTS = 200;

let dataDir: string;
beforeAll(() => {
  dataDir = newDataFolder('kill-billing');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

async function handle(round: number, killAt: number | 'never'): Promise<Ended> {
  const handler = startProcess(HANDLER, [dataDir, String(round), String(killAt)]);
  await handler.gone;
  return { signal: handler.child.signalCode, output: handler.output() + handler.errors() };
}

const numberAfter = (word: string, text: string): number =>
  Number(new RegExp(`${word} (\\d+)`).exec(text)?.[1] ?? Number.NaN);

test(`${POINTS} kills between statements of the handler leave exactly one effect each`, async () => {
  const whole = await handle(0, 'never');
  const places = numberAfter('passed', whole.output);
  expect(places).toBeGreaterThan(30);
  for (let round = 1; round <= POINTS; round += 1) {
    // Spread over the whole handler; every kill point is used when there are more rounds than kill points
    const killAt = POINTS < places ? Math.floor(((round - 1) * places) / POINTS) : (round - 1) % places;
    const { signal, output } = await handle(round, killAt);
    expect([round, killAt, signal]).toEqual([round, killAt, 'SIGKILL']);
    expect(output).toContain('user ');
  }

  // The provider got no acknowledgement: it sends everything again, to a process that is not killed
  const database = await openDatabase({ dataDir });
  const provider = new TestProvider();
  const { stores, worker, receive } = handlerOver(database, provider);
  const rounds = Array.from({ length: POINTS + 1 }, (_, round) => roundOf(provider, round));
  await worker.drain();
  for (const { events } of rounds) for (const event of events) await receive(event);
  await worker.drain();
  for (const { customerId, subscriptionId, invoiceId } of rounds) {
    const userId = (await stores.billingStore.userOf(customerId)) ?? '';
    const { orm } = database;
    const mails = await rowsOf<{ id: string }>(
      orm,
      sql`SELECT id FROM mail_outbox WHERE user_id = ${userId} ORDER BY id`,
    );
    expect(mails.map(({ id }) => id.replace(`${userId}/`, '').split('/', 1)[0])).toEqual([
      'refunded',
      'trial_ending',
      'welcome',
    ]);
    const audit = await rowsOf(
      orm,
      sql`SELECT 1 FROM audit_log WHERE subject = ${userId} AND action = 'subscription.changed'`,
    );
    expect([customerId, audit.length]).toEqual([customerId, 1]);
    expect((await stores.billingStore.current(userId))?.snapshot.id).toBe(subscriptionId);
    expect((await stores.invoices.list(userId)).map(({ id, refundedPence }) => [id, refundedPence])).toEqual([
      [invoiceId, 100],
    ]);
    const [user] = await rowsOf<{ email: string }>(orm, sql`SELECT email FROM users WHERE id = ${userId}`);
    const used = await stores.trialUses.usedBy({ userId, email: user?.email ?? null });
    expect(used).toEqual(new Set(['account', 'mail']));
  }
  expect(await stores.billingLedger.counts()).toEqual({ waiting: 0, failing: 0 });
  await worker.stop();
  await database.close();
}, 3_600_000);

/** Devices of a user at two processes: the newest first, wherever they are, without those of a process that ended. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import type { LiveDevices } from '#ports/cluster/devices.ts';
import { hasPostgres } from '#testing/database/databases.ts';
import { openTwoProcesses, type TwoProcesses } from '#testing/database/two-processes.ts';
import { createChangeLog } from './change-log.ts';
import { createLiveDevices } from './live-devices.ts';

const given = process.env['DATABASE_URL_TEST'];
const NOW = Date.UTC(2026, 10, 20, 16);

describe.runIf(hasPostgres(given))('two processes with sockets', () => {
  let processes: TwoProcesses;
  let stores: Stores;
  const opened: LiveDevices[] = [];
  beforeAll(async () => {
    processes = await openTwoProcesses(given);
    stores = createStores(processes.first.orm);
  }, 120_000);
  afterAll(() => processes?.close());
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  const logger = { warn: () => undefined };
  async function open() {
    const clock = { ms: 0 };
    const ids = [randomUUID(), randomUUID()] as const;
    const [first, second] = [
      createLiveDevices({
        ...{ orm: processes.first.orm, processId: ids[0], logger, seenEveryMs: 20 },
        monotonicMs: () => clock.ms,
      }),
      createLiveDevices({ orm: processes.second.orm, processId: ids[1], logger, seenEveryMs: 20 }),
    ];
    opened.push(first, second);
    const { id: userId } = await stores.users.ensure('https://id.example', randomUUID(), NOW);
    const signIn = async (name: string): Promise<string> => {
      const idHash = `${name}-${userId}`;
      const row = { idHash, publicId: randomUUID(), userId, createdAtMs: NOW, lastSeenAtMs: NOW };
      await stores.sessionStore.insert({ ...row, device: 'test', authAtMs: NOW });
      return idHash;
    };
    const seen = async () =>
      Promise.all(
        [first, second].map(async (one) => (await one.newestFirst(userId)).map((id) => id.split('-')[0])),
      );
    await wait(60);
    return { first, second, ids, userId, signIn, seen, clock };
  }

  test('both see the devices of both, the one that connected last first', async () => {
    const { first, second, signIn, seen } = await open();
    const [a, b, c] = [await signIn('a'), await signIn('b'), await signIn('c')];
    await first.connected(a);
    await second.connected(b);
    await first.connected(c);
    expect(await seen()).toEqual([
      ['c', 'b', 'a'],
      ['c', 'b', 'a'],
    ]);
    await second.connected(a);
    expect(await seen()).toEqual([
      ['a', 'c', 'b'],
      ['a', 'c', 'b'],
    ]);
    // Its other page is still open at the second one
    await first.gone(a);
    await first.gone(c);
    expect(await seen()).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    await stores.sessionStore.remove(a);
    expect(await seen()).toEqual([['b'], ['b']]);
  });

  test('a device is noted where another process has one of its user too, also when both connect at once', async () => {
    const { first, second, signIn, userId } = await open();
    const log = createChangeLog(processes.first.orm);
    const [a, b, c] = [await signIn('a'), await signIn('b'), await signIn('c')];
    const from = await log.latest();
    await first.connected(a);
    await first.connected(b);
    expect(await log.since(from)).toEqual([]);
    await first.gone(a);
    await first.gone(b);
    await Promise.all([first.connected(a), second.connected(c)]);
    expect((await log.since(from)).map(({ hint }) => hint)).toEqual([
      { topic: 'devicesChanged', message: { userId } },
    ]);
  });

  test('devices of a process that was not seen for seconds do not count; on its return they do, at their place', async () => {
    const { first, second, ids, signIn, seen, clock } = await open();
    const [a, b] = [await signIn('a'), await signIn('b')];
    let returned = 0;
    first.onReturn(() => {
      returned += 1;
    });
    await first.connected(a);
    await second.connected(b);
    // Suspended for so long that its devices were removed
    await processes.owner.transaction(async (tx) => {
      await tx.execute(sql`UPDATE live_processes SET seen_at_ms = 0 WHERE process_id = ${ids[0]}`);
      await tx.execute(sql`DELETE FROM live_devices WHERE process_id = ${ids[0]}`);
    });
    expect((await seen())[1]).toEqual(['b']);
    clock.ms += 70_000;
    await expect.poll(() => returned).toBe(1);
    expect(await seen()).toEqual([
      ['b', 'a'],
      ['b', 'a'],
    ]);
  });

  test('a page that closes while the same device opens another one leaves the device there', async () => {
    const { first, signIn, seen } = await open();
    const a = await signIn('a');
    await first.connected(a);
    await Promise.all([first.gone(a), first.connected(a)]);
    expect((await seen())[0]).toEqual(['a']);
  });
});

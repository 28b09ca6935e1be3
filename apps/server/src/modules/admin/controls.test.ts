/** The switches in memory: changes of other processes apply within a second, a failed read keeps the last values. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { createStores } from '#adapters/storage/stores.ts';
import type { ControlStore } from '#ports/controls.ts';
import { testClock } from '#testing/clock.ts';
import { hasPostgres, startPostgres, type TestServer } from '#testing/database/databases.ts';
import { openControls } from './controls.ts';

const NOW = Date.UTC(2026, 10, 22);
const given = process.env['DATABASE_URL_TEST'];
const change = { kind: 'detector', key: 'iceberg', off: true, reason: 'as the test says' } as const;
const by = { actor: 'test', requestId: 'r' };

const openOver = (controlStore: ControlStore, everyMs: number | null, errors: string[] = []) => {
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const log = { error: (_facts: object, message: string) => errors.push(message) };
  return openControls({ controlStore, bus, clock: testClock(() => NOW), log, everyMs }).then((controls) => ({
    bus,
    controls,
  }));
};

test('while they cannot be read the last ones apply, and the failure is logged', async () => {
  const errors: string[] = [];
  let broken = false;
  const store = {
    async read() {
      if (broken) throw new Error('no database');
      return { switches: [{ ...change, changedAtMs: NOW, changedBy: 'test' }], notice: null };
    },
  } as unknown as ControlStore;
  const { bus, controls } = await openOver(store, null, errors);
  broken = true;
  bus.publish('controlsChanged', {});
  await expect.poll(() => errors).toEqual(['switches not read']);
  expect(controls.isOff('detector', 'iceberg')).toBe(true);
  await controls.close();
});

test('a listener that throws does not stop later ones, and the failure is logged', async () => {
  const errors: string[] = [];
  let off = false;
  const store = {
    read: async () => ({ switches: [{ ...change, off, changedAtMs: NOW, changedBy: 'test' }], notice: null }),
  } as unknown as ControlStore;
  const { controls } = await openOver(store, null, errors);
  const notified: string[] = [];
  controls.onChange(() => {
    throw new Error('broken');
  });
  controls.onChange(() => notified.push('later'));
  off = true;
  await controls.refresh();
  expect(notified).toEqual(['later']);
  expect(errors).toEqual(['change of switches not applied everywhere']);
  await controls.close();
});

describe.skipIf(!hasPostgres(given))('PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres(given);
  });
  afterAll(() => server?.stop());

  test('a switch reaches other processes, and two concurrent changes write one row', async () => {
    const databaseUrl = await server.createDatabase();
    const databases: Database[] = [
      await openDatabase({ dataDir: null, databaseUrl }),
      await openDatabase({ dataDir: null, databaseUrl }),
    ];
    const stores = databases.map(({ orm }) => createStores(orm));
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    const { controls } = await openOver(other.controlStore, 100);
    let notified = 0;
    controls.onChange(() => {
      notified += 1;
    });
    await Promise.all(stores.map(({ controlStore }) => controlStore.setSwitch(change, by, NOW)));
    await expect.poll(() => controls.isOff('detector', 'iceberg')).toBe(true);
    expect(controls.siteState().off).toEqual([{ kind: 'detector', key: 'iceberg' }]);
    expect(notified).toBe(1);
    const rows = await one.auditHistory.search({ action: 'detector.switched', limit: 10 });
    expect(rows).toHaveLength(1);
    await controls.close();
    for (const { close } of databases) await close();
  });
});

/** The recorded ES session through the whole line: what viewers see at its end is the golden table. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDbnReplay } from '@undertow/feeds';
import { CME_CALENDAR } from '@undertow/market';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { createClock } from '@undertow/server/src/adapters/clock/clock.ts';
import { createTrackHeadsFile } from '@undertow/server/src/adapters/storage/database/chain-heads-file.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createTrackStore } from '@undertow/server/src/adapters/storage/track-record/track-store.ts';
import { createLiveLine } from '@undertow/server/src/live/live-line.ts';
import { UsageRecorder } from '@undertow/server/src/live/socket/usage-recorder.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { openControls } from '@undertow/server/src/modules/admin/controls.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { expect, test } from 'vitest';

const FILE = fileURLToPath(
  new URL(
    '../../../shared/data/es-mbo-esh4-20231225-dev/esh4-glbx-mdp3-20231225-to-2330.mbo.dbn.zst',
    import.meta.url,
  ),
);
const isHere = existsSync(FILE);
if (!isHere) process.stderr.write('recorded ES session not found beside the checkout: its test is skipped\n');

test.skipIf(!isHere)(
  'a replay ends with the volume, the bars, the book and the icebergs of the recording',
  async () => {
    const database = await openMemoryDatabase();
    const stores = createStores(database.orm);
    const trackStore = createTrackStore(database.orm, createTrackHeadsFile(null));
    const bus = createInProcessBus((_topic, error) => {
      throw error;
    });
    const clock = createClock();
    const log = createLog('silent');
    const line = createLiveLine({
      feed: await openDbnReplay({ path: FILE, speed: 'max' }),
      calendar: CME_CALENDAR,
      bus,
      clock,
      audit: stores.audit,
      controls: await openControls({ ...stores, bus, clock, log, everyMs: null }),
      marketStore: stores.marketStore,
      trackStore,
      alertStore: stores.alerts,
      entitlements: { of: () => Promise.reject(new Error('nobody watches')) },
      usage: new UsageRecorder({ store: stores.dataUsage, log: createLog('silent'), nowMs: Date.now }),
      alertRules: stores.alertRules,
      alertOutbox: stores.alertOutbox,
      alertDeadLetters: stores.alertDeadLetters,
      accountMarkets: null,
      preferences: stores.preferences,
      log,
    });
    const view = line.views.view(1, 0);
    await expect.poll(() => view?.status().state, { timeout: 30_000 }).toBe('closed');
    const bars = (await view?.bars('1m', 100, null)) ?? [];
    const total = (pick: (bar: (typeof bars)[number]) => number) =>
      bars.reduce((sum, bar) => sum + pick(bar), 0);
    expect(bars).toHaveLength(30);
    expect([
      total((bar) => bar.volume),
      total((bar) => bar.buyVolume),
      total((bar) => bar.sellVolume),
    ]).toEqual([5598, 3188, 2366]);
    const book = view?.orderBook() ?? [];
    expect(book.find((row) => row.side === 'bid')?.price).toBe('4810.25');
    expect(book.find((row) => row.side === 'ask')?.price).toBe('4810.50');
    expect(view?.facts()).toMatchObject({ volume: 5598, tradingDay: '2023-12-26' });
    const events = view?.events(['iceberg', 'stop_run'], false) ?? [];
    expect(new Set(events.map((event) => event.eventType))).toEqual(new Set(['iceberg', 'stop_run']));
    expect(events.every((event) => event.metadata.exact)).toBe(true);
    // Fifteen minutes earlier on the tape's clock the delayed view is in the middle of the session
    const delayed = line.views.view(1, 900);
    const earlier = (await delayed?.bars('1m', 100, null)) ?? [];
    expect(earlier.at(-1)?.timestamp).toBe('2023-12-25T23:14:00.000Z');

    await line.close();
    const ids = events.map((event) => event.id);
    const stored = await stores.marketStore.listEvents([1], 'replay', ['iceberg', 'stop_run'], 0, 4e12, 500);
    expect(stored.map((event) => event.id).toSorted()).toEqual(ids.toSorted());
    const window = await stores.marketStore.findEventWindow(ids[0]!);
    expect(window?.deltas.length).toBeGreaterThan(100);
    const kept = await stores.marketStore.listBars(1, 'replay', 0, 4e12);
    expect(kept.map((bar) => bar.volume)).toEqual(bars.map((bar) => bar.volume));
    await database.close();
  },
  120_000,
);

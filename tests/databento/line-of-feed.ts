/** The live line of the server over any feed: real stores in memory, real time or a clock that the test moves. */
import type { Feed } from '@undertow/feeds';
import type { ExchangeCalendar } from '@undertow/market';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { createOwnerSeal } from '@undertow/server/src/adapters/secrets/owner-seal.ts';
import { createTrackHeadsFile } from '@undertow/server/src/adapters/storage/database/chain-heads-file.ts';
import { createStores, type Stores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createTrackStore } from '@undertow/server/src/adapters/storage/track-record/track-store.ts';
import { createEntitlements } from '@undertow/server/src/http/bind/entitlement.ts';
import { createLiveLine, type LiveLine } from '@undertow/server/src/live/live-line.ts';
import { UsageRecorder } from '@undertow/server/src/live/socket/usage-recorder.ts';
import { eventWindowCodec } from '@undertow/server/src/live/tape/event-window-codec.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { openControls } from '@undertow/server/src/modules/admin/controls.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { TEST_CREDENTIAL_KEYS } from '@undertow/server/testing/rithmic.ts';

export interface LineRig {
  readonly line: LiveLine;
  readonly stores: Stores;
  close(): Promise<void>;
}

export interface LineOptions {
  readonly feed: Feed;
  readonly calendar: ExchangeCalendar;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}

export async function openFeedLine({ feed, calendar, nowMs, monotonicMs }: LineOptions): Promise<LineRig> {
  const database = await openMemoryDatabase();
  const clock = testClock(nowMs);
  const sealing = { seal: createOwnerSeal(TEST_CREDENTIAL_KEYS), windowCodec: eventWindowCodec };
  const stores = createStores(database.orm, undefined, null, sealing);
  const log = createLog('silent');
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const controls = await openControls({ ...stores, bus, clock, log, everyMs: null });
  const line = createLiveLine({
    ...{ feed, calendar, bus, clock, log, monotonicMs },
    audit: stores.audit,
    controls,
    marketStore: stores.marketStore,
    trackStore: createTrackStore(database.orm, createTrackHeadsFile(null)),
    alertStore: stores.alerts,
    alertRules: stores.alertRules,
    alertOutbox: stores.alertOutbox,
    alertDeadLetters: stores.alertDeadLetters,
    accountMarkets: null,
    preferences: stores.preferences,
    entitlements: createEntitlements({ ...stores, controls, bus, clock }),
    usage: new UsageRecorder({ store: stores.dataUsage, log, nowMs }),
  });
  return {
    line,
    stores,
    async close() {
      await line.close();
      await bus.close();
      await database.close();
    },
  };
}

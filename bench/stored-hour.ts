/** An hour of a simulated product, stored as the live line stores it: session, recorder and track record into a database. */
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { HOUR_MS, type Instrument, MINUTE_MS, productCalendar, SIMULATED_CALENDAR } from '@undertow/market';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { createTrackHeadsFile } from '@undertow/server/src/adapters/storage/database/chain-heads-file.ts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createMarketStore } from '@undertow/server/src/adapters/storage/market/market-store.ts';
import { createTrackStore } from '@undertow/server/src/adapters/storage/track-record/track-store.ts';
import { Recorder } from '@undertow/server/src/live/record/recorder.ts';
import { TrackWriter } from '@undertow/server/src/live/record/track-writer.ts';
import { InstrumentSession } from '@undertow/server/src/live/session/instrument-session.ts';
import { NO_PAST } from '@undertow/server/src/live/session/stored-past.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { SteppedFeed } from './stepped-feed.ts';

const HOUR_START_MS = Date.parse('2026-11-18T15:00:00Z');
/** Before the hour, nothing of it stored: detectors have learnt what is usual. */
const WARM_MS = 30 * MINUTE_MS;
const SEED = 7;
/** As often as the live line publishes. */
const STEP_MS = 100;
/** The recorder writes every 250 ms. */
const STEPS_A_WRITE = 3;

const throwFault = (error: unknown): never => {
  throw error;
};

function openSession(feed: SteppedFeed, instrument: Instrument): InstrumentSession {
  const session = new InstrumentSession({
    ...{ feed, instrument, ...NO_PAST },
    calendar: productCalendar(SIMULATED_CALENDAR, instrument),
    onUpdate: () => undefined,
    onMid: () => undefined,
    onDiscontinuity: () => undefined,
    onFault: throwFault,
  });
  session.open();
  return session;
}

/** Storage has the time between two writes, as it has beside a real clock. */
async function writesDone(recorder: Recorder, database: Database): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; recorder.status().waiting < before; ) {
    before = recorder.status().waiting;
    await turn();
    await database.ping();
  }
}

/**
 * Returns the rows of the exchange. `folder` gets what is kept beside the database. Timers count on the exchange's clock
 * meanwhile.
 */
export async function storeHour(database: Database, folder: string, instrument: Instrument): Promise<number> {
  const startMs = HOUR_START_MS - WARM_MS;
  const endMs = HOUR_START_MS + HOUR_MS;
  const feed = new SteppedFeed({ instrument, seed: SEED, startMs });
  const session = openSession(feed, instrument);
  for (let timeMs = startMs + STEP_MS; timeMs <= HOUR_START_MS; timeMs += STEP_MS) {
    feed.step(timeMs);
    session.collect();
  }
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const bus = createInProcessBus((_topic, error) => throwFault(error));
  const log = createLog('silent');
  const store = createMarketStore(database.orm);
  const recorder = new Recorder({
    ...{ bus, store, log },
    feedNowMs: () => feed.nowMs(),
    tape: () => session.tape,
  });
  const trackStore = createTrackStore(database.orm, createTrackHeadsFile(folder));
  const trackWriter = new TrackWriter(bus, trackStore, log);
  let rows = 0;
  for (let step = 1; step <= HOUR_MS / STEP_MS; step += 1) {
    rows += feed.step(HOUR_START_MS + step * STEP_MS);
    const update = session.collect();
    if (update !== null) bus.publish('instrument', update);
    mock.timers.tick(STEP_MS);
    if (step % STEPS_A_WRITE === 0) await writesDone(recorder, database);
  }
  await Promise.all([recorder.close(), trackWriter.close()]);
  mock.timers.reset();
  session.close();
  const { waiting, lastError } = recorder.status();
  if (waiting > 0) throw new Error(`expected every row to be stored, ${waiting} wait: ${lastError}`);
  await store.prune(endMs);
  return rows;
}

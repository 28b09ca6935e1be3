/** A feed that is switched off and on again over the simulated venue: silence, then a gap that a new book ends. */
import { openSimulatedVenue } from '@undertow/feeds';
import { type Instrument, instrumentById, SIMULATED_CALENDAR } from '@undertow/market';
import { afterEach, expect, test } from 'vitest';
import { TapeFeed } from '#testing/tape-feed.ts';
import { InstrumentSession } from './instrument-session.ts';
import { SwitchedFeed } from './switched-feed.ts';

let feed: SwitchedFeed;
afterEach(() => feed.close());

function openSession(isOff: () => boolean) {
  const nowMs = (): number => Date.now();
  const faults: unknown[] = [];
  const onFault = (error: unknown): number => faults.push(error);
  const venue = openSimulatedVenue({ instruments: [1], seed: 7, nowMs, historyMinutes: 5 });
  feed = new SwitchedFeed(venue, isOff, onFault);
  const session = new InstrumentSession({
    feed,
    instrument: instrumentById(1) as Instrument,
    calendar: SIMULATED_CALENDAR,
    storedBars: [],
    storedEvents: [],
    resumes: false,
    onUpdate: () => undefined,
    onMid: () => undefined,
    onDiscontinuity: () => undefined,
    onFault,
  });
  session.open();
  const becomes = (state: string) =>
    expect
      .poll(
        () => {
          session.collect();
          return session.status().state;
        },
        { timeout: 20_000 },
      )
      .toBe(state);
  return { session, faults, becomes };
}

test('a feed that is on is live, off it is halted, on again it is live after one gap', async () => {
  let off = false;
  const { session, faults, becomes } = openSession(() => off);
  await becomes('live');
  const { gapsToday, resyncsToday } = session.status();
  off = true;
  feed.applySwitch();
  const last = session.collect()?.sequence ?? 0;
  await becomes('halted');
  const silent = session.collect();
  expect(silent?.book ?? null).toBeNull();
  expect(silent?.events ?? []).toEqual([]);
  expect(silent?.sequence ?? last + 1).toBeLessThanOrEqual(last + 2);
  off = false;
  feed.applySwitch();
  await becomes('live');
  expect(session.status()).toMatchObject({ gapsToday: gapsToday + 1, resyncsToday: resyncsToday + 1 });
  expect(faults).toEqual([]);
}, 60_000);

test('a feed that is off from the start is reported as halted, and begins when it is switched on', async () => {
  let off = true;
  const { session, becomes } = openSession(() => off);
  await becomes('halted');
  expect(session.collect()).toBeNull();
  off = false;
  feed.applySwitch();
  await becomes('live');
}, 60_000);

test('an instrument that throws when the feed is switched does not affect later ones', async () => {
  let off = false;
  const faults: unknown[] = [];
  feed = new SwitchedFeed(
    new TapeFeed({ nowMs: 0, instrumentIds: [1, 2] }),
    () => off,
    (error) => faults.push(error),
  );
  const seen: string[] = [];
  const listenerOf = (onTransport: (state: 'up' | 'down') => void) => ({
    onBatch: () => undefined,
    onTransport,
    onEnd: () => undefined,
  });
  const broken = new Error('broken');
  feed.open(
    1,
    listenerOf((state) => {
      if (state === 'down') throw broken;
    }),
  );
  feed.open(
    2,
    listenerOf((state) => seen.push(state)),
  );
  await Promise.resolve();
  off = true;
  feed.applySwitch();
  expect(seen.at(-1)).toBe('down');
  expect(faults).toEqual([broken]);
});

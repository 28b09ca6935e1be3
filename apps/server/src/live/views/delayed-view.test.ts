/** The delayed view is the real-time view of the past: states included, nothing younger, bounded. */

import type { SessionFacts } from '@undertow/contracts';
import { CME_CALENDAR, epochMs, type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { RAW_FRACTION_MS, testClock } from '#testing/clock.ts';
import { makeBar, makeEvent, makeUpdate } from '#testing/views.ts';
import { DelayedView } from './delayed-view.ts';
import { GateClock } from './gate-clock.ts';
import { InstrumentView } from './instrument-view.ts';
import { StoredBars } from './stored-bars.ts';

const T = Date.UTC(2026, 10, 20, 16);
const DELAY = 900_000;
const es = instrumentBySymbol('ES') as Instrument;

function makeDelayed() {
  const clock = { nowMs: T };
  const gate = new GateClock({
    source: 'simulated',
    feedNowMs: testClock(() => clock.nowMs).nowMs,
    monotonicMs: () => clock.nowMs + RAW_FRACTION_MS,
  });
  const view = new InstrumentView({
    line: '',
    instrument: es,
    delaySeconds: 900,
    calendar: CME_CALENDAR,
    stored: new StoredBars({ listBars: async () => [] }, 1, 'simulated'),
    firstStatus: () => ({
      instrumentId: 1,
      state: 'syncing',
      source: 'simulated',
      contract: 'ESZ6',
      tier: 'L3',
      replaySpeed: null,
      lastMessageAt: null,
      exchangeToServerMs: null,
      tradesPerSecond: 0,
      gapsToday: 0,
      resyncsToday: 0,
      lastGap: null,
      opensAt: null,
    }),
    presentMs: () => gate.nowMs() - DELAY,
  });
  const folded: InstrumentUpdate[] = [];
  const delayed = new DelayedView(view, gate, (_view, update) => folded.push(update));
  return { clock, view, delayed, folded };
}

const book = (priceTicks: number) => ({ bids: [{ priceTicks, size: 1, orders: 1 }], asks: [] });

test('an update is folded at its fifteenth minute and not a millisecond before', () => {
  const { clock, view, delayed } = makeDelayed();
  delayed.add(makeUpdate(T, { book: book(20_000) }));
  clock.nowMs = T + DELAY - 1;
  delayed.advance();
  expect(view.orderBook()).toEqual([]);
  clock.nowMs = T + DELAY;
  delayed.advance();
  expect(view.orderBook()).toMatchObject([{ price: '5000.00', timestamp: '2026-11-20T16:00:00.000Z' }]);
});

test('a book keeps its own time when an update without a book is joined to it', () => {
  const { clock, view, delayed } = makeDelayed();
  delayed.add(makeUpdate(T, { book: book(20_000) }));
  clock.nowMs = T + 200;
  delayed.add(makeUpdate(T + 200));
  clock.nowMs = T + 200 + DELAY;
  delayed.advance();
  expect(view.orderBook()).toMatchObject([{ timestamp: '2026-11-20T16:00:00.000Z' }]);
});

test('an event has its past state until its change is old enough', () => {
  const { clock, view, delayed } = makeDelayed();
  const first = makeEvent('e', T);
  delayed.add(makeUpdate(T, { events: [{ event: first, change: 'new' }] }));
  clock.nowMs = T + 60_000;
  const grown = { ...first, size: 900, updatedNs: BigInt(T + 60_000) * 1_000_000n };
  delayed.add(makeUpdate(T + 60_000, { events: [{ event: grown, change: 'update' }] }));
  clock.nowMs = T + DELAY + 30_000;
  delayed.advance();
  expect(view.events(['iceberg'], false)).toMatchObject([{ id: 'e', size: 45 }]);
  clock.nowMs = T + DELAY + 60_000;
  delayed.advance();
  expect(view.events(['iceberg'], false)).toMatchObject([{ id: 'e', size: 900 }]);
});

test('the forming bar is the one that formed then', async () => {
  const { clock, view, delayed } = makeDelayed();
  delayed.add(makeUpdate(T + 10_000, { formingBar: makeBar(T, 20_000, 3) }));
  clock.nowMs = T + 50_000;
  delayed.add(makeUpdate(T + 50_000, { formingBar: makeBar(T, 20_050, 9) }));
  clock.nowMs = T + DELAY + 20_000;
  delayed.advance();
  expect(await view.bars('1m', 10, null)).toMatchObject([{ close: '5000.00', volume: 3, complete: false }]);
});

test('a quarter of an hour at ten updates a second stays below two thousand entries and loses no event', () => {
  const { clock, delayed, folded } = makeDelayed();
  for (let n = 0; n < 9000; n += 1) {
    clock.nowMs = T + n * 100;
    delayed.add(
      makeUpdate(clock.nowMs, {
        book: book(n),
        events: [{ event: makeEvent(`e${n}`, clock.nowMs), change: 'new' }],
      }),
    );
  }
  expect(delayed.waiting).toBeLessThan(2000);
  clock.nowMs += DELAY + 1000;
  delayed.advance();
  expect(delayed.waiting).toBe(0);
  expect(folded.flatMap((update) => update.events)).toHaveLength(9000);
});

/** Facts with a profile of one price, whose volume is the second: which one is kept can be seen. */
function factsAt(second: number, changes: Partial<SessionFacts> = {}): SessionFacts {
  const { view } = makeDelayed();
  return {
    ...view.facts(),
    tradingDay: '2026-11-20',
    volume: second,
    profile: [{ price: '5000.00', volume: second }],
    ...changes,
  };
}

const profileVolumes = (updates: readonly InstrumentUpdate[]): readonly number[] => [
  ...new Set(updates.flatMap(({ facts }) => facts?.profile.map(({ volume }) => volume) ?? [])),
];

test('of facts once a second among ten updates, one profile of each ten seconds waits', () => {
  const { clock, delayed, folded } = makeDelayed();
  for (let n = 0; n < 600; n += 1) {
    clock.nowMs = T + n * 100;
    delayed.add(makeUpdate(clock.nowMs, { facts: n % 10 === 0 ? factsAt(n / 10 + 1) : null }));
  }
  clock.nowMs += DELAY + 1000;
  delayed.advance();
  expect(folded.filter(({ facts }) => facts !== null)).toHaveLength(60);
  expect(folded.findLast(({ facts }) => facts !== null)?.facts?.volume).toBe(60);
  expect(profileVolumes(folded)).toEqual([1, 11, 21, 31, 41, 51]);
});

test('of profiles that follow each other the prices without a trade in between are kept once', () => {
  const { clock, delayed, folded } = makeDelayed();
  const untraded = Array.from({ length: 500 }, (_none, at) => ({ price: `${4000 + at}.00`, volume: 7 }));
  for (let second = 0; second < 60; second += 10) {
    clock.nowMs = T + second * 1000;
    const profile = [...untraded.map((row) => ({ ...row })), { price: '5000.00', volume: second + 1 }];
    delayed.add(makeUpdate(clock.nowMs, { facts: factsAt(second, { profile }) }));
  }
  clock.nowMs += DELAY;
  delayed.advance();
  const rows = folded.flatMap(({ facts }) => facts?.profile ?? []);
  expect(rows).toHaveLength(6 * 501);
  expect(new Set(rows).size).toBe(500 + 6);
  expect(rows.at(-1)).toEqual({ price: '5000.00', volume: 51 });
});

test.each([
  ['run', { run: 'next' }, {}],
  ['contract', { contract: 'ESH7' }, {}],
  ['trading day', {}, { tradingDay: '2026-11-23' }],
])('the profile of another %s is never shown', (_of, update, facts) => {
  const { clock, delayed, folded } = makeDelayed();
  delayed.add(makeUpdate(T, { facts: factsAt(1) }));
  clock.nowMs = T + 1000;
  delayed.add(makeUpdate(clock.nowMs, { facts: factsAt(2, facts), ...update }));
  clock.nowMs += DELAY;
  delayed.advance();
  expect(profileVolumes(folded)).toEqual([1, 2]);
});

test('history is seen as soon as it is old enough by its own time', () => {
  const { view, delayed } = makeDelayed();
  delayed.add(makeUpdate(T - 3_600_000, { backfill: true, book: book(1) }));
  expect(view.orderBook()).toHaveLength(1);
  delayed.add(makeUpdate(T - 60_000, { backfill: true, book: book(2) }));
  expect(view.orderBook()).toMatchObject([{ price: '0.25' }]);
});

test('the displayed instant never goes back and never comes nearer than the delay', () => {
  const { clock, view, delayed } = makeDelayed();
  let shown = 0;
  for (const offset of [0, 1000, 500, 2000, 1000]) {
    clock.nowMs = T + offset;
    delayed.add(makeUpdate(clock.nowMs));
    expect(view.asOfMs).toBeGreaterThanOrEqual(shown);
    expect(view.asOfMs).toBeLessThanOrEqual(T + 2000 - DELAY);
    shown = view.asOfMs;
  }
});

test('the delay of a recorded update counts from the same instant as when it arrived', () => {
  const { clock, view, delayed } = makeDelayed();
  const arrivedMs = T - 60_000;
  delayed.add(makeUpdate(arrivedMs - 20_000, { backfill: true, book: book(1) }), true);
  const heldFromMs = epochMs(arrivedMs);
  delayed.add(makeUpdate(arrivedMs - 3700, { backfill: true, heldFromMs, book: book(2) }), true);
  clock.nowMs = arrivedMs + DELAY - 1;
  delayed.advance();
  expect(view.orderBook()).toMatchObject([{ price: '0.25' }]);
  clock.nowMs = arrivedMs + DELAY;
  delayed.advance();
  expect(view.orderBook()).toMatchObject([{ price: '0.50' }]);
});

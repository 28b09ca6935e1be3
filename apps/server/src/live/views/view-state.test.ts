/** The fold of an instrument's updates: what the latest one changes, what it leaves, and what memory holds at most. */
import { CME_CALENDAR, type Pattern } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { makeBar, makeEvent, makeUpdate } from '#testing/views.ts';
import { conflateUpdates } from './conflate-updates.ts';
import { ViewState } from './view-state.ts';

const T = Date.UTC(2026, 10, 20, 16);
const MINUTE = 60_000;
const ALL = ['iceberg', 'absorption', 'spoofing', 'stop_run', 'support', 'resistance'] as const;

const stateOf = (...updates: readonly InstrumentUpdate[]): ViewState => {
  const state = new ViewState((timeMs) => CME_CALENDAR.tradingDayOf(timeMs));
  for (const update of updates) state.fold(update);
  return state;
};
const book = (priceTicks: number) => ({
  bids: [{ priceTicks, size: 3, orders: 1 }],
  asks: [{ priceTicks: priceTicks + 1, size: 2, orders: 1 }],
});

test('before the first update there is history to come, and nothing to show', () => {
  const state = stateOf();
  expect(state).toMatchObject({ backfill: true, asOfMs: 0, version: 0, formingBar: null, facts: null });
  expect(state.book).toEqual({ bids: [], asks: [] });
  expect(state.firstBarMs).toBeNull();
});

test('bids and asks stay on their sides', () => {
  const { book: shown } = stateOf(makeUpdate(T, { book: book(100) }));
  expect([shown.bids[0]?.priceTicks, shown.asks[0]?.priceTicks]).toEqual([100, 101]);
});

test('an update without a book leaves the book and its time', () => {
  const state = stateOf(makeUpdate(T, { book: book(100) }), makeUpdate(T + 200));
  expect(state.book).toEqual(book(100));
  expect([state.bookAtMs, state.asOfMs]).toEqual([T, T + 200]);
});

test('a book that changed before the instant of its update keeps that time', () => {
  const update = conflateUpdates(makeUpdate(T, { book: book(100) }), makeUpdate(T + 200));
  expect(stateOf(update).bookAtMs).toBe(T);
});

test('the instant never goes back, though a clock does', () => {
  const state = stateOf(makeUpdate(T + 0.75), makeUpdate(T - 3_600_000));
  expect(state.asOfMs).toBe(Math.floor(T + 0.75));
});

test('a minute without a trade has no forming bar', () => {
  const state = stateOf(makeUpdate(T, { formingBar: makeBar(T, 100) }), makeUpdate(T + MINUTE));
  expect(state.formingBar).toBeNull();
});

test('history that comes again after a restart does not take the forming bar back behind the closed ones', () => {
  const state = stateOf(
    makeUpdate(T, { closedBars: [makeBar(T - MINUTE, 100)], formingBar: makeBar(T, 101) }),
    makeUpdate(T + 10, { backfill: true, formingBar: makeBar(T - 60 * MINUTE, 90) }),
  );
  expect(state.formingBar?.startMs).toBe(T);
});

test('history that another owner reads again does not take the forming bar back within its minute', () => {
  const state = stateOf();
  state.fold(makeUpdate(T + 30_000, { formingBar: makeBar(T, 102, 9) }));
  state.fold(makeUpdate(T + 20_000, { backfill: true, formingBar: makeBar(T, 101, 6) }));
  expect(state.formingBar).toMatchObject({ closeTicks: 102, volume: 9 });
  state.fold(makeUpdate(T + 40_000, { backfill: true, formingBar: makeBar(T, 103, 12) }));
  expect(state.formingBar).toMatchObject({ closeTicks: 103, volume: 12 });
});

test('closed bars are in order, each minute once, as it was closed last', () => {
  const state = stateOf(
    makeUpdate(T + MINUTE, { closedBars: [makeBar(T, 100, 5)] }),
    makeUpdate(T + 2 * MINUTE, { closedBars: [makeBar(T, 101, 6), makeBar(T + MINUTE, 102)] }),
    // An older minute than the last is of another reading of history
    makeUpdate(T + 3 * MINUTE, { closedBars: [makeBar(T, 999)] }),
  );
  expect(state.closedBars.map(({ startMs, closeTicks }) => [startMs, closeTicks])).toEqual([
    [T, 101],
    [T + MINUTE, 102],
  ]);
});

test('the first minute in memory is the first closed one, else the forming one', () => {
  expect(stateOf(makeUpdate(T, { formingBar: makeBar(T, 100) })).firstBarMs).toBe(T);
  const closed = makeUpdate(T + MINUTE, {
    closedBars: [makeBar(T, 100)],
    formingBar: makeBar(T + MINUTE, 100),
  });
  expect(stateOf(closed).firstBarMs).toBe(T);
});

test('six thousand minutes stay in memory, the newest ones', () => {
  const state = stateOf(
    makeUpdate(T, { closedBars: Array.from({ length: 6000 }, (_, n) => makeBar(T + n * MINUTE, n)) }),
  );
  expect([state.closedBars.length, state.firstBarMs]).toEqual([6000, T]);
  state.fold(makeUpdate(T, { closedBars: [makeBar(T + 6000 * MINUTE, 6000)] }));
  expect([state.closedBars.length, state.firstBarMs]).toEqual([6000, T + MINUTE]);
  expect(state.closedBars.at(-1)?.closeTicks).toBe(6000);
});

test('an event that changed is there once, as it is now', () => {
  const first = makeEvent('e', T);
  const grown = { ...first, size: 60, updatedNs: first.updatedNs + 1n };
  const state = stateOf(
    makeUpdate(T, { events: [{ event: first, change: 'new' }] }),
    makeUpdate(T + 1000, { events: [{ event: grown, change: 'update' }] }),
  );
  expect(state.events.list(ALL, null)).toEqual([grown]);
});

test('with the last update of a contract nothing of it is active any more; its bars and closed events stay', () => {
  const state = stateOf(
    makeUpdate(T, {
      book: book(100),
      formingBar: makeBar(T, 100),
      events: [{ event: makeEvent('e', T), change: 'new' }],
    }),
    makeUpdate(T + 1000, { formingBar: makeBar(T, 101), endsContract: true }),
  );
  expect(state.events.list(ALL, T + 1000)).toEqual([]);
  expect(state.events.list(ALL, null).map(({ id }) => id)).toEqual(['e']);
  expect(state).toMatchObject({ book: { bids: [], asks: [] }, facts: null, status: null, formingBar: null });
  expect(state.closedBars).toEqual([makeBar(T, 101)]);
});

test('bars of the next contract follow those of the one before, also in the same minute', () => {
  const state = stateOf(
    makeUpdate(T, { formingBar: makeBar(T, 100), events: [{ event: makeEvent('e', T), change: 'new' }] }),
    makeUpdate(T + 1000, { contract: 'ESH7', formingBar: makeBar(T, 340) }),
    makeUpdate(T + MINUTE, { contract: 'ESH7', closedBars: [makeBar(T, 341)] }),
  );
  expect(state.closedBars.map(({ contract, closeTicks }) => [contract, closeTicks])).toEqual([
    ['ESZ6', 100],
    ['ESH7', 341],
  ]);
  expect(state.events.list(ALL, T + 1000)).toEqual([]);
  expect(state.events.list(ALL, null).map(({ id }) => id)).toEqual(['e']);
});

test('the version changes with every update, also with one that is empty', () => {
  expect(stateOf(makeUpdate(T), makeUpdate(T), makeUpdate(T)).version).toBe(3);
});

/** Consecutive updates of one run: books, bars, events and facts come and stay away. */
const updates = fc
  .array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 90_000 }),
      price: fc.option(fc.integer({ min: -50, max: 50 })),
      closes: fc.boolean(),
      event: fc.option(fc.constantFrom('a', 'b', 'c')),
      traded: fc.option(fc.integer({ min: -50, max: 50 })),
    }),
    { minLength: 2, maxLength: 12 },
  )
  .map((steps) => {
    let atMs = T;
    return steps.map(({ afterMs, price, closes, event, traded }) => {
      const minuteMs = Math.floor(atMs / MINUTE) * MINUTE;
      atMs += afterMs;
      return makeUpdate(atMs, {
        book: price === null ? null : book(price),
        closedBars: closes ? [makeBar(minuteMs, atMs % 1000)] : [],
        formingBar: traded === null ? null : makeBar(Math.floor(atMs / MINUTE) * MINUTE, traded),
        events: event === null ? [] : [{ event: makeEvent(event, atMs), change: 'new' as const }],
        traded: traded === null ? null : { lowTicks: traded - 1, highTicks: traded + 2, lastTicks: traded },
      });
    });
  });

const shown = (state: ViewState) => ({
  ...{ book: state.book, bookAtMs: state.bookAtMs, asOfMs: state.asOfMs, forming: state.formingBar },
  ...{
    closed: state.closedBars,
    events: state.events.list(ALL, null),
    patterns: state.patterns.list([], null),
  },
});

test('updates conflated into one show what they show one by one', () => {
  fc.assert(
    fc.property(updates, (all) => {
      const [first, ...others] = all;
      const joined = others.reduce(conflateUpdates, first as InstrumentUpdate);
      expect(shown(stateOf(joined))).toEqual(shown(stateOf(...all)));
    }),
  );
});

test('the trades of conflated updates are one span', () => {
  fc.assert(
    fc.property(updates, (all) => {
      const spans = all.flatMap(({ traded }) => traded ?? []);
      const [first, ...others] = all;
      expect(others.reduce(conflateUpdates, first as InstrumentUpdate).traded).toEqual(
        spans.length === 0
          ? null
          : {
              lowTicks: Math.min(...spans.map(({ lowTicks }) => lowTicks)),
              highTicks: Math.max(...spans.map(({ highTicks }) => highTicks)),
              lastTicks: spans.at(-1)?.lastTicks,
            },
      );
    }),
  );
});

test('of conflated arrivals the latest known one counts', () => {
  const held = (heldFromMs?: number) =>
    makeUpdate(T, heldFromMs === undefined ? {} : { heldFromMs: heldFromMs as InstrumentUpdate['asOfMs'] });
  expect(conflateUpdates(held(1), held(2)).heldFromMs).toBe(2);
  expect(conflateUpdates(held(1), held()).heldFromMs).toBe(1);
  expect('heldFromMs' in conflateUpdates(held(), held())).toBe(false);
});

test('nothing of the earlier update is lost where the later one has none of its kind', () => {
  const facts = { instrumentId: 1 } as InstrumentUpdate['facts'];
  const status = { instrumentId: 1 } as InstrumentUpdate['status'];
  const patterns = [{ pattern: { id: 'p' } as Pattern, change: 'new' as const }];
  const trackRows = [{ id: 't' }] as unknown as InstrumentUpdate['trackRows'];
  const joined = conflateUpdates(makeUpdate(T, { facts, status, patterns, trackRows }), makeUpdate(T + 1));
  expect(joined).toMatchObject({ facts, status, patterns, trackRows, asOfMs: T + 1 });
});

test('a gap is there from its beginning, and its end replaces that', () => {
  const open = { fromMs: T, toMs: null };
  const state = stateOf(makeUpdate(T, { gaps: [open] }), makeUpdate(T + 1000));
  expect([...state.gaps.values()]).toEqual([open]);
  state.fold(makeUpdate(T + 2000, { gaps: [{ fromMs: T, toMs: T + 1500 }] }));
  expect([...state.gaps.values()]).toEqual([{ fromMs: T, toMs: T + 1500 }]);
});

/** Rows of one instrument become updates: bars, book, facts, events; history is cut in short steps and marked. */
import {
  type Bar,
  CME_CALENDAR,
  type ExchangeCalendar,
  type Instrument,
  instrumentBySymbol,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { encodeEventWindow, eventWindowCodec } from '#live/tape/event-window-codec.ts';
import { windowEndMs } from '#live/tape/window-end.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { iceberg, quotes, TapeFeed } from '#testing/tape-feed.ts';
import { makeEvent } from '#testing/views.ts';
import { InstrumentSession } from './instrument-session.ts';
import type { StoredPast } from './stored-past.ts';

const es = instrumentBySymbol('ES') as Instrument;
/** 2026-11-20 16:00 UTC, a Friday morning in Chicago. */
const START = Date.UTC(2026, 10, 20, 16);

function open(options: Partial<StoredPast> & { calendar?: ExchangeCalendar; nowMs?: number } = {}) {
  const feed = new TapeFeed({ nowMs: options.nowMs ?? START });
  const history: InstrumentUpdate[] = [];
  const session = new InstrumentSession({
    feed,
    instrument: es,
    calendar: options.calendar ?? SIMULATED_CALENDAR,
    storedBars: options.storedBars ?? [],
    storedEvents: options.storedEvents ?? [],
    resumes: options.resumes ?? false,
    onUpdate: (update) => history.push(update),
    onMid: () => undefined,
    onDiscontinuity: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
  session.open();
  return { feed, session, history };
}

test('before the first row there is nothing to publish', () => {
  const { session } = open();
  expect(session.collect()).toBeNull();
});

test('a live row becomes one update with the book, the facts and the state', () => {
  const { feed, session, history } = open();
  feed.push(1, START, quotes(20_000, 1, null));
  const update = session.collect();
  expect(update).toMatchObject({ instrumentId: 1, asOfMs: START, backfill: false, sequence: 1 });
  expect(update?.book?.bids).toEqual([{ priceTicks: 19_999, size: 50, orders: 1 }]);
  expect(update?.status).toMatchObject({ state: 'live', contract: 'ESZ6', tier: 'L3' });
  expect(history).toEqual([]);
  expect(session.collect()).toBeNull();
});

test('an exact iceberg is raised once and carried by the next update', () => {
  const { feed, session } = open();
  feed.push(1, START, [...quotes(20_000, 1, null), ...iceberg(20_000, 3, 10, 6)]);
  const events = session.collect()?.events ?? [];
  expect(events.filter(({ change }) => change === 'new')).toHaveLength(1);
  expect(events[0]?.event).toMatchObject({ type: 'iceberg', exact: true, side: 'bid', priceTicks: 20_000 });
  expect(session.collect()?.events ?? []).toEqual([]);
});

test('an event is ranked against what earlier runs raised before the first row, not against later events', () => {
  const hour = (hours: number) => START + hours * 3_600_000;
  const raised = (id: string, atMs: number) => makeEvent(id, atMs, { size: 100_000, perDay: 1 });
  const before = Array.from({ length: 24 }, (_none, at) => raised(`before-${at}`, hour(at - 24)));
  const later = Array.from({ length: 50 }, (_none, at) => raised(`later-${at}`, hour(at)));
  const { feed, session } = open({ storedEvents: [...before, ...later] });
  feed.push(1, START, [...quotes(20_000, 1, null), ...iceberg(20_000, 3, 10, 6)]);
  const [first] = session.collect()?.events ?? [];
  expect(Math.floor(first?.event.perDay ?? 0)).toBe(25);
});

test('history is cut each second near the present, before it once a minute and after a window, and marked', () => {
  const { feed, session, history } = open();
  const hourAgo = START - 3_600_000;
  for (let second = 0; second < 3600; second += 1) {
    const id = 10 + second * 10;
    feed.push(1, hourAgo + second * 1000, [
      ...quotes(20_000, id, second === 0 ? null : id - 10),
      ...iceberg(20_000, id + 2, id + 3, 1),
    ]);
  }
  expect(history.every((update) => update.backfill)).toBe(true);
  const coarse = history.filter((update) => update.asOfMs < START - 20 * 60_000);
  const fine = history.filter((update) => update.asOfMs >= START - 20 * 60_000);
  expect(coarse.length).toBeLessThanOrEqual(42);
  expect(fine.length).toBeGreaterThan(1150);
  const bars = [...history, session.collect()].flatMap((update) => update?.closedBars ?? []);
  expect(bars.map((bar) => bar.startMs)).toEqual(
    Array.from({ length: 59 }, (_, minute) => hourAgo + minute * 60_000),
  );
  expect(new Set(bars.map((bar) => bar.volume))).toEqual(new Set([300]));
  expect(history.map((update) => update.sequence)).toEqual(history.map((_, n) => n + 1));
});

test('history is published when the window of an event is over, while its rows are still in the ring', () => {
  const { feed, session, history } = open();
  const hourAgo = START - 3_600_000;
  for (let second = 0; second < 300; second += 1) {
    const id = 10 + second * 10;
    feed.push(1, hourAgo + second * 1000, [
      ...quotes(20_000, id, second === 0 ? null : id - 10),
      ...(second < 200 && second % 47 === 13 ? iceberg(20_000, id + 2, id + 3, 6) : []),
    ]);
  }
  const updates = [...history, session.collect()];
  const raised = updates.flatMap((update) => update?.events ?? []).filter(({ change }) => change === 'new');
  expect(raised.length).toBeGreaterThan(3);
  for (const { event } of raised) {
    const lateMs = history.map(({ asOfMs }) => asOfMs - windowEndMs(event)).filter((ms) => ms >= 0);
    expect(Math.min(...lateMs)).toBeLessThanOrEqual(1000);
  }
});

test('of a long history the last three hours are read for signals, bars are made of all of it', () => {
  const { feed, session, history } = open();
  const hour = 3_600_000;
  for (const [n, hoursAgo] of [4, 2].entries())
    feed.push(1, START - hoursAgo * hour, [
      ...quotes(20_000, 1 + n * 100, n === 0 ? null : 1),
      ...iceberg(20_000, 3 + n * 100, 10 + n * 100, 6),
    ]);
  const updates = [...history, session.collect()];
  const raised = updates.flatMap((update) => update?.events ?? []).filter(({ change }) => change === 'new');
  expect(raised.map(({ event }) => Number(event.startNs / 1_000_000n))).toEqual([START - 2 * hour]);
  const bars = updates.flatMap((update) => [...(update?.closedBars ?? []), update?.formingBar]);
  expect(new Set(bars.flatMap((bar) => bar?.startMs ?? []))).toContain(START - 4 * hour);
});

test('a quiet minute still closes its bar', () => {
  const { feed, session } = open();
  feed.push(1, START, [...quotes(20_000, 1, null), ...iceberg(20_000, 3, 10, 1)]);
  expect(session.collect()?.formingBar).toMatchObject({ startMs: START, volume: 5 });
  feed.presentMs = START + 63_000;
  const update = session.collect();
  expect(update?.closedBars).toMatchObject([{ startMs: START, volume: 5 }]);
  expect(update?.formingBar).toBeNull();
});

test('a session that resumes continues with the stored bar of its minute', () => {
  const stored: Bar = {
    startMs: START,
    openTicks: 19_990,
    highTicks: 20_010,
    lowTicks: 19_980,
    closeTicks: 19_995,
    volume: 100,
    buyVolume: 60,
    sellVolume: 40,
    trades: 9,
    vwapTicks: 19_993,
  };
  const { feed, session } = open({ storedBars: [stored], resumes: true });
  feed.presentMs = START + 30_000;
  feed.push(1, START + 30_000, [...quotes(20_000, 1, null), ...iceberg(20_000, 3, 10, 1)]);
  expect(session.collect()?.formingBar).toMatchObject({
    startMs: START,
    openTicks: 19_990,
    lowTicks: 19_980,
    closeTicks: 20_000,
    volume: 105,
  });
});

test('evidence contains the rows around an event in order', () => {
  const { feed, session } = open();
  feed.push(1, START, [...quotes(20_000, 1, null), ...iceberg(20_000, 3, 10, 2)]);
  const { rows, truncated } = session.tape.evidence.cut({
    fromMs: START - 30_000,
    toMs: START + 60_000,
    lowTicks: 20_000,
    highTicks: 20_000,
    orderIds: [],
  });
  const startNs = BigInt(START) * 1_000_000n;
  const deltas = eventWindowCodec.decode(encodeEventWindow({ instrumentId: 1, startNs, rows }));
  expect(truncated).toBe(false);
  expect(deltas.map((delta) => delta.action)).toEqual([
    'add',
    'add',
    'add',
    'trade',
    'fill',
    'modify',
    'trade',
    'fill',
    'modify',
    'cancel',
  ]);
  expect(deltas[3]).toMatchObject({ side: 'ask', price: '5000.00', size: 5, orderId: '10', offsetMs: 0 });
});

test('a feed that falls silent is shown as stale and raises no bar of its own', () => {
  const { feed, session } = open();
  feed.push(1, START, quotes(20_000, 1, null));
  session.collect();
  feed.presentMs = START + 11_000;
  expect(session.collect()?.status).toMatchObject({
    state: 'stale',
    lastMessageAt: '2026-11-20T16:00:00.000Z',
  });
});

test('a hiccup of some seconds is not history once the session was live', () => {
  const { feed, session, history } = open();
  feed.push(1, START, quotes(20_000, 1, null));
  session.collect();
  feed.presentMs = START + 5000;
  feed.push(1, START + 1000, iceberg(20_000, 3, 10, 6));
  const update = session.collect();
  expect(update?.backfill).toBe(false);
  expect(update?.events[0]).toMatchObject({ event: { type: 'iceberg' }, change: 'new' });
  feed.presentMs = START + 60_000;
  feed.push(1, START + 6000, iceberg(20_000, 30, 40, 6));
  expect(session.collect()).toMatchObject({ backfill: true });
  expect(history).toEqual([]);
});

test('a gap ends when the book is rebuilt, also while the exchange is closed', () => {
  // The afternoon of Thanksgiving, after the early halt
  const halted = Date.UTC(2026, 10, 26, 19);
  const { feed, session } = open({ calendar: CME_CALENDAR, nowMs: halted });
  feed.push(1, halted, quotes(20_000, 1, null));
  expect(session.collect()?.status?.state).toBe('closed');
  feed.presentMs += 2000;
  feed.reconnect(1);
  const broken = session.collect();
  // It began with the last row, two seconds before the line was there again
  expect(broken?.gaps).toEqual([{ fromMs: halted, toMs: null }]);
  expect(broken?.status).toMatchObject({
    state: 'gap',
    lastGap: { from: '2026-11-26T19:00:00.000Z', to: null },
  });
  feed.presentMs += 1000;
  feed.pushSnapshot(1, feed.presentMs, quotes(20_000, 5, null));
  const rebuilt = session.collect();
  expect(rebuilt?.gaps).toEqual([{ fromMs: halted, toMs: halted + 3000 }]);
  expect(rebuilt?.status).toMatchObject({
    state: 'closed',
    resyncsToday: 1,
    lastGap: { to: '2026-11-26T19:00:03.000Z' },
  });
});

test('the end of a tape is published at once, though its clock has stopped', () => {
  const { feed, session } = open();
  feed.push(1, START, quotes(20_000, 1, null));
  expect(session.collect()?.status).toMatchObject({ state: 'live' });
  feed.end(1);
  expect(session.collect()?.status).toMatchObject({ state: 'closed', opensAt: null });
});

test('a broken invariant is reported and stops nothing; the book counts as lost until a new one arrives', () => {
  const feed = new TapeFeed({ nowMs: START });
  const faults: unknown[] = [];
  // The calendar represents any code of ours that throws in the middle of a row or of a round
  let broken = false;
  const calendar = {
    ...SIMULATED_CALENDAR,
    tradingDayOf: (timeMs: number): string => {
      if (broken) throw new Error('invariant');
      return SIMULATED_CALENDAR.tradingDayOf(timeMs);
    },
  };
  const session = new InstrumentSession({
    feed,
    instrument: es,
    calendar,
    storedBars: [],
    storedEvents: [],
    resumes: false,
    onUpdate: () => undefined,
    onMid: () => undefined,
    onDiscontinuity: () => undefined,
    onFault: (error) => faults.push(error),
  });
  session.open();
  feed.push(1, START, quotes(20_000, 1, null));
  broken = true;
  feed.presentMs += 5000;
  feed.push(1, feed.presentMs, [...quotes(20_010, 5, 1), ...iceberg(20_010, 50, 60, 2)]);
  expect(session.collect()).toBeNull();
  expect(faults).toEqual(faults.map(() => new Error('invariant')));
  expect(faults.length).toBeGreaterThanOrEqual(1);
  broken = false;
  feed.presentMs += 1000;
  expect(session.collect()?.status?.state).toBe('gap');
  expect(session.status().state).toBe('gap');
});

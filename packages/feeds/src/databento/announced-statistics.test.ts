/** Settlements and open interest as the exchange announced them, by contract and day. */
import { beforeEach, expect, test } from 'vitest';
import type { DbnInstrument } from '#dbn/decode/dbn-instruments.ts';
import type { DbnStatistic } from '#dbn/decode/decode-records.ts';
import { AnnouncedStatistics } from './announced-statistics.ts';

const TICK = 250_000_000;
const CONTRACT: DbnInstrument = {
  ...{ localId: 1, fileId: 7, symbol: 'ESZ6', tickNanos: TICK, instrument: null, isCatalogued: true },
};
/** Noon in Chicago on a Wednesday. */
const NOON_NS = BigInt(Date.UTC(2026, 10, 25, 18)) * 1_000_000n;
const DAY_NS = 86_400_000_000_000n;
const [SETTLEMENT, OPEN_INTEREST] = [3, 9];

let announced: AnnouncedStatistics;
beforeEach(() => {
  announced = new AnnouncedStatistics();
});

function take(fields: Partial<DbnStatistic>, contract: Partial<DbnInstrument> = {}): void {
  const nothing = { instrumentId: 7, timeNs: NOON_NS, referenceNs: null, priceNanos: null, quantity: null };
  announced.take({ ...nothing, statType: SETTLEMENT, ...fields }, { ...CONTRACT, ...contract });
}

const settle = (ticks: number, day = 0): void =>
  take({ priceNanos: BigInt(ticks) * BigInt(TICK), referenceNs: NOON_NS + BigInt(day) * DAY_NS });

test('before anything was announced there is nothing', () => {
  expect(announced.of('ESZ6')).toBeNull();
});

test('settlements are those of the last four days, newest first, in whatever order they come', () => {
  for (const day of [2, 0, 3, 1, -1]) settle(20_000 + day, day);
  expect(announced.of('ESZ6')).toEqual({
    settlements: [
      { day: '2026-11-28', ticks: 20_003 },
      { day: '2026-11-27', ticks: 20_002 },
      { day: '2026-11-26', ticks: 20_001 },
      { day: '2026-11-25', ticks: 20_000 },
    ],
    openInterest: null,
  });
});

test('the final settlement of a day replaces the preliminary one', () => {
  settle(20_000);
  settle(19_000, -1);
  settle(20_004);
  expect(announced.of('ESZ6')?.settlements).toEqual([
    { day: '2026-11-25', ticks: 20_004 },
    { day: '2026-11-24', ticks: 19_000 },
  ]);
});

test.each([
  ['within the session', Date.UTC(2026, 10, 25, 18), '2026-11-25'],
  // 18:00 in Chicago: the trading day of Thursday has begun
  ['in the evening', Date.UTC(2026, 10, 26, 0), '2026-11-26'],
])('a settlement that states no day is about the trading day in which it came: %s', (_, timeMs, day) => {
  take({ priceNanos: 5n * BigInt(TICK), timeNs: BigInt(timeMs) * 1_000_000n });
  expect(announced.of('ESZ6')?.settlements).toEqual([{ day, ticks: 5 }]);
});

test('open interest is the newest, beside the settlements', () => {
  settle(20_000);
  take({ statType: OPEN_INTEREST, quantity: 5n });
  take({ statType: OPEN_INTEREST, quantity: 2_100_000n });
  settle(20_001);
  expect(announced.of('ESZ6')).toEqual({
    ...{ settlements: [{ day: '2026-11-25', ticks: 20_001 }], openInterest: 2_100_000 },
  });
});

test('settlements may be below zero', () => {
  settle(-151);
  expect(announced.of('ESZ6')?.settlements[0]?.ticks).toBe(-151);
});

test.each<[string, Partial<DbnStatistic>, Partial<DbnInstrument>]>([
  ['of another kind', { statType: 1, priceNanos: BigInt(TICK), quantity: 5n }, {}],
  ['of no price', { priceNanos: null }, {}],
  ['off the tick', { priceNanos: BigInt(TICK) + 1n }, {}],
  ['of no tick', { priceNanos: BigInt(TICK) }, { tickNanos: null }],
  ['of no contract', { priceNanos: BigInt(TICK) }, { symbol: null }],
  ['of no open interest', { statType: OPEN_INTEREST, quantity: null }, {}],
])('a statistic %s is left out', (_, statistic, contract) => {
  take(statistic, contract);
  expect(announced.of('ESZ6')).toBeNull();
});

test('contracts have figures of their own', () => {
  settle(1);
  take({ statType: OPEN_INTEREST, quantity: 7n }, { symbol: 'ESH7' });
  expect(announced.of('ESZ6')).toMatchObject({ settlements: [{ ticks: 1 }], openInterest: null });
  expect(announced.of('ESH7')).toEqual({ settlements: [], openInterest: 7 });
});

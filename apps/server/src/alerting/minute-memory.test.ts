/** What volume is normal: the minutes that are kept, the windows that are summed, and the days of a median. */
import {
  CME_CALENDAR,
  chicagoClock,
  chicagoToUtcMs,
  DAY_MS,
  type Instrument,
  instrumentBySymbol,
  MINUTE_MS,
  productCalendar,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { T } from '#testing/rule-board.ts';
import { MinuteMemory, medianOf } from './minute-memory.ts';

const minute = (back: number, volume: number) => ({
  ...{ startMs: T - back * MINUTE_MS, lowTicks: 1, highTicks: 2, volume },
});

function memoryOf(...minutes: readonly ReturnType<typeof minute>[]): MinuteMemory {
  const memory = new MinuteMemory(SIMULATED_CALENDAR);
  for (const one of minutes) memory.add(one);
  return memory;
}

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(medianOf([])).toBeNull();
  expect(medianOf([7])).toBe(7);
  expect(medianOf([9, 1])).toBe(5);
  expect(medianOf([9, 1, 4])).toBe(4);
  expect(medianOf([100, 9, 10, 1])).toBe(9.5);
});

test('at least half of the values are not above the median, and half not below', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const median = medianOf(values) ?? Number.NaN;
      expect(values.filter((value) => value <= median).length * 2).toBeGreaterThanOrEqual(values.length);
      expect(values.filter((value) => value >= median).length * 2).toBeGreaterThanOrEqual(values.length);
    }),
  );
});

test('finding a median leaves the values in their order', () => {
  const values = [3, 1, 2];
  medianOf(values);
  expect(values).toEqual([3, 1, 2]);
});

test('minutes come oldest first, the one under way last', () => {
  const memory = memoryOf(minute(3, 30), minute(1, 10));
  memory.add(minute(2, 20));
  expect(memory.minutes.map(({ volume }) => volume)).toEqual([30, 20, 10]);
  memory.setForming(minute(0, 5));
  expect(memory.minutes.map(({ volume }) => volume)).toEqual([30, 20, 10, 5]);
  memory.setForming(null);
  expect(memory.minutes).toHaveLength(3);
});

test('of two minutes of one start the later one counts', () => {
  const memory = memoryOf(minute(2, 20), minute(1, 10), minute(2, 25));
  expect(memory.minutes.map(({ volume }) => volume)).toEqual([25, 10]);
  expect(memory.volumeOf(T, 3)).toBe(35);
});

test('a window holds its minute and those before it, exactly as many as named', () => {
  const memory = memoryOf(minute(3, 1000), minute(2, 100), minute(1, 10), minute(0, 1));
  expect([1, 2, 3, 4, 9].map((minutes) => memory.volumeOf(T, minutes))).toEqual([1, 11, 111, 1111, 1111]);
});

test('any instant of a minute counts as its minute', () => {
  const memory = memoryOf(minute(1, 10), minute(0, 1));
  expect(memory.volumeOf(T + 59_999.75, 1)).toBe(1);
  expect(memory.volumeOf(T - 0.25, 1)).toBe(10);
  expect(memory.volumeOf(T + MINUTE_MS, 1)).toBe(0);
});

test('the minute under way counts in its window, once', () => {
  const memory = memoryOf(minute(1, 10));
  memory.setForming(minute(0, 7));
  expect(memory.volumeOf(T, 2)).toBe(17);
  expect(memory.volumeOf(T - MINUTE_MS, 2)).toBe(10);
  // It closed, and the update still names it as under way
  memory.add(minute(0, 6));
  expect(memory.volumeOf(T, 2)).toBe(17);
});

test('minutes after the instant do not count', () => {
  const memory = memoryOf(minute(1, 10), minute(0, 1), minute(-1, 500));
  expect(memory.volumeOf(T, 5)).toBe(11);
});

/** Earlier days with these volumes in the minute of the instant, on the exchange's clock. */
function withDays(...volumes: readonly number[]): MinuteMemory {
  const now = chicagoClock(T);
  const days = volumes.map((volume, at) => ({
    ...minute(0, volume),
    startMs: chicagoToUtcMs(now.day - volumes.length + at, now.minute),
  }));
  return memoryOf(...days);
}

test('normal is the median of this time on earlier days, of at least five', () => {
  expect(withDays(100, 200, 300, 400, 500).normalOf(T, 1)).toEqual({ volume: 300, days: 5 });
  expect(withDays(100, 200, 300, 400).normalOf(T, 1)).toBeNull();
});

test('today does not count in its own normal', () => {
  const memory = withDays(100, 200, 300, 400, 500);
  memory.add(minute(0, 99_999));
  memory.setForming(minute(0, 99_999));
  expect(memory.normalOf(T, 1)).toEqual({ volume: 300, days: 5 });
});

test('a day without a trade in the window does not count as a day', () => {
  const memory = withDays(100, 200, 300, 400, 0);
  expect(memory.normalOf(T, 1)).toBeNull();
  // Elsewhere in the day there were trades
  memory.add({ ...minute(0, 50), startMs: T - DAY_MS - 5 * MINUTE_MS });
  expect(memory.normalOf(T, 1)).toBeNull();
});

test('no more than the last twenty days count', () => {
  const memory = withDays(...Array.from({ length: 25 }, (_, at) => (at < 5 ? 1_000_000 : at)));
  // Days 5 to 24: the mean of 14 and 15
  expect(memory.normalOf(T, 1)).toEqual({ volume: 14.5, days: 20 });
});

test('a time of day is one of the exchange, also when its clock changed in between', () => {
  // T is 10:00 in Chicago, where clocks went back on 1 November 2026, 19 days before
  const memory = memoryOf(
    ...[20, 21, 22, 23, 24].map((day) => ({ ...minute(0, 100), startMs: T - day * DAY_MS - 60 * MINUTE_MS })),
  );
  // From 31 October back these minutes are an hour earlier by UTC, and the same by the exchange
  expect(memory.normalOf(T, 1)).toEqual({ volume: 100, days: 5 });
});

test('with too few days normal is the median of windows of the last two hours before this minute', () => {
  const memory = memoryOf(...Array.from({ length: 120 }, (_, at) => minute(120 - at, 120 - at)));
  // Minutes 1 to 120 before: their median
  expect(memory.normalOf(T, 1)).toEqual({ volume: 60.5, days: null });
  // Twelve windows of ten: sums 55, 155 … 1155
  expect(memory.normalOf(T, 10)).toEqual({ volume: 605, days: null });
});

test('what is older than two hours is not recent, and one window is not enough', () => {
  expect(memoryOf(minute(121, 50), minute(122, 50), minute(1, 10)).normalOf(T, 1)).toBeNull();
  expect(memoryOf(minute(2, 20), minute(1, 10)).normalOf(T, 1)).toEqual({ volume: 15, days: null });
  expect(memoryOf(minute(0, 900)).normalOf(T, 1)).toBeNull();
});

test('the normal of a minute is that of any of its instants, that of the next minute its own', () => {
  const memory = withDays(100, 200, 300, 400, 500);
  const first = memory.normalOf(T, 1);
  expect(memory.normalOf(T + 59_999, 1)).toBe(first);
  expect(memory.normalOf(T + MINUTE_MS, 1)).toBeNull();
  expect(memory.normalOf(T, 1)).toEqual(first);
});

test('stored minutes come before those that were received, which win', () => {
  const memory = memoryOf(minute(2, 20), minute(1, 10));
  memory.restore([minute(4, 40), minute(3, 30), minute(2, 999), minute(1, 999)]);
  expect(memory.minutes.map(({ volume }) => volume)).toEqual([40, 30, 20, 10]);
  expect(memory.volumeOf(T, 9)).toBe(100);
});

test('stored minutes of earlier days make a normal at once', () => {
  const memory = memoryOf();
  expect(memory.normalOf(T, 1)).toBeNull();
  memory.restore([5, 4, 3, 2, 1].map((day) => ({ ...minute(0, day * 10), startMs: T - day * DAY_MS })));
  expect(memory.normalOf(T, 1)).toEqual({ volume: 30, days: 5 });
});

test('normal is that of the same time of day, on a day that opens late too', () => {
  const corn = instrumentBySymbol('ZC') as Instrument;
  const memory = new MinuteMemory(productCalendar(CME_CALENDAR, corn));
  // 09:00 in Chicago on the five trading days before the Friday after Thanksgiving, which opens at 08:30
  for (const day of ['19', '20', '23', '24', '25']) {
    const startMs = Date.parse(`2026-11-${day}T15:00:00Z`);
    memory.add({ startMs, lowTicks: 1, highTicks: 2, volume: 40 });
  }
  expect(memory.normalOf(Date.parse('2026-11-27T15:00:30Z'), 1)).toEqual({ volume: 40, days: 5 });
});

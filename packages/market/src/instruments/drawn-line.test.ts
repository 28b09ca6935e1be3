/** Lines in trading time: straight over closed hours, exact at their ends, nowhere beyond what they reach. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#time/durations.ts';
import { type DrawnLine, LINE_EXTENTS, linePrices, lineTicks, reaches } from './drawn-line.ts';
import { CME_CALENDAR, SIMULATED_CALENDAR } from './exchange-calendar.ts';
import { TradingClock } from './trading-clock.ts';

const FRIDAY_CLOSE = Date.UTC(2026, 10, 20, 22);
const SUNDAY_OPEN = Date.UTC(2026, 10, 22, 23);
const line = (
  from: [number, number],
  to: [number, number],
  extent: DrawnLine['extent'] = 'none',
): DrawnLine => ({
  from: { atMs: from[0], priceTicks: from[1] },
  to: { atMs: to[0], priceTicks: to[1] },
  extent,
});
const START = Date.UTC(2026, 0, 5);
const instants = fc.integer({ min: START, max: START + 120 * 24 * HOUR_MS });

test('a weekend is no part of a slope', () => {
  const ticks = lineTicks(line([FRIDAY_CLOSE - HOUR_MS, 100], [SUNDAY_OPEN + HOUR_MS, 300]), CME_CALENDAR);
  expect(ticks(FRIDAY_CLOSE)).toBe(200);
  expect(ticks(FRIDAY_CLOSE + 20 * HOUR_MS)).toBe(200);
  expect(ticks(SUNDAY_OPEN)).toBe(200);
  expect(ticks(SUNDAY_OPEN + HOUR_MS / 2)).toBe(250);
});

test.each([
  ['none', null, null],
  ['left', 0, null],
  ['right', null, 200],
  ['both', 0, 200],
] as const)('a line that extends to %s is at %s before and at %s after its ends', (extent, before, after) => {
  const ticks = lineTicks(line([START, 50], [START + HOUR_MS, 150], extent), SIMULATED_CALENDAR);
  expect(ticks(START - HOUR_MS / 2)).toBe(before);
  expect(ticks(START + 1.5 * HOUR_MS)).toBe(after);
  expect(ticks(START)).toBe(50);
  expect(ticks(START + HOUR_MS)).toBe(150);
});

test('a vertical line has no price, a point of one price has it', () => {
  expect(lineTicks(line([START, 1], [START, 9], 'both'), CME_CALENDAR)(START)).toBeNull();
  expect(lineTicks(line([FRIDAY_CLOSE, 1], [SUNDAY_OPEN, 9], 'both'), CME_CALENDAR)(SUNDAY_OPEN)).toBeNull();
  expect(lineTicks(line([START, 5], [START, 5], 'both'), CME_CALENDAR)(0)).toBe(5);
});

test('the clock of a market goes back and forth without loss while it is open', () => {
  fc.assert(
    fc.property(instants, instants, (origin, at) => {
      fc.pre(CME_CALENDAR.marketPhase(at) === 'open');
      const clock = new TradingClock(CME_CALENDAR, origin);
      const elapsed = clock.elapsedMs(at);
      expect(clock.instantMs(elapsed)).toBe(at);
      expect(clock.elapsedMs(at)).toBe(elapsed);
      expect(new TradingClock(CME_CALENDAR, at).elapsedMs(origin) + elapsed).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test('a line is between its ends in order, and where it does not reach it has no price', () => {
  const prices = fc.integer({ min: -2000, max: 30_000 });
  fc.assert(
    fc.property(
      instants,
      instants,
      prices,
      prices,
      fc.constantFrom(...LINE_EXTENTS),
      instants,
      (a, b, p, q, extent, at) => {
        const [from, to] = a <= b ? [a, b] : [b, a];
        const drawn = line([from, p], [to, q], extent);
        const priceAt = linePrices(drawn, CME_CALENDAR);
        const price = priceAt(at);
        if (!reaches(drawn, at)) expect(price).toBeNull();
        if (price === null) return;
        if (at >= from && at <= to) {
          expect(price).toBeGreaterThanOrEqual(Math.min(p, q));
          expect(price).toBeLessThanOrEqual(Math.max(p, q));
        }
        const later = priceAt(at + 90 * MINUTE_MS);
        if (later !== null) expect((later - price) * (q - p)).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: 100 },
  );
});

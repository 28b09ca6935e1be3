/** Trading time: closed hours do not count, it never runs backwards, and it does not matter where it is measured from. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#time/durations.ts';
import { CME_CALENDAR } from './exchange-calendar.ts';
import { TradingClock } from './trading-clock.ts';

// CME: 17:00 to 16:00 Chicago, 23 hours; in November Chicago is six hours behind UTC
const THURSDAY_OPEN = Date.UTC(2026, 10, 18, 23);
const THURSDAY_CLOSE = Date.UTC(2026, 10, 19, 22);
const FRIDAY_OPEN = Date.UTC(2026, 10, 19, 23);
const FRIDAY_CLOSE = Date.UTC(2026, 10, 20, 22);
const SUNDAY_OPEN = Date.UTC(2026, 10, 22, 23);

const elapsed = (origin: number, at: number): number => new TradingClock(CME_CALENDAR, origin).elapsedMs(at);

describe('trading time', () => {
  test.each([
    ['within a session is the time', THURSDAY_OPEN, THURSDAY_OPEN + 5 * HOUR_MS, 5 * HOUR_MS],
    ['of a whole session is 23 hours', THURSDAY_OPEN, THURSDAY_CLOSE, 23 * HOUR_MS],
    [
      'leaves out the hour between two sessions',
      THURSDAY_CLOSE - HOUR_MS,
      FRIDAY_OPEN + HOUR_MS,
      2 * HOUR_MS,
    ],
    ['leaves out a weekend', FRIDAY_CLOSE - HOUR_MS, SUNDAY_OPEN + HOUR_MS, 2 * HOUR_MS],
    ['stands still while the market is closed', FRIDAY_CLOSE, SUNDAY_OPEN, 0],
    ['from within a weekend begins at the close before it', FRIDAY_CLOSE + 20 * HOUR_MS, SUNDAY_OPEN + 1, 1],
    ['before the origin is negative', SUNDAY_OPEN + HOUR_MS, FRIDAY_CLOSE - HOUR_MS, -2 * HOUR_MS],
    ['of two whole sessions is 46 hours', THURSDAY_OPEN, FRIDAY_CLOSE, 46 * HOUR_MS],
  ])('%s', (_, origin, at, expected) => {
    expect(elapsed(origin, at)).toBe(expected);
  });

  test('goes back to instants: the end of a session is the open of the next one', () => {
    const clock = new TradingClock(CME_CALENDAR, THURSDAY_OPEN);
    expect(clock.instantMs(0)).toBe(THURSDAY_OPEN);
    expect(clock.instantMs(23 * HOUR_MS - 1)).toBe(THURSDAY_CLOSE - 1);
    expect(clock.instantMs(23 * HOUR_MS)).toBe(FRIDAY_OPEN);
    expect(clock.instantMs(46 * HOUR_MS)).toBe(SUNDAY_OPEN);
    expect(clock.instantMs(-1)).toBe(THURSDAY_OPEN - HOUR_MS - 1);
  });

  test('ends early where a session does: 27 November 2026 closes at 12:15 Chicago', () => {
    const { openMs, closeMs } = CME_CALENDAR.sessionBounds('2026-11-27');
    expect(closeMs).toBe(Date.UTC(2026, 10, 27, 18, 15));
    expect(elapsed(closeMs - HOUR_MS, closeMs + 5 * HOUR_MS)).toBe(HOUR_MS);
    expect(elapsed(openMs, closeMs)).toBe(closeMs - openMs);
  });
});

const START = Date.UTC(2026, 8, 1);
/** Half a year with both changes of the clock, Thanksgiving, Christmas and New Year. */
const instants = fc.integer({ min: START, max: START + 180 * 24 * HOUR_MS });

test('trading time never runs backwards, and never faster than time', () => {
  fc.assert(
    fc.property(instants, fc.array(instants, { minLength: 2, maxLength: 8 }), (origin, times) => {
      const clock = new TradingClock(CME_CALENDAR, origin);
      const sorted = times.toSorted((a, b) => a - b);
      const read = sorted.map((at) => clock.elapsedMs(at));
      for (const [at, ms] of read.slice(1).entries()) {
        const passed = ms - (read[at] ?? 0);
        expect(passed).toBeGreaterThanOrEqual(0);
        expect(passed).toBeLessThanOrEqual((sorted[at + 1] ?? 0) - (sorted[at] ?? 0));
      }
    }),
    { numRuns: 40 },
  );
});

test('trading time from one instant to another does not depend on the origin, nor on what was read before', () => {
  fc.assert(
    fc.property(instants, instants, instants, instants, (origin, other, from, to) => {
      const clock = new TradingClock(CME_CALENDAR, origin);
      clock.elapsedMs(other);
      clock.instantMs(37 * HOUR_MS);
      expect(clock.elapsedMs(to) - clock.elapsedMs(from)).toBe(elapsed(other, to) - elapsed(other, from));
    }),
    { numRuns: 40 },
  );
});

test('the instant of any trading time is in a session, and is that trading time again', () => {
  const spans = fc.integer({ min: -60 * 24 * 60, max: 60 * 24 * 60 });
  fc.assert(
    fc.property(instants, spans, (origin, minutes) => {
      const clock = new TradingClock(CME_CALENDAR, origin);
      const at = clock.instantMs(minutes * MINUTE_MS);
      expect(clock.elapsedMs(at)).toBe(minutes * MINUTE_MS);
      const { openMs, closeMs } = CME_CALENDAR.sessionBounds(CME_CALENDAR.tradingDayOf(at));
      expect([openMs <= at, at < closeMs]).toEqual([true, true]);
    }),
    { numRuns: 40 },
  );
});

/** Holding times, exposure, hour bands and durations. */
import { HOUR_MS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { distributionOf } from '#inference/distribution.ts';
import { journalTrade, tradingDay } from '#testing/closed-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { durationText } from './duration-text.ts';
import { HOUR_BANDS, hourBandOf } from './hour-bands.ts';
import { exposureOf, holdingFiguresOf, holdingTimesOf } from './time-figures.ts';

/** An instant `hours` after midnight UTC of the n-th weekday. */
const at = (day: number, hours: number): number => tradingDay(day) * 24 * HOUR_MS + hours * HOUR_MS;
const held = (day: number, from: number, to: number): JournalTrade =>
  journalTrade({ entryMs: at(day, from), exitMs: at(day, to) });

describe('holding times', () => {
  test('leave out trades without an entry and trades that end before they begin', () => {
    const trades = [held(0, 10, 11), journalTrade({ entryMs: null }), held(0, 12, 11), held(0, 12, 12)];
    expect([...holdingTimesOf(trades)]).toEqual([0, HOUR_MS]);
  });

  test('have quartiles with an interval from the ranks around them', () => {
    const { holdingMedian, holdingUpper } = holdingFiguresOf(
      Float64Array.from({ length: 101 }, (_, rank) => rank),
    );
    expect(holdingMedian).toMatchObject({ value: 50, n: 101 });
    // Conover: ranks 101 / 2 -/+ 1.96 x 5.02.
    expect(holdingMedian.ci95).toEqual([39, 61]);
    expect(holdingUpper.value).toBe(75);
  });
});

describe('exposure', () => {
  test('is the joined open time over the session time', () => {
    // Ten days of 15:00 to 16:00 and 15:30 to 17:00 UTC: two of each session's 23 hours.
    const trades = Array.from({ length: 10 }, (_, day) => [held(day, 15, 16), held(day, 15.5, 17)]).flat();
    expect(exposureOf(trades, 10).value).toBeCloseTo(2 / 23, 2);
  });

  test('counts a position held over days and its weekend only while the exchange is open', () => {
    const exposure = exposureOf([journalTrade({ entryMs: at(0, 0), exitMs: at(9, 21.9) })], 10).value ?? 0;
    expect(exposure).toBeGreaterThan(0.9);
    expect(exposure).toBeLessThanOrEqual(1);
  });

  test('needs ten days and entry times', () => {
    expect(exposureOf([held(0, 15, 16)], 1).reason).toBe('too-few-days');
    expect(exposureOf([journalTrade({ entryMs: null })], 10).reason).toBe('too-few');
  });
});

describe('hour bands', () => {
  test('follow New York through both clock changes', () => {
    const label = (iso: string) => HOUR_BANDS[hourBandOf(Date.parse(iso))]?.label;
    expect(label('2026-01-06T14:30:00Z')).toBe('09:30 to 10:30');
    expect(label('2026-01-06T14:29:59.999Z')).toBe('08:30 to 09:30');
    expect(label('2026-07-07T13:30:00Z')).toBe('09:30 to 10:30');
    // United States change on 8 March 2026, Europe on 29 March.
    expect(label('2026-03-17T13:30:00Z')).toBe('09:30 to 10:30');
    expect(label('2026-10-27T13:30:00Z')).toBe('09:30 to 10:30');
    expect(label('2026-01-06T23:00:00Z')).toBe('18:00 to 03:00');
    expect(label('2026-01-06T22:30:00Z')).toBe('17:00 to 18:00');
  });
});

describe('durations', () => {
  test.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [45_000, '45 s'],
    [80 * 60_000, '1 h 20 min'],
    [26 * HOUR_MS, '1 d 2 h'],
    [2 * HOUR_MS, '2 h'],
  ])('%i ms is %s', (ms, text) => expect(durationText(ms)).toBe(text));
});

describe('the distribution', () => {
  test('counts every result once, in round steps with zero as an edge', () => {
    const nets = Float64Array.from({ length: 1000 }, (_, rank) => (rank - 400) * 1_000_000);
    nets[0] = -90_000_000_000;
    const { edgesMicros, counts } = distributionOf(nets);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1000);
    expect(counts).toHaveLength(edgesMicros.length - 1);
    expect(edgesMicros).toContain(0);
    expect(edgesMicros[0]).toBe(-90_000_000_000);
    expect(counts.length).toBeLessThan(45);
  });

  test('of one value has one step', () => {
    expect(distributionOf(Float64Array.of(12_500_000, 12_500_000)).counts).toEqual([2]);
    expect(distributionOf(new Float64Array())).toEqual({ edgesMicros: [], counts: [] });
  });
});

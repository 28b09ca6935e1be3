/** Naked points, slots of a session and volume of bars: what random sessions leave, against a count by the words of each. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SIDE_ASK, SIDE_BID, SIDE_NONE } from '#events/market-event.ts';
import { minuteBar } from '#testing/minute-bar.ts';
import { HOUR_MS, MINUTE_MS } from '#time/durations.ts';
import { firstTradedMs, MAX_NAKED_SESSIONS, NakedPoints, type SessionPoint } from './naked-points.ts';
import { TPO_SLOT_MINUTES, TpoSession } from './tpo-session.ts';
import { visitVolume, windowProfile } from './window-profile.ts';

const extremes = fc
  .record({
    startMs: fc.nat(40),
    one: fc.integer({ min: -5, max: 15 }),
    other: fc.integer({ min: -5, max: 15 }),
  })
  .map(({ startMs, one, other }) => ({
    startMs,
    lowTicks: Math.min(one, other),
    highTicks: Math.max(one, other),
  }));

describe('naked points', () => {
  test('of random sessions are those that no later bar reached', () => {
    const points = fc.array(fc.record({ endMs: fc.nat(40), pointTicks: fc.integer({ min: -5, max: 15 }) }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(points, fc.array(extremes, { maxLength: 8 }), (made, bars) => {
        const naked = new NakedPoints();
        const all: SessionPoint[] = made.map((point, n) => ({ ...point, tradingDay: `day ${n}` }));
        for (const point of all) naked.add(point);
        for (const { startMs, highTicks, lowTicks } of bars) naked.trade(startMs, highTicks, lowTicks);
        const isLeft = ({ endMs, pointTicks }: SessionPoint): boolean =>
          bars.every((bar) => bar.startMs < endMs || pointTicks < bar.lowTicks || pointTicks > bar.highTicks);
        expect(naked.naked()).toEqual(all.filter(isLeft));
      }),
    );
  });

  test('are a copy, of at most eighty sessions', () => {
    const naked = new NakedPoints();
    for (let n = 0; n < MAX_NAKED_SESSIONS + 1; n += 1)
      naked.add({ tradingDay: `${n}`, endMs: 0, pointTicks: n });
    const before = naked.naked();
    expect([before.length, before[0]?.tradingDay, before.at(-1)?.tradingDay]).toEqual([80, '1', '80']);
    naked.trade(0, 5, 5);
    expect([before.length, naked.naked().length]).toEqual([80, 79]);
  });
});

test('the first bar that trades in a range is the first of those that overlap it, from the instant on', () => {
  fc.assert(
    fc.property(extremes, fc.array(extremes, { maxLength: 10 }), fc.nat(40), (range, made, fromMs) => {
      const bars = made.toSorted((one, other) => one.startMs - other.startMs);
      const prices = ({ lowTicks, highTicks }: { readonly lowTicks: number; readonly highTicks: number }) =>
        Array.from({ length: highTicks - lowTicks + 1 }, (_, n) => lowTicks + n);
      const shared = bars.filter(
        (bar) => bar.startMs >= fromMs && prices(bar).some((price) => prices(range).includes(price)),
      );
      expect(firstTradedMs(range, bars, fromMs)).toBe(shared[0]?.startMs ?? null);
    }),
  );
});

describe('the slots of a session', () => {
  const OPEN = Date.UTC(2026, 10, 18, 14, 30);
  const trades = fc.array(fc.tuple(fc.integer({ min: -30, max: 200 }), fc.integer({ min: -9, max: 9 })), {
    maxLength: 20,
  });

  test('have the range of what traded in them, and any of them together the range of all', () => {
    const slot = fc.nat(13);
    fc.assert(
      fc.property(trades, fc.integer({ min: 20, max: 170 }), slot, slot, (made, minutes, from, to) => {
        const session = new TpoSession({ openMs: OPEN, closeMs: OPEN + minutes * MINUTE_MS });
        expect(session.slots).toBe(Math.ceil(minutes / TPO_SLOT_MINUTES));
        for (const [minute, price] of made) session.addTrade(OPEN + minute * MINUTE_MS, price);
        const inside = made.filter(([minute]) => minute >= 0 && minute < minutes);
        expect([session.openTicks, session.closeTicks]).toEqual([
          ...[inside[0]?.[1] ?? null, inside.at(-1)?.[1] ?? null],
        ]);
        const prices = inside
          .filter(([minute]) => minute >= from * TPO_SLOT_MINUTES && minute < to * TPO_SLOT_MINUTES)
          .map(([, price]) => price);
        const range = { highTicks: Math.max(...prices), lowTicks: Math.min(...prices) };
        expect(session.range(from, to)).toEqual(prices.length === 0 ? null : range);
      }),
      { numRuns: 200 },
    );
  });

  test('of a bar are the slot in which it starts, with its extremes', () => {
    const session = new TpoSession({ openMs: OPEN, closeMs: OPEN + HOUR_MS });
    session.addBar(
      minuteBar({ startMs: OPEN + 16 * MINUTE_MS, openTicks: 4, highTicks: 9, lowTicks: 2, closeTicks: 5 }),
    );
    expect([session.range(0, 1), session.range(1, 2), session.openTicks, session.closeTicks]).toEqual([
      null,
      { highTicks: 9, lowTicks: 2 },
      ...[4, 5],
    ]);
  });
});

describe('the volume of a bar', () => {
  test('is visited by side where it is known, and adds up', () => {
    const level = fc.record({ buyVolume: fc.nat(9), sellVolume: fc.nat(9), otherVolume: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(level, { maxLength: 6 }), (made) => {
        const levels = made.map((row, n) => ({ ...row, priceTicks: 100 + n }));
        const sums = new Map([SIDE_BID, SIDE_ASK, SIDE_NONE].map((side) => [side, 0]));
        const known = visitVolume(minuteBar({ levels }), (_, size, side) => {
          expect(size).toBeGreaterThan(0);
          sums.set(side, (sums.get(side) ?? 0) + size);
        });
        const total = (key: 'buyVolume' | 'sellVolume' | 'otherVolume') =>
          made.reduce((sum, row) => sum + row[key], 0);
        expect([known, sums.get(SIDE_BID), sums.get(SIDE_ASK), sums.get(SIDE_NONE)]).toEqual([
          ...[true, total('buyVolume'), total('sellVolume'), total('otherVolume')],
        ]);
      }),
    );
  });

  test('counts in a window from its first instant on, and not at its end', () => {
    const bars = [0, 1, 2, 3].map((n) =>
      minuteBar({
        startMs: n * MINUTE_MS,
        levels: [{ priceTicks: 100, buyVolume: 10 ** n, sellVolume: 0, otherVolume: 0 }],
      }),
    );
    const volume = (fromMs: number, toMs: number) =>
      windowProfile(bars, { fromMs, toMs, rowTicks: 1 }).volume;
    expect(volume(MINUTE_MS, 3 * MINUTE_MS)).toBe(110);
    expect(volume(MINUTE_MS + 1, 3 * MINUTE_MS + 1)).toBe(1100);
    expect(volume(0, 0)).toBe(0);
    expect(volume(0, Number.POSITIVE_INFINITY)).toBe(1111);
  });
});

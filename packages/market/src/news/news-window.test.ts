/** Windows around releases: which there are, where they merge, and what a row says of them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTION_NEWS, COL_ACTION } from '#events/market-event.ts';
import { InstrumentMarket } from '#facts/instrument-market.ts';
import { SIMULATED_CALENDAR } from '#instruments/exchange-calendar.ts';
import { INSTRUMENTS } from '#instruments/instruments.ts';
import { MINUTE_MS } from '#time/durations.ts';
import { mergedWindows, newsRow, type TimedRelease, windowAt, windowOf, windowOfRow } from './news-window.ts';
import { KIND_CODES, RELEASE_KIND_IDS } from './release-kinds.ts';

const AT = Date.UTC(2026, 10, 25, 13, 30);
const ES = INSTRUMENTS[0]!;

test('a window reaches from before to after its release, and a kind without one has none', () => {
  expect(windowOf({ kind: 'cpi', atMs: AT })).toEqual({
    ...{ kind: 'cpi', startMs: AT - 2 * MINUTE_MS, endMs: AT + 30 * MINUTE_MS },
  });
  expect(windowOf({ kind: 'other', atMs: AT })).toBeNull();
});

test('windows that touch are one, of the kind that matters most', () => {
  const windows = mergedWindows([
    { kind: 'cpi', atMs: AT + 5 * MINUTE_MS },
    { kind: 'housing', atMs: AT + 120 * MINUTE_MS },
    { kind: 'jobless-claims', atMs: AT },
  ]);
  expect(windows).toEqual([
    { kind: 'cpi', startMs: AT - 2 * MINUTE_MS, endMs: AT + 35 * MINUTE_MS },
    { kind: 'housing', startMs: AT + 118 * MINUTE_MS, endMs: AT + 135 * MINUTE_MS },
  ]);
  expect(windowAt(windows, AT + 35 * MINUTE_MS - 1)?.kind).toBe('cpi');
  expect(windowAt(windows, AT + 35 * MINUTE_MS)).toBeNull();
});

test('merged windows are in order, apart, and cover exactly what the single ones cover', () => {
  const release: fc.Arbitrary<TimedRelease> = fc.record({
    kind: fc.constantFrom(...RELEASE_KIND_IDS),
    atMs: fc.integer({ min: 0, max: 400 }).map((minutes) => AT + minutes * MINUTE_MS),
  });
  fc.assert(
    fc.property(
      fc.array(release, { maxLength: 12 }),
      fc.integer({ min: -10, max: 460 }),
      (releases, minute) => {
        const merged = mergedWindows(releases);
        for (let n = 1; n < merged.length; n += 1)
          expect(merged[n]!.startMs).toBeGreaterThan(merged[n - 1]!.endMs);
        const atMs = AT + minute * MINUTE_MS;
        const isCovered = releases.some(
          (one) =>
            windowAt(
              [windowOf(one)].flatMap((w) => w ?? []),
              atMs,
            ) !== null,
        );
        expect(windowAt(merged, atMs) !== null).toBe(isCovered);
      },
    ),
  );
});

test('a row states the rest of a window, and ends it without one', () => {
  const window = { kind: 'employment', startMs: AT - 2 * MINUTE_MS, endMs: AT + 30 * MINUTE_MS } as const;
  const row = newsRow(ES.id, AT + 250, window);
  expect(row[COL_ACTION]).toBe(ACTION_NEWS);
  expect(windowOfRow(row, 0)).toEqual({
    ...{ kind: 'employment', startMs: AT + 250, endMs: AT + 250 + 30 * MINUTE_MS },
  });
  expect(windowOfRow(newsRow(ES.id, AT, null), 0)).toMatchObject({ startMs: AT, endMs: AT });
});

test('a market keeps the window that was stated last; the row is no event of the market', () => {
  const market = new InstrumentMarket({ instrument: ES, tier: 'L3', calendar: SIMULATED_CALENDAR });
  expect(market.newsWindow).toBeNull();
  const window = { kind: 'cpi', startMs: AT, endMs: AT + MINUTE_MS } as const;
  expect(market.applyRow(newsRow(ES.id, AT, window), 0)).toBeNull();
  expect(market.newsWindow).toEqual(window);
  expect(market.facts.volume).toBe(0);
});

test('every kind has a code in recordings, and one only', () => {
  expect(KIND_CODES.toSorted()).toEqual(RELEASE_KIND_IDS.toSorted());
  expect(KIND_CODES[0]).toBe('other');
});

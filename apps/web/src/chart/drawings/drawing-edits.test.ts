/** Drawings on bars: instants outside the loaded bars, edits, words, and what a pointer finds. */
import { DRAWING_KINDS, DRAWING_POINTS, type Drawing, drawing } from '@undertow/contracts';
import { CME_CALENDAR, HOUR_MS, type Instrument, instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { anchorsOf, magnetTicks, movedBy, placedAnchors, withAnchors, withPoint } from './drawing-points.ts';
import { DrawingScale } from './drawing-scale.ts';
import { measureWords, positionWords, spanWords } from './drawing-words.ts';
import { hitDrawing } from './hit-drawing.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const STEP = 10 * MINUTE_MS;
/** The last hour of a Friday and the first one of the Sunday after it. */
const FRIDAY = Date.UTC(2026, 10, 20, 21);
const SUNDAY = Date.UTC(2026, 10, 22, 23);
const bars = [FRIDAY, SUNDAY].flatMap((from) =>
  Array.from({ length: 6 }, (_, at) => ({ startMs: from + at * STEP }) as ChartBar),
);
const scale = new DrawingScale(bars, CME_CALENDAR, STEP);

test('an instant keeps its place before the first bar, over a weekend, and after the last one', () => {
  expect(scale.indexOf(FRIDAY - 2 * STEP)).toBe(-2);
  expect(scale.indexOf(FRIDAY + STEP / 2)).toBe(0.5);
  expect(scale.indexOf(SUNDAY)).toBe(6);
  expect(scale.indexOf(SUNDAY - 20 * HOUR_MS)).toBe(6);
  expect(scale.indexOf(SUNDAY + 9 * STEP)).toBe(9 + 6);
  for (let index = -300; index < 300; index += 7) expect(scale.indexOf(scale.instantAt(index))).toBe(index);
});

test('a bar that is missing moves no later one', () => {
  const thin = new DrawingScale(
    bars.filter((_, at) => at !== 2),
    CME_CALENDAR,
    STEP,
  );
  expect(thin.indexOf(FRIDAY + 2 * STEP)).toBe(1.5);
  expect(thin.indexOf(FRIDAY + 3 * STEP)).toBe(2);
});

const anchor = fc.record({
  atMs: fc.integer({ min: FRIDAY, max: FRIDAY + 30 * 24 * HOUR_MS }),
  priceTicks: fc.integer({ min: -4000, max: 40_000 }),
});

test('whatever is placed, moved and held is a drawing that the contract takes', () => {
  const base: Drawing = { id: 'd', kind: 'text', points: [], text: '', contract: null };
  fc.assert(
    fc.property(
      fc.constantFrom(...DRAWING_KINDS),
      anchor,
      anchor,
      anchor,
      fc.nat(2),
      (kind, one, two, to, at) => {
        const anchors = placedAnchors(kind, one, two);
        if (anchors === null) return;
        const made = withAnchors(ES, { ...base, kind }, anchors);
        expect(drawing.safeParse(made).error?.issues).toBeUndefined();
        expect(anchorsOf(ES, made)).toEqual(anchors);
        const held = withPoint(kind, anchors, Math.min(at, DRAWING_POINTS[kind] - 1), to);
        expect(drawing.safeParse(withAnchors(ES, made, held)).success).toBe(true);
        const there = movedBy(
          movedBy(anchors, 7, (atMs) => atMs + STEP),
          -7,
          (atMs) => atMs - STEP,
        );
        expect(there).toEqual(anchors);
      },
    ),
  );
});

test('a long position whose second point is below its entry has its stop there', () => {
  const at = (priceTicks: number) => ({ atMs: FRIDAY, priceTicks });
  const ticks = (kind: 'long_position' | 'short_position', second: number) =>
    placedAnchors(kind, at(100), { atMs: SUNDAY, priceTicks: second })?.map(({ priceTicks }) => priceTicks);
  expect(ticks('long_position', 120)).toEqual([100, 120, 90]);
  expect(ticks('long_position', 92)).toEqual([100, 116, 92]);
  expect(ticks('short_position', 80)).toEqual([100, 80, 110]);
});

test('a position says how many times its risk it may win', () => {
  const anchors = [18_000, 18_030, 17_988].map((priceTicks) => ({ atMs: FRIDAY, priceTicks }));
  expect(positionWords(ES, anchors, '').entry).toBe('4500.00  2.50 R');
  expect(positionWords(ES, anchors, '').stop).toBe('Stop 4497.00, \u221212 ticks');
});

test('a measure says ticks, percent, bars and time', () => {
  const first = { atMs: FRIDAY, priceTicks: 20_000 };
  const second = { atMs: FRIDAY + 80 * MINUTE_MS, priceTicks: 19_950 };
  expect(measureWords(first, second, 8)).toBe('\u221250 ticks  \u22120.25%  8 bars  1 h 20 min');
  expect(spanWords(26 * HOUR_MS)).toBe('1 d 2 h');
});

test('the magnet takes the nearest of open, high, low and close within its reach', () => {
  const bar = { openTicks: 100, highTicks: 120, lowTicks: 90, closeTicks: 110 } as ChartBar;
  expect([magnetTicks(bar, 113, 5), magnetTicks(bar, 117, 5), magnetTicks(bar, 140, 5)]).toEqual([
    110, 120, 140,
  ]);
  expect(magnetTicks(undefined, 113, 5)).toBe(113);
});

test('a pointer finds the uppermost drawing, and the points of the selected one alone', () => {
  const placed = ['low', 'top'].map((id) => ({
    drawing: { id, kind: 'trend_line', points: [], text: '', contract: null } as Drawing,
    strokes: [
      {
        points: [
          { x: 0, y: 0 },
          { x: 100, y: 100 },
        ],
        tone: 'accent' as const,
      },
    ],
    areas: [],
    texts: [],
    handles: [
      { x: 0, y: 0 },
      { x: 100, y: 100 },
    ],
    offset: 0,
  }));
  expect(hitDrawing(placed, { x: 52, y: 50 }, 6, null)).toEqual({ id: 'top', point: null });
  expect(hitDrawing(placed, { x: 98, y: 99 }, 6, 'low')).toEqual({ id: 'low', point: 1 });
  expect(hitDrawing(placed, { x: 50, y: 80 }, 6, null)).toBeNull();
});

/** Marks of the history: merged, sized by their contracts, beside their candles, and counted. */
import { expect, test } from 'vitest';
import type { ChartEvent, ChartInput } from '#chart/data/chart-input.ts';
import { SAMPLE_NOW_MS, sampleInput } from '#chart-page/sample-market.ts';
import { ChartModel } from './chart-model.ts';
import { marksOf } from './chart-reports.ts';
import { markDiameter, markText, mergeMarks } from './event-marks.ts';

const INPUT = sampleInput();
const barAt = (back: number) => INPUT.bars.at(-1 - back) as ChartInput['bars'][number];

let made = 0;
function past(back: number, changes: Partial<ChartEvent> = {}): ChartEvent {
  made += 1;
  return {
    ...INPUT.events[0]!,
    id: `past-${made}`,
    type: 'iceberg',
    side: 'bid',
    priceTicks: barAt(back).lowTicks,
    size: 100,
    startedMs: barAt(back).startMs + 1000,
    updatedMs: SAMPLE_NOW_MS - 3_600_000,
    ...changes,
  };
}

function drawn(events: readonly ChartEvent[], change: Partial<ChartInput> = {}) {
  const model = new ChartModel();
  const input = { ...INPUT, events, ...change };
  model.update(input);
  model.resize(898, 834);
  const scene = model.compose({ barSpacing: 6.2, firstX: 3 }, 0, true);
  return { scene, marks: marksOf(scene, input) };
}

test('events of one bar, price and type are one mark with their count and contracts', () => {
  const price = barAt(20).lowTicks;
  const events = [
    ...[302, 214, 180, 116].map((size) => past(20, { size, priceTicks: price })),
    past(20, { priceTicks: price + 1 }),
    past(20, { priceTicks: price, type: 'absorption' }),
    past(21, { priceTicks: price }),
  ];
  const marks = mergeMarks(events, INPUT.bars);
  expect(marks).toHaveLength(4);
  expect(marks[0]).toMatchObject({ size: 812, type: 'iceberg', priceTicks: price });
  expect(marks[0]?.events.map(({ size }) => size)).toEqual([302, 214, 180, 116]);
  expect(marks.map(markText)).toEqual(['×4 · 812', '100', '100', '100']);
});

test('the area of a mark grows with its contracts, from 11 to 30 pixels across', () => {
  expect(markDiameter(1, 1_000_000)).toBeCloseTo(11, 2);
  expect(markDiameter(1940, 1940)).toBe(30);
  const area = (size: number) => markDiameter(size, 1000) ** 2;
  expect(area(750) - area(500)).toBeCloseTo(area(500) - area(250), 6);
});

test('marks of the bid are below their bar and of the ask above it, never on a candle, and of one bar apart', () => {
  const events = [30, 40, 50].flatMap((back) => [
    past(back),
    past(back, { type: 'absorption', size: 400 }),
    past(back, { type: 'stop_run', side: 'ask', priceTicks: barAt(back).highTicks }),
  ]);
  const { scene } = drawn(events);
  expect(scene.eventMarks).toHaveLength(9);
  for (const { mark, x, y, diameter } of scene.eventMarks) {
    const bar = scene.bars[mark.barIndex]!;
    if (mark.side === 'bid') expect(y - diameter / 2).toBeGreaterThan(scene.frame.yOf(bar.lowTicks));
    else expect(y + diameter / 2).toBeLessThan(scene.frame.yOf(bar.highTicks));
    for (const [index, near] of scene.bars.entries()) {
      if (Math.abs(scene.frame.xOf(index) - x) > diameter / 2 + 1) continue;
      const isClear =
        y - diameter / 2 > scene.frame.yOf(near.lowTicks) ||
        y + diameter / 2 < scene.frame.yOf(near.highTicks);
      expect(isClear).toBe(true);
    }
    for (const other of scene.eventMarks) {
      if (other.mark === mark) continue;
      const reach = (other.diameter + diameter) / 2;
      expect(Math.abs(other.y - y) >= reach || Math.abs(other.x - x) >= reach).toBe(true);
    }
  }
});

test('small marks are hidden until they are wanted, and shown, active and hidden add up to all', () => {
  const active = INPUT.events.filter(({ id }) => id.startsWith('active'));
  const events = [
    ...active,
    past(30),
    past(30),
    ...Array.from({ length: 7 }, (_, n) => past(40 + n, { isSmall: true, size: 3 })),
  ];
  const { marks } = drawn(events);
  expect(marks).toMatchObject({ shown: 2, active: active.length, hidden: 7 });
  const all = drawn(events, { smallMarks: true }).marks;
  expect(all).toMatchObject({ active: active.length, hidden: 0 });
  expect(all.shown + all.active + all.hidden).toBe(events.length);
});

test('a mark is read out with its type, price, count of events and contracts', () => {
  const price = barAt(30).lowTicks;
  const { marks } = drawn([
    past(30, { size: 800, priceTicks: price }),
    past(30, { size: 412, priceTicks: price }),
    past(10, { type: 'spoofing', side: 'ask' }),
  ]);
  expect(marks.texts[1]).toMatch(/^Iceberg at [\d.]+, 2 events, 1,212 contracts$/);
  expect(marks.texts[0]).toMatch(/^Spoofing-like pattern at [\d.]+, 1 event, 100 contracts$/);
});

test('without space for a column the signals are glyphs in a gutter, and the plot is wider', () => {
  const wide = drawn(INPUT.events).scene.frame.layout;
  expect([wide.hasColumn, wide.signalsWidth]).toEqual([false, 30]);
  const model = new ChartModel();
  model.update(INPUT);
  model.hasSignals = true;
  model.resize(898, 834);
  expect([model.layout.hasColumn, model.layout.signalsWidth]).toEqual([true, 154]);
  model.update({ signalsColumn: false });
  model.resize(898, 834);
  expect(model.layout.hasColumn).toBe(false);
});

test("however many, marks and their labels leave the frame's text, the names of levels and the watermark readable", () => {
  const events = INPUT.bars.flatMap((_, back) =>
    [0, 1, 2, 3].map((n) =>
      past(back, {
        side: n % 2 === 0 ? 'bid' : 'ask',
        priceTicks: barAt(back).lowTicks + n,
        size: 50 * (n + 1),
      }),
    ),
  );
  const feed = { isOld: false, source: 'simulated', delaySeconds: 0 } as const;
  const { scene } = drawn(events, { feed });
  const { top, plotWidth, mainHeight } = scene.frame.layout;
  expect(scene.eventMarks.length).toBeGreaterThan(50);
  const readable = [
    { left: 0, right: plotWidth, top: 0, bottom: top },
    { left: plotWidth / 2 - 30, right: plotWidth / 2 + 30, top: mainHeight - 20, bottom: mainHeight - 8 },
    ...scene.lineLabels.map(({ text, y }) => ({
      left: plotWidth - 8 - text.length * 5,
      right: plotWidth,
      top: y - 6,
      bottom: y + 6,
    })),
  ];
  for (const box of scene.eventMarks.flatMap(({ boxes }) => boxes)) {
    for (const text of readable) {
      const isOver =
        box.left < text.right && box.right > text.left && box.top < text.bottom && box.bottom > text.top;
      expect(isOver).toBe(false);
    }
  }
});

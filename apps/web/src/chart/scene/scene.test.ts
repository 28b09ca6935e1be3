import { expect, test } from 'vitest';
import type { ChartInput } from '#chart/data/chart-input.ts';
import { SAMPLE_NOW_MS, sampleInput } from '#chart-page/sample-market.ts';
import { ChartModel } from './chart-model.ts';
import type { Scene } from './scene.ts';

function sceneOf(input: ChartInput, width = 898, height = 834): Scene {
  const model = new ChartModel();
  model.update(input);
  model.hasSignals = true;
  model.resize(width, height);
  return model.compose({ barSpacing: 6.2, firstX: 3 }, 0, true);
}

test('every active event has a row in the order of prices, 23 px apart, and its exact price', () => {
  const { rows } = sceneOf(sampleInput());
  expect(rows).toHaveLength(8);
  for (let index = 1; index < rows.length; index++) {
    const above = rows[index - 1]!;
    const row = rows[index]!;
    expect(above.event.priceTicks).toBeGreaterThanOrEqual(row.event.priceTicks);
    expect(row.rowY - above.rowY).toBeGreaterThanOrEqual(23 - 1e-6);
  }
});

test('zones run from the bar of their start, fade with age, and are at least 7 px high', () => {
  const { zones } = sceneOf(sampleInput());
  const iceberg = zones.find((zone) => zone.event.id === 'active-0');
  expect(iceberg?.opacity).toBeCloseTo(1 - 12 / 150);
  expect(zones.every((zone) => zone.height >= 7)).toBe(true);
});

test('an event past its window has a hollow glyph and neither zone nor row', () => {
  const later = { ...sampleInput(), clock: { asOfMs: SAMPLE_NOW_MS + 200_000, receivedAtMs: 0, rate: 0 } };
  const scene = sceneOf(later);
  expect(scene.rows).toHaveLength(0);
  expect(scene.zones).toHaveLength(0);
  expect(scene.allMarks.some(({ events }) => events.some(({ id }) => id === 'active-0'))).toBe(true);
});

test('the hidden events layer takes zones, rows and glyphs away', () => {
  const input = sampleInput();
  const scene = sceneOf({ ...input, layers: { ...input.layers, events: false } });
  expect([scene.rows, scene.zones, scene.eventMarks, scene.allMarks]).toEqual([[], [], [], []]);
});

test('a mark is on the bar that contains its instant, and one before the first bar is left out', () => {
  const input = sampleInput();
  const bar = input.bars.at(-4);
  if (bar === undefined) throw new Error('expected bars');
  const mark = { id: 'entry', priceTicks: bar.closeTicks, side: 'buy', text: 'Entry' } as const;
  const early = { ...mark, id: 'early', timeMs: (input.bars[0]?.startMs ?? 0) - 1 };
  const { marks, frame, bars } = sceneOf({
    ...input,
    marks: [{ ...mark, timeMs: bar.startMs + 1000 }, early],
  });
  expect(marks.map((each) => each.mark.id)).toEqual(['entry']);
  expect(marks[0]?.x).toBe(frame.xOf(bars.length - 4));
  expect(marks[0]?.y).toBe(frame.yOf(bar.closeTicks));
});

test('the axis has nine labels and hides those beside the last price', () => {
  const scene = sceneOf(sampleInput());
  expect(scene.axis).toHaveLength(9);
  for (const label of scene.axis.filter((each) => !each.hidden)) {
    const away = label.y - (scene.lastPrice?.y ?? 0);
    expect(away <= -18 || away >= 30).toBe(true);
  }
  expect(scene.lastPrice?.countdown).toBe('07:53');
});

test('before the first data the time axis shows the fixed times and no price is invented', () => {
  const scene = sceneOf(sampleInput(0));
  expect(scene.times.map((time) => time.text)).toEqual([
    '09:30',
    '10:00',
    '10:30',
    '11:00',
    '11:30',
    '12:00',
  ]);
  expect(scene.axis).toEqual([]);
  expect(scene.lastPrice).toBeNull();
  expect(scene.watermark).toBeNull();
});

test('stale values are grey and do not count down', () => {
  const scene = sceneOf({
    ...sampleInput(),
    feed: { isOld: true, source: 'rithmic', delaySeconds: 0 },
  });
  expect(scene.grey).toBe(true);
  expect(scene.lastPrice?.countdown).toBeNull();
});

test('a closed gap is a stripe at its bars', () => {
  const gap = { fromMs: SAMPLE_NOW_MS - 3_600_000, toMs: SAMPLE_NOW_MS - 3_599_600 };
  expect(sceneOf({ ...sampleInput(), gaps: [gap] }).gaps[0]?.width).toBeCloseTo(6.2);
});

test('a roll is a line before the first bar of the new contract, with both names', () => {
  const input = sampleInput();
  const roll = { from: 'ESZ6', to: 'ESH7', offsetTicks: 50 };
  const scene = sceneOf({
    ...input,
    rolls: [
      { ...roll, atMs: input.bars[50]!.startMs },
      { ...roll, atMs: input.bars[0]!.startMs - 600_000 },
    ],
  });
  expect(scene.rolls).toEqual([{ index: 50, x: scene.frame.xOf(50) - 3.1, text: 'ESZ6 → ESH7' }]);
});

test('the picture labels everything that is not the live real-time market', () => {
  const of = (source: 'simulated' | 'replay' | 'rithmic', delaySeconds: number): string | null =>
    sceneOf({ ...sampleInput(), feed: { isOld: false, source, delaySeconds } }).watermark;
  expect(of('rithmic', 0)).toBeNull();
  expect(of('simulated', 0)).toBe('SIMULATED');
  expect(of('replay', 900)).toBe('REPLAY · DELAYED 15 min');
  const feed = { isOld: false, source: 'simulated', delaySeconds: 0, isReplay: true } as const;
  expect(sceneOf({ ...sampleInput(), feed }).watermark).toBe('SIMULATED · REPLAY');
});

test('session levels of one price share a label', () => {
  const input = sampleInput();
  const ticks = input.sessionLevels?.priorHighTicks ?? 0;
  const levels = {
    ...(input.sessionLevels as NonNullable<ChartInput['sessionLevels']>),
    overnightHighTicks: ticks,
  };
  const scene = sceneOf({ ...input, sessionLevels: levels });
  expect(scene.lineLabels.map((label) => label.text)).toContain('Prior high, ON high');
});

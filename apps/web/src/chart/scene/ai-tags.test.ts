import { expect, test } from 'vitest';
import type { ChartAiLevel, ChartInput } from '#chart/data/chart-input.ts';
import { SAMPLE_NOW_MS, sampleInput } from '#chart-page/sample-market.ts';
import type { AiTag } from './ai-tags.ts';
import { ChartModel } from './chart-model.ts';
import type { Scene } from './scene.ts';

function sceneOf(change: Partial<ChartInput>, width = 898, height = 834): Scene {
  const model = new ChartModel();
  const clock = { asOfMs: SAMPLE_NOW_MS, receivedAtMs: 0, rate: 0 };
  model.update({ ...sampleInput(), clock, ...change });
  model.resize(width, height);
  return model.compose({ barSpacing: 6.2, firstX: 3 }, 0, true);
}

function tagsOf(aiLevels: readonly ChartAiLevel[], width = 898, height = 834): readonly AiTag[] {
  return sceneOf({ aiLevels }, width, height).aiTags;
}

/** The middle of what the sample shows. */
const MIDDLE = sampleInput().bars.at(-1)?.closeTicks ?? 0;

const level = (id: number, ticks: number, confidence = 0.5, label = 'Support'): ChartAiLevel => ({
  id: String(id),
  label,
  priceTicks: MIDDLE + ticks,
  confidence,
});

const placesOf = (tags: readonly AiTag[]): number[] =>
  tags.flatMap(({ tagY }) => (tagY === null ? [] : [tagY]));

test('levels that are far apart have their tags on their lines', () => {
  for (const { y, tagY } of tagsOf([level(1, 12), level(2, -12)])) expect(tagY).toBeCloseTo(y, 6);
});

test.each([898, 520])('however near the prices, no tag covers another at %i wide', (width) => {
  const tags = tagsOf(
    [0, 0, 1, 1, 2, 3, -1, -1].map((ticks, at) => level(at, ticks, 0.5 + at / 100, `L${at}`)),
    width,
  );
  const places = placesOf(tags);
  expect(places.length).toBeGreaterThanOrEqual(4);
  for (let at = 1; at < places.length; at += 1)
    expect(places[at]! - places[at - 1]!).toBeGreaterThanOrEqual(20 - 1e-6);
});

test('one name on one price is one line, with the highest confidence', () => {
  const tags = tagsOf([level(1, 4, 0.6), level(2, 4, 0.8), level(3, 4, 0.7, 'Resistance')]);
  expect(tags.map(({ text }) => text)).toEqual(['S 80%', 'R 70%']);
});

test('with more levels than fit, the most confident have tags and the others keep their lines', () => {
  const many = Array.from({ length: 20 }, (_, at) => level(at, (at % 5) - 2, at / 100, `L${at}`));
  const tags = tagsOf(many, 520);
  expect(tags).toHaveLength(20);
  const tagged = tags.filter(({ tagY }) => tagY !== null).map(({ id }) => Number(id));
  expect(tagged.toSorted((a, b) => a - b)).toEqual([16, 17, 18, 19]);
});

test('at the top and bottom of the plot tags stay inside', () => {
  const lone = tagsOf([level(1, 0)])[0];
  expect(lone?.tagY).not.toBeNull();
  const crowd = Array.from({ length: 8 }, (_, at) => level(at, -16, 0.5, `L${at}`));
  for (const place of placesOf(tagsOf(crowd, 898, 400))) {
    expect(place).toBeGreaterThanOrEqual(48);
    expect(place).toBeLessThanOrEqual(400);
  }
});

test('what is exact or not calibrated is labelled so in place of a percentage', () => {
  const [exact, raw] = tagsOf([
    { ...level(1, 4), words: 'exact' },
    { ...level(2, -4), words: 'not calibrated' },
  ]);
  expect([exact?.text, raw?.text]).toEqual(['S exact', 'S']);
  expect([exact?.title, raw?.title]).toEqual(['Support exact', 'Support not calibrated']);
});

/**
 * Where the last price is, from the top of the plot (1) to its bottom (0); the levels crowd there, or at the nearer
 * edge.
 */
test.each([
  ['in the middle', 0.5, 898, 834],
  ['near the top', 0.97, 898, 834],
  ['above the plot', 3, 898, 834],
  ['near the bottom', 0.03, 898, 834],
  ['below the plot', -2, 898, 834],
  ['in the middle of a phone', 0.5, 520, 354],
  ['near the top of a phone', 0.97, 520, 354],
])(
  'with the last price %s no tag lies under its tag, none over another, and their order is kept',
  (...at) => {
    const [, share, width, height] = at;
    const { low, high } = sceneOf({ aiLevels: [] }, width, height).frame.range;
    const near = Math.round(low + Math.max(0.03, Math.min(0.97, share)) * (high - low));
    const aiLevels = Array.from({ length: 8 }, (_, index) => ({
      ...level(index, 0, 0.5 + index / 100, `L${index}`),
      priceTicks: near + (index % 2),
    }));
    const lastPriceTicks = Math.round(low + share * (high - low));
    const { aiTags, lastPrice, frame } = sceneOf({ lastPriceTicks, aiLevels }, width, height);
    const { top = 0, height: lastHeight = 0 } = lastPrice ?? {};
    expect(lastHeight).toBe(30);
    const places = placesOf(aiTags);
    expect(places).toHaveLength(width === 520 ? 4 : 8);
    for (const place of places) {
      expect(place + 9 <= top || place - 9 >= top + lastHeight).toBe(true);
      expect(place).toBeGreaterThanOrEqual(frame.layout.top + 9);
      expect(place).toBeLessThanOrEqual(frame.layout.mainHeight - 9);
    }
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (let index = 1; index < places.length; index += 1)
      expect(places[index]! - places[index - 1]!).toBeGreaterThanOrEqual(20 - 1e-6);
  },
);

test('a price of the axis that a tag would cover is hidden', () => {
  const plain = sceneOf({ aiLevels: [] });
  const named = plain.axis.find(({ hidden }) => !hidden);
  const priceTicks = plain.frame.ticksAt(named?.y ?? 0);
  const { axis } = sceneOf({ aiLevels: [{ ...level(1, 0), priceTicks }] });
  expect(axis.find(({ text }) => text === named?.text)?.hidden).toBe(true);
  expect(axis.filter(({ hidden }) => hidden).length).toBe(
    plain.axis.filter(({ hidden }) => hidden).length + 1,
  );
});

test('below 500 pixels no level has a tag: a chip names them', () => {
  const tags = tagsOf([level(0.5, 0.8)], 390);
  expect(tags.map(({ tagY }) => tagY)).toEqual([null]);
});

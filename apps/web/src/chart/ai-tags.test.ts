import { expect, test } from 'vitest';
import { SAMPLE_NOW_MS, sampleInput } from '#chart-page/sample-market.ts';
import type { AiTag } from './ai-tags.ts';
import type { ChartAiLevel } from './chart-input.ts';
import { ChartModel } from './chart-model.ts';

function tagsOf(aiLevels: readonly ChartAiLevel[], width = 898, height = 834): readonly AiTag[] {
  const model = new ChartModel();
  model.update({ ...sampleInput(), clock: { asOfMs: SAMPLE_NOW_MS, receivedAtMs: 0, rate: 0 }, aiLevels });
  model.resize(width, height);
  return model.compose({ barSpacing: 6.2, firstX: 3 }, 0, true).aiTags;
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

test.each([898, 390])('however near the prices, no tag covers another at %i wide', (width) => {
  const tags = tagsOf(
    [0, 0, 1, 1, 2, 3, -1, -1].map((ticks, at) => level(at, ticks, 0.5 + at / 100, `L${at}`)),
    width,
  );
  const places = placesOf(tags);
  expect(places.length).toBeGreaterThanOrEqual(4);
  for (let at = 1; at < places.length; at += 1)
    expect((places[at] as number) - (places[at - 1] as number)).toBeGreaterThanOrEqual(20 - 1e-6);
});

test('one name on one price is one line, with the surest confidence', () => {
  const tags = tagsOf([level(1, 4, 0.6), level(2, 4, 0.8), level(3, 4, 0.7, 'Resistance')]);
  expect(tags.map(({ text }) => text)).toEqual(['S 80%', 'R 70%']);
});

test('where there are more than can be read the surest have tags and the others keep their lines', () => {
  const many = Array.from({ length: 20 }, (_, at) => level(at, (at % 5) - 2, at / 100, `L${at}`));
  const tags = tagsOf(many, 390);
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

test('what is exact or not calibrated says so in place of a percentage', () => {
  const [exact, raw] = tagsOf([
    { ...level(1, 4), words: 'exact' },
    { ...level(2, -4), words: 'not calibrated' },
  ]);
  expect([exact?.text, raw?.text]).toEqual(['S exact', 'S']);
  expect([exact?.title, raw?.title]).toEqual(['Support exact', 'Support not calibrated']);
});

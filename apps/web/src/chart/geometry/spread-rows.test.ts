import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { spreadRows } from './spread-rows.ts';

test('rows with enough space keep their preferred position', () => {
  expect(spreadRows([10, 60, 200], 23, 0, 400)).toEqual([10, 60, 200]);
});

test('two rows at one price part evenly', () => {
  expect(spreadRows([100, 100], 23, 0, 400)).toEqual([88.5, 111.5]);
});

test('rows keep inside the column', () => {
  expect(spreadRows([-50, 398, 399], 23, 0, 400)).toEqual([0, 377, 400]);
});

test('order is kept, neighbours are apart, and all are inside when they fit', () => {
  const random = seededDraws(4);
  for (let run = 0; run < 500; run++) {
    const wanted = Array.from({ length: Math.floor(random() * 9) }, () => random() * 800 - 100).sort(
      (a, b) => a - b,
    );
    const places = spreadRows(wanted, 23, 40, 600);
    expect(places).toHaveLength(wanted.length);
    for (let index = 1; index < places.length; index++) {
      expect(places[index]! - places[index - 1]!).toBeGreaterThanOrEqual(23 - 1e-6);
    }
    expect(places.every((place) => place >= 40 - 1e-6 && place <= 600 + 1e-6)).toBe(true);
  }
});

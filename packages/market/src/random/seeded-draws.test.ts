import { expect, test } from 'vitest';
import { seededDraws } from './seeded-draws.ts';

test('the sequence of a seed never changes: pseudo-levels, and with them detections, are drawn from it', () => {
  const draw = seededDraws(1);
  expect([draw(), draw(), draw()].map((unit) => unit * 4_294_967_296)).toEqual([
    2_693_262_067, 11_749_833, 2_265_367_787,
  ]);
});

test('seeds are taken modulo 2^32', () => {
  expect(seededDraws(-1)()).toBe(seededDraws(4_294_967_295)());
});

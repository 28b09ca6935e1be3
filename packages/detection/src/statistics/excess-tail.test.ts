import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { ExcessTail } from './excess-tail.ts';

test('before anything was seen a robust z of seven is improbable, one of one is not', () => {
  const tail = new ExcessTail();
  expect(tail.tailProbability(7)).toBeLessThan(1e-4);
  expect(tail.tailProbability(1)).toBeGreaterThan(0.1);
});

test('the tail of an exponential law comes out within a third, far beyond what was seen', () => {
  const tail = new ExcessTail();
  const next = seededDraws(8);
  for (let n = 0; n < 30_000; n += 1) tail.add(-Math.log(1 - next()));
  expect(tail.threshold).toBeGreaterThan(3.7);
  expect(tail.threshold).toBeLessThan(4.15);
  for (const value of [5, 7, 9]) {
    const decades = Math.log10(tail.tailProbability(value)) - Math.log10(Math.exp(-value));
    expect(Math.abs(decades)).toBeLessThan(0.13 * value);
  }
});

test('a heavy tail makes large values less improbable than a light one', () => {
  const heavy = new ExcessTail();
  const light = new ExcessTail();
  const next = seededDraws(9);
  for (let n = 0; n < 20_000; n += 1) {
    const u = 1 - next();
    heavy.add(u ** -0.3 - 1);
    light.add(-0.3 * Math.log(u));
  }
  expect(heavy.tailProbability(8)).toBeGreaterThan(100 * light.tailProbability(8));
});

test('a larger value is never more probable', () => {
  const tail = new ExcessTail();
  const next = seededDraws(10);
  for (let n = 0; n < 3000; n += 1) tail.add(4 * (next() + next() + next() - 1.5));
  let before = 1;
  for (let value = -3; value < 20; value += 0.1) {
    const probability = tail.tailProbability(value);
    expect(probability).toBeLessThanOrEqual(before + 1e-12);
    expect(probability).toBeGreaterThan(0);
    before = probability;
  }
});

import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { RunLengthPosterior } from './run-length-posterior.ts';

function normals(seed: number): () => number {
  const draw = seededDraws(seed);
  return () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}

test('the posterior of all lengths is a probability, from the first observation on', () => {
  const posterior = new RunLengthPosterior(2);
  const normal = normals(1);
  for (let n = 0; n < 600; n += 1) {
    posterior.observe([normal(), 3 * normal()]);
    expect(posterior.atMost(240)).toBeGreaterThan(0.995);
    expect(posterior.atMost(240)).toBeLessThan(1.000001);
    expect(posterior.atMost(3)).toBeLessThanOrEqual(posterior.atMost(9));
  }
});

test('a step of three deviations is known within four observations, and its mean with it', () => {
  const normal = normals(5);
  let found = 0;
  for (let run = 0; run < 40; run += 1) {
    const posterior = new RunLengthPosterior(3);
    for (let n = 0; n < 60; n += 1) posterior.observe([normal(), normal(), normal()]);
    for (let n = 0; n < 4; n += 1) posterior.observe([3 + normal(), normal(), normal()]);
    if (posterior.atMost(5) > 0.5) found += 1;
    for (let n = 0; n < 30; n += 1) posterior.observe([3 + normal(), normal(), normal()]);
    expect(posterior.mean(0)).toBeGreaterThan(2);
  }
  expect(found).toBeGreaterThanOrEqual(34);
});

test('a state that does not change is rarely thought to have changed', () => {
  const normal = normals(3);
  let alarms = 0;
  for (let run = 0; run < 10; run += 1) {
    const posterior = new RunLengthPosterior(3);
    for (let n = 0; n < 200; n += 1) {
      posterior.observe([normal(), normal(), normal()]);
      if (n >= 10 && posterior.atMost(3) > 0.5) alarms += 1;
    }
  }
  expect(alarms).toBeLessThanOrEqual(10);
});

test('a missing measure is neutral', () => {
  const normal = normals(4);
  const whole = new RunLengthPosterior(1);
  const partial = new RunLengthPosterior(2);
  for (let n = 0; n < 50; n += 1) {
    const value = normal() + (n > 30 ? 4 : 0);
    whole.observe([value]);
    partial.observe([value, Number.NaN]);
    expect(partial.atMost(3)).toBeCloseTo(whole.atMost(3), 9);
  }
});

test('after a reset the next observation is the first of its state', () => {
  const posterior = new RunLengthPosterior(1);
  for (let n = 0; n < 50; n += 1) posterior.observe([0.1 * (n % 3)]);
  posterior.reset();
  expect(posterior.length).toBe(0);
  posterior.observe([2]);
  expect(posterior.length).toBe(1);
  expect(posterior.atMost(1)).toBeCloseTo(1, 9);
});

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

/** log Gamma by Stirling's series of a larger argument. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 12; at += 1) shift += Math.log(at);
  return (
    (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * at) - 1 / (360 * at ** 3) - shift
  );
}

/** Density of a value after others of its state: Student's law of the normal-inverse-gamma prior, worked out from all of them. */
function density(value: number, before: readonly number[]): number {
  const [weight, shape, scale] = [0.15, 4, 3.5];
  const n = before.length;
  const mean = n === 0 ? 0 : before.reduce((sum, one) => sum + one, 0) / n;
  const squares = before.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const center = (n * mean) / (weight + n);
  const beta = scale + squares / 2 + (weight * n * mean ** 2) / (2 * (weight + n));
  const alpha = shape + n / 2;
  const spread = 2 * beta * (1 + 1 / (weight + n));
  const log =
    logGamma(alpha + 0.5) -
    logGamma(alpha) -
    0.5 * Math.log(Math.PI * spread) -
    (alpha + 0.5) * Math.log1p((value - center) ** 2 / spread);
  return Math.exp(log);
}

/** Posterior of every length by the sum over every way in which a series can be cut into states (Adams and MacKay 2007). */
function posteriorBySum(values: readonly (readonly number[])[]): number[] {
  const hazard = 1 / 40;
  const likelihood = (at: number, from: number): number =>
    values[at]!.reduce((product, _, measure) => {
      const before = values.slice(from, at).map((one) => one[measure]!);
      return product * density(values[at]![measure]!, before);
    }, 1);
  // masses[from]: of the state that began with observation `from`
  let masses = [likelihood(0, 0)];
  for (let at = 1; at < values.length; at += 1) {
    const grown = masses.map((mass, from) => mass * (1 - hazard) * likelihood(at, from));
    const changed = masses.reduce((sum, mass) => sum + mass, 0) * hazard * likelihood(at, at);
    masses = [...grown, changed];
  }
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return masses.map((mass) => mass / total).reverse();
}

test.each([
  ['one measure without a change', 12, () => 0, 1],
  ['one measure with a step', 14, (n: number) => (n >= 9 ? 4 : 0), 1],
  ['two measures, of which one steps', 12, (n: number) => (n >= 8 ? -3 : 0.2), 2],
])('the posterior of %s is the sum over all ways to cut the series', (_, count, step, measures) => {
  const normal = normals(6);
  const values = Array.from({ length: count }, (_none, n) =>
    Array.from({ length: measures }, (_of, measure) => normal() + (measure === 0 ? step(n) : 0)),
  );
  const posterior = new RunLengthPosterior(measures);
  for (const one of values) posterior.observe(one);
  const expected = posteriorBySum(values);
  let sum = 0;
  for (let length = 1; length <= count; length += 1) {
    sum += expected[length - 1]!;
    // What has a mass below 1e-5 is forgotten
    expect(Math.abs(posterior.atMost(length) - sum)).toBeLessThan(1e-4);
  }
  const likeliest = expected.indexOf(Math.max(...expected)) + 1;
  expect(posterior.length).toBe(likeliest);
  // The prior counts as 0.15 observations of 0
  const state = values.slice(count - likeliest).map((one) => one[0]!);
  expect(posterior.mean(0)).toBeCloseTo(state.reduce((total, one) => total + one, 0) / (likeliest + 0.15), 9);
});

test('a state that lasts is known for hours: its length grows to the longest and stays', () => {
  const posterior = new RunLengthPosterior(1);
  const lengths: number[] = [];
  for (let n = 0; n < 400; n += 1) {
    posterior.observe([Math.sin(n)]);
    lengths.push(posterior.length);
  }
  expect([lengths[0], lengths[99], lengths[239], lengths[399]]).toEqual([1, 100, 240, 240]);
  expect(posterior.atMost(239)).toBeLessThan(0.5);
});

test('mirrored measures give the same lengths and the opposite mean', () => {
  const normal = normals(8);
  const [one, other] = [new RunLengthPosterior(1), new RunLengthPosterior(1)];
  for (let n = 0; n < 80; n += 1) {
    const value = normal() + (n > 50 ? 3 : 0);
    one.observe([value]);
    other.observe([-value]);
    expect(other.atMost(4)).toBeCloseTo(one.atMost(4), 12);
  }
  expect(other.mean(0)).toBeCloseTo(-one.mean(0), 12);
});

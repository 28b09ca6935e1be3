/** Severity is confidence with size among the last of its type; the rank remembers 256 sizes. */
import { expect, test } from 'vitest';
import { SizeRank, severityOf } from './significance.ts';

const rankOf = (...sizes: readonly number[]): SizeRank => {
  const rank = new SizeRank();
  for (const size of sizes) rank.remember(size);
  return rank;
};

test('the first one ranks lowest, whatever its size', () => {
  expect(rankOf().percentile(1e9)).toBe(0);
});

test('a size ranks above those that are not larger, equal ones included', () => {
  const rank = rankOf(10, 20, 30);
  expect([5, 10, 25, 30, 99].map((size) => rank.percentile(size))).toEqual([0, 1 / 4, 2 / 4, 3 / 4, 3 / 4]);
});

test('256 sizes are remembered, then the oldest is forgotten first', () => {
  const rank = new SizeRank();
  rank.remember(1);
  for (let at = 0; at < 255; at += 1) rank.remember(100);
  expect(rank.percentile(1)).toBe(1 / 257);
  rank.remember(100);
  expect(rank.percentile(1)).toBe(0);
  expect(rank.percentile(100)).toBe(256 / 257);
});

test.each([3, 256, 300])('after %i sizes a restored rank continues as the saved one', (count) => {
  const saved = new SizeRank();
  for (let at = 0; at < count; at += 1) saved.remember((at * 37) % 100);
  const restored = new SizeRank();
  restored.restore(saved.save());
  for (let at = 0; at < 300; at += 1) {
    expect(restored.percentile(at % 100)).toBe(saved.percentile(at % 100));
    for (const rank of [saved, restored]) rank.remember((at * 11) % 100);
  }
});

test('what was saved does not change with what is remembered later', () => {
  const rank = rankOf(10);
  const state = rank.save();
  rank.remember(20);
  expect([...state.sizes]).toEqual([10]);
  expect(state.count).toBe(1);
});

test.each([
  [0.9, 0.95, 'critical'],
  [0.89, 0.95, 'high'],
  [0.9, 0.94, 'high'],
  [0.8, 0.75, 'high'],
  [0.79, 1, 'medium'],
  [1, 0.74, 'medium'],
  [0.6, 0, 'medium'],
  [0.59, 1, 'low'],
])('confidence %f at percentile %f is %s', (confidence, percentile, severity) => {
  expect(severityOf(confidence, percentile)).toBe(severity);
});

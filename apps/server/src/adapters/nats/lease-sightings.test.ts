/** When a lease of another process counts as over. */
import { expect, test } from 'vitest';
import { LeaseSightings } from './lease-sightings.ts';
import { OTHERS_WAIT_MS, OWNER_LASTS_MS } from './lease-times.ts';

test('others wait longer than an owner lasts', () => {
  expect(OTHERS_WAIT_MS).toBeGreaterThan(OWNER_LASTS_MS);
});

test('a lease is over when nobody renewed it for long enough, which is reported once', () => {
  let nowMs = 0;
  const sightings = new LeaseSightings(() => nowMs);
  sightings.see('a', 1);
  nowMs = 3000;
  sightings.see('a', 2);
  nowMs = OTHERS_WAIT_MS;
  sightings.see('a', 2);
  expect(sightings.takeOver()).toEqual([]);
  nowMs = 3000 + OTHERS_WAIT_MS;
  expect(sightings.isOver('a', 2)).toBe(true);
  expect(sightings.isOver('a', 3)).toBe(false);
  expect(sightings.takeOver()).toEqual(['a']);
  expect(sightings.takeOver()).toEqual([]);
});

test('an older renewal that arrives late counts for nothing, and what was given back is not over', () => {
  let nowMs = 0;
  const sightings = new LeaseSightings(() => nowMs);
  sightings.see('a', 5);
  nowMs = OTHERS_WAIT_MS;
  sightings.see('a', 4);
  expect(sightings.isOver('a', 5)).toBe(true);
  sightings.forget('a');
  expect(sightings.takeOver()).toEqual([]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MARKET_NAMES } from '@undertow/simulator';
import { expect, test } from 'vitest';
import {
  CALIBRATION_SEEDS,
  DEV_SEEDS,
  SPARSE_TRAIN_SEEDS,
  sessionPlans,
  sessionStartMs,
  TRAIN_SEEDS,
} from './session-plan.ts';
import { readTestSalt, testSeeds } from './test-seeds.ts';

test('a salt that is not the committed one is refused', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'undertow-salt-'));
  try {
    writeFileSync(join(scratch, 'salt'), 'a guess');
    await expect(readTestSalt(join(scratch, 'salt'))).rejects.toThrow('expected the salt whose SHA-256 is');
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

test('test seeds follow from the salt, differ by generator, and differ from all dev seeds', () => {
  const salt = { salt: 'of a test', commitment: '' };
  const seeds = testSeeds(salt, 'g1', 50);
  expect(testSeeds(salt, 'g1', 50)).toEqual(seeds);
  expect(new Set([...seeds, ...testSeeds(salt, 'g4', 50)]).size).toBe(100);
  for (const seed of seeds) {
    expect(Number.isSafeInteger(seed)).toBe(true);
    expect(seed).toBeGreaterThan(DEV_SEEDS.first + DEV_SEEDS.count);
  }
});

test('train, calibration and dev seeds have none in common', () => {
  expect(TRAIN_SEEDS.first + TRAIN_SEEDS.count).toBeLessThanOrEqual(SPARSE_TRAIN_SEEDS.first);
  expect(SPARSE_TRAIN_SEEDS.first + SPARSE_TRAIN_SEEDS.count).toBeLessThanOrEqual(CALIBRATION_SEEDS.first);
  expect(CALIBRATION_SEEDS.first + CALIBRATION_SEEDS.count).toBeLessThanOrEqual(DEV_SEEDS.first);
});

test('one session in five is clean, products take turns, and the hours of the day differ', () => {
  const plans = sessionPlans({
    seeds: Array.from({ length: 50 }, (_, at) => 300 + at),
    products: ['ES', 'NQ', 'YM', 'CL', 'GC'],
    minutes: 60,
    markets: ['g1'],
    scenario: 'sparse',
  });
  expect(plans.filter(({ scenario }) => scenario === 'clean')).toHaveLength(10);
  for (const product of ['ES', 'GC'])
    expect(plans.filter(({ symbol }) => symbol === product)).toHaveLength(10);
  expect(new Set(plans.map(({ seed }) => sessionStartMs(seed) % 86_400_000)).size).toBe(7);
});

test('markets and products are crossed, and each market has clean sessions', () => {
  const markets = MARKET_NAMES.filter((name) => name !== 'g4' && name !== 'g0');
  const plans = sessionPlans({
    seeds: Array.from({ length: 80 }, (_, at) => 300 + at),
    products: ['ES', 'NQ', 'YM', 'CL', 'GC'],
    minutes: 60,
    markets,
    scenario: 'sparse',
  });
  const pairs = new Set(plans.map(({ generator, symbol }) => `${generator} ${symbol}`));
  expect(pairs.size).toBe(40);
  for (const market of markets) {
    const own = plans.filter(({ generator }) => generator === market);
    expect(own.filter(({ scenario }) => scenario === 'clean')).toHaveLength(2);
  }
});

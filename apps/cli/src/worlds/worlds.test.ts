import type { FamilyName } from '@undertow/simulator';
import { expect, test } from 'vitest';
import { withSection } from '#measurements/measurements-note.ts';
import { captured } from '#testing/recorded-data.ts';
import { acceptanceOf } from './acceptance.ts';
import { CRITERIA, failuresOf } from './criteria.ts';
import { drawWorlds } from './draw-worlds.ts';
import { TICK_REGIMES, type TickRegime } from './tick-regimes.ts';
import { type WorldFacts, worldFacts } from './world-facts.ts';
import { worldsSection } from './worlds-note.ts';

const [LARGE, , SMALL] = TICK_REGIMES as readonly [TickRegime, TickRegime, TickRegime];

/** In the middle of what a large tick is like. */
const USUAL: WorldFacts = {
  empty: 0,
  sigmaTicks: 0.6,
  moveMemory: 0.02,
  oneTick: 0.95,
  touchContracts: 60,
  aggressorsPerSecond: 4,
};

/** A sample of a second a mid price, and half a second more. */
function sampleOf(midsTicks: number[], distributions: Readonly<Record<string, number[]>> = {}) {
  const toMs = 1000 * midsTicks.length;
  return { midsTicks, fromMs: 0, toMs, of: (name: string) => distributions[name] ?? [] };
}

/** Mid prices that hold for ten seconds each. */
const heldFor10 = (mids: readonly number[]): number[] =>
  mids.flatMap((mid) => Array.from({ length: 10 }, () => mid));

const failed = (facts: Partial<WorldFacts>, regime = LARGE): string[] =>
  failuresOf({ ...USUAL, ...facts }, regime).map(({ criterion, side }) => `${criterion.name} ${side}`);

const drawn = (family: FamilyName, worlds: readonly Partial<WorldFacts>[]) =>
  acceptanceOf({ family, regime: LARGE, worlds: worlds.map((facts) => ({ ...USUAL, ...facts })) });

test('moves that turn every ten seconds have a memory of almost -1, and their deviation is per root second', () => {
  const facts = worldFacts(sampleOf(heldFor10(Array.from({ length: 61 }, (_, at) => 2 * (at % 2)))));
  expect(facts.moveMemory).toBeCloseTo(-1, 10);
  expect(facts.sigmaTicks).toBeCloseTo(2 / Math.sqrt(10), 10);
});

test('moves that go on have a memory above 0, and a price that never moves has none', () => {
  const waves = Array.from({ length: 61 }, (_, at) => Math.round(10 * Math.sin(at / 5)));
  expect(worldFacts(sampleOf(heldFor10(waves))).moveMemory).toBeGreaterThan(0.5);
  const still = worldFacts(sampleOf(heldFor10([7, 7, 7, 7])));
  expect([still.moveMemory, still.sigmaTicks]).toEqual([0, 0]);
});

test('a second without a side is counted, and no move is measured from it', () => {
  const mids = heldFor10([1, 2, 3, 4]);
  mids[10] = Number.NaN;
  const facts = worldFacts(sampleOf(mids));
  expect(facts.empty).toBeCloseTo(1 / 40, 10);
  expect(facts.sigmaTicks).toBe(0);
});

test('spread, touch and aggressors are those of the sample', () => {
  const facts = worldFacts(
    sampleOf(heldFor10([1, 2]), {
      spread: [1, 1, 1, 2],
      'depth at the best': [5, 7, 90],
      'volume of an aggressor': [1, 1, 4, 1, 3],
    }),
  );
  expect(facts).toMatchObject({ oneTick: 0.75, touchContracts: 7, aggressorsPerSecond: 0.25 });
});

test('a usual world is accepted, and each criterion rejects what lies beyond its range', () => {
  expect(failed({})).toEqual([]);
  expect(failed({ empty: 0.01 })).toEqual(['side empty high']);
  expect(failed({ sigmaTicks: 0.09 })).toEqual(['sigma low']);
  expect(failed({ sigmaTicks: 3.7 })).toEqual(['sigma high']);
  expect(failed({ moveMemory: -0.16 })).toEqual(['memory of moves low']);
  expect(failed({ moveMemory: 0.16 })).toEqual(['memory of moves high']);
  expect(failed({ oneTick: 0.8 })).toEqual(['one tick low']);
  expect(failed({ oneTick: 1 })).toEqual([]);
  expect(failed({ touchContracts: 9 })).toEqual(['touch low']);
  expect(failed({ touchContracts: 451 })).toEqual(['touch high']);
  expect(failed({ aggressorsPerSecond: 0.6, touchContracts: Number.NaN })).toEqual([
    'touch low',
    'aggressors low',
  ]);
});

test('what is usual of a large tick is not accepted as a small one', () => {
  expect(failed({}, SMALL)).toEqual(['one tick high', 'touch high']);
});

test('a family may fail what its mechanics lack: such worlds are marked and counted apart', () => {
  const worlds = [{}, { oneTick: 0.5 }, { oneTick: 0.5, moveMemory: 0.3 }];
  const relative = drawn('relative', worlds);
  expect([relative.accepted, relative.acceptedButForLacks]).toEqual([1, 2]);
  const poisson = drawn('poisson', worlds);
  expect([poisson.accepted, poisson.acceptedButForLacks]).toEqual([1, 1]);
  const oneTick = CRITERIA.findIndex(({ fact }) => fact === 'oneTick');
  expect(relative.failed[oneTick]).toEqual({ low: 2, high: 0, mayFail: true });
  expect(poisson.failed[oneTick]).toEqual({ low: 2, high: 0, mayFail: false });
});

test('ranges are wrong where fewer than a fifth of the worlds are accepted', () => {
  const rejected = { moveMemory: 0.3 };
  expect(drawn('poisson', [{}, rejected, rejected, rejected, rejected]).hasWrongRanges).toBe(false);
  expect(drawn('poisson', [rejected, rejected, rejected, rejected]).hasWrongRanges).toBe(true);
});

test('the same seed draws the same world, and another seed another', () => {
  const [first, second] = drawWorlds('poisson', LARGE, [3, 4], 2).worlds;
  expect(drawWorlds('poisson', LARGE, [3], 2).worlds[0]).toEqual(first);
  expect(second).not.toEqual(first);
  expect(first?.empty).toBe(0);
  expect(first?.aggressorsPerSecond).toBeGreaterThan(0.3);
  expect(first?.touchContracts).toBeGreaterThan(3);
});

test('the section has the failures of each family and product, and what an hour is better for', () => {
  const rejected = { oneTick: 0.5, moveMemory: 0.3 };
  const section = worldsSection({
    date: '2026-03-02',
    command: 'c',
    seeds: '1 to 4',
    minutes: 60,
    cells: [
      drawn('relative', [{}, { oneTick: 0.5 }, { moveMemory: -0.2 }, rejected]),
      drawn('makers', [rejected]),
    ],
  });
  expect(section).toContain(
    '| relative | ES | 4 | 0.25 | 0.50 | 0 | 0 | 1 low, 1 high | 2 low † | 0 | 0 |  |',
  );
  expect(section).toContain(
    '| makers | ES | 1 | 0.00 | 0.00 | 0 | 0 | 1 high | 1 low | 0 | 0 | wrong ranges |',
  );
  expect(section).toContain('Of 5 worlds 1 are accepted (20 %), 2 (40 %) but for');
  expect(section).toContain(
    'Failed: side empty 0, sigma 0, memory of moves 3, one tick 3, touch 0, aggressors 0.',
  );
  expect(section).toContain('| one tick | above 0.825 | above 0.575 | below 0.9 |');
  expect(section).toContain('a standard error of at least 0.13, so that');
  expect(section).toContain('one of 360 moves has 0.05.');
  expect(section).toContain('| sigma | 0.1 to 3.6 | 0.167 to 6 | 0.4 to 15 |');
  expect(section).toContain('`hawkes` touch on ES, CL, NQ (no law of queues)');
  expect(withSection('# Note\n', 'Worlds', section)).toContain(
    '## Worlds\n\n`c`, 2026-03-02. Seeds: 1 to 4.',
  );
});

test('a number of worlds that is none is refused with what was expected', async () => {
  const { code, notes } = await captured('worlds', '--worlds', '0');
  expect(code).toBe(2);
  expect(notes[0]).toContain('expected a whole number from 1 to 200 for --worlds, got 0');
});

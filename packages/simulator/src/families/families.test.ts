/** Each family makes a market that can be traded, with what its literature says of it and without what it says is missing. */
import { expect, test } from 'vitest';
import { FAMILY_NAMES, type FamilyName } from '#flow/generator.ts';
import { NOBODY } from '#ground-truth/prevalence.ts';
import { rowsOf, testSession } from '#testing/session.ts';
import { measureWorld, type WorldFacts } from '#testing/world-facts.ts';

const SEEDS = [1, 2, 3];
const MINUTES = 10;

const measured = new Map<string, readonly WorldFacts[]>();

/** What nobody but the crowd does: measured once for all tests. */
function crowdOf(generator: FamilyName, symbol: string): readonly WorldFacts[] {
  const key = `${generator} ${symbol}`;
  const worlds =
    measured.get(key) ??
    SEEDS.map((seed) => measureWorld(symbol, seed, MINUTES, { generator, agents: NOBODY }));
  measured.set(key, worlds);
  return worlds;
}

const of = (worlds: readonly WorldFacts[], fact: keyof WorldFacts): number =>
  worlds.reduce((sum, world) => sum + world[fact], 0) / worlds.length;

const large = Object.fromEntries(FAMILY_NAMES.map((name) => [name, crowdOf(name, 'ES')])) as Record<
  FamilyName,
  readonly WorldFacts[]
>;

test.each(FAMILY_NAMES)('%s gives the same rows for the same seed, others for another', (generator) => {
  const first = (seed: number) => {
    const { rows, count } = rowsOf(testSession('CL', seed, { generator }), 20);
    return [count, ...rows.subarray(0, 4000)];
  };
  expect(first(5)).toEqual(first(5));
  expect(first(5)).not.toEqual(first(6));
});

test.each(FAMILY_NAMES)('%s never leaves a side empty, and trades', (generator) => {
  for (const symbol of ['ES', 'CL', 'NQ'])
    for (const world of symbol === 'ES' ? large[generator] : crowdOf(generator, symbol)) {
      expect(world.empty).toBeLessThan(0.01);
      expect(world.tradesPerSecond).toBeGreaterThan(0.1);
    }
});

test.each(FAMILY_NAMES.filter((name) => name !== 'relative'))(
  '%s has a large tick on ES: a deep touch, a spread of mostly one tick, a price that moves',
  (generator) => {
    const worlds = large[generator];
    expect(of(worlds, 'oneTick')).toBeGreaterThan(0.8);
    expect(of(worlds, 'touchContracts')).toBeGreaterThan(15);
    expect(of(worlds, 'sigmaTicks')).toBeGreaterThan(0.1);
    expect(of(worlds, 'sigmaTicks')).toBeLessThan(3.6);
  },
);

test('a small tick is often wider than one, and thin', () => {
  for (const generator of ['relative', 'splitters', 'horizons', 'hawkes'] as const) {
    const worlds = crowdOf(generator, 'NQ');
    expect(of(worlds, 'oneTick')).toBeLessThan(0.65);
    expect(of(worlds, 'touchContracts')).toBeLessThan(8);
  }
});

test('takers of no memory have none; those who split their orders do', () => {
  expect(Math.abs(of(large.poisson, 'signMemory'))).toBeLessThan(0.05);
  expect(of(large.splitters, 'signMemory')).toBeGreaterThan(0.3);
  expect(of(large.makers, 'signMemory')).toBeGreaterThan(0.2);
  expect(of(large.relative, 'signMemory')).toBeGreaterThan(0.15);
});

test('only events that excite each other come in bursts', () => {
  expect(of(large.poisson, 'bursts')).toBeLessThan(1.6);
  expect(of(large.hawkes, 'bursts')).toBeGreaterThan(1.5 * of(large.poisson, 'bursts'));
});

test('in the middle of ten minutes no family trends or reverts as a whole', () => {
  for (const name of FAMILY_NAMES) expect(Math.abs(of(large[name], 'returnMemory'))).toBeLessThan(0.25);
});

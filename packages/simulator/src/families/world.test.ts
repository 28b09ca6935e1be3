/** The worlds that sessions of families are drawn from. */
import { INSTRUMENTS } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flowProfileOf } from '#flow/flow-profile.ts';
import { FAMILY_NAMES } from '#flow/generator.ts';
import { ADD_SIZES, SizeLaw } from '#flow/size-law.ts';
import { randomStream } from '#random/random.ts';
import { instrumentOf } from '#testing/instrument.ts';
import { worldOf } from './mechanics.ts';
import { drawWorld, type World } from './world.ts';

const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const drawn = (symbol: string, seed: number, scale = 1): World =>
  drawWorld(instrumentOf(symbol), scale, randomStream(seed, 'world', 0));

/** Contracts at a touch as the world means them: its orders, times their size at the usual 2.2 contracts of ES. */
const touchOf = ({ profile, sizeFactor }: World): number =>
  profile.ordersPerLevel * sizeFactor * 2.2 ** profile.sizePower;

test.each([
  // A large tick: what rests on it is deep, and there is no room between two prices
  ['ES', [15, 300], [1, 12], [0.9, 1]],
  ['ZN', [15, 300], [1, 12], [0.9, 1]],
  ['CL', [4, 40], [0.5, 6], [0.65, 0.85]],
  ['GC', [4, 40], [0.5, 6], [0.65, 0.85]],
  ['NQ', [1.5, 8], [0.5, 12], [0.5, 0.65]],
  ['YM', [1.5, 8], [0.5, 12], [0.5, 0.65]],
] as const)(
  '%s has contracts at its touch, takers and sizes within what its tick allows',
  (symbol, ...ranges: (readonly [number, number])[]) => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const world = drawn(symbol, seed);
        const { aggressorsPerSecond, sizePower, ordersPerLevel } = world.profile;
        const touch = touchOf(world);
        // A touch of less than one order is one order of it
        const isWhole = ordersPerLevel > 1;
        [isWhole ? touch : ranges[0]![0], aggressorsPerSecond, sizePower].forEach((value, at) => {
          expect(value).toBeGreaterThanOrEqual(ranges[at]![0] * (1 - 1e-9));
          expect(value).toBeLessThanOrEqual(ranges[at]![1] * (1 + 1e-9));
        });
      }),
      { numRuns: 30 },
    );
  },
);

test('a deep touch has larger orders rather than hundreds of small ones', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const world = drawn('ES', seed);
      expect(world.profile.ordersPerLevel).toBeLessThanOrEqual(30 + 1e-9);
      // Whoever has fewer orders than eight has no room for eight of the least size
      if (world.profile.ordersPerLevel < 8 - 1e-9) expect(world.sizeFactor).toBe(1);
    }),
    { numRuns: 100 },
  );
});

test('depth and pace lie anywhere in their ranges, as often in each half of their logarithms', () => {
  const worlds = Array.from({ length: 300 }, (_, seed) => drawn('CL', seed));
  const lowerHalf = (read: (world: World) => number, middle: number): number =>
    worlds.filter((world) => read(world) < middle).length / worlds.length;
  for (const share of [
    lowerHalf(({ profile }) => profile.sigmaTicks, Math.sqrt(0.5 * 2)),
    lowerHalf(({ profile }) => profile.changesPerAggressor, Math.sqrt(5 * 20)),
    lowerHalf(({ spacingTicks }) => spacingTicks, Math.sqrt(1 * 1.5)),
  ])
    expect(Math.abs(share - 0.5)).toBeLessThan(0.1);
});

test('depth is as often in each half of its logarithm, where takers are so few that any depth will do', () => {
  const worlds = Array.from({ length: 800 }, (_, seed) => drawn('CL', seed));
  // Three hundredths of a minute of 0.74 takers a second, each of three contracts, are four contracts
  const quiet = worlds.filter(({ profile }) => profile.aggressorsPerSecond < 0.74);
  expect(quiet.length).toBeGreaterThan(80);
  const thin = quiet.filter((world) => touchOf(world) < Math.sqrt(4 * 40)).length;
  expect(Math.abs(thin / quiet.length - 0.5)).toBeLessThan(0.15);
});

test('what is the venue’s own is that of the product', () => {
  for (const instrument of INSTRUMENTS) {
    const own = flowProfileOf(instrument);
    const { profile } = drawWorld(instrument, 1, randomStream(3, 'world', 0));
    for (const name of ['protectionTicks', 'roundTicks', 'swingTicks', 'worldLoading', 'deepTicks'] as const)
      expect(profile[name], `${instrument.symbol} ${name}`).toBe(own[name]);
  }
});

test('the same seed draws the same world, whatever the family and whoever else draws', () => {
  const es = instrumentOf('ES');
  const worlds = FAMILY_NAMES.map((name) => worldOf(name, es, 0.25, randomStream(8, 'world', 0)));
  for (const world of worlds) expect(world).toEqual(drawn('ES', 8, 0.25));
  expect(drawn('ES', 9, 0.25)).not.toEqual(worlds[0]);
});

test('the scale of a session changes its rates alone', () => {
  const [whole, quarter] = [drawn('NQ', 4, 1), drawn('NQ', 4, 0.25)];
  expect(quarter.profile.aggressorsPerSecond).toBeCloseTo(4 * whole.profile.aggressorsPerSecond, 9);
  const rest = ({ profile: { aggressorsPerSecond: _, ...profile }, ...world }: World) => ({
    ...world,
    profile,
  });
  expect(rest(quarter)).toEqual(rest(whole));
});

test('the usual order of 2.2 contracts is about that of the recording', () => {
  expect(new SizeLaw(ADD_SIZES, 1).mean).toBeGreaterThan(2);
  expect(new SizeLaw(ADD_SIZES, 1).mean).toBeLessThan(2.6);
});

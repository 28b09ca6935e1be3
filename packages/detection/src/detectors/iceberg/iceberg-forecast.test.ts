import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IcebergForecast } from './iceberg-forecast.ts';

test('nothing is forecast before twenty icebergs were seen to the end', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 19; n += 1) forecast.learn(10, 3, true);
  expect(forecast.remaining(10, 1)).toBeNull();
  forecast.learn(10, 3, true);
  expect(forecast.remaining(10, 1)).not.toBeNull();
});

test('the estimate is that of Kaplan and Meier, with cancelled icebergs as censored', () => {
  const forecast = new IcebergForecast();
  // At 2 tranches 10 of 40 complete and 10 are cancelled, at 4 the other 20 complete.
  for (let n = 0; n < 10; n += 1) forecast.learn(10, 2, true);
  for (let n = 0; n < 10; n += 1) forecast.learn(10, 2, false);
  for (let n = 0; n < 20; n += 1) forecast.learn(10, 4, true);
  const remaining = forecast.remaining(10, 1);
  // S(1) = 1, S(2) = S(3) = 0.75, S(4) = 0.
  expect(remaining).toMatchObject({
    atLeast1: 0.75,
    atLeast3: 0,
    atLeast10: 0,
    medianContracts: 30,
    lowContracts: 10,
    highContracts: 30,
    sample: 40,
  });
  expect(forecast.remaining(10, 2)?.atLeast1).toBe(1);
});

test('a display size of its own kind leans on all icebergs until it has enough of its own', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 20; n += 1) forecast.learn(100, 1, true);
  for (let n = 0; n < 20; n += 1) forecast.learn(2, 5, true);
  // Own curve of small icebergs: all continue after the first tranche; all together: half do. Weights are equal.
  expect(forecast.remaining(2, 0)?.atLeast1).toBeCloseTo(0.75, 12);
});

test('icebergs that were only lost from view forecast nothing, however many', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 300; n += 1) forecast.learn(5, 3, false);
  expect(forecast.remaining(5, 1)).toBeNull();
});

test('a curve that does not fall far enough leaves median and upper end open', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 20; n += 1) forecast.learn(5, 1, true);
  for (let n = 0; n < 30; n += 1) forecast.learn(5, 3, false);
  expect(forecast.remaining(5, 1)).toMatchObject({
    medianContracts: null,
    highContracts: null,
    atLeast10: 1,
  });
});

interface End {
  readonly displaySize: number;
  readonly tranches: number;
  readonly completed: boolean;
}

/** The estimate of Kaplan and Meier as its definition reads: of those that reached a tranche, the share that went on. */
function survivalOf(ends: readonly End[], beyond: number): number {
  let survival = 1;
  for (let j = 1; j <= beyond; j += 1) {
    const atRisk = ends.filter(({ tranches }) => tranches >= j).length;
    const done = ends.filter(({ tranches, completed }) => tranches === j && completed).length;
    if (atRisk > 0) survival *= 1 - done / atRisk;
  }
  return survival;
}

const learnt = (ends: readonly End[]): IcebergForecast => {
  const forecast = new IcebergForecast();
  for (const { displaySize, tranches, completed } of ends) forecast.learn(displaySize, tranches, completed);
  return forecast;
};

/** Enough that were seen to the end, and some more of any kind. */
const histories = fc
  .tuple(
    fc.array(
      fc.record({ displaySize: fc.integer({ min: 1, max: 200 }), tranches: fc.integer({ min: 1, max: 12 }) }),
      {
        minLength: 20,
        maxLength: 40,
      },
    ),
    fc.array(
      fc.record({ displaySize: fc.integer({ min: 1, max: 200 }), tranches: fc.integer({ min: 1, max: 12 }) }),
      {
        maxLength: 30,
      },
    ),
  )
  .map(([done, lost]) => [
    ...done.map((end) => ({ ...end, completed: true })),
    ...lost.map((end) => ({ ...end, completed: false })),
  ]);

test('the chances are those of the definition, weighed between the display size’s own kind and all', () => {
  fc.assert(
    fc.property(
      histories,
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 11 }),
      (ends, size, now) => {
        const kind = (displaySize: number): number => Math.floor(Math.log2(displaySize));
        const own = ends.filter(({ displaySize }) => kind(displaySize) === kind(size));
        const weight = own.length / (own.length + 20);
        const survival = (j: number): number =>
          weight * survivalOf(own, j) + (1 - weight) * survivalOf(ends, j);
        const remaining = learnt(ends).remaining(size, now);
        const chance = (more: number): number =>
          survival(now) > 0 ? survival(now + more) / survival(now) : 0;
        expect(remaining?.atLeast1).toBeCloseTo(chance(1), 10);
        expect(remaining?.atLeast3).toBeCloseTo(chance(3), 10);
        expect(remaining?.atLeast10).toBeCloseTo(chance(10), 10);
        expect(remaining?.sample).toBe(ends.length);
      },
    ),
    { numRuns: 60 },
  );
});

test('more is never likelier than less, and the band encloses the median', () => {
  fc.assert(
    fc.property(
      histories,
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 64 }),
      (ends, size, now) => {
        const remaining = learnt(ends).remaining(size, now);
        if (remaining === null) throw new Error('twenty were seen to the end');
        const { atLeast1, atLeast3, atLeast10, lowContracts, medianContracts, highContracts } = remaining;
        for (const chance of [atLeast1, atLeast3, atLeast10]) {
          expect(chance).toBeGreaterThanOrEqual(0);
          expect(chance).toBeLessThanOrEqual(1);
        }
        expect(atLeast3).toBeLessThanOrEqual(atLeast1);
        expect(atLeast10).toBeLessThanOrEqual(atLeast3);
        const [low, median, high] = [
          lowContracts,
          medianContracts ?? Number.POSITIVE_INFINITY,
          highContracts ?? Number.POSITIVE_INFINITY,
        ];
        expect(low).toBeLessThanOrEqual(median);
        expect(median).toBeLessThanOrEqual(high);
        for (const contracts of [low, median, high].filter(Number.isFinite)) expect(contracts % size).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  { one: 4, other: 7, same: true },
  { one: 4, other: 8, same: false },
  { one: 7, other: 8, same: false },
  { one: 1, other: 2, same: false },
  { one: 2048, other: 4096, same: true },
  { one: 1024, other: 2048, same: false },
])('display sizes of $one and $other are of one kind: $same', ({ one, other, same }) => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 20; n += 1) forecast.learn(one, 5, true);
  for (let n = 0; n < 20; n += 1) forecast.learn(other, 1, true);
  // All together: half continue after the first tranche; of one kind there is no other curve to lean on.
  const alone = forecast.remaining(one, 0)?.atLeast1;
  expect(alone).toBeCloseTo(same ? 0.5 : 0.75, 12);
});

test('the order in which icebergs ended does not matter', () => {
  fc.assert(
    fc.property(histories, (ends) => {
      expect(learnt(ends.toReversed()).remaining(10, 2)).toEqual(learnt(ends).remaining(10, 2));
    }),
    { numRuns: 20 },
  );
});

test('nothing is known beyond 64 tranches: those that ended later only count as longer', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 20; n += 1) forecast.learn(10, 64, true);
  for (let n = 0; n < 20; n += 1) forecast.learn(10, 100 + n, true);
  // S(63) = 1 and S(64) = 0.5; after that the curve is flat.
  expect(forecast.remaining(10, 63)).toMatchObject({ atLeast1: 0.5, atLeast10: 0.5, medianContracts: 10 });
  for (const tranches of [64, 65, 1000]) {
    expect(forecast.remaining(10, tranches)).toMatchObject({
      atLeast1: 1,
      atLeast10: 1,
      lowContracts: 0,
      medianContracts: null,
      highContracts: null,
    });
  }
});

test('an iceberg that outlived all that were known has nothing more to expect', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 20; n += 1) forecast.learn(10, 3, true);
  expect(forecast.remaining(10, 5)).toMatchObject({
    atLeast1: 0,
    lowContracts: 0,
    medianContracts: 0,
    highContracts: 0,
  });
});

test('an iceberg that ended before its first refill counts as one tranche', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 20; n += 1) forecast.learn(1, 0, true);
  expect(forecast.remaining(1, 0)).toMatchObject({ atLeast1: 0, sample: 20 });
});

test('what is restored forecasts the same, and goes on learning the same', () => {
  fc.assert(
    fc.property(histories, (ends) => {
      const forecast = learnt(ends);
      const restored = new IcebergForecast();
      restored.restore(structuredClone(forecast.save()));
      for (const one of [forecast, restored]) {
        one.learn(10, 2, true);
        one.learn(100, 7, false);
      }
      for (const size of [1, 10, 100])
        expect(restored.remaining(size, 2)).toEqual(forecast.remaining(size, 2));
      expect(restored.save()).toEqual(forecast.save());
    }),
    { numRuns: 20 },
  );
});

test('what is restored knows how many were seen to the end', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 19; n += 1) forecast.learn(10, 3, true);
  for (let n = 0; n < 30; n += 1) forecast.learn(10, 2, false);
  const restored = new IcebergForecast();
  restored.restore(forecast.save());
  expect(restored.remaining(10, 1)).toBeNull();
  restored.learn(10, 3, true);
  expect(restored.remaining(10, 1)).toMatchObject({ sample: 50 });
});

test('a saved state does not change with what is learnt later', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 20; n += 1) forecast.learn(10, 2, true);
  const saved = forecast.save();
  const copy = structuredClone(saved);
  for (let n = 0; n < 20; n += 1) forecast.learn(10, 5, true);
  expect(saved).toEqual(copy);
  const restored = new IcebergForecast();
  restored.restore(saved);
  restored.learn(10, 5, true);
  expect(saved).toEqual(copy);
});

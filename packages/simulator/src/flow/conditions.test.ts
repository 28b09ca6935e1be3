/** The state that no order shows: conditions, the time of day, and what products are like. */
import { INSTRUMENTS, MINUTE_MS } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instrumentOf } from '#testing/instrument.ts';
import { dayShapeOf } from './day-shape.ts';
import { disturbedProfile, flowProfileOf, hasFlowProfile, sectorOf } from './flow-profile.ts';
import {
  FAMILY_NAMES,
  GENERATOR_NAMES,
  isFamily,
  MARKET_NAMES,
  perturbationOf,
  UNDISTURBED,
} from './generator.ts';
import { MarketConditions } from './market-conditions.ts';

describe('conditions', () => {
  function refreshed(scale: number, change: (conditions: MarketConditions) => void): MarketConditions {
    const conditions = new MarketConditions(scale);
    change(conditions);
    conditions.refresh();
    return conditions;
  }

  test('of a usual session are one, its volatility the root of its scale', () => {
    expect(refreshed(0.25, () => undefined)).toMatchObject({
      pace: 1,
      depth: 1,
      narrowing: 1,
      speed: 1,
      arbitrage: 1,
      volatility: 0.5,
    });
  });

  test('multiply what sets the pace, and speed up with the scale', () => {
    const conditions = refreshed(0.5, ({ day, regime, news, latent }) => {
      day.pace = 2;
      regime.pace = 1.5;
      news.pace = 2;
      latent.pace = 0.5;
    });
    expect(conditions.pace).toBeCloseTo(3, 12);
    expect(conditions.speed).toBeCloseTo(6, 12);
  });

  test('let the price of a busier market move by the root of its pace, of an unsettled one by more', () => {
    expect(refreshed(0.25, ({ news }) => Object.assign(news, { pace: 4 })).volatility).toBeCloseTo(1, 12);
    // The root of the pace once, and unrest to the power of 3/4 - 1/2 more.
    const unrest = refreshed(0.25, ({ latent }) => Object.assign(latent, { pace: 4 }));
    expect(unrest.volatility).toBeCloseTo(4 ** 0.25, 9);
    expect(unrest.depth).toBeCloseTo(4 ** (0.75 * -0.5), 9);
  });

  test('let machines sleep less than the crowd', () => {
    const quiet = refreshed(0.25, ({ day }) => Object.assign(day, { pace: 0.0625 }));
    expect(quiet.speed * quiet.arbitrage).toBeCloseTo(0.0625 ** 0.25, 9);
  });

  test('never trade more than 24 times the usual pace, nor keep less than 15 percent of the depth', () => {
    const factor = fc.double({ min: 0.01, max: 50, noNaN: true });
    fc.assert(
      fc.property(factor, factor, factor, factor, (a, b, c, d) => {
        const conditions = refreshed(0.25, ({ day, regime, news, latent }) => {
          Object.assign(day, { pace: a, depth: b });
          Object.assign(regime, { pace: c, depth: d });
          Object.assign(news, { pace: b, depth: c });
          Object.assign(latent, { pace: a });
        });
        expect(conditions.pace).toBeLessThanOrEqual(24);
        expect(conditions.depth).toBeGreaterThanOrEqual(0.15);
        expect(Number.isFinite(conditions.volatility) && conditions.volatility > 0).toBe(true);
      }),
    );
  });
});

describe('the day of ES', () => {
  /** 2023-12-26, a Tuesday in winter: Chicago is six hours behind. */
  const at = (hour: number, minute = 0, day = Date.UTC(2023, 11, 26)) => {
    const conditions = new MarketConditions(1);
    dayShapeOf(instrumentOf('ES'), 'exchange').apply(
      day + ((hour + 6) * 60 + minute) * MINUTE_MS,
      conditions,
    );
    return conditions.day;
  };

  test('is busy at the open and the close, slow at lunch, nearly still at night', () => {
    const [open, lunch, close, night] = [at(8, 31), at(12), at(14, 59), at(22)].map(({ pace }) => pace);
    expect(open).toBeGreaterThan(2.5);
    expect(lunch).toBeLessThan(0.8);
    expect(close).toBeGreaterThan(1.8);
    expect(night).toBeLessThan(0.15);
  });

  test('has a pace of one on average over its regular hours', () => {
    let sum = 0;
    for (let minute = 510; minute < 900; minute++) sum += at(0, minute).pace;
    expect(sum / 390).toBeCloseTo(1, 1);
  });

  test('opens with half of its depth, which is back after half an hour', () => {
    expect(at(8, 30).depth).toBeCloseTo(0.5, 2);
    expect(at(8, 30).narrowing).toBeCloseTo(0.3, 2);
    expect(at(9).depth).toBeGreaterThan(0.95);
    expect(at(8, 29).depth).toBe(0.65);
  });

  test('is night in the regular hours of a holiday and of a Sunday', () => {
    for (const day of [Date.UTC(2023, 11, 25), Date.UTC(2023, 11, 24)]) {
      expect(at(10, 0, day).depth).toBe(0.65);
      expect(at(10, 0, day).pace).toBeLessThan(0.4);
    }
  });

  test('rises before its own open and around that of Europe', () => {
    expect(at(8, 25).pace).toBeGreaterThan(at(6).pace);
    expect(at(2, 30).pace).toBeGreaterThan(2 * at(22).pace);
  });

  test('that is flat leaves every hour as it is', () => {
    const conditions = new MarketConditions(1);
    dayShapeOf(instrumentOf('ES'), 'flat').apply(Date.UTC(2023, 11, 26, 14, 31), conditions);
    expect(conditions.day).toEqual({ pace: 1, depth: 1, narrowing: 1 });
  });
});

describe('the flow of a product', () => {
  test.each([
    ['MYM', 'YM'],
    ['MGC', 'GC'],
    ['ZF', 'ZN'],
    ['6J', '6E'],
  ])('of %s is like that of %s', (symbol, like) => {
    expect(flowProfileOf(instrumentOf(symbol))).toEqual(flowProfileOf(instrumentOf(like)));
  });

  test('of a product without figures is that of ES, and is known to have none', () => {
    const unknown = { ...instrumentOf('ES'), symbol: 'XX' };
    expect(flowProfileOf(unknown)).toEqual(flowProfileOf(instrumentOf('ES')));
    expect([hasFlowProfile(unknown), hasFlowProfile(instrumentOf('ES'))]).toEqual([false, true]);
  });

  test('of every product of the catalogue has rates, depths and distances above nothing', () => {
    expect(INSTRUMENTS.length).toBeGreaterThan(10);
    for (const instrument of INSTRUMENTS) {
      const { worldLoading, ...positive } = flowProfileOf(instrument);
      for (const [name, value] of Object.entries(positive))
        expect(value, `${instrument.symbol} ${name}`).toBeGreaterThan(0);
      expect(Math.abs(worldLoading)).toBeLessThan(1);
    }
  });

  test('of small ticks has thin levels, a spread that closes slowly and a price that moves more', () => {
    const own = flowProfileOf(instrumentOf('ES'));
    const disturbed = disturbedProfile(own, perturbationOf('g4'));
    expect(disturbed.ordersPerLevel).toBeLessThan(own.ordersPerLevel);
    expect(disturbed.narrowing).toBeLessThan(own.narrowing);
    expect(disturbed.sigmaTicks).toBeGreaterThan(own.sigmaTicks);
    expect(disturbed.sweepers).toBeLessThanOrEqual(0.8);
    expect(disturbedProfile(own, UNDISTURBED)).toBe(own);
  });
});

test('equity indexes are one sector, every other product is one of its own', () => {
  expect(new Set(['ES', 'NQ', 'MES', 'RTY'].map((symbol) => sectorOf(instrumentOf(symbol)))).size).toBe(1);
  expect(sectorOf(instrumentOf('CL'))).toBe('CL');
  expect(sectorOf(instrumentOf('CL'))).not.toBe(sectorOf(instrumentOf('GC')));
});

test('a market is of a family or of a generator, and only one generator disturbs the mechanics', () => {
  for (const name of MARKET_NAMES)
    expect(isFamily(name)).toBe((FAMILY_NAMES as readonly string[]).includes(name));
  expect(GENERATOR_NAMES.filter((name) => isFamily(name))).toEqual([]);
  expect(MARKET_NAMES.filter((name) => perturbationOf(name) !== UNDISTURBED)).toEqual(['g4']);
});

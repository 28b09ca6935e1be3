/** A generation as a whole: same data, same insights; doubtful data first; what was shown before is tested again. */
import { describe, expect, test } from 'vitest';
import type { Insight } from '#insights/claims/insight.ts';
import { simulatedTrader } from '#testing/simulated-trader.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { generateInsights } from './generate-insights.ts';
import type { Effort, GenerationOptions } from './generation-options.ts';

const EFFORT: Effort = { shuffles: 1000, enough: 20, resamples: 300, shuffledTrades: 4e8 };
const FRIDAYS_HURT = simulatedTrader({ seed: 21, trades: 600, tradesPerDay: 8, habit: 'side', shift: -0.8 });

const generate = (trades: readonly JournalTrade[], options: Partial<GenerationOptions> = {}) =>
  generateInsights(trades, { seed: 5, effort: EFFORT, ...options });

const ofKey = (insights: readonly Insight[], key: string): Insight | undefined =>
  insights.find((insight) => insight.key === key);

describe('a generation', () => {
  const generation = generate(FRIDAYS_HURT);
  const finding = ofKey(generation.insights, 'side:short');

  test('finds a planted habit, proven, with effect, interval, sample and money', () => {
    expect(finding).toMatchObject({
      insightType: 'weakness',
      standing: 'proven',
      settles: '',
      currency: 'USD',
    });
    expect(finding?.effect?.value).toBeLessThan(0);
    const [low, high] = finding?.effect?.ci95 ?? [Number.NaN, Number.NaN];
    expect(low).toBeLessThan(finding?.effect?.value ?? 0);
    expect(high).toBeLessThan(0);
    expect(finding?.q).toBeLessThanOrEqual(0.05);
    expect(finding?.q).toBeGreaterThanOrEqual(finding?.p ?? 1);
    expect(finding?.impactMicrosPerMonth).toBeLessThan(0);
    expect(finding?.actionable).not.toBe('');
  });

  test('names the trades that it is about, newest first', () => {
    const short = FRIDAYS_HURT.filter(({ side }) => side === 'short');
    expect(finding?.effect?.n).toBe(short.length);
    expect(finding?.tradeIds).toEqual(short.map(({ id }) => id).reverse());
  });

  test('is the same for the same trades and seed, in whatever order they come', () => {
    const turned = [...FRIDAYS_HURT].reverse();
    expect(generate(turned)).toEqual(generation);
    expect(generate(turned, { seed: 6 })).not.toEqual(generation);
  });

  test('is the same when every trade is copied to a second account two seconds later: one decision counts once', () => {
    const copies = FRIDAYS_HURT.map((trade) => ({
      ...trade,
      id: `copy of ${trade.id}`,
      groupId: `copy of ${trade.groupId}`,
      account: 'Z',
      entryMs: trade.entryMs === null ? null : trade.entryMs + 2000,
      exitMs: trade.exitMs + 2000,
    }));
    const copied = generate([...FRIDAYS_HURT, ...copies]);
    expect(copied).toMatchObject({ n: generation.n, days: generation.days, tested: generation.tested });
    const { effect, p } = ofKey(copied.insights, 'side:short') ?? {};
    expect({ effect, p }).toEqual({ effect: finding?.effect, p: finding?.p });
  });

  test('does not change what it was given', () => {
    const before = structuredClone(FRIDAYS_HURT);
    generate(FRIDAYS_HURT);
    expect(FRIDAYS_HURT).toEqual(before);
  });

  test('counts every test, those of claims that are not shown too', () => {
    expect(generation.tested).toBeGreaterThan(generation.insights.filter(({ p }) => p !== null).length);
    expect(generation).toMatchObject({ n: 600, days: 75 });
  });

  test('shows no more than a handful of near misses, and none as strength or weakness', () => {
    const near = generation.insights.filter(
      ({ standing, p }) => standing === 'not-enough-data' && p !== null,
    );
    expect(near.length).toBeLessThanOrEqual(3);
    expect(near.every(({ insightType, settles }) => insightType === 'other' && settles !== '')).toBe(true);
  });
});

describe('few or strange trades', () => {
  const one = simulatedTrader({ seed: 1, trades: 1, tradesPerDay: 1 });

  test('none give nothing', () => {
    expect(generate([])).toEqual({ insights: [], tested: 0, n: 0, days: 0 });
  });

  test('one gives no finding and a list of what is missing', () => {
    const { insights, tested } = generate(one);
    expect(tested).toBe(0);
    expect(insights.every(({ standing }) => standing === 'not-enough-data')).toBe(true);
    expect(ofKey(insights, 'no-pattern')?.settles).toContain('trades in all are needed');
  });

  test('only winners, only losers and only zeros give no NaN or Infinity', () => {
    const trades = simulatedTrader({ seed: 2, trades: 200, tradesPerDay: 5 });
    for (const net of [50e6, -50e6, 0]) {
      const { insights } = generate(trades.map((trade) => ({ ...trade, netMicros: net })));
      for (const insight of insights) expect(JSON.stringify(insight)).not.toMatch(/NaN|Infinity/);
    }
  });

  test('trades that all end before they begin are reported, and questions of time are not tested', () => {
    const trades = simulatedTrader({ seed: 2, trades: 200, tradesPerDay: 5 }).map((trade) => ({
      ...trade,
      entryMs: trade.exitMs + 60_000,
      flags: ['exit-before-entry'],
    }));
    const { insights } = generate(trades);
    expect(insights[0]?.key).toBe('data-quality:exit-before-entry');
    expect(insights.some(({ kind }) => kind === 'time-of-day' || kind === 'revenge')).toBe(false);
  });

  test('an impossible seed is refused', () => {
    expect(() => generate(FRIDAYS_HURT, { seed: 0.5 })).toThrow(RangeError);
  });
});

describe('data quality', () => {
  const hours = simulatedTrader({ seed: 4, trades: 400, tradesPerDay: 8, habit: 'time-of-day', shift: -1 });

  test('comes first and blocks what depends on it: an assumed zone forbids the time of day', () => {
    expect(generate(hours).insights.some(({ kind }) => kind === 'time-of-day')).toBe(true);
    const { insights } = generate(hours.map((trade) => ({ ...trade, flags: ['zone-assumed'] })));
    expect(insights[0]).toMatchObject({
      key: 'data-quality:zone-assumed',
      priority: 'high',
      insightType: 'other',
    });
    expect(insights.some(({ kind }) => kind === 'time-of-day')).toBe(false);
  });

  test('on a few trades is reported and blocks nothing', () => {
    const { insights } = generate(
      hours.map((trade, at) => (at < 20 ? { ...trade, flags: ['zone-assumed'] } : trade)),
    );
    expect(insights[0]?.description).toBe('20 of 400 trades (5.0%) have a time zone that was assumed.');
    expect(insights.some(({ kind }) => kind === 'time-of-day')).toBe(true);
  });

  test('unknown costs are reported and never shown as zero', () => {
    const { insights } = generate(hours.map((trade) => ({ ...trade, costsMicros: null })));
    expect(insights[0]?.title).toBe('Fees are not in the file');
    expect(insights.some(({ kind }) => kind === 'cost-drag' || kind === 'edge-overall')).toBe(
      insights.some(({ key }) => key === 'no-pattern'),
    );
  });

  test('other currencies are left out and counted', () => {
    const mixed = hours.map((trade, at) => (at < 30 ? { ...trade, currency: 'EUR' } : trade));
    const generation = generate(mixed);
    expect(generation.n).toBe(370);
    expect(ofKey(generation.insights, 'data-quality:mixed-currencies')?.description).toContain('30 trades');
  });
});

describe('positions and copies', () => {
  test('partial exits of one position are one trade, copies in another account too', () => {
    const trades = simulatedTrader({ seed: 6, trades: 100, tradesPerDay: 5 });
    const parts = trades.flatMap((trade) => [
      { ...trade, id: `${trade.id}a`, netMicros: trade.netMicros / 2 },
      { ...trade, id: `${trade.id}b`, netMicros: trade.netMicros / 2 },
    ]);
    const copies = parts.map((trade) => ({ ...trade, id: `${trade.id}c`, account: 'copy' }));
    expect(generate([...parts, ...copies]).n).toBe(100);
  });
});

describe('a replication', () => {
  /** Too weak to be proven in the first half, and continued in the second. */
  const long = simulatedTrader({ seed: 31, trades: 900, tradesPerDay: 8, habit: 'side', shift: -0.45 });
  const shownMs = long[449]?.exitMs ?? 0;

  test('is tested on trades after it was first shown', () => {
    const insight = ofKey(
      generate(long, { previous: [{ key: 'side:short', firstMs: shownMs }] }).insights,
      'side:short',
    );
    expect(insight).toMatchObject({ standing: 'proven', seenAgain: true });
    expect(insight?.description).toContain('Seen again in the trades since it was first shown.');
  });

  test('that is not confirmed is reported', () => {
    const ended = long.map((trade, at) =>
      at > 449 ? { ...trade, netMicros: (at % 2 ? 1 : -1) * 200e6 } : trade,
    );
    const insight = ofKey(
      generate(ended, { previous: [{ key: 'side:short', firstMs: shownMs }] }).insights,
      'side:short',
    );
    expect(insight?.seenAgain).toBe(false);
  });
});

import { type FeedTier, NS_PER_MS, ROUND_AUCTION, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { Judge } from '#calibration/judge.ts';
import { handEvent } from '#testing/hand-event.ts';
import { add, cancel, fill, fixedJudge, HandTape, trade } from '#testing/hand-tape.ts';
import { STOPS_START_MS, StopMarket } from '#testing/stop-market.ts';
import { STOP_RUN_INFERRED } from './stop-burst.ts';

const PRICE = 19_000;
let aggressor = 40_000;

/** Asks of 50 at each of twenty prices above, bids of 50 below; one trade a second at the best ask. */
function market(tier: FeedTier, judge: Judge = fixedJudge(0.9)): HandTape {
  const tape = new HandTape(tier, ['stop_run'], judge).background(PRICE);
  for (let n = 0; n < 20; n += 1) tape.event(add(31_000 + n, SIDE_ASK, PRICE + 5 + n, 50));
  for (let n = 0; n < 20; n += 1) tape.event(add(32_000 + n, SIDE_BID, PRICE - n, 50));
  for (let n = 0; n < 40; n += 1) tape.pass(1000);
  return tape;
}

/** A buyer takes the whole ask at a price. */
function lift(tape: HandTape, priceTicks: number): HandTape {
  aggressor += 1;
  const ask = 31_000 + priceTicks - PRICE - 5;
  return tape.event(
    trade(aggressor, SIDE_BID, priceTicks, 50),
    fill(ask, SIDE_ASK, priceTicks, 50),
    cancel(ask, SIDE_ASK, priceTicks, 50),
  );
}

function sweep(tape: HandTape, levels: number): HandTape {
  for (let n = 0; n < levels; n += 1) lift(tape.wait(40), PRICE + 5 + n);
  return tape;
}

test.each(['L2C', 'L1T'] as const)(
  'on %s a burst that sweeps is raised once, inferred and capped',
  (tier) => {
    const tape = sweep(market(tier), 8);
    expect(tape.changes[0]).toBe('new');
    expect(tape.changes.slice(1)).not.toContain('new');
    expect(tape.last).toMatchObject({
      type: 'stop_run',
      sub: 'inferred',
      side: 'bid',
      exact: false,
      confidence: 0.7,
      priceLowTicks: PRICE + 4,
    });
    expect(tape.last.description).toMatch(
      /^Burst of \d+ buys from 4751\.00 to 475\d\.\d\d, \d+ traded.*; stops inferred$/,
    );
    expect(tape.pipeline.counters.electedStops).toBe(0);
  },
);

test('prints that come slowly are no burst', () => {
  const tape = market('L1T');
  for (let n = 0; n < 8; n += 1) lift(tape.wait(1500), PRICE + 5 + n);
  expect(tape.raised).toEqual([]);
});

test('a burst is not looked at before it is known what a second usually brings', () => {
  const tape = new HandTape('L1T', ['stop_run'], fixedJudge(0.9)).background(PRICE);
  for (let n = 0; n < 20; n += 1) tape.event(add(31_000 + n, SIDE_ASK, PRICE + 5 + n, 50));
  expect(sweep(tape, 8).raised).toEqual([]);
});

test('a doubtful burst is not raised', () => {
  expect(sweep(market('L1T', fixedJudge(0.5)), 8).raised).toEqual([]);
});

test('after two quiet seconds it waits for its outcome, which a lost book takes away', () => {
  const tape = sweep(market('L1T'), 8);
  tape.pass(3000);
  expect(tape.last.evidence['outcome']).toBe('pending');
  tape.pipeline.onDiscontinuity(0);
  expect(tape.last).toMatchObject({ status: 'expired' });
  expect(tape.last.evidence['outcome']).toBe('interrupted');
});

test('a burst without a return of price is a continuation', () => {
  const tape = sweep(market('L1T'), 8);
  for (let n = 0; n < 8; n += 1) tape.event(add(33_000 + n, SIDE_BID, PRICE + 5 + n, 50));
  tape.pass(125_000);
  expect(tape.last).toMatchObject({ status: 'confirmed' });
  expect(tape.last.evidence['outcome']).toBe('continuation');
});

describe.each([
  ['buys', SIDE_BID, 'bid', 1],
  ['sells', SIDE_ASK, 'ask', -1],
] as const)('a burst of %s', (word, side, of, sign) => {
  /** After a minute in which every second brought one contract of either side. */
  function market(facts: ConstructorParameters<typeof StopMarket>[2] = {}): StopMarket {
    const one = new StopMarket(side, 'L1T', facts);
    for (let second = 0; second < 60; second += 1) one.trade(0, 1).trade(0, 1, false).pass(1000);
    return one;
  }
  /** Prints of so many contracts at these ticks, each so long after the one before. */
  function prints(one: StopMarket, ticks: readonly number[], { size = 20, everyMs = 100 } = {}): StopMarket {
    for (const at of ticks) one.trade(at, size).pass(everyMs);
    return one;
  }
  const features = (one: StopMarket): Record<string, number> => {
    const look = one.judged.looks.at(-1);
    return Object.fromEntries(
      STOP_RUN_INFERRED.features.map((name, at) => [name, look?.features[at] ?? Number.NaN]),
    );
  };

  test('is raised with its third print and two ticks, and says what it swept', () => {
    const one = prints(market(), [1, 2]);
    expect(one.judged.looks).toEqual([]);
    one.trade(3, 20);
    expect(one.raised.map(({ change }) => change)).toEqual(['new']);
    const [low, high] = [one.price(0), one.price(3)].toSorted((a, b) => a - b) as [number, number];
    expect(one.last).toMatchObject({
      ...{ type: 'stop_run', sub: 'inferred', side: of, exact: false, tier: 'L1T', size: 60, status: 'open' },
      ...{ priceTicks: one.price(1), priceLowTicks: low, priceHighTicks: high, zoneHeightTicks: 3 },
    });
    expect(one.last.description).toContain(
      `Burst of 3 ${word} from ${side === SIDE_BID ? '250.25 to 251.00' : '249.75 to 249.00'}, 60 traded`,
    );
    expect(one.last.evidence).toMatchObject({
      prints: 3,
      durationMs: 200,
      rangeTicks: 3,
      outcome: 'running',
    });
  });

  test.each([
    { what: 'two prints', ticks: [1, 4], looks: 0 },
    { what: 'three prints within a tick', ticks: [1, 1, 1], looks: 0 },
    { what: 'three prints over two ticks', ticks: [1, 1, 2], looks: 1 },
    { what: 'three prints of what a second usually brings', ticks: [1, 2, 3], size: 0.4, looks: 0 },
    { what: 'prints half a second apart', ticks: [1, 2, 3], everyMs: 500, looks: 1 },
    { what: 'prints further apart', ticks: [1, 2, 3, 4, 5], everyMs: 600, looks: 0 },
  ])('of $what is looked at $looks times', ({ ticks, looks, ...how }) => {
    expect(prints(market(), ticks, how).judged.looks.length).toBe(looks);
  });

  test('is looked at again when half as much more has traded', () => {
    const one = prints(market(), [1, 2, 3], { size: 20 });
    prints(one, [3], { size: 29 });
    expect(one.judged.looks.length).toBe(1);
    prints(one, [3], { size: 1 });
    expect(one.judged.looks.length).toBe(2);
    expect(one.raised.map(({ change }) => change)).toEqual(['new', 'update']);
    expect(one.last.size).toBe(90);
    prints(one, [3], { size: 44 });
    expect(one.judged.looks.length).toBe(2);
    expect(new Set(one.judged.looks.map(({ key }) => key))).toEqual(new Set([one.last.id]));
  });

  test.each([
    { confidence: 0.9, raiseFrom: 0.6, shown: 0.7 },
    { confidence: 0.65, raiseFrom: 0.6, shown: 0.65 },
    { confidence: 0.9, raiseFrom: 0.71, shown: null },
    { confidence: 0.59, raiseFrom: 0.6, shown: null },
  ])('that is probable by $confidence, needed $raiseFrom, shows $shown', ({ shown, ...judgement }) => {
    const one = market();
    one.judged.say({ ...judgement, low: judgement.confidence - 0.1, high: judgement.confidence + 0.1 });
    prints(one, [1, 2, 3]);
    expect(one.raised.length).toBe(shown === null ? 0 : 1);
    if (shown === null) return;
    const { confidence, confidenceLow, confidenceHigh } = one.last;
    expect(confidence).toBe(shown);
    expect(confidenceLow).toBeCloseTo(Math.min(0.7, judgement.confidence - 0.1), 12);
    expect(confidenceHigh).toBeCloseTo(Math.min(0.7, judgement.confidence + 0.1), 12);
  });

  test('sees its sweep in the features of its model', () => {
    const flow = { ofi: () => sign * 9 };
    const thin = { depths: [19, 19], medianDepths: [9, 9] } as const;
    const one = market({ ...thin, flow, sigma1Ticks: 2 });
    one.trade(1, 30, false);
    prints(one, [1, 3, 6], { everyMs: 100 });
    expect(features(one)['prints']).toBeCloseTo(Math.log(4), 12);
    // Six ticks from the trade before, volatility of two; two tenths of a second.
    expect(features(one)['span']).toBeCloseTo(Math.log(2), 12);
    expect(features(one)['speed']).toBeCloseTo(Math.log1p(6 / (2 * Math.sqrt(0.2))), 12);
    expect(features(one)['thinning']).toBeCloseTo(Math.log(2), 12);
    expect(features(one)['flow']).toBeCloseTo(Math.log(10), 12);
    expect(features(one)['oneSided']).toBeCloseTo(60 / 90, 12);
    expect(features(one)).toMatchObject({ madeLevel: 0 });
    expect(one.last.evidence['thinning']).toBeCloseTo(2, 12);
  });

  test('sees the level that it swept', () => {
    const swing = [{ priceTicks: side === SIDE_BID ? 1003 : 997, timeMs: 0 }];
    const one = prints(market({ unbrokenHighs: () => swing, unbrokenLows: () => swing }), [1, 3, 6]);
    expect(features(one)).toMatchObject({ madeLevel: 1, roundLevel: 0 });
    // From 1003 to 1007, or from 997 to 993.
    expect(features(one)['beyond']).toBeCloseTo(Math.log(5), 12);
    expect(one.last.evidence).toMatchObject({ atLevel: true, level: { priceTicks: swing[0]?.priceTicks } });
    expect(one.last.description).toMatch(/, beyond the swing (high 250\.75|low 249\.25); stops inferred$/);
    expect(one.last.barriers).toMatchObject({ winTicks: side === SIDE_BID ? 1001 : 999, withinMs: 120_000 });
  });

  test('is pending after two quiet seconds, and a reversal after half a minute inside', () => {
    const one = prints(market(), [3, 4, 5]).mid(1);
    one.pass(1800);
    expect(one.raised.length).toBe(1);
    one.pass(100);
    expect(one.last.evidence['outcome']).toBe('pending');
    one.pass(29_000);
    expect(one.last).toMatchObject({ status: 'confirmed', evidence: { outcome: 'reversal' } });
    expect(one.last.updatedNs).toBe(BigInt(STOPS_START_MS + 60_200) * NS_PER_MS);
    expect(one.raised.length).toBe(3);
    one.detector.onDiscontinuity(0);
    one.pass(200_000);
    expect(one.raised.length).toBe(3);
  });

  test('expires after its minute, and has its outcome afterwards', () => {
    const one = prints(market(), [1, 2, 3]).mid(9).pass(59_000);
    expect(one.last).toMatchObject({ status: 'open', evidence: { outcome: 'pending' } });
    one.pass(1000);
    expect(one.last).toMatchObject({ status: 'expired', evidence: { outcome: 'pending' } });
    one.pass(70_000);
    expect(one.last).toMatchObject({ status: 'confirmed', evidence: { outcome: 'continuation' } });
  });

  test('is another one after a pause, beside the one that waits for its outcome', () => {
    const one = prints(market(), [1, 2, 3]).mid(9).pass(3000);
    prints(one, [5, 6, 7]).pass(130_000);
    const ids = [...new Set(one.raised.map(({ event }) => event.id))];
    expect(ids.length).toBe(2);
    for (const id of ids) {
      const own = one.raised
        .filter(({ event }) => event.id === id)
        .map(({ event }) => event.evidence['outcome']);
      expect(own).toEqual(['running', 'pending', 'pending', 'continuation']);
    }
  });

  test('has no further outcome once a lost book has interrupted it', () => {
    const one = prints(market(), [1, 2, 3]).mid(9);
    one.detector.onDiscontinuity(0);
    expect(one.last).toMatchObject({ status: 'expired', evidence: { outcome: 'interrupted' } });
    one.pass(130_000);
    expect(one.raised.length).toBe(2);
  });

  test('is none of the trades of an auction, and begins from nothing after a lost book', () => {
    const one = market();
    const at = (ticks: number) => ({ side, priceTicks: one.price(ticks), size: 50, kind: ROUND_AUCTION });
    one.match(handEvent(STOPS_START_MS + one.nowMs, [at(1), at(2), at(3), at(4)]));
    expect(one.judged.looks).toEqual([]);
    prints(one, [1, 2]);
    one.detector.onDiscontinuity(0);
    one.trade(3, 20);
    expect(one.judged.looks).toEqual([]);
  });

  test('may come in one event of several rounds', () => {
    const one = market();
    const at = (ticks: number) => ({ side, priceTicks: one.price(ticks), size: 20 });
    one.match(handEvent(STOPS_START_MS + one.nowMs, [at(1), at(2), at(4)]));
    expect(one.last).toMatchObject({ size: 60, evidence: { prints: 3, durationMs: 0 } });
    expect(features(one)['speed']).toBeCloseTo(Math.log1p(4 / Math.sqrt(0.1)), 12);
  });
});

/** When elected stops are a run, what continues it and how it ends: of buy stops, and mirrored of sell stops. */
import { CHANGE_ADD, NS_PER_MS, ROUND_STOP, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { STOPS_START_MS, StopMarket } from '#testing/stop-market.ts';

const nsAfter = (ms: number): bigint => BigInt(STOPS_START_MS + ms) * NS_PER_MS;
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

describe.each([
  ['buy stops', SIDE_BID, 'bid'],
  ['sell stops', SIDE_ASK, 'ask'],
] as const)('%s', (_, side, word) => {
  const market = (facts: ConstructorParameters<typeof StopMarket>[2] = {}): StopMarket =>
    new StopMarket(side, 'L3', facts);
  const outcomes = ({ raised }: StopMarket): unknown[] =>
    raised.map(({ event }) => event.evidence['outcome']);

  test.each([
    { stops: [1, 1], usual: 1, isRaised: false },
    { stops: [1, 1, 1], usual: 1, isRaised: true },
    // Two stops of three times the trade size that is rare
    { stops: [3, 3], usual: 2, isRaised: true },
    { stops: [3, 2], usual: 2, isRaised: false },
    { stops: [1, 1, 1], usual: 100, isRaised: true },
  ])('of $stops where trades of $usual are large may be a run: $isRaised', ({ stops, usual, isRaised }) => {
    const one = market({ tradeSizeQuantile: () => usual }).elect(1, ...stops);
    expect(one.raised.length).toBe(isRaised ? 1 : 0);
    if (isRaised) expect(one.last).toMatchObject({ sub: 'level_driven', side: word, exact: true });
  });

  test.each([
    // Two stops of many contracts may be chance, three of one contract are hardly
    [0.5, [200, 200], 0],
    [0.59, [200, 200], 0],
    [0.6, [200, 200], 1],
    [0.1, [1, 1, 1], 1],
  ])('driven by a level with %d and of %j contracts are %i run', (confidence, stops, runs) => {
    const one = market();
    one.judged.say({ confidence });
    one.elect(1, ...stops);
    expect(one.raised.length).toBe(runs);
    if (runs > 0) expect(one.last.sub).toBe(confidence >= 0.6 ? 'level_driven' : 'burst');
    expect(one.judged.looks.map(({ features }) => features.length)).toEqual([16, 11]);
  });

  test.each([
    [4900, 1],
    [5000, 0],
  ])('%i ms apart count together in %i run', (apart, runs) => {
    const one = market().elect(1, 1, 1).pass(apart).elect(1, 1);
    expect(one.raised.length).toBe(runs);
    if (runs > 0)
      expect(one.last).toMatchObject({ startNs: nsAfter(0), detectedNs: nsAfter(apart), size: 3 });
  });

  test('that follow a running one are its update, whatever their price', () => {
    const one = market().elect(1, 1, 1, 1).pass(1900).elect(40, 5);
    expect(one.raised.map(({ change }) => change)).toEqual(['new', 'update']);
    expect(one.last).toMatchObject({
      size: 8,
      updatedNs: nsAfter(1900),
      evidence: { stops: 4, rangeTicks: 39, stopShare: 8 / 10 },
    });
    expect(new Set(one.raised.map(({ event }) => event.id)).size).toBe(1);
  });

  test('far from a run that is over begin another one by themselves: none belongs to both', () => {
    const one = market().elect(1, 1, 1, 1).pass(4900).elect(4, 1);
    const begun = () => one.raised.filter(({ change }) => change === 'new').map(({ event }) => event);
    expect(begun()).toHaveLength(1);
    one.elect(4, 1, 1);
    expect(begun()).toHaveLength(2);
    expect(new Set(begun().map(({ id }) => id)).size).toBe(2);
    expect(begun()[1]).toMatchObject({ startNs: nsAfter(4900), evidence: { stops: 3 } });
  });

  test('that rest far away belong to a run that goes on', () => {
    const one = market().elect(1, 1, 1, 1).pass(1900);
    const initiator = { side, priceTicks: one.price(1), size: 1, id: 9000 };
    const rested = { kind: CHANGE_ADD, id: 5, side, priceTicks: one.price(40) };
    one.match(handEvent(STOPS_START_MS + one.nowMs, [initiator], [rested]));
    expect(one.raised.map(({ change }) => change)).toEqual(['new', 'update']);
    expect(one.last.evidence).toMatchObject({ stops: 4, contracts: 3, rangeTicks: 39 });
  });

  test.each([
    { ticks: 3, waitMs: 4900, ids: 1 },
    { ticks: -1, waitMs: 4900, ids: 1 },
    { ticks: 4, waitMs: 4900, ids: 2 },
    { ticks: -2, waitMs: 4900, ids: 2 },
    { ticks: 3, waitMs: 5000, ids: 2 },
  ])('continue a quiet run within two ticks and five seconds: at $ticks after $waitMs ms', (row) => {
    const one = market().elect(1, 1, 1, 1).pass(1900).elect(1, 1).pass(row.waitMs);
    expect(outcomes(one)).toEqual(['running', 'running', 'pending']);
    one.elect(row.ticks, 1, 1, 1);
    expect(new Set(one.raised.map(({ event }) => event.id)).size).toBe(row.ids);
    expect(one.last.evidence['outcome']).toBe('running');
  });

  test('take with them what trades in their direction while they run, and nothing after', () => {
    const one = market().elect(1, 1, 1, 1);
    expect(one.last.evidence['stopShare']).toBe(3 / 4);
    one.trade(5, 20).trade(-9, 50, false).pass(2000);
    expect(one.last.evidence).toMatchObject({ outcome: 'pending', rangeTicks: 4, stopShare: 3 / 24 });
    one.trade(30, 100).elect(1, 1);
    expect(one.last.evidence).toMatchObject({ rangeTicks: 4, stopShare: 4 / 26 });
  });

  test('are quiet after two seconds, expired after a minute, and continued after two', () => {
    const one = market().elect(1, 1, 1, 1).mid(3);
    one.pass(1900);
    expect(outcomes(one)).toEqual(['running']);
    one.pass(58_000);
    expect(outcomes(one)).toEqual(['running', 'pending']);
    one.pass(100);
    expect([one.last.status, one.raised.length]).toEqual(['expired', 3]);
    one.pass(60_000);
    expect(one.raised.length).toBe(3);
    one.pass(100);
    expect(one.last).toMatchObject({ status: 'confirmed', updatedNs: nsAfter(0) });
    expect(one.last.evidence).toMatchObject({ outcome: 'continuation', outcomeMs: 120_100 });
    expect(one.judged.resolved.map(({ key, outcome }) => [key, outcome])).toEqual([[one.last.id, false]]);
    one.pass(200_000);
    expect(one.raised.length).toBe(4);
  });

  test('are reversed when price is back for half a minute', () => {
    // Without a level what returns is measured from the first stop.
    const one = market().elect(3, 1, 1, 1).mid(1).pass(30_000);
    expect(outcomes(one)).toEqual(['running', 'pending']);
    one.pass(100);
    expect(one.last).toMatchObject({
      status: 'confirmed',
      evidence: { outcome: 'reversal', outcomeMs: 30_100 },
    });
    expect(one.judged.resolved.map(({ outcome }) => outcome)).toEqual([true]);
    expect(one.last.barriers).toMatchObject({ winTicks: one.price(1), loseTicks: null });
  });

  test('are interrupted by a lost book, and begin again from nothing', () => {
    const one = market().elect(1, 1, 1, 1).elect(1, 1);
    one.detector.onDiscontinuity(0);
    expect(one.last).toMatchObject({
      status: 'expired',
      evidence: { outcome: 'interrupted', outcomeMs: null },
    });
    expect(one.judged.resolved.map(({ outcome }) => outcome)).toEqual([null]);
    one.elect(1, 1, 1);
    expect(one.raised.length).toBe(3);
  });

  test('of the other side are another run', () => {
    const one = market().elect(1, 1, 1, 1);
    const other = side === SIDE_BID ? SIDE_ASK : SIDE_BID;
    const round = { side: other, priceTicks: 1000, size: 1, id: 9000 };
    const stops = [1, 2, 3].map((id) => ({ ...round, id, kind: ROUND_STOP }));
    one.match(handEvent(STOPS_START_MS, [round, ...stops]));
    expect(one.raised.map(({ change, event }) => [change, event.side])).toEqual([
      ['new', word],
      ['new', word === 'bid' ? 'ask' : 'bid'],
    ]);
  });

  test('are counted and reported one election at a time, below a run as well', () => {
    const one = market().elect(1, 2, 5).pass(10_000).elect(2, 1);
    expect(one.raised).toEqual([]);
    expect(one.counters).toMatchObject({ electedStops: 3, stopEvents: 2, stopContracts: 8 });
    expect(one.elections.map(({ stops, contracts, firstTicks }) => [stops, contracts, firstTicks])).toEqual([
      [2, 7, one.price(1)],
      [1, 1, one.price(2)],
    ]);
    expect(one.elections.every((election) => election.side === word)).toBe(true);
  });

  test('that rest without a trade count, those of a single round alone are not looked for', () => {
    const at = { side, priceTicks: 1000, size: 1, id: 9000 };
    const rested = [1, 2, 3].map((id) => ({ kind: CHANGE_ADD, id, side, priceTicks: 1000 }));
    const one = market().match(handEvent(STOPS_START_MS, [at], rested));
    expect(one.last.evidence).toMatchObject({ stops: 3, contracts: 0 });
    const none = market().match(handEvent(STOPS_START_MS, [{ ...at, kind: ROUND_STOP }]));
    expect(none.counters.electedStops).toBe(0);
    expect(market().match(handEvent(STOPS_START_MS, [], rested)).counters.electedStops).toBe(0);
  });

  test('are the less surprising, the more of them this market usually elects', () => {
    const chanceAfter = (stops: number): number => {
      const one = market();
      for (let window = 0; window < 60; window += 1) one.elect(1, ...ones(stops)).pass(10_000);
      one.elect(60, 1, 1, 1);
      const rules = one.last.evidence['rules'] as readonly { name: string; value: string }[];
      return Number(rules.find(({ name }) => name.startsWith('Chance'))?.value);
    };
    const [none, one, two, ten] = [chanceAfter(0), chanceAfter(1), chanceAfter(2), chanceAfter(10)] as const;
    expect(none).toBeLessThan(one);
    expect(one).toBeLessThan(two);
    // A run counts as the most without one: runs do not become what is usual.
    expect(ten).toBe(two);
  });

  test('are judged by a restored memory as by the one that was saved', () => {
    const before = market();
    for (let window = 0; window < 40; window += 1) before.elect(1, 1, 1).pass(5000);
    for (let run = 0; run < 3; run += 1) before.elect(1, 1, 1, 1).pass(130_000);
    const after = market();
    after.detector.restore?.(structuredClone(before.detector.save?.()));
    after.nowMs = before.nowMs;
    after.view.sinceOpenMs = before.view.sinceOpenMs;
    before.raised.length = 0;
    for (const one of [before, after])
      one
        .pass(7000)
        .elect(1, ...ones(7))
        .pass(20_000);
    expect(before.raised.length).toBe(2);
    // Larger than the three before it.
    expect(before.last.severity).toBe('high');
    expect(after.raised).toEqual(before.raised);
    expect(after.detector.save?.()).toEqual(before.detector.save?.());
  });
});

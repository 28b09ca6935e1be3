/** What an episode of stops adds up, and how its event puts that into words and rules. */
import { NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_JUDGEMENT } from '#calibration/judge.ts';
import { SURE } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import type { Election } from './stop-election.ts';
import { type OpenedOn, StopEpisode } from './stop-episode.ts';
import { stopRunEvent, stopRunId } from './stop-event.ts';
import type { ReferenceLevel } from './stop-levels.ts';

const T = 1_703_602_800_000;
const OPENED: OpenedOn = {
  ...{
    stops: 4,
    neededStops: 3,
    contracts: 20,
    neededContracts: 10,
    tailProbability: 1e-4,
    neededProbability: 1e-3,
  },
  ...{ baselineWarm: true, thinning: 0.5, sigma1Ticks: 2 },
};

/** Four stops of 20 contracts from 1002 to 1006, so long after the first. */
const election = (ms: number, parts: Partial<Election> = {}): Election => ({
  ...{ timeNs: BigInt(T + ms) * NS_PER_MS, timeMs: T + ms, stops: 4, contracts: 20, sameSideContracts: 40 },
  ...{ lowTicks: 1002, highTicks: 1006, firstTicks: 1003, beforeTicks: 1000, levelsSwept: 3, orders: [] },
  ...{ degraded: false, ...parts },
});

const levelAt = (
  priceTicks: number,
  kind = 'swing high',
  roundTicks: number | null = null,
): ReferenceLevel => ({
  ...{ kind, priceTicks, sinceMs: T - 60_000, roundTicks },
});

function runOf(
  parts: {
    side?: number;
    level?: ReferenceLevel | null;
    opened?: Partial<OpenedOn>;
    first?: Partial<Election>;
  } = {},
) {
  const { side = SIDE_BID, level = null, opened = {}, first = {} } = parts;
  const start = election(0, first);
  const run = new StopEpisode(start, side, level, { ...OPENED, ...opened }, start.timeNs);
  run.add(start);
  return run;
}
const shown = (run: StopEpisode, percentile = 0, gapRate = 0) =>
  stopRunEvent(run, plainView({ gapRate }), percentile);

describe('an episode', () => {
  test('adds up stops and contracts, and spans all of their prices', () => {
    const parts = fc.record({
      stops: fc.integer({ min: 1, max: 9 }),
      contracts: fc.integer({ min: 0, max: 50 }),
      low: fc.integer({ min: 980, max: 1020 }),
      range: fc.nat({ max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (all) => {
        const run = runOf();
        const elections = all.map(({ stops, contracts, low, range }, n) =>
          election(n + 1, { stops, contracts, lowTicks: low, highTicks: low + range }),
        );
        for (const one of elections) run.add(one);
        const every = [election(0), ...elections];
        expect(run.stops).toBe(every.reduce((sum, one) => sum + one.stops, 0));
        expect(run.contracts).toBe(every.reduce((sum, one) => sum + one.contracts, 0));
        expect(run.lowTicks).toBe(Math.min(...every.map(({ lowTicks }) => lowTicks)));
        expect(run.highTicks).toBe(Math.max(...every.map(({ highTicks }) => highTicks)));
        expect([run.startMs, run.lastMs]).toEqual([T, T + all.length]);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    [SIDE_BID, levelAt(1001), 1001, 5],
    [SIDE_BID, null, 1003, 3],
    [SIDE_ASK, levelAt(1009), 1009, 7],
    [SIDE_ASK, null, 1003, 1],
  ])(
    'of side %i beyond a level is measured from it, else from its first stop',
    (side, level, anchor, beyond) => {
      const run = runOf({ side, level });
      expect([run.anchorTicks, run.overshootTicks, run.rangeTicks]).toEqual([anchor, beyond, 4]);
    },
  );

  test('keeps 128 elections as evidence and counts the others', () => {
    const run = runOf();
    for (let n = 1; n < 200; n += 1) run.add(election(n));
    expect(run.elections.length).toBe(128);
    expect([run.stops, run.lastMs]).toEqual([800, T + 199]);
    expect(shown(run).evidence['elections']).toHaveLength(128);
  });

  test('is no longer expired when a further stop is elected, and as degraded as the newest', () => {
    const run = runOf({ first: { degraded: true } });
    run.expired = true;
    expect(shown(run)).toMatchObject({ status: 'expired', degraded: true });
    run.add(election(5, { levelsSwept: 1 }));
    expect(shown(run)).toMatchObject({ status: 'open', degraded: false, evidence: { levelsSwept: 3 } });
  });
});

describe('the event', () => {
  test.each([
    ['running', false, 'open'],
    ['pending', false, 'open'],
    ['pending', true, 'expired'],
    ['reversal', true, 'confirmed'],
    ['continuation', true, 'confirmed'],
    ['interrupted', false, 'expired'],
  ] as const)('of a run that is %s, its window over: %s, is %s', (outcome, expired, status) => {
    const run = Object.assign(runOf(), { outcome, expired });
    expect(shown(run)).toMatchObject({ status, evidence: { outcome } });
  });

  test.each([
    ['4 buy stops elected from 250.50 to 251.50, 20 traded', {}],
    ['4 sell stops elected from 251.50 to 250.50, 20 traded', { side: SIDE_ASK }],
    ['1 buy stop elected at 250.50, 1,000 traded', { first: { stops: 1, contracts: 1000, highTicks: 1002 } }],
    [
      '4 buy stops elected from 250.50 to 251.50, 20 traded, beyond the swing high 250.25',
      { level: levelAt(1001) },
    ],
    [
      '4 buy stops elected from 250.50 to 251.50, 20 traded, beyond the round number 250.00',
      { level: levelAt(1000, 'round number', 25) },
    ],
    // Lesser round numbers are evidence, but no news
    ['4 buy stops elected from 250.50 to 251.50, 20 traded', { level: levelAt(1000, 'round number', 10) }],
  ])('says: %s', (description, parts) => {
    const event = shown(runOf(parts));
    expect(event.description).toBe(description);
    expect(event.evidence['atLevel']).toBe('level' in parts);
  });

  test.each([
    { opened: {}, met: [true, true, true] },
    { opened: { stops: 2 }, met: [false, true, true] },
    { opened: { contracts: 9 }, met: [true, false, true] },
    { opened: { tailProbability: 1e-3 }, met: [true, true, false, true] },
  ])('marks which rule held where $opened', ({ opened, met }) => {
    const run = runOf({ opened });
    run.forecast = { levelDriven: SURE, reversal: SURE };
    const rules = shown(run).evidence['rules'] as readonly { needed: string; met: boolean }[];
    expect(rules.map((one) => one.met)).toEqual(met);
    // Only what is no improbable burst rests on the model of a level.
    expect(rules[2]?.needed).toBe(met.length === 3 ? 'below 0.001' : 'below 0.001, or');
  });

  test.each([
    [0.6, 'level_driven'],
    [0.59, 'burst'],
  ])('of a run that a level drove with %d is %s', (confidence, sub) => {
    const run = runOf();
    expect(shown(run).sub).toBe('burst');
    run.forecast = { levelDriven: { ...SURE, confidence }, reversal: UNKNOWN_JUDGEMENT };
    expect(shown(run)).toMatchObject({ sub, evidence: { levelDriven: { p: confidence }, pReversal: null } });
  });

  test('is exact but for the gaps of the feed, and ranks by them and by its size', () => {
    expect(shown(runOf(), 0.95)).toMatchObject({
      exact: true,
      confidence: 1,
      severity: 'critical',
      score: null,
    });
    expect(shown(runOf(), 0.95, 0.15)).toMatchObject({
      confidence: 0.85,
      confidenceLow: 0.85,
      severity: 'high',
    });
    expect(shown(runOf(), 0, 0.45).severity).toBe('low');
  });

  test('measures its speed against volatility, of a tenth of a second at least', () => {
    const run = runOf();
    // Four ticks at two ticks a root of a second.
    expect(shown(run).evidence['speed']).toBeCloseTo(2 / Math.sqrt(0.1), 12);
    run.add(election(4000));
    expect(shown(run).evidence).toMatchObject({ speed: 1, durationMs: 4000 });
  });

  test('has a share of stops only where anything traded, and a height where it has one', () => {
    const run = runOf({ first: { highTicks: 1002 } });
    expect(shown(run)).toMatchObject({ zoneHeightTicks: null, evidence: { stopShare: null } });
    run.sameSideContracts = 80;
    run.reach(1002, 1005);
    expect(shown(run)).toMatchObject({ zoneHeightTicks: 3, evidence: { stopShare: 0.25 } });
  });

  test('declares what would be a reversal: two ticks inside of where it is measured from', () => {
    const barriers = { loseTicks: null, withinMs: 120_000, stayMs: 30_000 };
    expect(shown(runOf({ level: levelAt(1001) })).barriers).toEqual({ ...barriers, winTicks: 999 });
    expect(shown(runOf({ side: SIDE_ASK })).barriers).toEqual({ ...barriers, winTicks: 1005 });
  });

  test('keeps its id while the run grows; another first stop or side is another run', () => {
    const view = plainView({});
    const run = runOf();
    const first = stopRunId(run, view);
    run.add(election(900, { lowTicks: 1010, highTicks: 1015 }));
    run.outcome = 'reversal';
    expect(shown(run)).toMatchObject({ id: first, priceTicks: 1003, priceHighTicks: 1015 });
    for (const parts of [{ side: SIDE_ASK }, { first: { firstTicks: 1004 } }, { first: { timeNs: 1n } }])
      expect(stopRunId(runOf(parts), view)).not.toBe(first);
  });
});

/** What a hidden order shows in the feed of each tier, how signs are predicted, and the pattern that a programme becomes. */
import { CHANGE_ADD, type MatchEvent, NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HandChange, handEvent } from '#testing/hand-event.ts';
import { SURE } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import type { HiddenFamily } from './institutional-families.ts';
import { SignFlow } from './institutional-flow.ts';
import { PassiveFlow } from './institutional-passive.ts';
import { nsAt, Programme, programmePattern, type RaisedProgramme } from './institutional-programme.ts';

const PRICE = 1000;

interface HandFill {
  readonly id: number;
  readonly size: number;
  /** Shown before and after. */
  readonly before: number;
  readonly after: number;
  readonly side?: number;
  /** Where the order rests afterwards. */
  readonly at?: number;
}

/** An event with fills of single orders. */
function fillEvent(
  timeMs: number,
  fills: readonly HandFill[],
  changes: readonly HandChange[] = [],
): MatchEvent {
  const column = (of: (fill: HandFill) => number): Int32Array => Int32Array.from(fills, of);
  return {
    ...handEvent(timeMs, [], changes),
    fills: {
      count: fills.length,
      side: column(({ side = SIDE_ASK }) => side),
      size: column(({ size }) => size),
      priceTicks: column(() => PRICE),
      priceAfterTicks: column(({ at = PRICE, after }) => (after === 0 ? NO_PRICE : at)),
      displayedBefore: column(({ before }) => before),
      displayedAfter: column(({ after }) => after),
      orderHi: column(() => 0),
      orderLo: column(({ id }) => id),
    },
  } as unknown as MatchEvent;
}

interface Watch {
  readonly flow: PassiveFlow;
  readonly related: (readonly [side: number, members: number])[];
}

function watch(): Watch {
  const related: Watch['related'] = [];
  return { flow: new PassiveFlow((side, { members }) => related.push([side, members])), related };
}

const membersOf = (flow: PassiveFlow, side: number): HiddenFamily[] =>
  flow.familiesOf(side).families.filter(({ members }) => members > 0);

describe('fills of single orders', () => {
  test('show a hidden tranche where more rests afterwards than was left', () => {
    const { flow } = watch();
    flow.readFills(fillEvent(1000, [{ id: 7, size: 6, before: 6, after: 6 }]));
    expect(membersOf(flow, SIDE_ASK)).toMatchObject([{ shown: 6, contracts: 6, newest: 7 }]);
    expect(membersOf(flow, SIDE_BID)).toEqual([]);
  });

  test('show nothing hidden where the rest is left, where the order has moved, or where it was not seen before', () => {
    const { flow } = watch();
    flow.readFills(
      fillEvent(1000, [
        { id: 7, size: 2, before: 6, after: 4 },
        { id: 8, size: 6, before: 6, after: 6, at: PRICE + 1 },
        { id: 9, size: 6, before: -1, after: 6 },
      ]),
    );
    expect(membersOf(flow, SIDE_ASK)).toEqual([]);
  });

  test('join two orders of which the second was placed after the first was filled away', () => {
    const { flow, related } = watch();
    flow.readOrders(fillEvent(1000, [], [{ kind: CHANGE_ADD, id: 7, side: SIDE_ASK, priceTicks: PRICE }]));
    flow.readFills(fillEvent(2000, [{ id: 7, size: 6, before: 6, after: 6 }]));
    flow.readFills(fillEvent(3000, [{ id: 7, size: 6, before: 6, after: 0 }]));
    flow.readOrders(fillEvent(20_000, [], [{ kind: CHANGE_ADD, id: 9, side: SIDE_ASK, priceTicks: PRICE }]));
    flow.readFills(fillEvent(25_000, [{ id: 9, size: 6, before: 6, after: 6 }]));
    expect(related).toEqual([[SIDE_ASK, 2]]);
  });

  test('of a lost book are forgotten', () => {
    const { flow, related } = watch();
    flow.readLevels(
      handEvent(1000, [], [], [{ side: SIDE_BID, priceTicks: 9, before: 5, traded: 5, after: 5 }]),
    );
    flow.clear();
    flow.readLevels(
      handEvent(9000, [], [], [{ side: SIDE_BID, priceTicks: 8, before: 5, traded: 5, after: 5 }]),
    );
    expect(related).toEqual([]);
  });
});

describe('levels that trades and changes reach together', () => {
  const level = (
    timeMs: number,
    before: number,
    traded: number,
    after: number,
    priceTicks = PRICE,
  ): MatchEvent => handEvent(timeMs, [], [], [{ side: SIDE_BID, priceTicks, before, traded, after }]);

  test('show a hidden tranche of what rests beyond what they can hold', () => {
    const { flow } = watch();
    flow.readLevels(level(1000, 10, 8, 7));
    expect(membersOf(flow, SIDE_BID)).toMatchObject([{ shown: 5, newest: PRICE }]);
  });

  test('show none where exactly the rest is left, or where nothing rested before', () => {
    const { flow } = watch();
    flow.readLevels(level(1000, 10, 8, 2));
    flow.readLevels(level(2000, 0, 0, 9));
    expect(membersOf(flow, SIDE_BID)).toEqual([]);
  });

  test('join orders at two prices that show alike', () => {
    const { flow, related } = watch();
    flow.readLevels(level(1000, 10, 10, 5));
    flow.readLevels(level(20_000, 10, 10, 5, PRICE - 1));
    expect(related).toEqual([[SIDE_BID, 2]]);
  });
});

test('contracts traded are counted over all levels', () => {
  const { flow } = watch();
  const side = SIDE_BID;
  flow.readTrades(
    handEvent(
      1,
      [],
      [],
      [
        { side, priceTicks: 10, before: 9, traded: 4, after: 5 },
        { side, priceTicks: 9, before: 9, traded: 3, after: 6 },
      ],
    ),
  );
  expect(flow.traded).toBe(7);
});

describe('signs of aggressors', () => {
  test('are no evidence before any came, and the first counts whole', () => {
    const flow = new SignFlow();
    expect([flow.fast, flow.slow]).toEqual([0, 0]);
    flow.add(1);
    // One residual of 1 over the root of its square and one more.
    expect(flow.fast).toBeCloseTo(1 / Math.sqrt(2), 9);
    expect(flow.slow).toBeCloseTo(1 / Math.sqrt(2), 9);
  });

  test('of buyers and of sellers mirror each other', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(-1, 1, 0), { maxLength: 200 }), (story) => {
        const [flow, mirrored] = [new SignFlow(), new SignFlow()];
        for (const sign of story) {
          for (const [one, way] of [
            [flow, 1],
            [mirrored, -1],
          ] as const)
            if (sign === 0) one.everySecond();
            else one.add(sign * way);
        }
        expect(flow.fast).toBeCloseTo(-mirrored.fast, 9);
        expect(flow.slow).toBeCloseTo(-mirrored.slow, 9);
      }),
    );
  });

  test('fade with time, those of two and a half minutes before those of ten', () => {
    const flow = new SignFlow();
    for (let n = 0; n < 60; n += 1) flow.add(1);
    const before = flow.slow;
    for (let second = 0; second < 300; second += 1) flow.everySecond();
    expect(flow.slow).toBeLessThan(before);
    expect(flow.fast).toBeLessThan(0.7 * flow.slow);
    expect(flow.fast).toBeGreaterThan(0);
  });
});

describe('a programme', () => {
  function raised(side: number, part: Partial<Programme> = {}): RaisedProgramme {
    const programme = Object.assign(new Programme(side, 'hidden'), { startLo: 5 });
    programme.begin(0, PRICE, 400);
    programme.reach(PRICE + 3);
    programme.reach(PRICE - 2);
    Object.assign(programme, { executed: 1200 }, part);
    return {
      programme,
      id: 'one',
      detectedNs: 7n,
      priceTicks: PRICE + 1,
      degraded: false,
      judgement: SURE,
      emittedMs: 0,
      emittedConfidence: 0.8,
      updatedNs: 60_000_000_000n,
      status: 'open',
      streams: {
        hiddenOrders: 3,
        shown: 12,
        hiddenNats: 4,
        clipSize: 0,
        clipEvidence: 1,
        volumeShare: 0.254,
      },
    };
  }

  test('begins anew in a slot that was used, at one price', () => {
    const { programme } = raised(SIDE_BID);
    programme.begin(90_000, 2000, 900);
    expect(programme).toMatchObject({
      isOpen: true,
      startMs: 90_000,
      supportMs: 90_000,
      lowTicks: 2000,
      highTicks: 2000,
      executed: 0,
      tradedAtStart: 900,
      lookMs: Number.NEGATIVE_INFINITY,
    });
  });

  test.each([
    [SIDE_BID, 'bid', 'up', 'buying'],
    [SIDE_ASK, 'ask', 'down', 'selling'],
  ] as const)('of side %i is a pattern of the %s that points %s', (side, word, direction, verb) => {
    const pattern = programmePattern(raised(side), plainView({}), 240_000, 0.8);
    expect(pattern).toMatchObject({
      side: word,
      direction,
      size: 1200,
      levels: [{ label: 'worked', lowTicks: PRICE - 2, highTicks: PRICE + 3 }],
      confidence: 0.8,
      severity: 'high',
      updatedNs: 60_000_000_000n,
      expiresNs: 180_000_000_000n,
    });
    expect(pattern.description).toBe(
      `Institution-sized ${verb} programme since 4 min from 250.00, about 1,200 executed, 25% of the volume`,
    );
    expect(pattern.evidence).toMatchObject({ perMinute: 300, minutes: 4, hiddenOrders: 3 });
  });

  test('names the rules that it met and those that it did not', () => {
    const { evidence } = programmePattern(raised(SIDE_BID), plainView({}), 240_000, 0);
    expect(evidence['rules']).toEqual([
      {
        name: 'Hidden orders that show 12 follow one another',
        value: '3',
        needed: '2 or more; by chance once in 55',
        met: true,
      },
      {
        name: 'Clips beyond the usual mix',
        value: '1.0',
        needed: 'usually above 4 deviations',
        met: false,
      },
    ]);
  });

  test('that has only just begun counts as ten seconds old', () => {
    const { evidence, description } = programmePattern(raised(SIDE_BID), plainView({}), 1, 0);
    expect(evidence['perMinute']).toBe(7200);
    expect(description).toContain('since 1 min');
  });
});

test('an instant of the last event is exact to the nanosecond, any other one to the millisecond', () => {
  const last = { timeMs: 1000.5, hi: 1, lo: 9 };
  expect(nsAt(1000.5, last)).toBe(2n ** 32n + 9n);
  expect(nsAt(2000.4, last)).toBe(2_000_000_000n);
});

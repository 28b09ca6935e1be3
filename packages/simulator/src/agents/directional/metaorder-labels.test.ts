import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OwnOrder, Truth } from '#agents/frame/agent-group.ts';
import { ClipLedger } from '#agents/frame/clip-ledger.ts';
import type { Label } from '#ground-truth/labels.ts';
import { randomStream } from '#random/random.ts';
import { AgentMarket } from '#testing/agent-market.ts';
import {
  type ChildWriter,
  executedBy,
  flushSlices,
  judgeProgramme,
  labelIcebergChild,
  type Programme,
} from './metaorder-labels.ts';

let nextId = 1;

function order(given: Partial<OwnOrder> = {}): OwnOrder {
  const size = given.size ?? 10;
  return {
    slot: 0,
    orderId: nextId++,
    side: SIDE_BID,
    size,
    display: 0,
    entryNs: 0,
    priceTicks: 100,
    lowTicks: 100,
    highTicks: 100,
    filled: size,
    lastFillNs: 0,
    refills: 0,
    firstRefillNs: -1,
    done: true,
    ...given,
  };
}

/** A programme of a hundred seconds that took a tenth of a market of a thousand contracts. */
function programme(given: Partial<Programme> = {}): Programme {
  return {
    serial: 4,
    random: randomStream(1, 'programme', 0),
    beganNs: 0,
    orders: [],
    turn: 1,
    side: SIDE_BID,
    tactic: 'clips',
    schedule: 'pov',
    share: 0.12345,
    plannedNs: 100 * SECOND_NS,
    gapNs: SECOND_NS,
    isRegular: true,
    isConstant: true,
    latencyNs: 2 * MS_NS,
    clip: 5,
    total: 100,
    display: 4,
    startNs: 100 * SECOND_NS,
    volumeBefore: 500,
    volumeAtLast: 1500,
    taken: 100,
    finished: 0,
    takerIds: ['900', '901'],
    clips: new ClipLedger(),
    crowdBefore: new ClipLedger(),
    crowdAtLast: new ClipLedger(),
    current: null,
    slices: [],
    children: 20,
    tenthNs: 150 * SECOND_NS,
    lastNs: 200 * SECOND_NS,
    lowTicks: 98,
    highTicks: 104,
    refills: 0,
    firstRefillNs: -1,
    icebergs: 0,
    shownIcebergs: 0,
    campaigns: 0,
    ...given,
  };
}

function writer(): { written: Truth[]; to: ChildWriter } {
  const written: Truth[] = [];
  return { written, to: { parent: 'metaorder-1-4', write: (truth) => written.push(truth) } };
}

function judged(given: Partial<Programme>, end: 'completed' | 'cancelled' | 'open' = 'completed'): Label {
  const { market, labels } = new AgentMarket(1, { empty: true });
  judgeProgramme(market, programme(given), end);
  return labels[0]!;
}

test('what a programme executed is what it took, what its finished children did, and what its present one has', () => {
  expect(executedBy(programme({ taken: 7, finished: 11 }))).toBe(18);
  expect(executedBy(programme({ taken: 7, finished: 11, current: order({ size: 20, filled: 5 }) }))).toBe(23);
});

describe('an iceberg of a programme', () => {
  test('is exact from its first refill, none without one, and bears the name of its parent', () => {
    const { written, to } = writer();
    const shown = programme({ tactic: 'native', refills: 3, firstRefillNs: 77 });
    const child = order({ size: 40, entryNs: 50 });
    labelIcebergChild(shown, child, 'completed', to);
    labelIcebergChild(programme({ tactic: 'native' }), order({ size: 40 }), 'cancelled', to);
    expect(written[0]).toMatchObject({
      sub: 'native',
      side: SIDE_BID,
      fromNs: 50,
      evidentNs: 77,
      orders: [child],
      params: { display: 4, total: 40, refills: 3, end: 'completed', parent: 'metaorder-1-4' },
      observability: 'exact',
      success: true,
      suffix: 'iceberg-1',
    });
    expect(written[1]).toMatchObject({ evidentNs: null, observability: 'none', success: false });
    labelIcebergChild(shown, order({ size: 40 }), 'open', to);
    expect(written[2]).toMatchObject({ success: null, suffix: 'iceberg-2' });
  });

  test('that hides nothing is none', () => {
    const { written, to } = writer();
    for (const size of [1, 3, 4]) labelIcebergChild(programme(), order({ size }), 'completed', to);
    expect(written).toEqual([]);
    labelIcebergChild(programme(), order({ size: 5 }), 'completed', to);
    expect(written).toHaveLength(1);
  });
});

describe('a run of slices', () => {
  const slicesOf = (count: number, size: number): OwnOrder[] =>
    Array.from({ length: count }, (_, at) => order({ size, entryNs: 10 * at }));

  test.each([
    [2, 10, 'none', null],
    [3, 10, 'weak', 20],
    [4, 4, 'strong', 30],
    [4, 3, 'weak', 30],
    [9, 10, 'strong', 30],
  ] as const)('of %i slices of %i contracts is %s', (count, size, observability, evidentNs) => {
    const { written, to } = writer();
    const slices = slicesOf(count, size);
    flushSlices(programme({ tactic: 'synthetic', slices }), to);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({
      sub: 'synthetic',
      observability,
      evidentNs,
      fromNs: 0,
      orders: slices,
      params: { slice: size, slices: count, latencyMs: 2, parent: 'metaorder-1-4' },
      suffix: 'slices-1',
    });
  });

  test('of fewer than two is none, and what was labelled once is not again', () => {
    const { written, to } = writer();
    const one = programme({ tactic: 'synthetic', slices: slicesOf(1, 10) });
    flushSlices(one, to);
    expect(written).toEqual([]);
    one.slices = slicesOf(3, 10);
    flushSlices(one, to);
    flushSlices(one, to);
    expect(written).toHaveLength(1);
  });

  test('does not include the slice that still rests, which begins the next run', () => {
    const { written, to } = writer();
    const slices = slicesOf(4, 10);
    const current = slices[3]!;
    const one = programme({ tactic: 'synthetic', slices, current });
    flushSlices(one, to);
    expect(written[0]?.orders).toEqual(slices.slice(0, 3));
    expect(one.slices).toEqual([current]);
  });
});

describe('a programme', () => {
  test('is labelled from its first order to its last execution, with its share of what traded meanwhile', () => {
    const { market, labels } = new AgentMarket(1, { empty: true });
    const orders = [order({ filled: 30 }), order({ filled: 0 })];
    judgeProgramme(market, programme({ orders, taken: 50, finished: 30 }), 'completed');
    const atNs = (seconds: number): bigint => market.exchangeNs(seconds * SECOND_NS);
    expect(labels[0]).toMatchObject({
      id: `metaorder-${market.instrumentId}-4`,
      type: 'institutional',
      sub: 'clips',
      side: 'bid',
      t0Ns: atNs(100),
      t1Ns: atNs(200),
      tEvidentNs: atNs(150),
      priceLowTicks: 98,
      priceHighTicks: 104,
      qty: 80,
      orderIds: [...orders.map(({ orderId }) => String(orderId)), '900', '901'],
      params: { share: 0.08, plannedShare: 0.123, total: 100, children: 20, minutes: 1.7, end: 'completed' },
      success: true,
    });
  });

  test('is evident at its tenth execution, but not before a fifth of its time has passed', () => {
    const { market } = new AgentMarket(1, { empty: true });
    const evident = (tenthS: number): bigint | null => judged({ tenthNs: tenthS * SECOND_NS }).tEvidentNs;
    expect(evident(150)).toBe(market.exchangeNs(150 * SECOND_NS));
    expect(evident(105)).toBe(market.exchangeNs(120 * SECOND_NS));
    expect(evident(120)).toBe(market.exchangeNs(120 * SECOND_NS));
  });

  test.each([
    ['nine executions', { children: 9, tenthNs: -1 }, 'none'],
    ['less than a fiftieth of the volume', { taken: 19 }, 'none'],
    ['a fiftieth of the volume', { taken: 20 }, 'weak'],
    ['a twentieth by clips like those of the crowd', { taken: 50 }, 'weak'],
    [
      'a twentieth by icebergs of which one refilled',
      { taken: 50, tactic: 'native', shownIcebergs: 1 },
      'weak',
    ],
    [
      'a twentieth by icebergs of which two refilled',
      { taken: 50, tactic: 'native', shownIcebergs: 2 },
      'strong',
    ],
    ['less than a twentieth by many icebergs', { taken: 49, tactic: 'native', shownIcebergs: 5 }, 'weak'],
    [
      'four slices of four contracts',
      { tactic: 'synthetic', orders: [4, 4, 4, 4].map((size) => order({ size })) },
      'strong',
    ],
    [
      'four slices of three contracts',
      { tactic: 'synthetic', orders: [3, 3, 3, 3].map((size) => order({ size })) },
      'weak',
    ],
    [
      'slices of which three traded',
      {
        tactic: 'synthetic',
        orders: [9, 9, 9, 9].map((size, at) => order({ size, filled: at === 0 ? 0 : size })),
      },
      'weak',
    ],
  ] as const)('with %s', (_, given, observability) => {
    const label = judged(given as Partial<Programme>);
    expect(label.observability).toBe(observability);
    expect(label.tEvidentNs === null).toBe(observability === 'none');
  });

  test('of clips is strong when they carry more information than chance shows in an hour', () => {
    const clips = new ClipLedger();
    const after = new ClipLedger();
    for (let n = 0; n < 20; n++) {
      clips.add(SIDE_BID, 40);
      after.add(SIDE_BID, 40);
    }
    const alone = judged({ clips, crowdAtLast: after });
    expect(alone.observability).toBe('strong');
    expect(Number(alone.params['clipNats'])).toBeGreaterThan(10);
    for (let n = 0; n < 400; n++) for (const side of [SIDE_BID, SIDE_ASK]) after.add(side, 40);
    expect(judged({ clips, crowdAtLast: after }).observability).toBe('weak');
  });

  test('succeeds when it was completed; the end of the session decides nothing', () => {
    expect((['completed', 'cancelled', 'open'] as const).map((end) => judged({}, end).success)).toEqual([
      true,
      false,
      null,
    ]);
  });

  test('is never evident outside its time, whatever it did', () => {
    fc.assert(
      fc.property(
        fc.record({
          fromS: fc.nat(1000),
          lengthS: fc.integer({ min: 1, max: 5000 }),
          part: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        fc.nat(40),
        ({ fromS, lengthS, part }, children) => {
          const startNs = fromS * SECOND_NS;
          const lastNs = startNs + lengthS * SECOND_NS;
          const tenthNs = children < 10 ? -1 : Math.round(startNs + part * (lastNs - startNs));
          const { t0Ns, t1Ns, tEvidentNs } = judged({ startNs, lastNs, tenthNs, children });
          expect(tEvidentNs === null).toBe(children < 10);
          if (tEvidentNs === null) return;
          expect(tEvidentNs).toBeGreaterThanOrEqual(t0Ns + (t1Ns - t0Ns) / 5n);
          expect(tEvidentNs).toBeLessThanOrEqual(t1Ns);
        },
      ),
      { numRuns: 30 },
    );
  });
});

/** What the refills of one order decode to, what is kept of them, and the event that is made of it. */
import { NS_PER_MS, orderIdString, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { plainView } from '#testing/plain-view.ts';
import { icebergEvent } from './iceberg-event.ts';
import { IcebergOrder, icebergAt, type RaisedOn, type Refill } from './iceberg-order.ts';

const PRICE = 19_000;
const T = 1_703_602_800_000;
const nsAfter = (ms: number): bigint => BigInt(T + ms) * NS_PER_MS;

const refillOf = (hidden: number, shownAfter: number, atMs = 0): Refill => ({
  timeNs: String(nsAfter(atMs)),
  priceTicks: PRICE,
  filled: hidden,
  hidden,
  shownBefore: shownAfter,
  shownAfter,
});

/** An iceberg that is an order, or a level of a feed without orders. */
function icebergOf(refills: readonly (readonly [hidden: number, shownAfter: number])[], isOrder = true) {
  const iceberg = icebergAt(handEvent(T, []), {
    side: SIDE_BID,
    priceTicks: PRICE,
    keyHi: 0,
    keyLo: 500,
    isOrder,
  });
  for (const [hidden, shownAfter] of refills) iceberg.addHidden(refillOf(hidden, shownAfter));
  return iceberg;
}

describe('what refills decode to', () => {
  test.each([
    { hidden: [31], shown: [29], displaySize: 31, displayExact: true, tranches: 1 },
    { hidden: [12], shown: [4], displaySize: 12, displayExact: true, tranches: 1 },
    // The second refill reveals that the first was three tranches
    { hidden: [12, 4], shown: [4, 4], displaySize: 4, displayExact: true, tranches: 4 },
    { hidden: [6, 9], shown: [3, 3], displaySize: 3, displayExact: true, tranches: 5 },
    { hidden: [1, 1, 1], shown: [1, 1, 1], displaySize: 1, displayExact: true, tranches: 3 },
    // 4 and 6 share only 2, yet 6 were displayed at once: no display size explains both
    { hidden: [4, 6], shown: [4, 6], displaySize: 6, displayExact: false, tranches: 2 },
    { hidden: [5], shown: [8], displaySize: 8, displayExact: false, tranches: 1 },
    { hidden: [24, 8, 8], shown: [8, 8, 2], displaySize: 8, displayExact: true, tranches: 5 },
  ])('$hidden, shown $shown, is $displaySize contracts $tranches times', ({ hidden, shown, ...decoded }) => {
    expect(icebergOf(hidden.map((size, at) => [size, shown[at]!]))).toMatchObject(decoded);
  });

  test('a level may show other orders too, so what it shows bounds no display size', () => {
    expect(icebergOf([[4, 20]], false)).toMatchObject({ displaySize: 4, displayExact: true, orderId: null });
    expect(icebergOf([[4, 20]])).toMatchObject({ displaySize: 20, displayExact: false, orderId: '500' });
  });

  test('the display size is the largest that divides every hidden quantity', () => {
    const cases = fc.record({
      display: fc.integer({ min: 1, max: 40 }),
      tranches: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(cases, ({ display, tranches }) => {
        const hidden = tranches.map((count) => count * display);
        const iceberg = icebergOf(hidden.map((size) => [size, 1] as const));
        let largest = Math.min(...hidden);
        while (hidden.some((size) => size % largest !== 0)) largest -= 1;
        expect(iceberg.displaySize).toBe(largest);
        expect(iceberg.displaySize % display).toBe(0);
        expect(iceberg.tranches * largest).toBe(hidden.reduce((sum, size) => sum + size, 0));
        expect(iceberg.hiddenSeen).toBe(iceberg.tranches * largest);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    { known: [], hidden: 7, fits: true },
    { known: [12], hidden: 12, fits: true },
    { known: [12], hidden: 9, fits: true },
    { known: [12], hidden: 7, fits: false },
    { known: [12, 9], hidden: 8, fits: false },
    { known: [12, 9], hidden: 30, fits: true },
    // An order of single contracts explains everything
    { known: [12, 7], hidden: 5, fits: true },
  ])('after $known a hidden quantity of $hidden fits: $fits', ({ known, hidden, fits }) => {
    expect(icebergOf(known.map((size) => [size, 1] as const)).fits(hidden)).toBe(fits);
  });
});

describe('what is kept', () => {
  test('of very many refills the first 256 are evidence, and all are counted', () => {
    const iceberg = icebergOf([]);
    for (let n = 0; n < 300; n += 1) iceberg.addHidden(refillOf(3, 3, n));
    expect(iceberg.refills.length).toBe(256);
    expect(iceberg.refills.at(-1)?.timeNs).toBe(String(nsAfter(255)));
    expect(iceberg).toMatchObject({ refillEvents: 300, hiddenSeen: 900, tranches: 300 });
  });

  test('of very many prices the first 32 are shown, and the newest is where it is', () => {
    const iceberg = icebergOf([]);
    for (let n = 1; n <= 40; n += 1) iceberg.moveTo(PRICE + n, nsAfter(n));
    expect(iceberg.priceTicks).toBe(PRICE + 40);
    expect(iceberg.pricePath.length).toBe(32);
    expect(iceberg.pricePath[0]).toEqual({ timeNs: String(nsAfter(0)), priceTicks: PRICE });
    expect(iceberg.pricePath.at(-1)).toEqual({ timeNs: String(nsAfter(31)), priceTicks: PRICE + 31 });
    expect(iceberg.startPriceTicks).toBe(PRICE);
  });

  test('an order id is the decimal number of both halves of its key', () => {
    const found = { side: SIDE_ASK, priceTicks: PRICE, isOrder: true };
    const large = icebergAt(handEvent(T, []), { ...found, keyHi: 1, keyLo: -1 });
    expect(large.orderId).toBe(String(2n ** 33n - 1n));
    expect(large.orderId).toBe(orderIdString(1, -1));
    expect(large).toMatchObject({ side: SIDE_ASK, startNs: nsAfter(0), outcome: 'working' });
  });

  test('what is restored continues as if it had never been saved', () => {
    const quantities = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(quantities, quantities, (before, after) => {
        const iceberg = icebergOf(before);
        iceberg.executed = 17;
        iceberg.moveTo(PRICE - 1, nsAfter(5));
        const restored = IcebergOrder.restored(structuredClone(iceberg.save()));
        for (const [hidden, shownAfter] of after) {
          iceberg.addHidden(refillOf(hidden, shownAfter));
          restored.addHidden(refillOf(hidden, shownAfter));
        }
        expect(restored.save()).toEqual(iceberg.save());
        expect(restored.displaySize).toBe(iceberg.displaySize);
        expect(restored.displayExact).toBe(iceberg.displayExact);
      }),
      { numRuns: 40 },
    );
  });

  test('a saved copy does not change with the iceberg', () => {
    const iceberg = icebergOf([[4, 4]]);
    const saved = iceberg.save();
    iceberg.addHidden(refillOf(4, 4));
    iceberg.moveTo(PRICE + 3, nsAfter(9));
    expect(saved.refills.length).toBe(1);
    expect(saved.pricePath.length).toBe(1);
    const restored = IcebergOrder.restored(saved);
    restored.addHidden(refillOf(6, 4));
    expect(saved.refills.length).toBe(1);
    expect(iceberg.displaySize).toBe(4);
  });
});

describe('the event', () => {
  const RAISED: RaisedOn = { contracts: 20, neededContracts: 5, tranches: 1, neededTranches: 3 };

  const eventOf = (iceberg: IcebergOrder, raised: RaisedOn = RAISED) =>
    icebergEvent(iceberg, plainView({}), { raised, percentile: 0, forecast: null });

  function shown(parts: Partial<IcebergOrder> = {}, percentile = 0, gapRate = 0) {
    const iceberg = icebergOf([[10, 10]]);
    iceberg.executed = 10;
    iceberg.raised = RAISED;
    iceberg.lastNs = nsAfter(700);
    iceberg.detectedNs = nsAfter(300);
    Object.assign(iceberg, parts);
    return icebergEvent(iceberg, plainView({ gapRate }), { raised: RAISED, percentile, forecast: null });
  }

  test.each([
    ['working', false, 'open'],
    ['working', true, 'expired'],
    ['completed', false, 'confirmed'],
    ['completed', true, 'confirmed'],
    ['cancelled', false, 'expired'],
    ['cancelled', true, 'expired'],
    ['interrupted', false, 'expired'],
    ['interrupted', true, 'expired'],
  ] as const)('of an iceberg that is %s, its window over: %s, is %s', (outcome, expired, status) => {
    expect(shown({ outcome, expired })).toMatchObject({ status, evidence: { outcome } });
  });

  test.each([
    [0, 0.95, 'critical'],
    [0, 0.94, 'high'],
    [0, 0.75, 'high'],
    [0, 0.74, 'medium'],
    [0.15, 0.99, 'high'],
    [0.25, 0.99, 'medium'],
    [0.5, 0.99, 'low'],
  ] as const)('at a rate of gaps of %s a size above %s of the earlier ones is %s', (gaps, rank, severity) => {
    const event = shown({}, rank, gaps);
    expect(event.severity).toBe(severity);
    expect(event.confidence).toBe(1 - gaps);
    expect([event.confidenceLow, event.confidenceHigh]).toEqual([1 - gaps, 1 - gaps]);
  });

  test('that was not raised is minor and of the lowest severity, however large', () => {
    expect(shown({ raised: null }, 0.99)).toMatchObject({ severity: 'low', evidence: { minor: true } });
    expect(shown({}, 0.99)).toMatchObject({ severity: 'critical', evidence: { minor: false } });
  });

  test('covers every price that was visited, and is at the newest', () => {
    const iceberg = icebergOf([[10, 10]]);
    for (const ticks of [3, -2, 1]) iceberg.moveTo(PRICE + ticks, nsAfter(1));
    const event = eventOf(iceberg);
    expect([event.priceLowTicks, event.priceTicks, event.priceHighTicks]).toEqual([
      PRICE - 2,
      PRICE + 1,
      PRICE + 3,
    ]);
  });

  test('keeps its id while the iceberg grows and moves; another order has another', () => {
    const iceberg = icebergOf([[10, 10]]);
    const idOf = (one: IcebergOrder) => eventOf(one).id;
    const first = idOf(iceberg);
    iceberg.addHidden(refillOf(10, 10));
    iceberg.moveTo(PRICE + 1, nsAfter(1));
    iceberg.outcome = 'completed';
    expect(idOf(iceberg)).toBe(first);
    const start = { side: SIDE_BID, priceTicks: PRICE, keyHi: 0, keyLo: 500, isOrder: true };
    for (const other of [{ keyLo: 501 }, { side: SIDE_ASK }, { priceTicks: PRICE + 1 }, { isOrder: false }]) {
      expect(idOf(icebergAt(handEvent(T, []), { ...start, ...other }))).not.toBe(first);
    }
    expect(idOf(icebergAt(handEvent(T + 1, []), start))).not.toBe(first);
    expect(idOf(icebergAt(handEvent(T, []), start))).toBe(first);
  });

  test('says in words what was refilled and traded, with thousands separated', () => {
    expect(shown({ executed: 1234 }).description).toBe('Bid refilled once at 4750.00, 1,234 traded');
    const ask = icebergAt(handEvent(T, []), {
      side: SIDE_ASK,
      priceTicks: 19_001,
      keyHi: 0,
      keyLo: 1,
      isOrder: false,
    });
    ask.addHidden(refillOf(5, 5));
    ask.addHidden(refillOf(5, 5));
    ask.executed = 10;
    const event = icebergEvent(ask, plainView({ tier: 'L2S' }), {
      raised: RAISED,
      percentile: 0,
      forecast: null,
    });
    expect(event.description).toBe('Ask refilled twice at 4750.25, 10 traded');
    expect(event).toMatchObject({ side: 'ask', tier: 'L2S', evidence: { orderIds: [], tier: 'L2S' } });
  });

  test.each([
    [{ contracts: 5, tranches: 2 }, [false, true]],
    [{ contracts: 4, tranches: 3 }, [true, false]],
    [{ contracts: 4, tranches: 2 }, [false, false]],
    [{ contracts: 9, tranches: 9 }, [true, true]],
  ])('marks which rule held of %o', (measured, met) => {
    const raised = { ...RAISED, ...measured };
    const event = eventOf(icebergOf([[1, 1]]), raised);
    const rules = event.evidence['rules'] as readonly { value: string; met: boolean }[];
    expect(rules.map((one) => one.met)).toEqual(met);
    expect(rules.map(({ value }) => value)).toEqual([String(raised.tranches), String(raised.contracts)]);
  });

  test('expires two minutes after the newest refill, and carries when it was seen first', () => {
    expect(shown()).toMatchObject({
      startNs: nsAfter(0),
      detectedNs: nsAfter(300),
      updatedNs: nsAfter(700),
      expiresNs: nsAfter(120_700),
    });
  });

  test('holds copies: what it shows stays when the iceberg goes on', () => {
    const iceberg = icebergOf([[10, 10]]);
    const event = eventOf(iceberg);
    iceberg.addHidden(refillOf(10, 10));
    iceberg.moveTo(PRICE + 1, nsAfter(2));
    expect(event.evidence['refills']).toHaveLength(1);
    expect(event.evidence['pricePath']).toHaveLength(1);
  });
});

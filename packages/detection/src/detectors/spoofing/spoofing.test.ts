import { type FlowEvent, NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { add, cancel, fill, fixedJudge, HandTape, modify, trade } from '#testing/hand-tape.ts';
import { SURE } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { BID, cycle, fillOpposite, market, NotingJudge } from '#testing/spoofing-market.ts';
import { postureOf, sequenceOf } from '#testing/spoofing-parts.ts';
import { SPOOFING } from './spoofing.ts';
import { sequenceKey, spoofingEvent } from './spoofing-event.ts';
import { SPOOFING_MODEL, SPOOFING_SINGLE_MODEL } from './spoofing-models.ts';
import type { SpoofSequence } from './spoofing-sequence.ts';

test('large size that is withdrawn right after an opposite fill is suspected, and repeated at the second time', () => {
  const tape = market(fixedJudge(0.9));
  cycle(tape);
  expect(tape.changes).toEqual(['new']);
  expect(tape.last).toMatchObject({
    type: 'spoofing',
    sub: 'single',
    side: 'bid',
    priceTicks: BID - 2,
    size: 60,
    exact: false,
    status: 'open',
    confidence: 0.9,
    calibrator: 'fixed@0',
  });
  expect(tape.last.evidence).toMatchObject({ stage: 'suspected', oppositeFilled: 5, fillFraction: 0 });
  expect(tape.last.description).toBe(
    'Spoofing-like pattern: 60 bid at 4749.50, withdrawn after opposite fills',
  );
  tape.pass(8000);
  cycle(tape);
  const ids = new Set(tape.raised.map(({ event }) => event.id));
  expect(ids.size).toBe(1);
  expect(tape.last).toMatchObject({ status: 'confirmed' });
  expect(tape.last.evidence).toMatchObject({ stage: 'repeated' });
  expect(tape.last.evidence['cycles']).toEqual([
    expect.objectContaining({ size: 60 }),
    expect.objectContaining({ size: 60 }),
  ]);
});

test('a withdrawal without an opposite fill is never judged', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  for (let n = 0; n < 5; n += 1) {
    cycle(tape, { answers: false });
    tape.pass(4000);
  }
  expect(judge.looks).toEqual([]);
});

test('size that goes right before a trade against its side is suspected, whether or not anything was filled before', () => {
  const tape = market(fixedJudge(0.9));
  for (let n = 0; n < 3; n += 1) {
    const id = 1000 + n;
    tape.event(add(id, SIDE_BID, BID - 2, 60)).wait(900);
    tape.event(add(2000 + n, SIDE_BID, BID, 3), cancel(id, SIDE_BID, BID - 2, 60)).wait(2);
    tape
      .event(
        trade(90_001 + n, SIDE_ASK, BID, 3),
        fill(2000 + n, SIDE_BID, BID, 3),
        cancel(2000 + n, SIDE_BID, BID, 3),
      )
      .pass(6000);
  }
  expect(tape.last.description).toContain('withdrawn right before trades against that side');
  expect(tape.last.evidence).toMatchObject({ end: 'flip', lagMs: null });
});

test('size that follows the price for minutes is suspected when it goes', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  // Most large orders stay where they are.
  for (let n = 0; n < 20; n += 1) cycle(tape.pass(4000), { answers: false, sizes: [40 + n] });
  tape.event(add(1000, SIDE_BID, BID - 3, 60));
  for (let n = 0; n < 40; n += 1) tape.pass(3000).event(modify(1000, SIDE_BID, BID - 3 - (n % 2), 60));
  tape.event(cancel(1000, SIDE_BID, BID - 4, 60)).pass(1000);
  expect(judge.looks.length).toBe(1);
  expect(judge.last['chase']).toBeCloseTo(Math.log2(40), 0);
  expect(judge.last['chaseRarity']).toBeGreaterThan(0.5);
});

test('an order that was taken to more than a third is honest interest', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  tape.event(add(1000, SIDE_BID, BID, 60)).wait(500);
  tape.event(
    trade(90_001, SIDE_ASK, BID, 30),
    fill(1000, SIDE_BID, BID, 30),
    modify(1000, SIDE_BID, BID, 30),
  );
  fillOpposite(tape, SIDE_BID);
  tape
    .wait(40)
    .event(cancel(1000, SIDE_BID, BID, 30))
    .pass(8000);
  expect(judge.looks).toEqual([]);
});

test('an order that rested for minutes is honest interest', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  cycle(tape, { restMs: 70_000 });
  expect(judge.looks).toEqual([]);
});

test('layers that come and go together are one posture', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  cycle(tape, { sizes: [24, 25, 23, 24] });
  expect(judge.looks.length).toBe(1);
  expect(judge.last['layers']).toBeCloseTo(2, 12);
  const raised = market(fixedJudge(0.9));
  cycle(raised, { sizes: [24, 25, 23, 24] });
  expect(raised.last).toMatchObject({
    sub: 'layering',
    size: 96,
    priceLowTicks: BID - 5,
    priceHighTicks: BID - 2,
    zoneHeightTicks: 3,
    description:
      'Spoofing-like pattern: 96 bid in 4 orders from 4748.75 to 4749.50, withdrawn after opposite fills',
  });
});

test('an order that is moved while it waits is chasing, whether it is changed or replaced', () => {
  for (const replaced of [false, true]) {
    const judge = new NotingJudge();
    const tape = market(judge);
    tape.event(add(1000, SIDE_BID, BID - 3, 60)).wait(300);
    if (replaced)
      tape
        .event(cancel(1000, SIDE_BID, BID - 3, 60))
        .wait(5)
        .event(add(1001, SIDE_BID, BID - 2, 60));
    else tape.event(modify(1000, SIDE_BID, BID - 2, 60));
    tape.wait(300);
    fillOpposite(tape, SIDE_BID);
    tape
      .wait(30)
      .event(cancel(replaced ? 1001 : 1000, SIDE_BID, BID - 2, 60))
      .pass(200);
    expect(judge.last['chase']).toBe(1);
    expect(judge.looks.length).toBe(1);
  }
});

test('the window of 45 s ends once, without a new time of change', () => {
  const tape = market(fixedJudge(0.9));
  cycle(tape);
  tape.pass(6000);
  const { updatedNs } = tape.last;
  const before = tape.raised.length;
  tape.pass(50_000).pass(10_000);
  expect(tape.raised.length).toBe(before + 1);
  expect(tape.last).toMatchObject({ status: 'expired', updatedNs });
});

test('small orders are not watched', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  for (let n = 0; n < 4; n += 1) cycle(tape, { sizes: [2] });
  expect(judge.looks).toEqual([]);
});

test('levels show the pattern with at most 0.8', () => {
  const tape = market(fixedJudge(0.95), 'L2S');
  cycle(tape);
  expect(tape.last).toMatchObject({ type: 'spoofing', tier: 'L2S', confidence: 0.8, side: 'bid' });
  expect(tape.last.evidence['orders']).toEqual([]);
});

test('nothing is raised while the model is not calibrated, and every text is about orders alone', () => {
  const tape = new HandTape('L3', ['spoofing']).background(BID + 20);
  cycle(tape);
  expect(tape.raised).toEqual([]);
  const raised = market(fixedJudge(0.9));
  cycle(raised);
  expect(JSON.stringify(raised.last.evidence['rules'])).not.toMatch(/spoofer|manipulat/iu);
  expect(raised.last.description).not.toMatch(/spoofer|manipulat/iu);
});

test('a hole in the feed ends what was raised, and what comes after it is another pattern', () => {
  const tape = market(fixedJudge(0.9));
  cycle(tape);
  const { id } = tape.last;
  tape.pipeline.onDiscontinuity(Number(tape.nowNs / NS_PER_MS));
  expect(tape.last).toMatchObject({ id, status: 'expired' });
  cycle(tape.pass(5000));
  expect(tape.changes).toEqual(['new', 'update', 'new']);
  expect(tape.last.id).not.toBe(id);
});

test('levels show it where they come with the trades', () => {
  const tiers = (['L3', 'L2S', 'L2C', 'L1T'] as const).map((tier) => SPOOFING.availability(tier));
  expect(tiers.map(({ available }) => available)).toEqual([true, true, false, false]);
});

describe('the event of a sequence', () => {
  const MS = (ms: number): bigint => BigInt(ms) * NS_PER_MS;

  function eventOf(sequence: SpoofSequence, expired = false, percentile = 0): FlowEvent {
    const view = plainView({});
    sequence.key ||= sequenceKey(sequence, view);
    sequence.judgement = SURE;
    return spoofingEvent(sequence, view, { percentile, expired });
  }

  const layers = postureOf(
    SIDE_ASK,
    { priceTicks: 1003, size: 400 },
    { priceTicks: 1004, size: 500, filled: 100 },
    { priceTicks: 1006, size: 400 },
  );

  const NEVER = Number.POSITIVE_INFINITY;

  test.each([
    { end: 'fill', lagMs: 40.126, flip: 0, words: 'after opposite fills' },
    { end: 'flip', lagMs: NEVER, flip: 0.1, words: 'right before trades against that side' },
    { end: 'following', lagMs: NEVER, flip: 0, words: 'after it had followed the price' },
  ])('says that it was withdrawn $words', ({ lagMs, flip, end, words }) => {
    const { description, evidence } = eventOf(sequenceOf({ seen: { lagMs, doneLagMs: lagMs, flip } }));
    expect(description).toBe(`Spoofing-like pattern: 64 bid at 249.50, withdrawn ${words}`);
    expect(evidence).toMatchObject({ end, lagMs: end === 'fill' ? 40.13 : null });
  });

  test('names side, size, orders, prices and times of layers, from the best price outward', () => {
    const seen = { side: SIDE_ASK, layers: 3 };
    const event = eventOf(sequenceOf({ seen, posture: layers }, { seen, posture: layers }));
    expect(event.description).toBe(
      'Spoofing-like pattern: 1,300 offered in 3 orders from 250.75 to 251.50, withdrawn after opposite fills, twice in a row',
    );
    expect(event).toMatchObject({ side: 'ask', sub: 'layering', size: 1300, priceTicks: 1003 });
    expect(event).toMatchObject({ priceLowTicks: 1003, priceHighTicks: 1006, zoneHeightTicks: 3 });
    expect(event.evidence['fillFraction']).toBeCloseTo(100 / 1300, 12);
    expect(event.evidence['orders']).toEqual([
      { orderId: '1', priceTicks: 1003, size: 400 },
      { orderId: '2', priceTicks: 1004, size: 500 },
      { orderId: '3', priceTicks: 1006, size: 400 },
    ]);
  });

  test.each([
    { cycles: 1, expired: false, status: 'open', stage: 'suspected' },
    { cycles: 1, expired: true, status: 'expired', stage: 'suspected' },
    { cycles: 2, expired: false, status: 'confirmed', stage: 'repeated' },
    { cycles: 2, expired: true, status: 'confirmed', stage: 'repeated' },
  ])('of $cycles withdrawals, expired: $expired, is $status', ({ cycles, expired, status, stage }) => {
    const event = eventOf(sequenceOf(...Array.from({ length: cycles }, () => ({}))), expired);
    expect(event).toMatchObject({ status, evidence: { stage } });
    // A first withdrawal is judged by itself, later ones as a sequence.
    const { features } = cycles === 1 ? SPOOFING_SINGLE_MODEL : SPOOFING_MODEL;
    expect(Object.keys(event.evidence['features'] ?? {})).toEqual([...features]);
  });

  test('was found when it was judged, and ends 45 s after the later of that and its withdrawal', () => {
    const sequence = sequenceOf({});
    const withdrawn = eventOf(sequence);
    expect([withdrawn.startNs, withdrawn.updatedNs]).toEqual([MS(9000), MS(10_000)]);
    sequence.detectedNs = MS(10_100);
    const found = eventOf(sequence);
    expect([found.detectedNs, found.updatedNs, found.expiresNs]).toEqual([
      MS(10_100),
      MS(10_100),
      MS(55_100),
    ]);
  });

  test('keeps the last twelve withdrawals, the oldest first', () => {
    const cycles = Array.from({ length: 14 }, (_, n) => ({
      seen: { logSize: n },
      posture: postureOf(SIDE_BID, { size: 64, placedMs: 1000 * n, withdrawnMs: 1000 * n + 10 * n }),
    }));
    const kept = eventOf(sequenceOf(...cycles)).evidence['cycles'] as { size: number; restedMs: number }[];
    expect(kept.map(({ size }) => size)).toEqual(Array.from({ length: 12 }, (_, n) => 2 ** (n + 2)));
    expect(kept.map(({ restedMs }) => restedMs)).toEqual(Array.from({ length: 12 }, (_, n) => 10 * (n + 2)));
    expect(kept.at(-1)).toMatchObject({
      placedNs: String(MS(13_000)),
      withdrawnNs: String(MS(13_130)),
      lagMs: 40,
    });
  });

  test('has an id of its side, price and start, and is as severe as it is sure and large', () => {
    const keyOf = (posture = postureOf(SIDE_BID, { priceTicks: 998, size: 64 })): string =>
      sequenceKey(sequenceOf({ seen: { side: posture.side }, posture }), plainView({}));
    const others = [
      keyOf(postureOf(SIDE_ASK, { priceTicks: 998, size: 64 })),
      keyOf(postureOf(SIDE_BID, { priceTicks: 997, size: 64 })),
      keyOf(postureOf(SIDE_BID, { priceTicks: 998, size: 64, placedMs: 9001 })),
    ];
    expect(keyOf(postureOf(SIDE_BID, { priceTicks: 998, size: 9 }))).toBe(keyOf());
    expect(new Set([keyOf(), ...others]).size).toBe(4);
    const severities = [0.74, 0.75].map((percentile) => eventOf(sequenceOf({}), false, percentile).severity);
    expect(severities).toEqual(['medium', 'high']);
  });
});

import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, cancel, fill, fixedJudge, HandTape, modify, trade } from '#testing/hand-tape.ts';
import { BID, cycle, fillOpposite, market, NotingJudge } from '#testing/spoofing-market.ts';

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

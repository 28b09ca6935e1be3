import { type FeedTier, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, cancel, fill, fixedJudge, HandTape, modify, trade } from '#hand-tape.ts';
import type { CandidateFacts, Judge, ModelSpec } from '#learning/judge.ts';

const BID = 19_000;
const ASK = BID + 1;

/** Remembers every look. */
class NotingJudge implements Judge {
  readonly looks: Record<string, number>[] = [];
  readonly keys: string[] = [];
  private readonly answer = fixedJudge(0.1);

  judge(model: ModelSpec, candidate: CandidateFacts): ReturnType<Judge['judge']> {
    const entries = model.features.map((name, index) => [name, candidate.features[index] as number]);
    this.looks.push(Object.fromEntries(entries) as Record<string, number>);
    this.keys.push(candidate.key);
    return this.answer.judge(model, candidate);
  }

  resolve(): void {}

  get last(): Record<string, number> {
    return this.looks.at(-1) ?? {};
  }
}

/** A market one tick wide with ordinary orders on both sides, and an hour of ordinary sizes behind it. */
function market(judge: Judge, tier: FeedTier = 'L3'): HandTape {
  const tape = new HandTape(tier, ['spoofing'], judge).background(BID + 20);
  for (let level = 0; level < 8; level += 1) {
    for (let n = 0; n < 4; n += 1) {
      tape.event(add(50_000 + level * 10 + n, SIDE_BID, BID - level, 3));
      tape.event(add(51_000 + level * 10 + n, SIDE_ASK, ASK + level, 3));
    }
  }
  return tape.pass(10_000).pass(10_000).pass(2000);
}

let nextId = 200_000;

const isBid = (side: number): boolean => side === SIDE_BID;

/** A small resting order of the other side is filled. */
function fillOpposite(tape: HandTape, side: number, size = 5): void {
  nextId += 1;
  const [rests, price] = isBid(side) ? [SIDE_ASK, ASK] : [SIDE_BID, BID];
  tape.event(add(nextId, rests, price, size));
  tape
    .wait(20)
    .event(
      trade(nextId + 1, side, price, size),
      fill(nextId, rests, price, size),
      cancel(nextId, rests, price, size),
    );
  nextId += 2;
}

interface Cycle {
  readonly side?: number;
  readonly sizes?: readonly number[];
  readonly ticksAway?: number;
  readonly lagMs?: number;
  readonly restMs?: number;
  readonly filled?: boolean;
  readonly answers?: boolean;
}

/** Shows size, waits for the fill of the other side, withdraws. */
function cycle(tape: HandTape, how: Cycle = {}): void {
  const side = how.side ?? SIDE_BID;
  const sizes = how.sizes ?? [60];
  const away = how.ticksAway ?? 2;
  const price = (n: number): number => (isBid(side) ? BID - away - n : ASK + away + n);
  nextId += sizes.length;
  const ids = sizes.map((_, n) => nextId - n);
  sizes.forEach((size, n) => {
    tape.wait(5).event(add(ids[n] as number, side, price(n), size));
  });
  tape.wait(how.restMs ?? 900);
  if (how.answers !== false) fillOpposite(tape, side);
  tape.wait(how.lagMs ?? 40);
  sizes.forEach((size, n) => {
    tape.wait(1).event(cancel(ids[n] as number, side, price(n), size));
  });
  tape.pass(200);
}

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
  const ids = new Set(tape.heard.map(({ event }) => event.id));
  expect(ids.size).toBe(1);
  expect(tape.last).toMatchObject({ status: 'confirmed' });
  expect(tape.last.evidence).toMatchObject({ stage: 'repeated' });
  expect(tape.last.evidence['cycles']).toEqual([
    expect.objectContaining({ size: 60 }),
    expect.objectContaining({ size: 60 }),
  ]);
});

test('it is judged at the withdrawal, after one second and after five, under one key', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  cycle(tape);
  expect(judge.looks.length).toBe(1);
  tape.pass(1100);
  expect(judge.looks.length).toBe(2);
  tape.pass(4100).pass(20_000);
  expect(judge.looks.length).toBe(3);
  expect(new Set(judge.keys).size).toBe(1);
  expect(Object.values(judge.last).every(Number.isFinite)).toBe(true);
  expect(tape.heard).toEqual([]);
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

test('the price that goes back against the posture after the withdrawal counts for the pattern', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  cycle(tape);
  for (let n = 0; n < 4; n += 1) tape.event(cancel(50_000 + n, SIDE_BID, BID, 3));
  tape.pass(1100).pass(5000);
  expect(judge.last['reversion1']).toBeGreaterThan(0);
  expect(judge.last['reversion5']).toBeGreaterThan(0);
});

test('withdrawals that come when they come wear out the evidence of timing', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  cycle(tape);
  for (let n = 0; n < 12; n += 1) {
    tape.pass(6000);
    cycle(tape, { answers: false });
  }
  cycle(tape.pass(6000));
  expect(judge.last['cycles']).toBeLessThanOrEqual(1);
  const repeated = new NotingJudge();
  const other = market(repeated);
  for (let n = 0; n < 4; n += 1) cycle(other.pass(6000));
  expect(repeated.last['timing']).toBeGreaterThan((judge.last['timing'] ?? 0) + 0.5);
  expect(repeated.last['cycles']).toBe(2);
});

test('a hand that changes sides goes on counting', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  cycle(tape);
  tape.pass(6000);
  cycle(tape, { side: SIDE_ASK });
  expect(judge.last['cycles']).toBe(1);
  expect(new Set(judge.keys).size).toBe(2);
});

test('others who withdraw at the same moment are told by it', () => {
  const alone = new NotingJudge();
  cycle(market(alone));
  const together = new NotingJudge();
  const tape = market(together);
  tape.event(add(1000, SIDE_BID, BID - 2, 60)).wait(900);
  fillOpposite(tape, SIDE_BID);
  tape.wait(40).event(cancel(1000, SIDE_BID, BID - 2, 60));
  for (let n = 0; n < 4; n += 1) tape.wait(2).event(cancel(50_030 + n, SIDE_BID, BID - 3, 3));
  tape.pass(200);
  expect(together.last['othersWithdrew']).toBeGreaterThan((alone.last['othersWithdrew'] ?? 0) + 1);
});

test('the window of 45 s ends once, without a new time of change', () => {
  const tape = market(fixedJudge(0.9));
  cycle(tape);
  tape.pass(6000);
  const { updatedNs } = tape.last;
  const heard = tape.heard.length;
  tape.pass(50_000).pass(10_000);
  expect(tape.heard.length).toBe(heard + 1);
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

test('nothing is raised while the model is not calibrated, and every word speaks of orders alone', () => {
  const tape = new HandTape('L3', ['spoofing']).background(BID + 20);
  cycle(tape);
  expect(tape.heard).toEqual([]);
  const raised = market(fixedJudge(0.9));
  cycle(raised);
  expect(JSON.stringify(raised.last.evidence['rules'])).not.toMatch(/spoofer|manipulat/iu);
  expect(raised.last.description).not.toMatch(/spoofer|manipulat/iu);
});

import { type FeedTier, type FlowEvent, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { CandidateFacts, Judge } from '#calibration/judge.ts';
import { add, cancel, fill, fixedJudge, HandTape, modify, trade } from '#testing/hand-tape.ts';
import { SYNTHETIC_MODEL } from './iceberg-synthetic-chain.ts';

const PRICE = 19_000;
const QUEUE = 400;

/** Remembers every look. */
class NotingJudge implements Judge {
  readonly looks: Record<string, number>[] = [];
  readonly keys: string[] = [];
  readonly #answer = fixedJudge(0.9);

  judge(model: typeof SYNTHETIC_MODEL, candidate: CandidateFacts): ReturnType<Judge['judge']> {
    if (model.name === SYNTHETIC_MODEL.name) {
      const entries = model.features.map((name, index) => [name, candidate.features[index]!]);
      this.looks.push(Object.fromEntries(entries) as Record<string, number>);
      this.keys.push(candidate.key);
    }
    return this.#answer.judge(model, candidate);
  }

  resolve(): void {}

  get last(): Record<string, number> {
    return this.looks.at(-1) ?? {};
  }
}

function market(judge: Judge, tier: FeedTier = 'L3'): HandTape {
  const tape = new HandTape(tier, ['iceberg'], judge).background(PRICE);
  return tape.event(add(QUEUE, SIDE_BID, PRICE, 2));
}

let nextId = 100_000;

/** A sell order takes the slice `id` of `size` to its end. */
function take(tape: HandTape, id: number, size: number, price = PRICE): void {
  nextId += 1;
  tape.event(
    trade(nextId, SIDE_ASK, price, size),
    fill(id, SIDE_BID, price, size),
    cancel(id, SIDE_BID, price, size),
  );
}

interface Slicing {
  readonly slices: number;
  readonly size?: (n: number) => number;
  readonly delayMs?: number;
  readonly everyMs?: number;
  readonly price?: (n: number) => number;
}

/** A trader that shows one slice at a time and places the next one so long after the fill. */
function slice(tape: HandTape, { slices, size, delayMs, everyMs, price }: Slicing): void {
  const sizeOf = size ?? (() => 8);
  const priceOf = price ?? (() => PRICE);
  nextId += 1;
  let id = nextId;
  tape.event(add(id, SIDE_BID, priceOf(0), sizeOf(0)));
  for (let n = 1; n <= slices; n += 1) {
    tape.wait(everyMs ?? 700);
    take(tape, id, sizeOf(n - 1), priceOf(n - 1));
    nextId += 1;
    id = nextId;
    tape.wait(delayMs ?? 3).event(add(id, SIDE_BID, priceOf(n), sizeOf(n)));
  }
}

const synthetic = (tape: HandTape): FlowEvent[] =>
  tape.raised.map(({ event }) => event).filter(({ sub }) => sub === 'synthetic');

test('slices of one trader that follow their fills are raised once, and then updated at each slice', () => {
  const tape = market(fixedJudge(0.9));
  slice(tape, { slices: 6 });
  const events = synthetic(tape);
  expect(tape.changes).toEqual(['new', ...events.slice(1).map(() => 'update')]);
  expect(events.length).toBeGreaterThanOrEqual(3);
  expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  expect(tape.last).toMatchObject({
    type: 'iceberg',
    sub: 'synthetic',
    side: 'bid',
    priceTicks: PRICE,
    exact: false,
    confidence: 0.9,
    calibrator: 'fixed@0',
    status: 'open',
    size: 48,
    updatedNs: tape.nowNs,
    expiresNs: tape.nowNs + 120_000_000_000n,
    description: 'Bid replaced 6 times after fills at 4750.00, 48 traded',
  });
});

test('the first look comes at the fourth slice', () => {
  const judge = new NotingJudge();
  slice(market(judge), { slices: 3, size: () => 5 });
  expect(judge.looks.length).toBeGreaterThanOrEqual(1);
  expect(new Set(judge.keys).size).toBe(1);
  expect(judge.last['links']).toBeLessThanOrEqual(2);
});

test('slices of varied size by a slow trader are still one chain', () => {
  const judge = new NotingJudge();
  slice(market(judge), { slices: 8, size: (n) => 8 + ((n * 3) % 5) - 2, delayMs: 120 });
  expect(new Set(judge.keys).size).toBe(1);
  expect(judge.last['links']).toBeGreaterThanOrEqual(Math.log2(8));
  expect(judge.last['equalSmall']).toBeLessThan(0.5);
});

test('the next slice may follow the touch by a tick', () => {
  const judge = new NotingJudge();
  slice(market(judge), { slices: 5, price: (n) => PRICE + (n >= 3 ? 1 : 0) });
  expect(new Set(judge.keys).size).toBe(1);
  expect(judge.last['moved']).toBeCloseTo(1 / 7, 6);
});

test('single contracts that follow each other are the crowd', () => {
  const judge = new NotingJudge();
  slice(market(judge), { slices: 40, size: () => 1 });
  expect(judge.looks).toEqual([]);
});

test('orders that come long after a fill do not follow it', () => {
  const judge = new NotingJudge();
  slice(market(judge), { slices: 8, delayMs: 2000 });
  slice(market(judge), { slices: 8, delayMs: 400, size: () => 2 });
  expect(judge.looks).toEqual([]);
});

test('slices of a size that few orders have may pause', () => {
  const judge = new NotingJudge();
  slice(market(judge), { slices: 8, delayMs: 700, everyMs: 900 });
  expect(new Set(judge.keys).size).toBe(1);
  expect(judge.last['links']).toBeGreaterThan(2);
});

test('a market that adds orders of the size after every fill teaches that a chain means nothing', () => {
  const learned = new NotingJudge();
  const tape = market(learned);
  // Three hundred unrelated fills, each followed by orders of about that size from the crowd.
  for (let n = 0; n < 300; n += 1) {
    nextId += 10;
    const id = nextId;
    tape.event(add(id, SIDE_BID, PRICE, 8)).wait(400);
    take(tape, id, 8);
    for (let other = 1; other <= 4; other += 1)
      tape.wait(2).event(add(id + other, SIDE_BID, PRICE, 7 + (other % 3)));
    tape.wait(300);
    for (let other = 1; other <= 4; other += 1)
      tape.event(cancel(id + other, SIDE_BID, PRICE, 7 + (other % 3)));
    nextId += 10;
  }
  const before = learned.looks.length;
  slice(tape, { slices: 4 });
  const fresh = new NotingJudge();
  slice(market(fresh), { slices: 4 });
  const last = learned.looks.length > before ? (learned.last['meanRatio'] ?? 0) : 0;
  expect(last).toBeLessThan((fresh.last['meanRatio'] ?? 0) / 1.5);
});

test('a quote that also moves without a fill is not a slice', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  let id = 900_000;
  tape.event(add(id, SIDE_BID, PRICE, 8));
  for (let n = 0; n < 5; n += 1) {
    tape.wait(300);
    take(tape, id, 8);
    id += 1;
    tape.wait(3).event(add(id, SIDE_BID, PRICE, 8));
    tape.wait(200).event(cancel(id, SIDE_BID, PRICE, 8));
    id += 1;
    tape.wait(3).event(add(id, SIDE_BID, PRICE, 8));
  }
  expect(judge.last['requoteWithoutFill']).toBeGreaterThan(0.3);
  expect(judge.last['cancelled']).toBeGreaterThan(0.3);
  expect(judge.last['impatience']).toBeGreaterThan(4);
});

test('a maker who is filled and quotes again on both sides is not an iceberg', () => {
  const judge = new NotingJudge();
  const tape = market(judge).event(add(QUEUE + 1, SIDE_ASK, PRICE + 1, 2));
  let [bid, ask] = [800_000, 800_001];
  tape.event(add(bid, SIDE_BID, PRICE, 8), add(ask, SIDE_ASK, PRICE + 1, 8));
  for (let n = 0; n < 8; n += 1) {
    take(tape.wait(300), bid, 8);
    tape.wait(3).event(add(bid + 2, SIDE_BID, PRICE, 8));
    nextId += 1;
    tape
      .wait(300)
      .event(
        trade(nextId, SIDE_BID, PRICE + 1, 8),
        fill(ask, SIDE_ASK, PRICE + 1, 8),
        cancel(ask, SIDE_ASK, PRICE + 1, 8),
      );
    tape.wait(3).event(add(ask + 2, SIDE_ASK, PRICE + 1, 8));
    [bid, ask] = [bid + 2, ask + 2];
  }
  expect(judge.last['twin']).toBeGreaterThan(0.9);
  const alone = new NotingJudge();
  slice(market(alone), { slices: 6 });
  expect(alone.last['twin']).toBe(0);
});

test('a slice that waits where the price has left it is evidence of nobody', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  slice(tape, { slices: 4 });
  expect(judge.last['impatience']).toBe(0);
  tape
    .event(add(777, SIDE_BID, PRICE + 3, 5))
    .pass(4000)
    .event(cancel(777, SIDE_BID, PRICE + 3, 5));
  take(tape, nextId, 8);
  tape.wait(3).event(add(nextId + 1, SIDE_BID, PRICE, 8));
  expect(judge.last['impatience']).toBe(0);
});

test('an order that shows more after its fill is the exchange’s own iceberg and no chain', () => {
  const judge = new NotingJudge();
  const tape = market(judge).event(add(500, SIDE_BID, PRICE, 10));
  for (let n = 0; n < 6; n += 1) {
    nextId += 1;
    tape
      .wait(300)
      .event(
        trade(nextId, SIDE_ASK, PRICE, 10),
        fill(500, SIDE_BID, PRICE, 10),
        modify(500, SIDE_BID, PRICE, 10),
      );
  }
  expect(judge.looks).toEqual([]);
  expect(tape.last.sub).toBe('native');
});

test('the window of two minutes ends once, without a new time of change', () => {
  const tape = market(fixedJudge(0.9));
  slice(tape, { slices: 4 });
  const { updatedNs } = tape.last;
  const raised = tape.raised.length;
  tape.pass(119_000);
  expect(tape.raised.length).toBe(raised);
  tape.pass(2000).pass(5000);
  expect(tape.raised.length).toBe(raised + 1);
  expect(tape.last).toMatchObject({ status: 'expired', updatedNs });
});

test('a missed link does not make a second event', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  slice(tape, { slices: 4 });
  tape.wait(3000);
  // The resting slice is taken, the next one comes too late to be linked; then the trader continues as before.
  take(tape, nextId, 8);
  tape.wait(500);
  slice(tape, { slices: 4 });
  expect(new Set(judge.keys).size).toBe(1);
});

test('nothing is raised while the model is not calibrated', () => {
  const tape = new HandTape('L3', ['iceberg']).background(PRICE);
  slice(tape, { slices: 10 });
  expect(synthetic(tape)).toEqual([]);
});

test('levels show the chain too, without naming orders', () => {
  const tape = market(fixedJudge(0.9), 'L2S');
  slice(tape, { slices: 8 });
  const [first] = synthetic(tape);
  expect(first).toMatchObject({ tier: 'L2S', side: 'bid', priceTicks: PRICE, exact: false });
  expect(first?.evidence['orderIds']).toEqual([]);
  expect(new Set(synthetic(tape).map(({ id }) => id)).size).toBe(1);
});

test('conflated feeds raise no chain', () => {
  for (const tier of ['L2C', 'L1T'] as const) {
    const tape = market(fixedJudge(0.9), tier);
    slice(tape, { slices: 10 });
    expect(synthetic(tape)).toEqual([]);
  }
});

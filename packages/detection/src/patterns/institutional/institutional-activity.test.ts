import { type FeedTier, SIDE_ASK, SIDE_BID, seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Judge } from '#calibration/judge.ts';
import { add, cancel, fill, fixedJudge, HandTape, modify, trade } from '#testing/hand-tape.ts';
import { SignFlow } from './institutional-flow.ts';

const PRICE = 19_000;
const BID_ORDER = 500;
const ASK_ORDER = 501;

class Market {
  readonly tape: HandTape;
  readonly #draw = seededDraws(12_345);
  #aggressor = 40_000;

  constructor(tier: FeedTier, judge: Judge) {
    this.tape = new HandTape(tier, ['institutional_activity'], judge);
    this.tape.event(add(BID_ORDER, SIDE_BID, PRICE, 900), add(ASK_ORDER, SIDE_ASK, PRICE + 1, 900));
  }

  toss(): number {
    return Math.floor(this.#draw() * 65_536);
  }

  take(buys: boolean, size: number, shown = 900 - size): void {
    this.#aggressor += 1;
    const [order, side, price] = buys ? [ASK_ORDER, SIDE_ASK, PRICE + 1] : [BID_ORDER, SIDE_BID, PRICE];
    this.tape.event(
      trade(this.#aggressor, buys ? SIDE_BID : SIDE_ASK, price, size),
      fill(order, side, price, size),
      modify(order, side, price, shown),
    );
    if (shown !== 900) this.tape.event(modify(order, side, price, 900));
  }

  /** A seller's hidden order: so many tranches of `shown` are refilled and bought, then it is done. */
  iceberg(order: number, shown: number, tranches: number): void {
    const price = PRICE + 1;
    this.tape.event(add(order, SIDE_ASK, price, shown));
    for (let tranche = 1; tranche <= tranches; tranche += 1) {
      this.#aggressor += 1;
      this.tape
        .wait(2000)
        .event(
          trade(this.#aggressor, SIDE_BID, price, shown),
          fill(order, SIDE_ASK, price, shown),
          tranche < tranches ? modify(order, SIDE_ASK, price, shown) : cancel(order, SIDE_ASK, price, 0),
        );
    }
  }

  /** Minutes of traders who toss a coin about every second. */
  crowd(minutes: number, programme?: () => void): this {
    for (let n = 0; n < minutes * 60; n += 1) {
      this.tape.wait(500 + (this.toss() % 1000));
      this.take(this.toss() % 2 === 0, 1 + (this.toss() % 4));
      programme?.();
    }
    return this;
  }
}

function counting(confidence: number): { judge: Judge; looks: (readonly number[])[]; sides: Set<number> } {
  const looks: (readonly number[])[] = [];
  const sides = new Set<number>();
  const sure = fixedJudge(confidence);
  return {
    looks,
    sides,
    judge: {
      judge: (model, candidate) => {
        looks.push(Array.from(candidate.features));
        sides.add(candidate.side);
        return sure.judge(model, candidate);
      },
      resolve: () => undefined,
    },
  };
}

test('regular clips of one size are raised once as a programme of their side', () => {
  const market = new Market('L3', fixedJudge(0.9));
  market.crowd(10);
  const before = market.tape.patterns.length;
  let turn = 0;
  market.crowd(8, () => {
    turn += 1;
    if (turn % 2 === 0) market.take(true, 7);
  });
  const raised = market.tape.patterns.slice(before).filter(({ change }) => change === 'new');
  const bought = raised.filter(({ pattern }) => pattern.side === 'bid');
  expect(bought.length).toBe(1);
  expect(bought[0]?.pattern).toMatchObject({
    type: 'institutional_activity',
    direction: 'up',
    exact: false,
    confidence: 0.9,
    status: 'open',
  });
  const last = market.tape.patterns.findLast(({ pattern }) => pattern.id === bought[0]?.pattern.id)?.pattern;
  expect(last?.description).toMatch(
    /^Institution-sized buying programme since \d+ min from 4750\.\d\d, about [\d,]+ executed, \d+% of the volume$/,
  );
  expect(last?.evidence['clipSize']).toBe(7);
  // 240 clips of 7 were bought in all; some of them before the evidence began.
  expect(Number(last?.evidence['executed'])).toBeGreaterThan(800);
  expect(Number(last?.evidence['executed'])).toBeLessThan(2600);
});

test('a programme that stops is closed, and its end does not move its time', () => {
  const market = new Market('L3', fixedJudge(0.9)).crowd(10);
  let turn = 0;
  market.crowd(8, () => {
    turn += 1;
    if (turn % 2 === 0) market.take(true, 7);
  });
  const open = market.tape.patterns.findLast(({ pattern }) => pattern.side === 'bid')?.pattern;
  expect(open?.status).toBe('open');
  market.crowd(40);
  const last = market.tape.patterns.findLast(({ pattern }) => pattern.id === open?.id)?.pattern;
  expect(last?.status).toBe('expired');
});

test('a programme that has become improbable is closed', () => {
  let confidence = 0.9;
  const market = new Market('L3', {
    judge: (model, candidate) => fixedJudge(confidence).judge(model, candidate),
    resolve: () => undefined,
  }).crowd(1);
  for (const order of [50_001, 60_001]) {
    market.iceberg(order, 6, 4);
    market.crowd(1);
  }
  expect(market.tape.patterns.at(-1)?.pattern.status).toBe('open');
  confidence = 0.1;
  market.iceberg(70_001, 6, 4);
  expect(market.tape.patterns.at(-1)?.pattern.status).toBe('expired');
});

test('hidden orders of sellers that show the same and wait for one another are a selling programme', () => {
  const market = new Market('L3', fixedJudge(0.9)).crowd(1);
  market.iceberg(50_001, 6, 5);
  expect(market.tape.patterns).toEqual([]);
  market.crowd(1);
  market.iceberg(60_001, 6, 4);
  expect(market.tape.patterns).toHaveLength(1);
  market.crowd(1);
  market.iceberg(70_001, 6, 4);
  const last = market.tape.patterns.at(-1)?.pattern;
  expect(last).toMatchObject({ side: 'ask', direction: 'down', status: 'open' });
  expect(last?.evidence).toMatchObject({ hiddenOrders: 3, shown: 6 });
  expect(new Set(market.tape.patterns.map(({ pattern }) => pattern.id)).size).toBe(1);
});

test('hidden orders that show something else, or rest beside one another, are not of one trader', () => {
  const kept = counting(0.9);
  const market = new Market('L3', kept.judge).crowd(1);
  market.iceberg(50_001, 6, 5);
  market.crowd(1);
  market.iceberg(60_001, 25, 4);
  // Placed before the last one was done.
  market.tape.event(add(60_002, SIDE_ASK, PRICE + 2, 25));
  market.crowd(1);
  expect(kept.looks).toEqual([]);
});

test('coin tosses are rarely looked at', () => {
  const kept = counting(0.9);
  new Market('L3', kept.judge).crowd(60);
  // Of 720 steps of ten seconds and two directions.
  expect(kept.looks.length).toBeLessThan(150);
});

test('a doubtful programme is judged but not raised', () => {
  const kept = counting(0.59);
  const market = new Market('L3', kept.judge).crowd(5);
  market.crowd(5, () => market.take(false, 9));
  expect(kept.looks.length).toBeGreaterThan(2);
  expect(market.tape.patterns).toEqual([]);
});

test.each(['L3', 'L2S', 'L2C', 'L1T'] as const)('on %s every feature is finite', (tier) => {
  const kept = counting(0.9);
  const market = new Market(tier, kept.judge).crowd(5);
  market.crowd(6, () => market.take(false, 9, 900));
  expect(kept.looks.length).toBeGreaterThan(2);
  for (const features of kept.looks) expect(features.every(Number.isFinite)).toBe(true);
});

test('a lost book closes it', () => {
  const market = new Market('L3', fixedJudge(0.9)).crowd(5);
  market.crowd(6, () => market.take(false, 9));
  market.tape.pipeline.onDiscontinuity(0);
  expect(market.tape.patterns.at(-1)?.pattern.status).toBe('expired');
});

test('signs that repeat as their short memory predicts are no evidence; a lasting excess is', () => {
  const flow = new SignFlow();
  const next = seededDraws(12_345);
  let sign = 1;
  for (let n = 0; n < 4000; n += 1) {
    if (next() < 0.3) sign = -sign;
    flow.add(sign);
    if (n % 2 === 0) flow.everySecond();
  }
  expect(Math.abs(flow.slow)).toBeLessThan(3.5);
  for (let n = 0; n < 1200; n += 1) {
    flow.add(next() < 0.75 ? 1 : -1);
    if (n % 2 === 0) flow.everySecond();
  }
  expect(flow.slow).toBeGreaterThan(4);
  expect(flow.fast).toBeGreaterThan(2);
});

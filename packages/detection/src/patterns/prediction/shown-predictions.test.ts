/** The detector of predictions on a view that the test writes: when it states, what it shows, and one kind at a time. */
import { MINUTE_MS, NO_PRICE, ROUND_AUCTION, SIDE_BID, seededDraws } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { plainContext } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import type { TargetScore } from '#view/target-score.ts';
import { PRICE_PREDICTION } from './price-prediction.ts';

const START = 1_000 * MINUTE_MS;

/** A market whose quotes the test sets; something trades each minute unless it is told not to. */
class Market {
  timeMs = START;
  readonly #flow: { imbalance: number } = { imbalance: 0 };
  readonly #view = {
    ...plainView({
      timeMs: START,
      flow: {
        imbalance: () => this.#flow.imbalance,
        intensityZ: () => 0,
        branching: () => 0,
        micropriceTicks: 1000.5,
        signRun: 0,
        signAutocorrelation: 0,
        vpinPercentile: 0.5,
      },
      market: { facts: { vwapTicks: null } } as never,
      levels: { dayHighTicks: null, dayLowTicks: null } as never,
    }),
  };
  readonly made = plainContext(this.#view);
  readonly #detector: ReturnType<typeof PRICE_PREDICTION.create>;
  #read: () => readonly TargetScore[] = () => [];

  constructor() {
    const context = {
      ...this.made.context,
      onPredictionScore: (read: () => readonly TargetScore[]): void => {
        this.#read = read;
      },
    };
    this.#detector = PRICE_PREDICTION.create(context);
  }

  score(target: string): TargetScore {
    const found = this.#read().find((one) => one.target === target);
    if (found === undefined) throw new Error(`no score of ${target}`);
    return found;
  }

  get resolved(): number[] {
    return this.#read().map(({ resolved }) => resolved);
  }

  trade(kind?: number): this {
    const round = { side: SIDE_BID, priceTicks: 1001, size: 1, ...(kind === undefined ? {} : { kind }) };
    this.#detector.onMatch(handEvent(this.timeMs, [round]), this.#view);
    return this;
  }

  /** The best bid from now on, an ask a tick above it, and the imbalance of their queues; NO_PRICE empties the bid. */
  quote(bid: number, imbalance = 0): this {
    Object.assign(this.#view, { bestBidTicks: bid, bestAskTicks: bid === NO_PRICE ? 1001 : bid + 1 });
    this.#flow.imbalance = imbalance;
    return this;
  }

  wait(ms: number): this {
    for (let passed = 0; passed < ms; passed += 100) {
      this.timeMs += 100;
      Object.assign(this.#view, { timeMs: this.timeMs });
      this.#detector.onClock(this.timeMs, this.#view);
    }
    return this;
  }

  lose(): this {
    this.#detector.onDiscontinuity(this.timeMs);
    return this;
  }

  /** Moves that go where the heavier queue says: one each second. */
  predictable(seconds: number): this {
    const draw = seededDraws(5);
    let bid = 1000;
    for (let second = 0; second < seconds; second += 1) {
      const sign = draw() < 0.5 ? 1 : -1;
      if (second % 60 === 0) this.trade();
      this.quote(bid, 0.8 * sign).wait(500);
      bid += sign;
      this.quote(bid, 0).wait(500);
    }
    return this;
  }

  get shown() {
    return this.made.patterns.map(({ pattern, change }) => ({ ...pattern, change }));
  }
}

/** Ready to predict: it traded, and a minute has passed. */
const ready = (): Market =>
  new Market()
    .quote(1000)
    .trade()
    .wait(MINUTE_MS + 1000);

test('nothing is stated in the first minute, nor where nothing has traded for five', () => {
  const young = new Market()
    .quote(1000)
    .trade()
    .wait(MINUTE_MS - 200)
    .quote(1001)
    .wait(300);
  expect(young.resolved).toEqual([0, 0, 0]);
  expect(ready().quote(1001).wait(100).resolved[0]).toBeGreaterThan(0);
  const quiet = ready().wait(5 * MINUTE_MS);
  const before = quiet.resolved;
  quiet.quote(1001).wait(300).wait(12_000);
  expect(quiet.resolved[1]).toBeGreaterThanOrEqual(before[1]!);
  const stated = quiet.resolved;
  quiet.quote(1002).wait(100);
  expect(quiet.resolved[0]).toBe(stated[0]);
});

test('an auction is no trade', () => {
  const market = new Market()
    .quote(1000)
    .trade(ROUND_AUCTION)
    .wait(2 * MINUTE_MS)
    .quote(1001)
    .wait(100);
  expect(market.resolved).toEqual([0, 0, 0]);
});

test('the next move is stated each half second, ten seconds each second, a minute each five', () => {
  const market = ready();
  const before = market.resolved;
  market.wait(80_000).quote(1001).wait(100);
  const settled = market.resolved.map((count, at) => count - before[at]!);
  // All that waited for a move since the first minute; the others settle as their time passes
  expect(settled[0]).toBeGreaterThanOrEqual(160);
  expect(settled[0]).toBeLessThanOrEqual(164);
  expect(settled[1]).toBeGreaterThanOrEqual(70);
  expect(settled[1]).toBeLessThanOrEqual(73);
  expect(settled[2]).toBeGreaterThanOrEqual(3);
  expect(settled[2]).toBeLessThanOrEqual(5);
});

test('while a side is empty there is no move, and the mid that follows soon decides', () => {
  const market = ready();
  market.quote(NO_PRICE).wait(2000);
  expect(market.resolved[0]).toBe(0);
  market.quote(1001).wait(100);
  expect(market.resolved[0]).toBeGreaterThan(0);
});

test('a side that was empty for more than five seconds is a hole: what waited is dropped', () => {
  const market = ready();
  market.quote(NO_PRICE).wait(5200).quote(1001).wait(100);
  expect(market.score('next_move')).toMatchObject({ resolved: 0 });
  expect(market.score('next_move').dropped).toBeGreaterThan(0);
});

test('the mid before a trade settles what its quotes had already moved', () => {
  const market = ready().quote(1001);
  // The clock has not come yet: the event sees the quotes that changed before it
  market.trade();
  expect(market.resolved[0]).toBeGreaterThan(0);
});

describe('where queues tell the next move', () => {
  const market = new Market().predictable(1150);

  test('an edge is shown after two thousand predictions, with its score', () => {
    const score = market.score('next_move');
    expect(score.resolved).toBeGreaterThan(2000);
    expect(score.skill.low).toBeGreaterThan(0);
    expect(score.isShown).toBe(true);
    const [first] = market.shown;
    expect(first).toMatchObject({ change: 'new', sub: 'next_move', status: 'open', calibrator: 'online' });
    expect(first?.evidence['resolved']).toBeGreaterThanOrEqual(2000);
  });

  test('one kind is live at a time', () => {
    const live = new Set<string>();
    for (const { id, status } of market.shown) {
      if (status === 'open') live.add(id);
      else live.delete(id);
      expect(live.size).toBeLessThanOrEqual(1);
    }
  });

  test('it is emitted again when it has moved by two per cent or five seconds have passed, not between', () => {
    const own = market.shown.filter(({ sub }) => sub === 'next_move');
    for (let at = 1; at < own.length; at += 1) {
      const [before, now] = [own[at - 1]!, own[at]!];
      const passedMs = Number((now.updatedNs - before.updatedNs) / 1_000_000n);
      const signed = (one: typeof now): number =>
        one.direction === 'down' ? -one.confidence : one.confidence;
      const hasMoved = Math.abs(signed(now) - signed(before)) >= 0.02 - 1e-12;
      expect(passedMs >= 5000 || hasMoved || now.status === 'expired').toBe(true);
      expect(passedMs).toBeGreaterThanOrEqual(1000);
    }
  });

  test('a probability that creeps by a few per cent a second is followed, one that stays is renewed each five', () => {
    market.quote(1000, -0.1).wait(10_000);
    const before = market.shown.length;
    market.wait(10_000);
    expect(market.shown.length - before).toBe(2);
    for (let second = 0; second < 10; second += 1) market.quote(1000, -0.1 + 0.02 * second).wait(1000);
    expect(market.shown.length - before - 2).toBeGreaterThanOrEqual(4);
  });

  test('a lost book hides it at once, and leaves its score', () => {
    const { resolved } = market.score('next_move');
    market.lose();
    expect(market.shown.at(-1)).toMatchObject({ change: 'update', status: 'expired', direction: null });
    expect(market.score('next_move')).toMatchObject({ resolved, isShown: false });
    const count = market.shown.length;
    market.wait(30_000);
    expect(market.shown).toHaveLength(count);
  });
});

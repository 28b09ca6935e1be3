/** Which prices the watch on levels calls made by hidden size, and which chance, on a small book. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { Label } from '#ground-truth/labels.ts';
import { AgentMarket, BEST_BID, LEVEL_SIZE } from '#testing/agent-market.ts';
import { LevelWatch } from './level-watch.ts';

const FAR = 12;

class Scene {
  readonly exchange = new AgentMarket(1, { answer: 'none' });
  readonly side: number;
  readonly sign: number;
  #turns = 0;
  readonly #planted: { readonly side: number; readonly ticks: number }[] = [];

  /** @param side `SIDE_ASK` where the price turns at highs, `SIDE_BID` where at lows */
  constructor(side: number, isOn = true) {
    this.side = side;
    this.sign = side === SIDE_ASK ? 1 : -1;
    const gauge = this.exchange.install((market, owner) => new MarketGauge(market, owner));
    this.exchange.install(
      (market, owner) =>
        new LevelWatch(market, {
          owner,
          isOn,
          gauge,
          isPlanted: (of, ticks) => this.#planted.some((one) => one.side === of && one.ticks === ticks),
        }),
    );
    // The first low is one only after a high.
    if (side === SIDE_BID) this.tradeAt(-FAR);
    this.exchange.run(100);
  }

  get levelTicks(): number {
    return this.priceAt(0);
  }

  plant(side: number, ticks: number): void {
    this.#planted.push({ side, ticks });
  }

  /** Price so many ticks beyond the level. */
  priceAt(beyond: number): number {
    return (this.side === SIDE_ASK ? BEST_BID + 1 : BEST_BID) + this.sign * beyond;
  }

  /** The price trades so many ticks beyond the level (before it below zero), some of it against an iceberg. */
  tradeAt(beyond: number, contracts = 4, hidden = 0): void {
    const { exchange, side } = this;
    exchange.quote(BEST_BID + this.sign * beyond);
    const taker = side === SIDE_ASK ? SIDE_BID : SIDE_ASK;
    if (hidden > 0) {
      exchange.market.addLimit(0, side, this.priceAt(beyond), hidden, hidden);
      exchange.trade(taker, LEVEL_SIZE);
      exchange.trade(taker, hidden);
      // The queue before the iceberg counts as well.
      return;
    }
    exchange.trade(taker, contracts);
  }

  /** The price comes to the level and turns there. */
  turn(hidden = 0, beyond = 0): void {
    this.tradeAt(beyond, 4, hidden);
    this.exchange.run(20);
    // Never twice to the same price, so that only one level arises.
    this.#turns++;
    this.tradeAt(-FAR - 3 * this.#turns);
    this.exchange.run(200);
  }

  /** The price goes through. */
  through(): void {
    this.tradeAt(2);
    this.exchange.run(6);
  }

  get labels(): readonly Label[] {
    return this.exchange.labels;
  }
}

describe.each([
  ['highs', 'ask', 'resistance', SIDE_ASK],
  ['lows', 'bid', 'support', SIDE_BID],
] as const)('three turns at the same %s', (_, word, type, side) => {
  test('are chance where nobody hid anything there', () => {
    const scene = new Scene(side);
    for (let n = 0; n < 3; n++) scene.turn();
    scene.through();
    expect(scene.labels).toHaveLength(1);
    expect(scene.labels[0]).toMatchObject({
      type: 'neg',
      sub: 'randomLevel',
      side: word,
      priceLowTicks: scene.levelTicks,
      priceHighTicks: scene.levelTicks,
      params: { touches: 3, hiddenTurns: 0 },
      observability: 'strong',
    });
  });

  test('are a level when at two of them a good part met hidden size', () => {
    const scene = new Scene(side);
    for (const hidden of [30, 0, 30]) scene.turn(hidden);
    scene.through();
    expect(scene.labels).toHaveLength(1);
    expect(scene.labels[0]).toMatchObject({
      type,
      sub: 'organic',
      side: word,
      params: { touches: 3, hiddenTurns: 2 },
      observability: 'weak',
    });
  });

  test('are chance when that was so once, or when the hidden part was small', () => {
    for (const sizes of [
      [30, 0, 0],
      [20, 20, 20],
    ]) {
      const scene = new Scene(side);
      for (const hidden of sizes) scene.turn(hidden);
      scene.through();
      // Of seventy contracts twenty are less than 35 %.
      expect(scene.labels.map(({ sub }) => sub)).toEqual(['randomLevel']);
    }
  });

  test('count the contracts that traded there around them, and are evident when the third was seen', () => {
    const scene = new Scene(side);
    const fromNs = scene.exchange.market.nowNs;
    scene.turn();
    scene.turn();
    const beforeThirdNs = scene.exchange.market.nowNs;
    scene.turn();
    scene.through();
    const label = scene.labels[0]!;
    const { market } = scene.exchange;
    expect(label.qty).toBe(12);
    expect(label.t0Ns).toBe(market.exchangeNs(fromNs));
    const seconds = Number((label.tEvidentNs ?? 0n) - market.exchangeNs(beforeThirdNs)) / SECOND_NS;
    // Seen when the price has turned, by the next look.
    expect(seconds).toBeGreaterThanOrEqual(20);
    expect(seconds).toBeLessThanOrEqual(26);
    expect(label.t1Ns).toBe(market.exchangeNs(Math.floor(market.nowNs / (5 * SECOND_NS)) * 5 * SECOND_NS));
  });

  test('are those of traders who planned it, who label it themselves', () => {
    const scene = new Scene(side);
    scene.plant(side, scene.levelTicks);
    for (let n = 0; n < 4; n++) scene.turn(30);
    scene.through();
    scene.exchange.finish();
    expect(scene.labels).toEqual([]);
  });

  test('one of which lies a tick off are one zone, more than that they are none', () => {
    const near = new Scene(side);
    for (const beyond of [0, -1, 0]) near.turn(0, beyond);
    near.through();
    expect(near.labels).toHaveLength(1);
    expect(near.labels[0]!.priceHighTicks - near.labels[0]!.priceLowTicks).toBe(1);
    const apart = new Scene(side);
    for (const beyond of [0, -2, 0]) apart.turn(0, beyond);
    apart.through();
    apart.exchange.finish();
    expect(apart.labels).toEqual([]);
  });
});

test('two turns are no level', () => {
  const scene = new Scene(SIDE_ASK);
  scene.turn(30);
  scene.turn(30);
  scene.through();
  scene.exchange.finish();
  expect(scene.labels).toEqual([]);
});

test('a level is judged when it has not been visited for an hour and a half, or at the end of the session', () => {
  const old = new Scene(SIDE_ASK);
  for (let n = 0; n < 3; n++) old.turn();
  old.exchange.run(5000);
  expect(old.labels).toEqual([]);
  old.exchange.run(500);
  expect(old.labels).toHaveLength(1);
  const open = new Scene(SIDE_ASK);
  for (let n = 0; n < 3; n++) open.turn();
  open.exchange.finish();
  open.exchange.finish();
  expect(open.labels).toHaveLength(1);
});

test('a watch that is off sees nothing', () => {
  const scene = new Scene(SIDE_ASK, false);
  for (let n = 0; n < 3; n++) scene.turn(30);
  scene.through();
  scene.exchange.finish();
  expect(scene.labels).toEqual([]);
});

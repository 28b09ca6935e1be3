/** The micro-price: a weighted mid until enough was seen, then what followed the same state before. */
import { describe, expect, test } from 'vitest';
import { Microprice } from './microprice.ts';

/** Sizes of the bid, of a hundred at both best prices. */
const HEAVY_BID = 95;
const EVEN = 50;
const HEAVY_ASK = 5;

/** A market whose mid is moved, and whose best sizes are set, each of which is observed. */
class Quoted {
  readonly microprice = new Microprice();
  #bid = 1000;

  /** Ticks that the micro-price is above the mid. */
  get ahead(): number {
    return this.microprice.ticks - this.#bid - 0.5;
  }

  show(bidSize: number, move = 0): this {
    this.#bid += move;
    this.microprice.observe(this.#bid, this.#bid + 1, bidSize, 100 - bidSize);
    return this;
  }

  /** An even queue becomes heavy on one side, then the mid moves that way by so much. */
  cycle(side: 1 | -1, move = 1): this {
    return this.show(EVEN)
      .show(side > 0 ? HEAVY_BID : HEAVY_ASK)
      .show(EVEN, side * move);
  }

  learn(): this {
    this.microprice.onClock(0);
    this.microprice.onClock(60_000);
    return this;
  }
}

function repeated(count: number, once: (quoted: Quoted) => void): Quoted {
  const quoted = new Quoted();
  for (let n = 0; n < count; n += 1) once(quoted);
  return quoted;
}

/** Three rises for each fall. */
const rising = (quoted: Quoted): void => {
  quoted.cycle(1).cycle(1).cycle(1).cycle(-1);
};

describe('before it has learnt', () => {
  test.each([
    { bid: 1000, ask: 1001, sizes: [30, 10], ticks: 1000.75 },
    { bid: 1000, ask: 1001, sizes: [10, 30], ticks: 1000.25 },
    { bid: 1000, ask: 1004, sizes: [30, 10], ticks: 1003 },
    { bid: 1000, ask: 1001, sizes: [7, 7], ticks: 1000.5 },
    // A locked book has its mid at the one price.
    { bid: 1000, ask: 1000, sizes: [30, 10], ticks: 1000 },
  ])(
    'it weighs $sizes at $bid and $ask to $ticks',
    ({ bid, ask, sizes: [bidSize = 0, askSize = 0], ticks }) => {
      const microprice = new Microprice();
      expect(microprice.ticks).toBeNaN();
      microprice.observe(bid, ask, bidSize, askSize);
      expect(microprice.ticks).toBe(ticks);
    },
  );

  test.each([
    { name: 'fewer than two hundred moves', count: 49, learnt: false },
    { name: 'two hundred moves', count: 50, learnt: true },
  ])('$name are enough: $learnt', ({ count, learnt }) => {
    const quoted = repeated(count, rising).show(HEAVY_BID).learn();
    expect(Math.abs(quoted.ahead - 0.45) > 0.1).toBe(learnt);
  });

  test('nothing is solved at the first instant, and once a minute from then on', () => {
    const quoted = repeated(100, rising).show(HEAVY_BID);
    quoted.microprice.onClock(0);
    quoted.microprice.onClock(59_999);
    expect(quoted.ahead).toBeCloseTo(0.45, 9);
    quoted.microprice.onClock(60_000);
    // The last even queue became heavy on the side of the bid once more than three times in four.
    expect(quoted.ahead).toBeCloseTo(4 / 3, 2);
  });
});

describe('when heavy queues always move the mid their way', () => {
  test('it is a tick ahead of a heavy queue in a market that turns as often as not', () => {
    const quoted = repeated(200, (one) => one.cycle(1).cycle(-1)).learn();
    expect(quoted.show(EVEN).ahead).toBeCloseTo(0, 9);
    expect(quoted.show(HEAVY_BID).ahead).toBeCloseTo(1, 9);
    expect(quoted.show(HEAVY_ASK).ahead).toBeCloseTo(-1, 9);
  });

  test('it looks beyond the next move where even queues mostly become heavy on one side', () => {
    // From an even queue the mid goes up by 3/4 - 1/4 at once. After a move the queue is even again, as it was or as its
    // mirror image: what follows is a quarter of that, and so on: 1/2 / (1 - 1/4) = 2/3. A heavy bid is worth a tick and
    // half of that.
    const quoted = repeated(200, rising).learn();
    expect(quoted.show(EVEN).ahead).toBeCloseTo(2 / 3, 6);
    expect(quoted.show(HEAVY_BID).ahead).toBeCloseTo(4 / 3, 6);
    expect(quoted.show(HEAVY_ASK).ahead).toBeCloseTo(-4 / 3, 6);
  });

  test('a jump counts as two ticks', () => {
    const quoted = repeated(200, (one) => one.cycle(1, 10).cycle(-1, 10)).learn();
    expect(quoted.show(HEAVY_BID).ahead).toBeCloseTo(2, 9);
  });

  test('a state that was hardly seen keeps the weighted mid', () => {
    const quoted = repeated(200, rising).learn();
    const { microprice } = quoted;
    microprice.observe(1000, 1003, 95, 5);
    expect(microprice.ticks).toBeCloseTo(1001.5 + 0.45 * 3, 9);
    microprice.observe(1000, 1009, 95, 5);
    expect(microprice.ticks).toBeCloseTo(1004.5 + 0.45 * 9, 9);
    microprice.observe(1000, 1001, 75, 25);
    expect(microprice.ticks).toBeCloseTo(1000.75, 9);
  });
});

test('spreads of three ticks and more are one state, a locked or crossed book is one of a tick', () => {
  const wide = new Microprice();
  // The mid of a wide market goes up and down by half a tick in turn: nothing is to be expected of it.
  for (let n = 0; n < 301; n += 1) wide.observe(1000, 1004 + (n % 2), 95, 5);
  wide.onClock(0);
  wide.onClock(60_000);
  wide.observe(1000, 1009, 95, 5);
  expect(wide.ticks).toBeCloseTo(1004.5, 6);
  const { microprice } = repeated(200, rising).learn();
  for (const [bid, ask, mid] of [
    [1000, 1000, 1000],
    [1001, 1000, 1000.5],
  ] as const) {
    microprice.observe(bid, ask, 95, 5);
    expect(microprice.ticks - mid).toBeCloseTo(4 / 3, 6);
  }
});

test('across a hole in the feed nothing is learnt', () => {
  const quoted = new Quoted();
  for (let n = 0; n < 300; n += 1) {
    quoted.show(HEAVY_BID).microprice.interrupt();
    quoted.show(EVEN, 1).microprice.interrupt();
  }
  expect(quoted.learn().show(HEAVY_BID).ahead).toBeCloseTo(0.45, 9);
});

test('what was learnt is not used again until a state follows from one that was seen', () => {
  const quoted = repeated(200, rising).learn().show(HEAVY_BID);
  quoted.microprice.interrupt();
  // The weighted mid of the last quote.
  expect(quoted.ahead).toBeCloseTo(0.45, 9);
  expect(quoted.show(HEAVY_BID).ahead).toBeCloseTo(4 / 3, 6);
});

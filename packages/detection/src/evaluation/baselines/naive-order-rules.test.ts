/** Naive rules of orders and levels, event by event: each at its threshold and just beyond, on either side. */
import { CHANGE_ADD, CHANGE_CANCEL, type MatchEvent, NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { type PlainFacts, plainView } from '#testing/plain-view.ts';
import type { BaselineEntry, BaselineFinding } from './baseline.ts';
import { NAIVE_SYNTHETIC_ICEBERG } from './iceberg-synthetic.ts';
import { NAIVE_RESISTANCE, NAIVE_SUPPORT } from './levels.ts';
import { NAIVE_TRAP } from './retail-trap-zone.ts';
import { NAIVE_SPOOFING } from './spoofing.ts';

interface Order {
  readonly id?: number;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
}

interface Written {
  readonly fills?: readonly (Order & { readonly isGone?: boolean })[];
  readonly adds?: readonly Order[];
  readonly cancels?: readonly Order[];
  /** Sides whose best level was traded. */
  readonly traded?: readonly number[];
}

/** An event of orders, with the columns that the rules of orders read. */
function written(timeMs: number, { fills = [], adds = [], cancels = [], traded = [] }: Written): MatchEvent {
  const changes = [
    ...adds.map((order) => ({
      kind: CHANGE_ADD,
      id: order.id ?? 0,
      side: order.side,
      priceTicks: order.priceTicks,
    })),
    ...cancels.map((order) => ({
      kind: CHANGE_CANCEL,
      id: order.id ?? 0,
      side: order.side,
      priceTicks: order.priceTicks,
    })),
  ];
  const touched = traded.map((side) => ({ side, priceTicks: 0, before: 9, traded: 1, after: 8 }));
  const event = handEvent(timeMs, [], changes, touched);
  const column = (of: readonly number[]): Int32Array => Int32Array.from(of);
  return {
    ...event,
    changes: {
      ...event.changes,
      sizeAfter: column([...adds.map(({ size }) => size), ...cancels.map(() => 0)]),
      sizeBefore: column([...adds.map(() => 0), ...cancels.map(({ size }) => size)]),
      priceBeforeTicks: event.changes.priceAfterTicks,
    },
    fills: {
      count: fills.length,
      side: column(fills.map(({ side }) => side)),
      priceTicks: column(fills.map(({ priceTicks }) => priceTicks)),
      size: column(fills.map(({ size }) => size)),
      removed: column(fills.map(({ isGone = true }) => (isGone ? 1 : 0))),
    },
  } as unknown as MatchEvent;
}

class Bench {
  readonly found: BaselineFinding[] = [];
  timeMs = 1_000_000;
  readonly #view: ReturnType<typeof plainView>;
  readonly #rule: ReturnType<BaselineEntry['create']>;

  constructor(entry: BaselineEntry, facts: PlainFacts = {}) {
    this.#view = plainView(facts);
    this.#rule = entry.create({ view: this.#view, find: (finding) => this.found.push(finding) });
  }

  after(waitMs: number, event: Written): this {
    this.timeMs += waitMs;
    this.#rule.onMatch(written(this.timeMs, event), this.#view);
    return this;
  }

  /** Price is there after a while. */
  at(lastTicks: number, waitMs = 1000): this {
    this.timeMs += waitMs;
    Object.assign(this.#view, { lastTicks });
    this.#rule.onClock(this.timeMs, this.#view);
    return this;
  }

  lose(): this {
    this.#rule.onDiscontinuity(this.timeMs);
    return this;
  }
}

describe.each([
  ['bid', SIDE_BID],
  ['ask', SIDE_ASK],
] as const)('a naive iceberg of the %s', (word, side) => {
  const order = { side, priceTicks: 70, size: 4 };
  const filled = (): Bench => new Bench(NAIVE_SYNTHETIC_ICEBERG).after(0, { fills: [order] });

  test.each<[string, number, Written, number]>([
    ['the same size at its price within 50 ms', 50, { adds: [order] }, 1],
    ['a moment later', 51, { adds: [order] }, 0],
    ['in the same event', 0, { adds: [order] }, 0],
    ['another size', 10, { adds: [{ ...order, size: 5 }] }, 0],
    ['another price', 10, { adds: [{ ...order, priceTicks: 71 }] }, 0],
    ['the other side', 10, { adds: [{ ...order, side: side === SIDE_BID ? SIDE_ASK : SIDE_BID }] }, 0],
    ['a cancellation', 10, { cancels: [order] }, 0],
  ])('is %s', (_, waitMs, event, count) => {
    const { found } = filled().after(waitMs, event);
    expect(found).toHaveLength(count);
    if (count > 0)
      expect(found[0]).toMatchObject({ side: word, priceLowTicks: 70, priceHighTicks: 70, size: 4 });
  });

  test('is no single contract, and none of an order that stayed in part', () => {
    const single = { ...order, size: 1 };
    const one = new Bench(NAIVE_SYNTHETIC_ICEBERG).after(0, { fills: [single] }).after(9, { adds: [single] });
    const part = new Bench(NAIVE_SYNTHETIC_ICEBERG).after(0, { fills: [{ ...order, isGone: false }] });
    expect([one.found, part.after(9, { adds: [order] }).found]).toEqual([[], []]);
  });

  test('is found at most each ten seconds at a price', () => {
    const bench = filled().after(10, { adds: [order] });
    bench.after(9900, { fills: [order] }).after(10, { adds: [order] });
    expect(bench.found).toHaveLength(1);
    bench.after(90, { fills: [order] }).after(10, { adds: [order] });
    expect(bench.found).toHaveLength(2);
  });

  test('is none of before a lost book', () => {
    expect(
      filled()
        .lose()
        .after(10, { adds: [order] }).found,
    ).toEqual([]);
  });
});

describe.each([
  ['bid', SIDE_BID, SIDE_ASK],
  ['ask', SIDE_ASK, SIDE_BID],
] as const)('naive spoofing of the %s', (word, side, other) => {
  const order = { id: 77, side, priceTicks: 60, size: 80 };
  const placed = (size = 80): Bench =>
    new Bench(NAIVE_SPOOFING, { addSizeQuantile: () => 80 }).after(0, { adds: [{ ...order, size }] });

  test.each<[string, number, number, readonly number[], number]>([
    ['right after a trade on the other side', 500, 0, [other], 1],
    ['a second after it', 500, 1000, [other], 1],
    ['more than a second after it', 500, 1001, [other], 0],
    ['ten seconds after it was placed', 9500, 500, [other], 1],
    ['later than that', 9500, 501, [other], 0],
    ['after a trade on its own side', 500, 100, [side], 0],
  ])('is an order that is cancelled %s', (_, tradeMs, waitMs, traded, count) => {
    const { found } = placed()
      .after(tradeMs, { traded })
      .after(waitMs, { cancels: [order] });
    expect(found).toHaveLength(count);
    if (count > 0)
      expect(found[0]).toMatchObject({ side: word, priceLowTicks: 60, priceHighTicks: 60, size: 80 });
  });

  test('is of orders of the 99th percentile, that were seen being placed', () => {
    const small = placed(79)
      .after(500, { traded: [other] })
      .after(0, { cancels: [{ ...order, size: 79 }] });
    const unseen = placed()
      .after(500, { traded: [other] })
      .after(0, { cancels: [{ ...order, id: 78 }] });
    const lost = placed()
      .after(500, { traded: [other] })
      .lose()
      .after(0, { cancels: [order] });
    expect([small.found, unseen.found, lost.found]).toEqual([[], [], []]);
  });
});

const swing = (priceTicks: number, timeMs = 0) => ({ priceTicks, timeMs });

describe.each([
  ['support', NAIVE_SUPPORT, 'bid', 1],
  ['resistance', NAIVE_RESISTANCE, 'ask', -1],
] as const)('a naive %s', (_, entry, side, away) => {
  const levels = [swing(100, 1), swing(100 + 20 * away, 2)];
  const facts = {
    unbrokenLows: () => (away > 0 ? levels : []),
    unbrokenHighs: () => (away > 0 ? [] : levels),
  };

  test('is a swing that price has come back to within two ticks, once', () => {
    const bench = new Bench(entry, facts).at(100 + 3 * away);
    expect(bench.found).toEqual([]);
    bench
      .at(100 + 2 * away)
      .at(100)
      .at(100 + 5 * away)
      .at(100);
    expect(bench.found).toMatchObject([{ side, priceLowTicks: 99, priceHighTicks: 101, size: 0 }]);
    expect(bench.at(100 + 19 * away).found).toHaveLength(2);
  });

  test('is none before anything traded, and is found again after a lost book', () => {
    const bench = new Bench(entry, facts).at(NO_PRICE).at(100);
    expect(bench.found).toHaveLength(1);
    expect(bench.lose().at(100).found).toHaveLength(2);
  });
});

describe.each([
  ['a high', 'bid', 1],
  ['a low', 'ask', -1],
] as const)('a naive trap beyond %s', (_, side, sign) => {
  const levels = [swing(100)];
  const facts = {
    unbrokenHighs: () => (sign > 0 ? levels : []),
    unbrokenLows: () => (sign > 0 ? [] : levels),
  };
  const bench = (): Bench => new Bench(NAIVE_TRAP, facts);

  test('is pierced by two ticks, and price is back inside', () => {
    expect(
      bench()
        .at(100 + sign)
        .at(100 - sign).found,
    ).toEqual([]);
    expect(
      bench()
        .at(100 + 2 * sign)
        .at(100).found,
    ).toEqual([]);
    const one = bench()
      .at(100 + 2 * sign)
      .at(100 + 7 * sign)
      .at(100 - sign);
    const zone = [100 + sign, 100 + 7 * sign].sort((a, b) => a - b);
    expect(one.found).toMatchObject([{ side, priceLowTicks: zone[0], priceHighTicks: zone[1], size: 0 }]);
  });

  test('has ten minutes to come back, and is found once', () => {
    expect(
      bench()
        .at(100 + 2 * sign)
        .at(100 - sign, 600_000).found,
    ).toHaveLength(1);
    expect(
      bench()
        .at(100 + 2 * sign)
        .at(100 - sign, 600_001).found,
    ).toEqual([]);
    const twice = bench()
      .at(100 + 2 * sign)
      .at(100 - sign)
      .at(100 + 5 * sign)
      .at(100 - sign);
    expect(twice.found).toHaveLength(1);
  });

  test('is forgotten where the book was lost', () => {
    expect(
      bench()
        .at(100 + 2 * sign)
        .lose()
        .at(100 - sign).found,
    ).toEqual([]);
  });
});

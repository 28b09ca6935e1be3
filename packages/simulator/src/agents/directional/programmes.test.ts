/** What an institution's programme does on a small book, and that its labels say so. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { Label } from '#ground-truth/labels.ts';
import { AgentMarket, type Deed } from '#testing/agent-market.ts';
import { Metaorders } from './metaorders.ts';

const TRADER = 2;
/** Contracts that the crowd trades each second. */
const USUAL = 6;
const MAX_S = 5400;
const SEEDS = Array.from({ length: 9 }, (_, at) => at + 1);

interface Scene {
  readonly exchange: AgentMarket;
  /** The crowd trades no more. */
  readonly calm: () => void;
}

/** A steady market in which the crowd trades with the whole queue of a side now and then. */
function scene(seed: number, perHour = 20): Scene {
  const exchange = new AgentMarket(seed, { answer: 'refill' });
  const gauge = exchange.install((market, owner) => new MarketGauge(market, owner));
  exchange.install((market, owner) => new Metaorders(market, { owner, perHour, gauge }), 1);
  let n = 0;
  let isCalm = false;
  exchange.every(10, () => {
    if (!isCalm) exchange.trade(n++ % 2 === 0 ? SIDE_BID : SIDE_ASK, 10 * USUAL);
  });
  return {
    exchange,
    calm: () => {
      isCalm = true;
    },
  };
}

interface Worked extends Scene {
  readonly label: Label;
  readonly children: readonly Label[];
}

function worked(seed: number): Worked {
  const market = scene(seed);
  const isParent = ({ type }: Label): boolean => type === 'institutional';
  market.exchange.runUntil(() => market.exchange.labels.some(isParent), 4);
  const label = market.exchange.labels.find(isParent);
  if (label === undefined) throw new Error('expected a programme');
  return { ...market, label, children: market.exchange.labels.filter(({ type }) => type === 'iceberg') };
}

const ALL = SEEDS.map(worked);
const sideOf = ({ side }: Label): number => (side === 'bid' ? SIDE_BID : SIDE_ASK);

/** Contracts of an order as an aggressor and at rest. */
function executed({ exchange }: Scene, ids: readonly string[]): number {
  const own = new Set(ids);
  return exchange.deeds
    .filter(({ action, id }) => (action === 'fill' || action === 'trade') && own.has(id))
    .reduce((sum, { size }) => sum + size, 0);
}

const entries = ({ exchange }: Scene): Deed[] =>
  exchange.deedsOf(TRADER).filter(({ action }) => action === 'add' || action === 'trade');

test('a programme executed what its orders show, and never more than it was to', () => {
  for (const one of ALL) {
    expect(one.label.qty).toBe(executed(one, one.label.orderIds));
    expect(one.label.qty).toBeLessThanOrEqual(Number(one.label.params['total']));
    expect(one.label.qty).toBeGreaterThan(0);
  }
});

test('it trades on its side only, passive children at the best price of it, and leaves nothing in the book', () => {
  for (const one of ALL) {
    const side = sideOf(one.label);
    expect(new Set(entries(one).map((deed) => deed.side))).toEqual(new Set([side]));
    const best = one.exchange.market.bestTicks(side);
    for (const { action, priceTicks } of entries(one)) if (action === 'add') expect(priceTicks).toBe(best);
    for (const { id } of one.exchange.deedsOf(TRADER, 'add')) expect(one.exchange.shown(id)).toBe(0);
    expect(new Set(one.label.orderIds)).toEqual(new Set(entries(one).map(({ id }) => id)));
  }
  expect(new Set(ALL.map(({ label }) => label.side)).size).toBe(2);
});

test('it begins once the market is known, and ends by its patience', () => {
  for (const { exchange, label } of ALL) {
    const fromS = Number(label.t0Ns - exchange.market.exchangeNs(0)) / SECOND_NS;
    expect(fromS).toBeGreaterThanOrEqual(300);
    const seconds = Number(label.t1Ns - label.t0Ns) / SECOND_NS;
    expect(seconds).toBeLessThanOrEqual(MAX_S);
    expect(label.params['minutes']).toBeCloseTo(seconds / 60, 0);
  }
});

test('its share is what it was of all that traded meanwhile, near the one that was planned where it follows volume', () => {
  for (const { exchange, label } of ALL) {
    const { market } = exchange;
    const meanwhile = exchange.deeds.filter(
      ({ action, atNs }) =>
        action === 'trade' && market.exchangeNs(atNs) >= label.t0Ns && market.exchangeNs(atNs) <= label.t1Ns,
    );
    const volume = meanwhile.reduce((sum, { size }) => sum + size, 0);
    const { share, plannedShare, schedule, end } = label.params;
    expect(Math.abs(Number(share) - label.qty / volume)).toBeLessThan(0.02);
    expect(Number(plannedShare)).toBeGreaterThanOrEqual(schedule === 'pov' ? 0.05 : 0.02);
    expect(Number(plannedShare)).toBeLessThanOrEqual(schedule === 'pov' ? 0.2 : 0.12);
    if (schedule === 'pov' && end === 'completed')
      expect(Number(share) / Number(plannedShare)).toBeGreaterThan(0.5);
  }
  expect(new Set(ALL.map(({ label }) => label.params['schedule']))).toEqual(new Set(['pov', 'twap']));
});

test('it succeeds exactly when all of it was executed, and ends soon after', () => {
  for (const { exchange, label } of ALL) {
    const { end, total } = label.params;
    expect(['completed', 'cancelled']).toContain(end);
    expect(label.success).toBe(end === 'completed');
    expect(label.qty === total).toBe(label.success);
    const waited = Number(exchange.market.exchangeNs(exchange.market.nowNs) - label.t1Ns) / SECOND_NS;
    // The next look comes after a gap of up to fifteen seconds on average.
    if (end === 'completed') expect(waited).toBeLessThan(90);
  }
  expect(ALL.some(({ label }) => label.success === true)).toBe(true);
});

test('it is evident with its tenth execution, and when a fifth of its time has passed', () => {
  for (const { exchange, label } of ALL) {
    const { children } = label.params;
    if (label.tEvidentNs === null) {
      expect(label.observability).toBe('none');
      continue;
    }
    expect(Number(children)).toBeGreaterThanOrEqual(10);
    expect(label.tEvidentNs).toBeGreaterThanOrEqual(label.t0Ns + (label.t1Ns - label.t0Ns) / 5n);
    const own = new Set(label.orderIds);
    const before = exchange.deeds.filter(
      ({ action, id, atNs }) =>
        action === 'fill' && own.has(id) && exchange.market.exchangeNs(atNs) <= (label.tEvidentNs ?? 0n),
    );
    const takes = exchange.deeds.filter(
      ({ action, id, atNs }) =>
        action === 'trade' && own.has(id) && exchange.market.exchangeNs(atNs) <= (label.tEvidentNs ?? 0n),
    );
    expect(before.length + takes.length).toBeGreaterThanOrEqual(10);
  }
  expect(ALL.some(({ label }) => label.observability !== 'none')).toBe(true);
});

describe('children', () => {
  test('bear the name of their parent, trade for it and are among its orders', () => {
    for (const one of ALL)
      for (const child of one.children) {
        expect(child.params['parent']).toBe(one.label.id);
        expect(child.side).toBe(one.label.side);
        expect(child.qty).toBe(executed(one, child.orderIds));
        for (const id of child.orderIds) expect(one.label.orderIds).toContain(id);
        expect(child.t0Ns).toBeLessThanOrEqual(child.t1Ns);
        if (child.tEvidentNs !== null) {
          expect(child.tEvidentNs).toBeGreaterThanOrEqual(child.t0Ns);
          expect(child.tEvidentNs).toBeLessThanOrEqual(child.t1Ns);
        }
        expect(child.tEvidentNs === null).toBe(child.observability === 'none');
      }
  });

  test('of one programme are of one kind: icebergs, slices, or clips without any', () => {
    const kinds = new Set<string>();
    for (const { label, children } of ALL) {
      kinds.add(label.sub);
      const subs = new Set(children.map(({ sub }) => sub));
      if (label.sub === 'clips') expect(subs.size).toBe(0);
      else expect([...subs].every((sub) => sub === label.sub)).toBe(true);
    }
    expect(kinds.size).toBe(3);
  });

  test('by clips only never rest, and are not larger than twice the usual one and what is behind', () => {
    for (const one of ALL.filter(({ label }) => label.sub === 'clips')) {
      expect(one.exchange.deedsOf(TRADER, 'add')).toEqual([]);
      const clips = entries(one);
      expect(clips.length).toBeGreaterThan(3);
      const usual = Number(one.label.params['clip']);
      const sizes = clips.map(({ size }) => size).toSorted((a, b) => a - b);
      expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(Math.max(12 * USUAL, 3 * usual));
    }
  });

  test('that are icebergs show less than they are, refill as often as the label says and are exact then', () => {
    for (const one of ALL.filter(({ label }) => label.sub === 'native'))
      for (const child of one.children) {
        const [order] = one.exchange.deedsOf(TRADER, 'add').filter(({ id }) => id === child.orderIds[0]);
        expect(order?.size).toBe(child.params['display']);
        expect(Number(child.params['total'])).toBeGreaterThan(Number(child.params['display']));
        expect(child.observability).toBe(Number(child.params['refills']) > 0 ? 'exact' : 'none');
        const display = Number(child.params['display']);
        const whole = Math.floor(child.qty / display);
        expect(Number(child.params['refills'])).toBeLessThanOrEqual(whole);
        expect(Number(child.params['refills'])).toBeGreaterThanOrEqual(whole - 1);
        if (child.tEvidentNs === null) continue;
        let traded = 0;
        const fills = one.exchange.deeds.filter(({ action, id }) => action === 'fill' && id === order?.id);
        const first = fills.find(({ size }) => {
          traded += size;
          return traded >= display;
        });
        expect(child.tEvidentNs).toBe(one.exchange.market.exchangeNs(first?.atNs ?? 0));
      }
  });
});

test('one whose market falls still is given up, and what of it rests is withdrawn', () => {
  let withdrawn = 0;
  for (const seed of SEEDS) {
    const { exchange, calm } = scene(seed);
    const resting = (): Deed[] => exchange.deedsOf(TRADER, 'add').filter(({ id }) => exchange.shown(id) > 0);
    exchange.runUntil(() => resting().length > 0 || exchange.deedsOf(TRADER, 'trade').length > 2, 4);
    calm();
    const [order] = resting();
    if (order === undefined) continue;
    exchange.run(2.2 * MAX_S);
    expect(exchange.shown(order.id)).toBe(0);
    withdrawn++;
  }
  expect(withdrawn).toBeGreaterThan(1);
});

test('one that the session ends is open, and decided nothing', () => {
  const market = scene(2);
  market.exchange.runUntil(
    () =>
      executed(
        market,
        entries(market).map(({ id }) => id),
      ) > 0,
    4,
  );
  market.exchange.finish();
  const label = market.exchange.labels.find(({ type }) => type === 'institutional');
  expect(label).toMatchObject({ success: null, params: { end: 'open' } });
});

test('none comes at a frequency of 0, nor is any begun before five minutes have passed', () => {
  const still = scene(3, 0);
  still.exchange.run(3600);
  expect(still.exchange.deedsOf(TRADER)).toEqual([]);
  const early = scene(3, 600);
  early.exchange.run(299);
  expect(early.exchange.deedsOf(TRADER)).toEqual([]);
});

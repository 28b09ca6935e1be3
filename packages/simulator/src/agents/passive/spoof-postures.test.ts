/** What a spoofer does on a small book, and that its label says so. */
import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { AGENT_STYLES, type AgentStyle, subjectOf } from '#ground-truth/agent-styles.ts';
import {
  AgentMarket,
  type AgentMarketOptions,
  BEST_BID,
  type Deed,
  ORDER_SIZE,
} from '#testing/agent-market.ts';
import { faultOf } from '#testing/agent-run.ts';
import { Spoofers } from './spoofers.ts';

const SPOOFER = 1;
const SEEDS = Array.from({ length: 24 }, (_, at) => at + 1);
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
const awayOf = (side: number): number => (side === SIDE_BID ? -1 : 1);
const sideOf = (word: string | null): number => (word === 'bid' ? SIDE_BID : SIDE_ASK);

/** A market in which one spoofer has just arrived. */
function arrived(seed: number, options: AgentMarketOptions = {}): AgentMarket {
  const exchange = new AgentMarket(seed, { answer: 'refill', ...options });
  exchange.install((market, owner) => new Spoofers(market, { owner, perHour: 0.1 }), 1);
  exchange.runUntil(() => exchange.deedsOf(SPOOFER).length > 0);
  return exchange;
}

interface Shown {
  readonly exchange: AgentMarket;
  readonly genuine: Deed;
  readonly layers: readonly Deed[];
}

/** Until the first posture is up. */
function withPosture(seed: number, options: AgentMarketOptions = {}): Shown {
  const exchange = arrived(seed, options);
  const genuine = exchange.deedsOf(SPOOFER, 'add')[0]!;
  const postureOf = (): Deed[] =>
    exchange.deedsOf(SPOOFER, 'add').filter(({ side }) => side !== genuine.side);
  exchange.runUntil(() => postureOf().length > 0, 1);
  // The layers of one posture follow each other within 20 ms; the first trades and chases come later.
  const { atNs } = postureOf()[0]!;
  exchange.runUntil(() => exchange.market.nowNs - atNs > 90 * MS_NS || postureOf().length === 6, 1);
  return { exchange, genuine, layers: postureOf().filter((layer) => layer.atNs - atNs < 90 * MS_NS) };
}

/** The whole of what one spoofer does until it leaves. */
function wholeOf(seed: number, options: AgentMarketOptions = {}, isMoving = false): AgentMarket {
  const exchange = arrived(seed, options);
  let step = 0;
  if (isMoving) exchange.every(1, () => exchange.quote(BEST_BID + (step++ % 4), ORDER_SIZE));
  const own = (): string[] => exchange.deedsOf(SPOOFER, 'add').map(({ id }) => id);
  const isGone = (): boolean => own().every((id) => exchange.shown(id) === 0);
  const settled = (): number =>
    exchange.labels.reduce((sum, { params }) => sum + Number(params['cycles']), 0);
  let quietNs = 0;
  exchange.runUntil(() => {
    if (!isGone()) quietNs = exchange.market.nowNs;
    return settled() > 0 && exchange.market.nowNs - quietNs > 50 * SECOND_NS;
  });
  return exchange;
}

const WHOLE = SEEDS.slice(0, 10).map((seed) => wholeOf(seed, {}, seed > 7));

/** Contracts of each of the spoofer's resting orders that others took. */
function executedOf(exchange: AgentMarket): Map<string, number> {
  const executed = new Map<string, number>();
  for (const { action, id, size } of exchange.deeds)
    if (action === 'fill') executed.set(id, (executed.get(id) ?? 0) + size);
  return executed;
}

test('a spoofer begins with a small order at the touch, of half an ordinary one to three', () => {
  for (const seed of SEEDS) {
    const exchange = arrived(seed);
    const [genuine, ...others] = exchange.deedsOf(SPOOFER);
    expect(others).toEqual([]);
    expect(genuine).toMatchObject({ action: 'add' });
    expect(genuine?.priceTicks).toBe(exchange.market.bestTicks(genuine?.side ?? 0));
    expect(genuine?.size).toBeGreaterThanOrEqual(0.6 * ORDER_SIZE);
    expect(genuine?.size).toBeLessThanOrEqual(3 * ORDER_SIZE);
  }
});

describe('the posture', () => {
  test('stands on the other side behind the touch, at least three times the genuine order', () => {
    const counts = new Set<number>();
    for (const seed of SEEDS) {
      const { exchange, genuine, layers } = withPosture(seed);
      counts.add(layers.length);
      const touch = exchange.market.bestTicks(opposite(genuine.side));
      const distances = layers.map(({ priceTicks, side }) => (priceTicks - touch) * awayOf(side));
      expect(distances[0]).toBeGreaterThanOrEqual(1);
      expect(distances[0]).toBeLessThanOrEqual(layers.length === 1 ? 6 : 2);
      expect(distances).toEqual(layers.map((_, at) => (distances[0] ?? 0) + at));
      const whole = layers.reduce((sum, { size }) => sum + size, 0);
      expect(whole).toBeGreaterThanOrEqual(Math.floor(3 * genuine.size * 0.92));
      expect(whole).toBeGreaterThanOrEqual(5 * ORDER_SIZE * 0.9);
    }
    expect(counts.has(1)).toBe(true);
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
  });

  test('of several layers is of nearly equal ones, put up within milliseconds of each other', () => {
    for (const seed of SEEDS) {
      const { layers } = withPosture(seed);
      const sizes = layers.map(({ size }) => size);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(0.18 * Math.max(...sizes) + 1);
      for (let at = 1; at < layers.length; at++)
        expect(layers[at]!.atNs - layers[at - 1]!.atNs).toBeLessThanOrEqual(20 * MS_NS);
    }
  });

  test('is withdrawn within 300 ms of the genuine fill, layer by layer, and the rest of the genuine order after it', () => {
    let checked = 0;
    for (const seed of SEEDS) {
      const { exchange, genuine, layers } = withPosture(seed);
      if (exchange.shown(genuine.id) === 0) continue;
      exchange.trade(opposite(genuine.side), 200, 3);
      if (exchange.shown(genuine.id) > 0) continue;
      const filledNs = exchange.market.nowNs;
      exchange.run(0.4);
      const ids = layers.map(({ id }) => id);
      const gone = exchange.deedsOf(SPOOFER, 'cancel').filter(({ id }) => ids.includes(id));
      if (gone.some(({ atNs }) => atNs < filledNs)) continue;
      checked++;
      expect(gone.map(({ id }) => id)).toEqual(ids);
      expect(gone[0]!.atNs - filledNs).toBeGreaterThanOrEqual(MS_NS);
      expect(gone[0]!.atNs - filledNs).toBeLessThanOrEqual(300 * MS_NS);
      for (let at = 1; at < gone.length; at++)
        expect(gone[at]!.atNs - gone[at - 1]!.atNs).toBeLessThanOrEqual(1.5 * MS_NS);
    }
    expect(checked).toBeGreaterThan(8);
  });

  test('that the price comes to is moved away again or given up at once, never traded on purpose', () => {
    const ends = new Set<string>();
    for (const seed of SEEDS) {
      const { exchange, layers } = withPosture(seed);
      const first = layers[0]!;
      if (exchange.shown(first.id) === 0) continue;
      const away = awayOf(first.side);
      exchange.quote(first.priceTicks + (first.side === SIDE_BID ? 0 : -1));
      const before = exchange.deeds.length;
      exchange.run(0.45);
      const own = exchange.deeds.slice(before).filter(({ by, id }) => by === SPOOFER && id === first.id);
      ends.add(own[0]?.action ?? 'nothing');
      if (own[0]?.action === 'modify') expect((own[0].priceTicks - first.priceTicks) * away).toBe(1);
    }
    expect(ends).toEqual(new Set(['modify', 'cancel']));
  });
});

describe('the whole of a spoofer', () => {
  test('leaves nothing in the book and states what the rows show of its orders', () => {
    for (const exchange of WHOLE) {
      const executed = executedOf(exchange);
      for (const label of exchange.labels) expect(faultOf(label, executed)).toBeNull();
      for (const { id } of exchange.deedsOf(SPOOFER, 'add')) expect(exchange.shown(id)).toBe(0);
      const named = exchange.labels.flatMap(({ orderIds }) => orderIds);
      expect(new Set(named).size).toBe(named.length);
    }
  });

  test('is two to twelve attempts, counted over its labels, which bear one name', () => {
    const counts = WHOLE.map(({ labels }) =>
      labels.reduce((sum, { params }) => sum + Number(params['cycles']), 0),
    );
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(12);
    expect(new Set(counts).size).toBeGreaterThan(4);
    for (const { labels } of WHOLE) {
      expect(new Set(labels.flatMap(({ agentIds }) => agentIds)).size).toBe(1);
      expect(labels.map(({ params }) => params['flipped'])).toEqual(labels.map((_, at) => at > 0));
      for (let at = 1; at < labels.length; at++) expect(labels[at]!.side).not.toBe(labels[at - 1]!.side);
    }
    expect(WHOLE.some(({ labels }) => labels.length > 1)).toBe(true);
  });

  test('is evident with the first layer withdrawn after enough of the genuine order had traded, not before', () => {
    let evident = 0;
    for (const exchange of WHOLE) {
      const executed = (id: string, untilNs: number): number =>
        exchange.deeds
          .filter((deed) => deed.action === 'fill' && deed.id === id && deed.atNs <= untilNs)
          .reduce((sum, { size }) => sum + size, 0);
      for (const label of exchange.labels) {
        const side = sideOf(label.side);
        const own = exchange.deedsOf(SPOOFER).filter(({ id }) => label.orderIds.includes(id));
        const pulls = own.filter(({ action, side: of }) => action === 'cancel' && of === side);
        const genuine = own.filter(({ action, side: of }) => action === 'add' && of !== side);
        const worked = pulls.filter(({ atNs }) => {
          const latest = genuine.filter((order) => order.atNs < atNs).at(-1);
          return latest !== undefined && executed(latest.id, atNs) >= 0.3 * latest.size;
        });
        if (label.tEvidentNs === null) {
          expect(label.success).toBe(false);
          continue;
        }
        evident++;
        const times = worked.map(({ atNs }) => exchange.market.exchangeNs(atNs));
        expect(times).toContain(label.tEvidentNs);
        expect(label.success).toBe(true);
      }
    }
    expect(evident).toBeGreaterThan(5);
  });

  test('has one genuine order at a time, and says how much of them traded', () => {
    for (const exchange of WHOLE) {
      const executed = executedOf(exchange);
      for (const { side, orderIds, params, sub } of exchange.labels) {
        const own = exchange.deedsOf(SPOOFER, 'add').filter(({ id }) => orderIds.includes(id));
        const genuine = own.filter(({ side: of }) => of !== sideOf(side));
        const traded = genuine.reduce((sum, { id }) => sum + (executed.get(id) ?? 0), 0);
        expect(params['genuineQty']).toBe(traded);
        expect(sub).toBe(Number(params['layers']) > 1 ? 'layering' : 'single');
        for (const [at, { atNs }] of genuine.entries()) {
          const before = genuine[at - 1];
          const isGone = exchange.deeds.some(
            (deed) => deed.action === 'cancel' && deed.id === before?.id && deed.atNs <= atNs,
          );
          expect(before === undefined || isGone).toBe(true);
        }
      }
    }
  });

  test('has prices where its postures rested, and their mean size', () => {
    for (const { labels, deeds } of WHOLE)
      for (const { side, orderIds, params, priceLowTicks, priceHighTicks } of labels) {
        const posture = deeds.filter(
          (deed) =>
            orderIds.includes(deed.id) &&
            deed.side === sideOf(side) &&
            (deed.action === 'add' || deed.action === 'modify') &&
            deed.by === SPOOFER,
        );
        expect(Math.min(...posture.map(({ priceTicks }) => priceTicks))).toBe(priceLowTicks);
        expect(Math.max(...posture.map(({ priceTicks }) => priceTicks))).toBe(priceHighTicks);
        const whole = posture
          .filter(({ action }) => action === 'add')
          .reduce((sum, { size }) => sum + size, 0);
        expect(Math.abs(Number(params['postureSize']) - whole / Number(params['cycles']))).toBeLessThan(
          0.51 + whole / Number(params['cycles']),
        );
      }
  });
});

describe('of the styles of other markets', () => {
  const only = (style: AgentStyle): AgentMarketOptions => ({
    excludedStyles: AGENT_STYLES.filter((one) => subjectOf(one) === subjectOf(style) && one !== style),
  });

  test('one without an order at rest takes from those it drew, within 5 ms of the last layer gone', () => {
    for (const seed of SEEDS.slice(0, 6)) {
      const exchange = wholeOf(seed, only('spoofing/taking'));
      const [label] = exchange.labels;
      expect(label?.params).toMatchObject({ takes: true, genuineQty: 0, isPegged: false });
      const posture = sideOf(label?.side ?? null);
      const takes = exchange
        .deedsOf(SPOOFER, 'trade')
        .filter(({ side, size }) => side === opposite(posture) && size === label?.params['genuineSize']);
      expect(takes.length).toBeGreaterThan(0);
      for (const { atNs } of takes) {
        const last = exchange
          .deedsOf(SPOOFER, 'cancel')
          .filter((pull) => pull.atNs < atNs)
          .at(-1);
        expect(atNs - (last?.atNs ?? 0)).toBeGreaterThanOrEqual(MS_NS);
        expect(atNs - (last?.atNs ?? 0)).toBeLessThanOrEqual(5 * MS_NS);
      }
    }
  });

  test('a pegged posture follows the price, and only five moves show what it is', () => {
    let evident = 0;
    for (const seed of SEEDS.slice(0, 3)) {
      const exchange = arrived(seed, only('spoofing/pegged'));
      let step = 0;
      exchange.every(5, () => exchange.quote(BEST_BID + (step++ % 8), 5));
      exchange.runUntil(() => exchange.labels.length > 0, 10);
      const [label] = exchange.labels;
      expect(label?.params).toMatchObject({ isPegged: true, chases: true });
      const moved = new Map<string, number>();
      for (const { side, id } of exchange.deedsOf(SPOOFER, 'modify'))
        if (side === sideOf(label?.side ?? null)) moved.set(id, (moved.get(id) ?? 0) + 1);
      const most = Math.max(0, ...moved.values());
      expect(label?.success).toBe(most >= 5);
      if (label?.success === true) evident++;
    }
    expect(evident).toBeGreaterThan(0);
  });
});

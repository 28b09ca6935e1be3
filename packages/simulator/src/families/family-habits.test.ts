/** What each family does differently from the others: where it rests, whom it follows, when it leaves. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { oppositeSide } from '#engine/match-rounds.ts';
import { awayStep } from '#flow/book-weights.ts';
import { flowProfileOf } from '#flow/flow-profile.ts';
import type { FamilyName } from '#flow/generator.ts';
import { CrowdBench } from '#testing/crowd-bench.ts';
import { instrumentOf } from '#testing/instrument.ts';

const ES = flowProfileOf(instrumentOf('ES'));
const SIDES = [
  ['bought', SIDE_BID],
  ['sold', SIDE_ASK],
] as const;

interface Entry {
  readonly side: number;
  readonly priceTicks: number;
  /** Ticks from the best price of the other side, and behind that of the own, as they were before. */
  readonly distance: number;
  readonly behind: number;
}

/** The orders that so many acts of the crowd rest, without anything else that happens meanwhile. */
function entriesOf(bench: CrowdBench, acts: number): Entry[] {
  const { ladder } = bench.engine;
  const entries: Entry[] = [];
  bench.emitted();
  for (let n = 0; n < acts; n++) {
    const best: Record<number, number> = { [SIDE_BID]: ladder.bestBidTicks, [SIDE_ASK]: ladder.bestAskTicks };
    bench.flow.act(1000 + n);
    const [line, ...others] = bench.emitted();
    bench.flow.learn();
    bench.flow.restock(1000 + n);
    bench.flow.readBook();
    bench.emitted();
    const found = /^A(.) (\d+)x/.exec(line ?? '');
    if (found === null || others.length > 0) continue;
    const side = found[1] === 'B' ? SIDE_BID : SIDE_ASK;
    const priceTicks = Number(found[2]);
    const away = awayStep(side);
    const distance = (priceTicks - best[oppositeSide(side)]!) * away;
    entries.push({ side, priceTicks, distance, behind: (priceTicks - best[side]!) * away });
  }
  return entries;
}

const shareOf = (entries: readonly Entry[], holds: (entry: Entry) => boolean): number =>
  entries.filter(holds).length / entries.length;

test.each([
  'poisson',
  'queues',
  'hawkes',
  'relative',
  'horizons',
  'splitters',
] as const satisfies readonly FamilyName[])(
  '%s rests on both sides alike, and never across the spread',
  (name) => {
    const entries = entriesOf(new CrowdBench(name, 'CL', 11), 700);
    expect(entries.length).toBeGreaterThan(80);
    expect(Math.min(...entries.map(({ distance }) => distance))).toBeGreaterThanOrEqual(1);
    const bids = shareOf(entries, ({ side }) => side === SIDE_BID);
    expect(bids).toBeGreaterThan(0.3);
    expect(bids).toBeLessThan(0.7);
  },
);

describe('poisson', () => {
  test('rests by a falling power of the distance from the other side, up to twenty ticks away', () => {
    const entries = entriesOf(new CrowdBench('poisson', 'ES', 12, { spacingTicks: 1 }), 1200);
    const within = (from: number, to: number): number =>
      shareOf(entries, ({ distance }) => distance >= from && distance <= to);
    const distances = entries.map(({ distance }) => distance);
    expect([Math.min(...distances), Math.max(...distances)]).toEqual([1, 20]);
    expect(within(1, 5)).toBeGreaterThan(within(6, 10));
    expect(within(6, 10)).toBeGreaterThan(within(16, 20));
    expect(within(16, 20)).toBeGreaterThan(0);
  });

  test('withdraws at one rate for every order that it has', () => {
    const bench = new CrowdBench('poisson', 'CL', 12);
    const steps = new Set<string>();
    for (let n = 0, before = bench.flow.rate(); n < 300; n++, before = bench.flow.rate()) {
      bench.flow.act(1000 + n);
      const step = bench.flow.rate() - before;
      if (Math.abs(step) > 1e-9) steps.add(Math.abs(step).toPrecision(6));
    }
    expect(steps.size).toBe(1);
    expect(Number([...steps][0])).toBeLessThan(1);
  });
});

describe('queues', () => {
  test.each(SIDES)('more is %s where the queue to take from is short', (_, side) => {
    const bench = new CrowdBench('queues', 'ES', 13);
    const { ladder, report } = bench.engine;
    const against = oppositeSide(side);
    let [hurried, others] = [0, 0];
    for (let n = 0; n < 1500 && hurried + others < 60; n++) {
      const best = ladder.bestTicks(against);
      const shown = ladder.sizeAt(against, best);
      if (shown > 1) bench.engine.addImmediate(n, side, best, shown - 1);
      bench.flow.readBook();
      const { ordinal } = report;
      bench.flow.act(n);
      if (report.ordinal > ordinal && report.rounds > 0) {
        if (report.firstSide === side) hurried++;
        else others++;
      }
      bench.flow.restock(n);
    }
    // Weights of 1 / (0.5 + length): 2 for the empty queue, at most 1 for one of half its usual length
    expect(hurried).toBeGreaterThan(1.4 * others);
  });

  test('mostly follows an emptied queue: then the next bid may rest where the asks were', () => {
    let followed = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const bench = new CrowdBench('queues', 'CL', seed, { spacingTicks: 1 });
      const asked = bench.engine.ladder.bestAskTicks;
      bench.trade(SIDE_BID, asked, 1e5);
      const entries = entriesOf(bench, 60);
      const first = entries.find(({ priceTicks }) => priceTicks === asked);
      if (first?.side === SIDE_BID) followed++;
    }
    // The reference follows with six to nine chances in ten
    expect(followed).toBeGreaterThanOrEqual(5);
  });

  test('rests within ten ticks of its reference', () => {
    const entries = entriesOf(new CrowdBench('queues', 'ES', 13), 600);
    // The reference may lag three ticks behind
    expect(Math.max(...entries.map(({ behind }) => behind))).toBeLessThanOrEqual(9 + 4);
    expect(shareOf(entries, ({ behind }) => behind <= 4)).toBeGreaterThan(0.3);
  });
});

describe('hawkes', () => {
  test.each(SIDES)('what was %s calls forth more of the same than of the other', (_, side) => {
    const bench = new CrowdBench('hawkes', 'ES', 14);
    const { ladder, report } = bench.engine;
    for (let n = 0; n < 30; n++) bench.trade(side, ladder.bestTicks(oppositeSide(side)), 1);
    let [same, other] = [0, 0];
    for (let n = 0; n < 2000 && same + other < 60; n++) {
      const { ordinal } = report;
      bench.flow.act(n);
      if (report.ordinal === ordinal || report.rounds === 0) continue;
      if (report.firstSide === side) same++;
      else other++;
      bench.flow.restock(n);
    }
    // Children of a buy: 0.30 buys to 0.02 sales
    expect(same).toBeGreaterThan(4 * other);
  });

  test('is never faster than four hundred times its usual rate, however much is traded at once', () => {
    const bench = new CrowdBench('hawkes', 'ES', 14, { profile: ES });
    const usual = ES.aggressorsPerSecond * (1 + ES.changesPerAggressor);
    const { report } = bench.engine;
    bench.trade(SIDE_BID, bench.engine.ladder.bestAskTicks, 1);
    for (let n = 0; n < 2000; n++) bench.flow.learn();
    bench.flow.readBook();
    expect(report.rounds).toBe(1);
    expect(bench.flow.rate()).toBeCloseTo(400 * usual, 6);
  });

  test('calms down all the time, fast at first and slowly in the end', () => {
    const bench = new CrowdBench('hawkes', 'ES', 14);
    bench.trade(SIDE_BID, bench.engine.ladder.bestAskTicks, 1);
    const rates = [0.001, 0.01, 0.1, 1, 10, 100, 1e6].map((seconds) => {
      bench.flow.decay(seconds);
      return bench.flow.rate();
    });
    const calm = rates.pop() ?? 0;
    const excess = rates.map((rate) => rate - calm);
    expect(excess.every((left, at) => at === 0 || left < excess[at - 1]!)).toBe(true);
    expect(excess[1]! / excess[0]!).toBeLessThan(0.5);
    expect(excess[5]!).toBeGreaterThan(0);
  });
});

describe('relative', () => {
  test('rests about its own best price, rarely far away and never further than two hundred ticks', () => {
    const entries = entriesOf(new CrowdBench('relative', 'NQ', 15), 1500);
    const behind = entries.map((entry) => entry.behind);
    expect(Math.max(...behind)).toBeLessThanOrEqual(200);
    // A Student law of little freedom: a tail, and as much inside the spread as it has room for
    expect(Math.max(...behind)).toBeGreaterThan(30);
    expect(shareOf(entries, (entry) => entry.behind <= 10)).toBeGreaterThan(0.5);
    expect(Math.min(...behind)).toBeLessThan(0);
  });
});

describe('horizons', () => {
  test('plans the withdrawal of everything it rests', () => {
    const bench = new CrowdBench('horizons', 'ES', 16);
    bench.planned.length = 0;
    const entries = entriesOf(bench, 300);
    expect(bench.planned.length).toBe(entries.length);
  });

  test('waits as long on average as its usual book takes to turn over, some a hundred times longer', () => {
    const bench = new CrowdBench('horizons', 'ES', 16, { profile: ES });
    bench.planned.length = 0;
    for (let n = 0; n < 3000; n++) {
      bench.flow.act(0);
      bench.flow.restock(0);
    }
    const lives = bench.planned.map(({ timeNs }) => timeNs / SECOND_NS);
    expect(lives.length).toBeGreaterThan(1500);
    const mean = lives.reduce((sum, life) => sum + life, 0) / lives.length;
    // Nine usual levels a side, entered at the rate of the wakes
    const usual = (2 * 9 * ES.ordersPerLevel) / (ES.aggressorsPerSecond * ES.changesPerAggressor);
    expect(mean / usual).toBeGreaterThan(0.8);
    expect(mean / usual).toBeLessThan(1.25);
    expect(Math.max(...lives) / Math.min(...lives)).toBeGreaterThan(100);
  });

  test('trades about once in as many wakes as its profile says', () => {
    const bench = new CrowdBench('horizons', 'ES', 16, { profile: ES });
    let trades = 0;
    bench.run(3000, () => {
      if (bench.engine.report.rounds > 0) trades++;
    });
    // Withdrawals that fall due are events too, but none of them trades
    expect((trades / 3000) * ES.changesPerAggressor).toBeGreaterThan(0.6);
    expect((trades / 3000) * ES.changesPerAggressor).toBeLessThan(2);
  });
});

describe('splitters', () => {
  test('keep to one side for long, and change it in the end', () => {
    const bench = new CrowdBench('splitters', 'ES', 17);
    const { report } = bench.engine;
    const sides: number[] = [];
    bench.run(6000, () => {
      if (report.rounds > 0) sides.push(report.firstSide);
    });
    const repeats = sides.filter((side, at) => at > 0 && side === sides[at - 1]).length;
    expect(repeats / (sides.length - 1)).toBeGreaterThan(0.6);
    expect(new Set(sides).size).toBe(2);
  });
});

describe('makers', () => {
  /** Somebody trades one way for a while; how far that has moved the middle of the quotes. */
  function pushed(seed: number, side: number): number {
    const bench = new CrowdBench('makers', 'CL', seed);
    const before = bench.mid;
    for (let n = 0; n < 40; n++) {
      bench.trade(side, bench.engine.ladder.bestTicks(oppositeSide(side)), 30);
      bench.run(15);
    }
    return bench.mid - before;
  }

  test('give way to who trades one way, beside what their worth does by itself', () => {
    const apart = [18, 19, 20].map((seed) => pushed(seed, SIDE_BID) - pushed(seed, SIDE_ASK));
    expect(Math.min(...apart)).toBeGreaterThan(0);
    expect(apart.reduce((sum, ticks) => sum + ticks, 0) / 3).toBeGreaterThan(8);
  });

  test('never have more quotes than thirty makers of six levels', () => {
    const bench = new CrowdBench('makers', 'ES', 18);
    const first = bench.engine.orders.live;
    bench.run(800, () => expect(bench.engine.orders.live).toBeLessThan(first + 360));
  });

  test.each([20, -20])('quote anew when news of %i ticks comes, before anybody trades', (jump) => {
    const bench = new CrowdBench('makers', 'ES', 18);
    bench.emitted();
    bench.conditions.valueJump = jump;
    bench.flow.restock(1000);
    const prices = (kind: string): number[] =>
      bench
        .emitted()
        .filter((line) => line.startsWith(kind))
        .map((line) => Number(line.slice(3, line.indexOf('x'))));
    const entered = prices('A');
    expect(entered.length).toBeGreaterThan(10);
    // Everything that is entered lies beyond the book that was there, on the side of the news
    const middle = entered.reduce((sum, price) => sum + price, 0) / entered.length;
    expect((middle - bench.mid) * Math.sign(jump)).toBeGreaterThan(3);
  });
});

import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, cancel, fixedJudge, HandTape, trade } from '#testing/hand-tape.ts';

/** Quotes around a mid; they are moved with it. */
class Walk {
  readonly tape: HandTape;
  #bid = 1000;
  #ids = 0;

  constructor(tape: HandTape) {
    this.tape = tape;
    this.#quote();
  }

  /** Some seconds in which the price steps up and down by `swing` ticks, and drifts by `drift` a second. */
  seconds(count: number, swing: number, drift: number, trades: number, size = 50): this {
    for (let second = 0; second < count; second += 1) {
      const step = (second % 2 === 0 ? swing : -swing) + drift;
      this.#move(step, size + ((second * 7) % 5));
      for (let n = 0; n < trades; n += 1) this.#trade(second + n);
    }
    return this;
  }

  /** Goes to a price and trades there. */
  to(bid: number, waitMs: number): this {
    const step = bid > this.#bid ? 1 : -1;
    while (this.#bid !== bid) {
      this.#move(step, 50, waitMs);
      this.#trade(step > 0 ? 0 : 1);
    }
    return this;
  }

  #move(step: number, size: number, waitMs = 1000): void {
    this.tape.wait(waitMs);
    const [bidId, askId] = [this.#ids - 1, this.#ids];
    this.tape.event(cancel(bidId, SIDE_BID, this.#bid, 0)).event(cancel(askId, SIDE_ASK, this.#bid + 1, 0));
    this.#bid += step;
    this.#quote(size);
  }

  #quote(size = 50): void {
    this.#ids += 2;
    this.tape
      .event(add(this.#ids - 1, SIDE_BID, this.#bid, size))
      .event(add(this.#ids, SIDE_ASK, this.#bid + 1, size));
  }

  #trade(n: number): void {
    this.#ids += 2;
    const side = n % 2 === 0 ? SIDE_BID : SIDE_ASK;
    // The quotes take the newest two ids again.
    this.tape.event(
      trade(9_000_000 + this.#ids, side, side === SIDE_BID ? this.#bid + 1 : this.#bid, 1 + (n % 3)),
    );
    this.#ids -= 2;
  }
}

const structure = (confidence: number): Walk =>
  new Walk(new HandTape('L3', ['market_structure'], fixedJudge(confidence)));

/** A market in which so many orders of one contract wait on each side, and then others. */
function waiting(confidence: number): {
  tape: HandTape;
  leave: (orders: number) => void;
  wait: (seconds: number) => void;
} {
  const tape = new HandTape('L3', ['market_structure'], fixedJudge(confidence));
  const sides = [SIDE_BID, SIDE_ASK] as const;
  const price = (side: number): number => (side === SIDE_BID ? 1000 : 1001);
  let held = 40;
  for (const side of sides)
    for (let n = 1; n <= held; n += 1) tape.event(add(100 * side + n, side, price(side), 1));
  const leave = (orders: number): void => {
    for (const side of sides)
      for (let n = held; n > held - orders; n -= 1) tape.event(cancel(100 * side + n, side, price(side), 0));
    held -= orders;
  };
  const wait = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1)
      tape.wait(1000).event(trade(9_000_000 + second, SIDE_BID, 1001, 1));
  };
  return { tape, leave, wait };
}

const regimes = ({ tape }: { tape: HandTape }) =>
  tape.patterns.filter(({ pattern }) => pattern.sub === 'regime');

test('a market that half of those who wait have left for good has changed its regime, once', () => {
  const market = waiting(0.9);
  market.wait(600);
  market.leave(20);
  market.wait(25);
  // Until half a minute has passed it may still be news that passes.
  expect(regimes(market)).toEqual([]);
  market.wait(500);
  expect(regimes(market).filter(({ change }) => change === 'new')).toHaveLength(1);
  expect(regimes(market).at(-1)?.pattern.description).toMatch(/^The market changed its regime: /);
});

test('a market that continues as before has not', () => {
  const walk = structure(0.9).seconds(1500, 1, 0, 1);
  expect(walk.tape.patterns.filter(({ pattern }) => pattern.sub === 'regime')).toEqual([]);
});

test('while the judge is not sure no regime is raised', () => {
  const market = waiting(0.5);
  market.wait(600);
  market.leave(20);
  market.wait(300);
  expect(regimes(market)).toEqual([]);
});

/** Up to 1040, back to 1020: a swing high and the leg down from it. */
function zigzag(walk: Walk): Walk {
  return walk.to(1000, 500).to(1040, 1500).to(1020, 1500).to(1036, 1500).to(1024, 1500);
}

test('a minute that closes above the last swing high breaks structure, and continuing confirms it', () => {
  const walk = zigzag(structure(0.5)).to(1060, 3000).to(1100, 1000);
  const breaks = walk.tape.patterns.filter(({ pattern }) => pattern.direction === 'up');
  const first = breaks[0]?.pattern;
  expect(first).toMatchObject({ type: 'market_structure', side: 'bid', status: 'open', confidence: 0.5 });
  expect(first?.description).toMatch(/^A minute closed at .*, above the swing high/);
  const outcome = breaks.filter(({ pattern }) => pattern.id === first?.id).at(-1);
  expect(outcome).toMatchObject({ change: 'update', pattern: { status: 'confirmed' } });
  expect(outcome?.pattern.evidence['outcome']).toBe('followed');
});

test('a break that returns inside fails', () => {
  const walk = zigzag(structure(0.5)).to(1060, 3000).to(1030, 1000);
  const breaks = walk.tape.patterns.filter(({ pattern }) => pattern.direction === 'up');
  const ids = new Set(breaks.map(({ pattern }) => pattern.id));
  const last = [...ids].map((id) => breaks.filter(({ pattern }) => pattern.id === id).at(-1)?.pattern);
  expect(last.map((pattern) => pattern?.status)).toContain('failed');
});

test('the first break against the last ones is a change of character', () => {
  const walk = zigzag(structure(0.5)).to(1060, 3000).to(1040, 1500).to(1055, 1500).to(990, 2000);
  const subs = walk.tape.patterns
    .filter(({ change, pattern }) => change === 'new' && pattern.direction !== null)
    .map(({ pattern }) => `${pattern.direction} ${pattern.sub}`);
  expect(subs).toContain('up break_of_structure');
  expect(subs).toContain('down change_of_character');
});

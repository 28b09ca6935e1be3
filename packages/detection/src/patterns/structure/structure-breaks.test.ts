/** A minute that closes beyond a swing breaks it once; trades decide whether price continued or came back. */
import { MINUTE_MS, NO_PRICE, ROUND_AUCTION } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { Swings } from '#statistics/swings.ts';
import { handEvent } from '#testing/hand-event.ts';
import { type PlainContext, plainContext } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { STRUCTURE_BREAKS } from './market-structure-breaks.ts';

const START_MS = 1_000 * MINUTE_MS;
/** A return of five ticks makes a swing. */
const THETA = 5;

interface Bench extends PlainContext {
  /** Trades at prices within the running minute. */
  trade(...prices: readonly number[]): void;
  auction(priceTicks: number): void;
  /** The minute closes at the last price. */
  close(minutes?: number): void;
  lose(): void;
}

function bench(atr10Ticks = 20): Bench {
  const swings = new Swings();
  const flow = { volume: () => 100, signedVolume: () => 40, imbalance: () => 0.3 };
  const view = { ...plainView({ timeMs: START_MS, lastTicks: NO_PRICE, atr10Ticks, swings, flow }) };
  const made = plainContext(view);
  const detector = STRUCTURE_BREAKS.create(made.context);
  const clock = (timeMs: number): void => {
    Object.assign(view, { timeMs });
    detector.onClock(timeMs, view);
  };
  clock(START_MS);
  const at = (kind: number | undefined, priceTicks: number): void => {
    const timeMs = view.timeMs + 1000;
    Object.assign(view, { timeMs, lastTicks: priceTicks });
    swings.add(timeMs, priceTicks, THETA);
    const round = { side: 1, priceTicks, size: 1, ...(kind === undefined ? {} : { kind }) };
    detector.onMatch(handEvent(timeMs, [round]), view);
  };
  return {
    ...made,
    trade: (...prices) => {
      for (const priceTicks of prices) at(undefined, priceTicks);
    },
    auction: (priceTicks) => at(ROUND_AUCTION, priceTicks),
    close: (minutes = 1) => clock((Math.floor(view.timeMs / MINUTE_MS) + minutes) * MINUTE_MS),
    lose: () => detector.onDiscontinuity(view.timeMs),
  };
}

/** A high at 1010 from which price has returned to 1004. */
function withHigh(): Bench {
  const one = bench();
  one.trade(1000, 1010, 1004);
  one.close();
  expect(one.patterns).toEqual([]);
  return one;
}

const lastOf = ({ patterns }: Bench) => patterns.at(-1)?.pattern;

describe('a minute', () => {
  test('that closes a tick above the last high breaks it upwards', () => {
    const one = withHigh();
    one.trade(1011);
    one.close();
    expect(one.patterns).toHaveLength(1);
    expect(lastOf(one)).toMatchObject({
      type: 'market_structure',
      sub: 'break_of_structure',
      side: 'bid',
      direction: 'up',
      priceTicks: 1011,
      status: 'open',
      // Half of the range of ten minutes beyond the close, and two ticks inside the swing.
      barriers: { winTicks: 1021, loseTicks: 1008, withinMs: 30 * MINUTE_MS },
      description:
        'A minute closed at 252.75, above the swing high 252.50, in the direction of the last breaks',
    });
  });

  test('that closes at the high, or only traded above it, breaks nothing', () => {
    const one = withHigh();
    one.trade(1010);
    one.close();
    one.trade(1014, 1010);
    one.close();
    expect(one.patterns).toEqual([]);
  });

  test('that closes below the last low breaks it downwards', () => {
    const one = bench();
    one.trade(1000, 1010, 1004, 1009, 1003);
    one.close();
    expect(lastOf(one)).toMatchObject({
      side: 'ask',
      direction: 'down',
      barriers: { winTicks: 993, loseTicks: 1006 },
    });
    expect(lastOf(one)?.description).toContain('below the swing low 251.00');
  });

  test('that closes beyond a swing which is broken already breaks nothing again', () => {
    const one = withHigh();
    one.trade(1011);
    one.close();
    one.trade(1013);
    one.close();
    expect(one.patterns).toHaveLength(1);
  });

  test('that was not seen from its beginning closes nothing', () => {
    const one = bench();
    one.close();
    expect(one.patterns).toEqual([]);
  });

  test('has targets of two ticks at least in a market that hardly moves', () => {
    const one = bench(1);
    one.trade(1000, 1010, 1004, 1011);
    one.close();
    expect(lastOf(one)?.barriers).toMatchObject({ winTicks: 1013 });
  });
});

describe('a break', () => {
  function broken(): Bench {
    const one = withHigh();
    one.trade(1011);
    one.close();
    return one;
  }

  test('is followed at its target, and not a tick before', () => {
    const one = broken();
    one.trade(1020, 1009);
    expect(one.patterns).toHaveLength(1);
    one.trade(1021);
    expect(one.patterns).toHaveLength(2);
    expect(lastOf(one)).toMatchObject({ status: 'confirmed' });
    expect(lastOf(one)?.evidence['outcome']).toBe('followed');
    expect(one.resolved).toMatchObject([{ outcome: true }]);
  });

  test('fails two ticks inside the swing', () => {
    const one = broken();
    one.trade(1008);
    expect(lastOf(one)).toMatchObject({ status: 'failed' });
    expect(one.resolved).toMatchObject([{ outcome: false }]);
    one.trade(1021);
    expect(one.patterns).toHaveLength(2);
  });

  test('is not decided by an auction', () => {
    const one = broken();
    one.auction(1030);
    expect(one.resolved).toEqual([]);
  });

  test('that nothing decided within half an hour has not followed', () => {
    const one = broken();
    one.close(29);
    expect(one.resolved).toEqual([]);
    one.close(1);
    expect(lastOf(one)).toMatchObject({ status: 'expired' });
    expect(lastOf(one)?.evidence['outcome']).toBe('undecided');
    expect(one.resolved).toMatchObject([{ outcome: false }]);
  });

  test('of a lost book leaves no truth', () => {
    const one = broken();
    one.lose();
    expect(lastOf(one)?.evidence['outcome']).toBe('interrupted');
    expect(one.resolved).toMatchObject([{ outcome: null }]);
  });

  /** From above the high down through the low at 1004. */
  const turn = (one: Bench): void => {
    one.trade(1003);
    one.close();
  };

  test('against the last ones is a change of character, and the next in its direction none', () => {
    const one = broken();
    turn(one);
    const news = (): unknown[] =>
      one.patterns.filter(({ change }) => change === 'new').map(({ pattern }) => pattern.sub);
    expect(news()).toEqual(['break_of_structure', 'change_of_character']);
    expect(lastOf(one)?.description).toContain('against the last breaks');
    one.trade(998, 1004, 997);
    one.close();
    expect(news()).toEqual(['break_of_structure', 'change_of_character', 'break_of_structure']);
  });

  test('after a lost book has no last ones to be against', () => {
    const one = broken();
    one.lose();
    turn(one);
    expect(lastOf(one)?.sub).toBe('break_of_structure');
  });

  test('is judged on its side, between the swing and the close', () => {
    const { looks } = broken();
    expect(looks).toMatchObject([{ side: 1, priceLowTicks: 1010, priceHighTicks: 1011 }]);
  });
});

describe('several breaks', () => {
  test('are settled each by its own barriers, also in one trade', () => {
    const one = withHigh();
    one.trade(1011);
    one.close();
    // A second high at 1016, and a low that stays outside of the first
    one.trade(1016, 1011, 1017);
    one.close();
    expect(one.patterns.map(({ pattern }) => pattern.barriers?.winTicks)).toEqual([1021, 1027]);
    one.trade(1026);
    expect(one.resolved).toMatchObject([{ key: one.looks[0]?.key, outcome: true }]);
    one.trade(1013);
    expect(one.resolved[1]).toMatchObject({ key: one.looks[1]?.key, outcome: false });
  });

  test('wait eight at a time: the oldest is settled as undecided when a ninth comes', () => {
    // Swings that widen, each broken by the next, with targets that are never reached
    const one = bench(4000);
    one.trade(1000, 1010, 1004);
    one.close();
    for (let n = 0; n < 9; n += 1) {
      one.trade(1011 + 6 * n);
      one.close();
      one.trade(1016 + 6 * n, 1010 + 6 * n);
      one.close();
    }
    const news = one.patterns.filter(({ change }) => change === 'new').length;
    const ended = one.patterns.filter(({ change }) => change === 'update');
    expect(news).toBe(9);
    expect(ended.map(({ pattern }) => pattern.evidence['outcome'])).toEqual(['undecided']);
    expect(ended[0]?.pattern.id).toBe(one.patterns[0]?.pattern.id);
  });
});

test('a market turned upside down breaks the other way, a tick for a tick', () => {
  const paths = [
    [1000, 1010, 1004, 1011],
    [1000, 1010, 1004, 1009, 1003],
    [1000, 1012, 1002, 1008, 1001, 1013],
  ];
  for (const path of paths) {
    // The first leg is taken as rising: a fall begins both alike
    const played = [1, -1].map((sign) => {
      const one = bench();
      const mirrored = [1000, 1010, 1000, ...path].map((ticks) => 1000 + sign * (ticks - 1000));
      one.trade(...mirrored);
      one.close();
      return one.patterns.map(({ pattern }) => [
        (pattern.direction === 'up' ? 1 : -1) * sign,
        (pattern.priceTicks - 1000) * sign,
        ((pattern.barriers?.winTicks ?? 0) - 1000) * sign,
        ((pattern.barriers?.loseTicks ?? 0) - 1000) * sign,
      ]);
    });
    expect(played[1]).toEqual(played[0]);
  }
});

test('the swings before a break are named against those of their kind, the oldest first', () => {
  const one = bench();
  // Highs 1010, 1016, 1014 and lows 1003, 1008, 1001
  one.trade(1000, 1010, 1003, 1016, 1008, 1014, 1001, 1015);
  one.close();
  expect(one.patterns[0]?.pattern.evidence['swings']).toEqual(['HH', 'HL', 'LH', 'LL']);
});

/** A minute that closes beyond a swing breaks it once; trades decide whether price continued or came back. */
import { MINUTE_MS, NO_PRICE, ROUND_AUCTION } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { Swings } from '#statistics/swings.ts';
import { handEvent } from '#testing/hand-event.ts';
import { type PlainContext, plainContext } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { STRUCTURE_BREAKS } from './market-structure-breaks.ts';
import { STRUCTURE_FOLLOW, structureFeatures } from './market-structure-features.ts';

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

describe('features of a break', () => {
  const swings = new Swings();
  for (const [at, ticks] of [1000, 1010, 1004, 1016, 1009, 1017].entries())
    swings.add(at * MINUTE_MS, ticks, THETA);
  const flow = { volume: () => 100, signedVolume: () => -40, imbalance: () => 0.3 };
  const view = plainView({ swings, flow, atr10Ticks: 20 });

  test('are those of the close, the swing, the leg and the flow in the direction of the break', () => {
    // Swings: high 1010, low 1004, high 1016, low 1009; the highs and the lows rise.
    const facts = { direction: 1, swing: 2, closeTicks: 1017, reach: 10 };
    const features = structureFeatures(view, facts, 5 * MINUTE_MS);
    const expected = [1 / 20, 10 / 11, Math.log(3), 8 / 20, -0.4, 0.3, 1];
    expect(features).toHaveLength(STRUCTURE_FOLLOW.features.length);
    for (const [at, value] of features.entries()) expect(value).toBeCloseTo(expected[at] ?? Number.NaN, 9);
  });

  test('turn their sign with the direction', () => {
    const [, , , , volume, imbalance, agreement] = structureFeatures(
      view,
      { direction: -1, swing: 3, closeTicks: 1008, reach: 10 },
      5 * MINUTE_MS,
    );
    expect([volume, imbalance, agreement]).toEqual([0.4, -0.3, -1]);
  });

  test('are bounded, and neutral where nothing is known', () => {
    const empty = plainView({
      swings: new Swings(),
      atr10Ticks: Number.NaN,
      flow: { volume: () => 0, imbalance: () => Number.NaN },
    });
    for (const value of structureFeatures(empty, { direction: 1, swing: 0, closeTicks: 9e6, reach: 2 }, 1))
      expect(Math.abs(value)).toBeLessThanOrEqual(6);
  });
});

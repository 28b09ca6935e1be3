/** What surrounds a withdrawal, how its delays compare with usual ones, and when it counts as a cycle. */
import { type MatchEvent, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { LargeOrder, Posture } from './spoofing-posture.ts';
import { PartlyFilled } from './spoofing-remainders.ts';
import { Surroundings } from './spoofing-surroundings.ts';
import { FLIP, REACTION, WithdrawalTiming } from './spoofing-timing.ts';
import { WithdrawalReader } from './spoofing-withdrawal.ts';

const NEVER = Number.POSITIVE_INFINITY;
/** One delay of each that are distinguished, and none. */
const DELAYS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 3000, NEVER];

const at = (timeMs: number): MatchEvent => handEvent(timeMs, []);

interface Fill {
  readonly timeMs: number;
  readonly side: number;
  readonly size: number;
  readonly placed: number;
  readonly isDone: boolean;
}

function surroundingsOf(...fills: readonly Partial<Fill>[]): Surroundings {
  const surroundings = new Surroundings();
  for (const { timeMs = 0, ...fill } of fills)
    surroundings.noteFill(at(timeMs), { side: SIDE_ASK, size: 5, placed: 5, isDone: true, ...fill });
  return surroundings;
}

describe('fills opposite to a posture', () => {
  const fill = fc.record({
    timeMs: fc.integer({ min: 0, max: 1000 }),
    side: fc.constantFrom(SIDE_BID, SIDE_ASK),
    size: fc.integer({ min: 1, max: 9 }),
    placed: fc.integer({ min: 1, max: 40 }),
    isDone: fc.boolean(),
  });
  const search = fc.record({
    side: fc.constantFrom(SIDE_BID, SIDE_ASK),
    most: fc.integer({ min: 1, max: 40 }),
    least: fc.integer({ min: 0, max: 10 }),
    fromMs: fc.integer({ min: 0, max: 500 }),
    toMs: fc.integer({ min: 400, max: 1000 }),
  });

  test('are those of small orders of the other side within the time', () => {
    fc.assert(
      fc.property(fc.array(fill, { maxLength: 40 }), search, (fills, wanted) => {
        const { side, most, least, fromMs, toMs } = wanted;
        const found = fills
          .filter((one) => one.side !== side && one.placed <= most)
          .filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
          .map((one) => ({ ...one, lagMs: toMs - one.timeMs }));
        const leastLag = (list: typeof found): number => Math.min(NEVER, ...list.map(({ lagMs }) => lagMs));
        const done = found.filter(({ isDone }) => isDone);
        const lagMs = leastLag(found.filter(({ placed }) => placed >= least));
        const doneLagMs = leastLag(done);
        const last = Math.min(lagMs, doneLagMs);
        const sizes = done.filter((one) => last !== NEVER && one.lagMs <= Math.max(100, doneLagMs));
        const bits = sizes.reduce((all, { placed }) => all | (1 << Math.min(30, placed)), 0);
        expect(surroundingsOf(...fills).oppositeFills(wanted)).toEqual({
          lagMs,
          doneLagMs,
          doneSizes: bits,
          contracts: found.filter((one) => one.lagMs === last).reduce((sum, { size }) => sum + size, 0),
        });
      }),
      { numRuns: 150 },
    );
  });

  test('are remembered for the last 256 of a side, and not across a hole in the feed', () => {
    const fills = Array.from({ length: 257 }, (_, n) => ({ timeMs: n }));
    const wanted = { side: SIDE_BID, most: 9, least: 0, fromMs: 0, toMs: 0 };
    const surroundings = surroundingsOf(...fills);
    expect(surroundings.oppositeFills(wanted).lagMs).toBe(NEVER);
    expect(surroundings.oppositeFills({ ...wanted, toMs: 1 }).lagMs).toBe(0);
    surroundings.clear();
    expect(surroundings.oppositeFills({ ...wanted, toMs: 999 }).lagMs).toBe(NEVER);
  });
});

test('the first fill of a side after an instant counts within its time, the instant itself too', () => {
  const surroundings = surroundingsOf({ timeMs: 100 }, { timeMs: 130 }, { timeMs: 105, side: SIDE_BID });
  const after = (fromMs: number, withinMs: number) => surroundings.fillAfter(SIDE_ASK, fromMs, withinMs);
  expect([after(100, 50), after(101, 50), after(101, 29), after(101, 28), after(131, 50)]).toEqual([
    0,
    29,
    29,
    NEVER,
    NEVER,
  ]);
  expect(surroundings.fillAfter(SIDE_BID, 100, 50)).toBe(5);
});

describe('cancels of a side', () => {
  const cancelled = (...times: readonly number[]): Surroundings => {
    const surroundings = new Surroundings();
    for (const timeMs of times) surroundings.noteCancel(at(timeMs), SIDE_BID);
    return surroundings;
  };

  test('are counted within a time, without those of the posture, and never below none', () => {
    const surroundings = cancelled(100, 150, 200, 201);
    const others = [0, 2, 5].map((own) => surroundings.cancelsWithin(SIDE_BID, 100, 200, own));
    expect(others).toEqual([3, 1, 0]);
    expect(surroundings.cancelsWithin(SIDE_ASK, 100, 200, 0)).toBe(0);
    surroundings.clear();
    expect(surroundings.cancelsWithin(SIDE_BID, 0, 999, 0)).toBe(0);
  });

  test('come at the pace of the last second, and in the long run as in all seconds that were counted', () => {
    // Three between 500 and 1500: 0.3 in a tenth of a second.
    expect(cancelled(499, 500, 900, 1500).recentCancels(SIDE_BID, 1500, 100)).toBeCloseTo(0.3, 12);
    const surroundings = cancelled();
    for (let second = 0; second < 20; second += 1) {
      surroundings.onClock(second * 1000);
      surroundings.onClock(second * 1000 + 900);
      for (let n = 0; n < 4; n += 1) surroundings.noteCancel(at(second * 1000 + n), SIDE_BID);
    }
    expect(surroundings.usualCancels(SIDE_BID, 100)).toBeCloseTo(0.4, 12);
    expect(surroundings.usualCancels(SIDE_ASK, 100)).toBe(0);
  });
});

describe('the rest of a small order', () => {
  const wanted = { side: SIDE_BID, most: 10, least: 0, fromMs: 0, toMs: 1000 };

  test.each([
    { name: 'in the time', timeMs: 1000, side: SIDE_ASK, placed: 10, gaveUp: true },
    { name: 'before it', timeMs: 996, side: SIDE_ASK, placed: 10, gaveUp: false },
    { name: 'after it', timeMs: 1004, side: SIDE_ASK, placed: 10, gaveUp: false },
    { name: 'of the side of the posture', timeMs: 1000, side: SIDE_BID, placed: 10, gaveUp: false },
    { name: 'of an order too large to be genuine', timeMs: 1000, side: SIDE_ASK, placed: 11, gaveUp: false },
  ])('given up $name counts: $gaveUp', ({ timeMs, side, placed, gaveUp }) => {
    const surroundings = new Surroundings();
    surroundings.noteRemainder(at(timeMs), side, placed, 70);
    const opposite = surroundings.oppositeFills(wanted);
    expect(surroundings.gaveUpRest(wanted, 997, 1003)).toBe(gaveUp);
    expect(opposite).toMatchObject(
      gaveUp ? { doneLagMs: 70, doneSizes: 1 << placed } : { doneLagMs: NEVER, doneSizes: 0 },
    );
  });

  test('replaces the delay of a complete fill; of several the last fill counts', () => {
    const surroundings = surroundingsOf({ timeMs: 990, placed: 3 });
    surroundings.noteRemainder(at(1000), SIDE_ASK, 6, 90);
    surroundings.noteRemainder(at(1001), SIDE_ASK, 40, 1);
    surroundings.noteRemainder(at(1001), SIDE_ASK, 7, 60);
    const opposite = surroundings.oppositeFills(wanted);
    expect(opposite).toMatchObject({ doneLagMs: 10, doneSizes: 1 << 3 });
    surroundings.gaveUpRest(wanted, 997, 1003);
    expect(opposite).toMatchObject({ doneLagMs: 60, doneSizes: (1 << 3) | (1 << 6) | (1 << 7) });
  });

  test('belongs to its last fill for three seconds, by its whole id', () => {
    const partly = new PartlyFilled();
    partly.note(0, 7, 1000);
    partly.note(1, 7, 2000);
    expect([partly.since(0, 7, 4000), partly.since(0, 7, 4001), partly.since(1, 7, 4001)]).toEqual([
      3000,
      NEVER,
      2001,
    ]);
    for (let hi = 2; hi < 3000; hi += 1) expect(partly.since(hi, 7, 2000)).toBe(NEVER);
    partly.note(0, 7, 5000);
    expect(partly.since(0, 7, 5400)).toBe(400);
    partly.clear();
    expect(partly.since(0, 7, 5400)).toBe(NEVER);
  });
});

describe('the evidence of a delay', () => {
  test('is neutral on average, whatever was seen before', () => {
    const seen = fc.record({ bin: fc.nat({ max: 12 }), times: fc.integer({ min: 1, max: 300 }) });
    fc.assert(
      fc.property(fc.array(seen, { maxLength: 8 }), fc.constantFrom(REACTION, FLIP), (list, law) => {
        const timing = new WithdrawalTiming(law);
        const counts = DELAYS.map(() => 60 / 13);
        for (const { bin, times } of list)
          for (let n = 0; n < times; n += 1) {
            timing.note(2, DELAYS[bin] ?? NEVER);
            counts[bin] = (counts[bin] ?? 0) + 1;
          }
        const total = counts.reduce((sum, count) => sum + count, 0);
        const mean = DELAYS.reduce((sum, delay, bin) => {
          const usual = (1 + (counts[bin] ?? 0)) / (13 + total);
          return sum + usual * Math.exp(timing.ratio(2, delay));
        }, 0);
        expect(mean).toBeCloseTo(1, 9);
      }),
      { numRuns: 20 },
    );
  });

  test('is for who reacts by machine or by hand, and against who does not react', () => {
    const reaction = new WithdrawalTiming(REACTION);
    const ratio = (lagMs: number): number => reaction.ratio(2, lagMs);
    expect(ratio(8)).toBeGreaterThan(ratio(1));
    expect(ratio(8)).toBeGreaterThan(ratio(64));
    expect(ratio(800)).toBeGreaterThan(ratio(128));
    expect(ratio(NEVER)).toBeCloseTo(Math.log(0.3), 12);
    // Of a logistic curve about 2.5 ms in logarithms 0.2838 lies between 2 and 4 ms, in a market of even delays.
    expect(new WithdrawalTiming(FLIP).ratio(2, 3)).toBeCloseTo(Math.log(0.3 * 13 * 0.2838 + 0.7), 3);
  });

  test('is less where the delay is usual, at the touch and behind it apart', () => {
    const timing = new WithdrawalTiming(REACTION);
    const fresh = timing.ratio(0, 8);
    for (let n = 0; n < 60; n += 1) timing.note(0, 8);
    expect(timing.ratio(0, 8)).toBeLessThan(fresh - 0.5);
    expect(timing.ratio(1, 8)).toBe(fresh);
    // The upper end of a bin belongs to it.
    expect(timing.ratio(0, 4.01)).toBe(timing.ratio(0, 8));
    expect(timing.ratio(0, 8.01)).toBeGreaterThan(timing.ratio(0, 8));
    expect(timing.ratio(0, 3000.5)).toBe(timing.ratio(0, NEVER));
  });

  test('has a density over the answers alone, never below its floor', () => {
    const timing = new WithdrawalTiming(REACTION);
    expect(timing.density(2, 8)).toBeCloseTo(1 / 12 / Math.LN2, 12);
    expect(timing.density(2, NEVER)).toBe(2e-3);
    for (let n = 0; n < 40; n += 1) timing.note(2, 8);
    timing.fade(0.5);
    const usual = (1 + (60 / 13 + 40) / 2) / (13 + 50);
    const unanswered = (1 + 60 / 26) / (13 + 50);
    expect(timing.density(2, 8)).toBeCloseTo(usual / (1 - unanswered) / Math.LN2, 12);
  });
});

describe('a withdrawal', () => {
  /** A bid of sixty at two ticks, placed at 9 s, moved at 9.5 s, withdrawn at 10 s. */
  function postureOf(part: Partial<LargeOrder> = {}): Posture {
    const posture = Object.assign(new Posture(), { side: SIDE_BID });
    const times = { placedMs: 9000, movedMs: 9500, withdrawnMs: 10_000 };
    posture.orders.push(
      Object.assign(new LargeOrder(), { side: SIDE_BID, size: 60, distance: 2, ...times, ...part }),
    );
    return posture;
  }

  function read(surroundings: Surroundings, posture = postureOf()): WithdrawalReader {
    const reader = new WithdrawalReader(surroundings);
    reader.read(posture, 30, 2);
    return reader;
  }

  test('has a fingerprint, a behaviour, and the delay of the fill that it answers', () => {
    const { seen, behaviour, contracts } = read(surroundingsOf({ timeMs: 9960 }));
    expect(seen).toMatchObject({ side: SIDE_BID, layers: 1, distance: 2, timeMs: 10_000 });
    expect(seen).toMatchObject({ lagMs: 40, doneLagMs: 40, doneSizes: 1 << 5 });
    expect(seen.logSize).toBeCloseTo(Math.log2(60), 12);
    expect(seen.answer).toBe(new WithdrawalTiming(REACTION).ratio(2, 40));
    expect(behaviour).toMatchObject({ excess: 1, restedMs: 1000, stillMs: 500, moves: 0, gaveUp: false });
    expect(contracts).toBe(5);
  });

  test.each([
    { name: 'a fill before it', fills: [{ timeMs: 9960 }], moves: 0, isCycle: true },
    { name: 'no fill at all', fills: [], moves: 0, isCycle: false },
    { name: 'a fill before it was placed', fills: [{ timeMs: 8999 }], moves: 0, isCycle: false },
    { name: 'a fill of a third of it', fills: [{ timeMs: 9960, placed: 21 }], moves: 0, isCycle: true },
    { name: 'one of more', fills: [{ timeMs: 9960, placed: 22 }], moves: 0, isCycle: false },
    { name: 'a part of two', fills: [{ timeMs: 9960, placed: 2, isDone: false }], moves: 0, isCycle: true },
    { name: 'a part of one', fills: [{ timeMs: 9960, placed: 1, isDone: false }], moves: 0, isCycle: false },
    { name: 'a fill of its own side', fills: [{ timeMs: 9960, side: SIDE_BID }], moves: 0, isCycle: false },
    { name: 'a trade against it', fills: [{ timeMs: 10_003, side: SIDE_BID }], moves: 0, isCycle: true },
    { name: 'a late one', fills: [{ timeMs: 10_045, side: SIDE_BID }], moves: 0, isCycle: false },
    { name: 'four moves', fills: [], moves: 4, isCycle: false },
    { name: 'five moves', fills: [], moves: 5, isCycle: true },
  ])('with $name is a cycle: $isCycle', ({ fills, moves, isCycle }) => {
    expect(read(surroundingsOf(...fills), postureOf({ moves })).isCycle).toBe(isCycle);
  });

  test('counts what others cancelled within 50 ms, without its own order', () => {
    const surroundings = new Surroundings();
    for (const timeMs of [9949, 9950, 10_000, 10_000, 10_050, 10_051])
      surroundings.noteCancel(at(timeMs), SIDE_BID);
    const reader = read(surroundings);
    // Two in the second up to 9,950: 0.2 in a tenth of it.
    expect(reader.othersAt(postureOf())).toEqual({ others: 3, recentOthers: 0.2, usualOthers: 0 });
  });

  test('teaches what is usual, which is forgotten over hours', () => {
    const surroundings = surroundingsOf({ timeMs: 9960 });
    const reader = read(surroundings);
    const answer = (): number => {
      reader.read(postureOf(), 30, 2);
      return reader.seen.answer;
    };
    const first = reader.seen.answer;
    for (let n = 0; n < 60; n += 1) expect(answer()).toBeLessThan(first);
    expect(answer()).toBeLessThan(first - 0.6);
    for (let minute = 0; minute < 600; minute += 1) reader.onClock(minute * 60_000);
    expect(answer()).toBeCloseTo(first, 2);
  });
});

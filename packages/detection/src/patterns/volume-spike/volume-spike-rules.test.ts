/** When a spike opens, goes on and ends: its warm-up, its bounds in multiples of the usual, its updates. */
import { MINUTE_MS, NO_PRICE, ROUND_AUCTION, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { type PlainContext, plainContext } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { VOLUME_SPIKE_ENTRY } from './volume-spike.ts';

const START_MS = 1_000_000;
/** Contracts of every ten seconds that are usual. */
const USUAL = 100;

interface Bench extends PlainContext {
  /** So many seconds in which the last ten seconds hold so many contracts. */
  run(seconds: number, tenSeconds?: number): void;
  trade(size: number, kind?: number): void;
  lose(): void;
}

function bench(quoted = true): Bench {
  const now = { ten: USUAL };
  const view = {
    ...plainView({
      timeMs: START_MS,
      sinceOpenMs: 4 * 60 * MINUTE_MS,
      ...(quoted ? {} : { bestBidTicks: NO_PRICE, bestAskTicks: NO_PRICE }),
      flow: {
        volume: (windowMs: number) => (windowMs === 10_000 ? now.ten : 6 * USUAL),
        trades: () => 20,
        signedVolume: () => 0,
      } as never,
    }),
  };
  const made = plainContext(view);
  const detector = VOLUME_SPIKE_ENTRY.create(made.context);
  return {
    ...made,
    run: (seconds, tenSeconds = USUAL) => {
      now.ten = tenSeconds;
      for (let n = 0; n < seconds; n += 1) {
        Object.assign(view, { timeMs: view.timeMs + 1000, sinceOpenMs: view.sinceOpenMs + 1000 });
        detector.onClock(view.timeMs, view);
      }
    },
    trade: (size, kind) => {
      const round = { side: SIDE_BID, priceTicks: 1001, size, ...(kind === undefined ? {} : { kind }) };
      detector.onMatch(handEvent(view.timeMs, [round]), view);
    },
    lose: () => detector.onDiscontinuity(view.timeMs),
  };
}

/** Ten minutes of the usual. */
function calm(): Bench {
  const one = bench();
  one.run(600);
  expect(one.looks).toEqual([]);
  return one;
}

const statusesOf = ({ patterns }: Bench): string[] => patterns.map(({ pattern }) => pattern.status);

describe('a burst', () => {
  test('opens at two and a half times the usual ten seconds, and not below', () => {
    const below = calm();
    below.run(5, 2.49 * USUAL);
    expect(below.looks).toEqual([]);
    const at = calm();
    at.run(1, 2.5 * USUAL);
    expect(at.looks).toHaveLength(1);
    expect(at.patterns.map(({ change }) => change)).toEqual(['new']);
  });

  test('opens in no market that was seen for less than five minutes, or has no two sides', () => {
    const early = bench();
    early.run(290);
    early.run(5, 10 * USUAL);
    expect(early.looks).toEqual([]);
    const empty = bench(false);
    empty.run(600);
    empty.run(5, 10 * USUAL);
    expect(empty.looks).toEqual([]);
  });

  test('is looked at while it has 1.8 times the usual, until it is raised', () => {
    const one = calm();
    one.say({ confidence: 0.3 });
    one.run(1, 2.6 * USUAL);
    one.run(1, 1.9 * USUAL);
    one.run(1, 1.7 * USUAL);
    expect(one.looks).toHaveLength(2);
    expect(one.patterns).toEqual([]);
    one.say({ confidence: 0.9 });
    one.run(1, 2.4 * USUAL);
    expect(one.patterns).toHaveLength(1);
  });

  test('that nobody raised is dropped after five seconds of calm, and another may open', () => {
    const keysWithCalm = (seconds: number): number => {
      const one = calm();
      one.say({ confidence: 0.3 });
      one.run(1, 3 * USUAL);
      one.run(seconds, USUAL);
      one.run(1, 3 * USUAL);
      return new Set(one.looks.map(({ key }) => key)).size;
    };
    expect(keysWithCalm(4)).toBe(1);
    expect(keysWithCalm(5)).toBe(2);
  });

  test('counts what trades during it, auctions left out', () => {
    const one = calm();
    one.run(1, 5 * USUAL);
    one.trade(70);
    one.trade(900, ROUND_AUCTION);
    one.run(6, 5 * USUAL);
    expect(one.patterns.at(-1)?.pattern).toMatchObject({ size: 570, levels: [{ highTicks: 1001 }] });
  });
});

describe('a spike that was raised', () => {
  function raised(): Bench {
    const one = calm();
    one.run(1, 5 * USUAL);
    expect(statusesOf(one)).toEqual(['open']);
    return one;
  }

  test('is updated each five seconds while it has three times the usual', () => {
    const one = raised();
    one.run(4, 5 * USUAL);
    expect(one.patterns).toHaveLength(1);
    one.run(1, 5 * USUAL);
    expect(one.patterns.map(({ change }) => change)).toEqual(['new', 'update']);
    expect(new Set(one.patterns.map(({ pattern }) => pattern.id)).size).toBe(1);
  });

  test('is confirmed ten seconds after it was last unusual', () => {
    const one = raised();
    one.run(9, USUAL);
    expect(statusesOf(one)).toEqual(['open']);
    one.run(1, USUAL);
    expect(statusesOf(one)).toEqual(['open', 'confirmed']);
  });

  test('takes in what follows within a minute; after that another opens', () => {
    const idsAfter = (seconds: number): number => {
      const one = raised();
      one.run(seconds, USUAL);
      one.run(6, 5 * USUAL);
      return new Set(one.patterns.map(({ pattern }) => pattern.id)).size;
    };
    expect(idsAfter(59)).toBe(1);
    expect(idsAfter(60)).toBe(2);
  });

  test('expires at a lost book, after which five minutes are needed again', () => {
    const one = raised();
    one.lose();
    expect(statusesOf(one)).toEqual(['open', 'expired']);
    one.run(200, USUAL);
    one.run(3, 9 * USUAL);
    expect(statusesOf(one)).toEqual(['open', 'expired']);
  });

  test('keeps the surest of its judgements', () => {
    const one = raised();
    one.say({ confidence: 0.95 });
    one.run(2, 5 * USUAL);
    one.say({ confidence: 0.65 });
    one.run(4, 5 * USUAL);
    expect(one.patterns.at(-1)?.pattern.confidence).toBe(0.95);
  });
});

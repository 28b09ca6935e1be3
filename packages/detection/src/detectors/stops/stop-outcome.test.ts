/** The outcome of a run of stops: two ticks inside for half a minute within two minutes, of either side. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { plainView } from '#testing/plain-view.ts';
import { outcomeOf, type WatchedRun } from './stop-outcome.ts';

const LAST_MS = 1_000_000;

describe.each([
  { name: 'buy stops', side: SIDE_BID, sign: 1 },
  { name: 'sell stops', side: SIDE_ASK, sign: -1 },
])('a run of $name', ({ side, sign }) => {
  const runOf = (): WatchedRun => ({ side, anchorTicks: 1000, lastMs: LAST_MS, insideSinceMs: Number.NaN });
  /** Looks so many milliseconds after the run while the mid is so many ticks inside. */
  const look = (run: WatchedRun, afterMs: number, inside: number) => {
    const mid = 1000 - sign * inside;
    return outcomeOf(run, LAST_MS + afterMs, plainView({ bestBidTicks: mid - 0.5, bestAskTicks: mid + 0.5 }));
  };

  test('is a reversal after half a minute inside, not 100 ms before', () => {
    const run = runOf();
    expect(look(run, 10_000, 2)).toBeNull();
    expect(look(run, 39_900, 2)).toBeNull();
    expect(look(run, 40_000, 2)).toBe('reversal');
  });

  test('is not inside at one and a half ticks, nor beyond the level', () => {
    const run = runOf();
    look(run, 10_000, 1.5);
    expect(run.insideSinceMs).toBeNaN();
    look(run, 10_100, -2);
    expect(run.insideSinceMs).toBeNaN();
  });

  test('begins its half minute again when price leaves', () => {
    const run = runOf();
    look(run, 10_000, 2);
    look(run, 20_000, 1);
    look(run, 20_100, 3);
    expect(look(run, 50_000, 3)).toBeNull();
    expect(look(run, 50_100, 3)).toBe('reversal');
  });

  test('continues when two minutes are over and price is not inside', () => {
    const run = runOf();
    expect(look(run, 120_000, 0)).toBeNull();
    expect(look(run, 120_100, 0)).toBe('continuation');
  });

  test('that came inside within two minutes still has its half minute', () => {
    const run = runOf();
    look(run, 119_900, 2);
    expect(look(run, 130_000, 2)).toBeNull();
    expect(look(run, 149_900, 2)).toBe('reversal');
  });

  test('is inside no longer where a side of the book is empty', () => {
    const run = runOf();
    look(run, 1000, 2);
    outcomeOf(run, LAST_MS + 1100, plainView({ bestBidTicks: NO_PRICE }));
    expect(run.insideSinceMs).toBeNaN();
    look(run, 1200, 2);
    outcomeOf(run, LAST_MS + 1300, plainView({ bestAskTicks: NO_PRICE }));
    expect(run.insideSinceMs).toBeNaN();
  });
});

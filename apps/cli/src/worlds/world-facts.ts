/** What a stretch of a market is like by the facts on which worlds are accepted. */
import { median } from '#measurements/order-of-values.ts';
import type { MarketSample } from '#realism/market-sample.ts';

/** Moves of the mid price are over this many seconds. */
export const MOVE_SECONDS = 10;

export interface WorldFacts {
  /** Share of the seconds in which a side has no orders. */
  readonly empty: number;
  /** Standard deviation of the moves, in ticks per root second. */
  readonly sigmaTicks: number;
  /** Autocorrelation of neighbouring moves: above 0 they go on, below they turn. */
  readonly moveMemory: number;
  /** Share of the time in which the spread is one tick. */
  readonly oneTick: number;
  /** Median contracts at the best prices, the mean of both sides. */
  readonly touchContracts: number;
  readonly aggressorsPerSecond: number;
}

type MeasuredSample = Pick<MarketSample, 'midsTicks' | 'fromMs' | 'toMs' | 'of'>;

export function worldFacts(sample: MeasuredSample): WorldFacts {
  const { midsTicks, fromMs, toMs } = sample;
  const spreads = sample.of('spread');
  const moves = movesOf(midsTicks);
  return {
    empty: mean(midsTicks.map((mid) => Number(Number.isNaN(mid)))),
    sigmaTicks: Math.sqrt(variance(moves) / MOVE_SECONDS),
    moveMemory: memoryOf(moves),
    oneTick: mean(spreads.map((spread) => Number(spread === 1))),
    touchContracts: median(sample.of('depth at the best')),
    aggressorsPerSecond: (1000 * sample.of('volume of an aggressor').length) / (toMs - fromMs),
  };
}

/** The median of each fact over several worlds. */
export function medianFacts(worlds: readonly WorldFacts[]): WorldFacts {
  const of = (fact: keyof WorldFacts): number => median(worlds.map((world) => world[fact]));
  return {
    empty: of('empty'),
    sigmaTicks: of('sigmaTicks'),
    moveMemory: of('moveMemory'),
    oneTick: of('oneTick'),
    touchContracts: of('touchContracts'),
    aggressorsPerSecond: of('aggressorsPerSecond'),
  };
}

/** NaN where a side was empty at the beginning or the end of a move. */
function movesOf(midsTicks: readonly number[]): number[] {
  const mids = midsTicks.filter((_, second) => second % MOVE_SECONDS === 0);
  return mids.slice(1).map((mid, at) => mid - mids[at]!);
}

const known = (values: readonly number[]): number[] => values.filter((value) => !Number.isNaN(value));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function variance(moves: readonly number[]): number {
  const values = known(moves);
  const centre = mean(values);
  return mean(values.map((value) => (value - centre) ** 2));
}

/** 0 where nothing moves. */
function memoryOf(moves: readonly number[]): number {
  const centre = mean(known(moves));
  const products = moves.slice(1).map((move, at) => (move - centre) * (moves[at]! - centre));
  return mean(known(products)) / variance(moves) || 0;
}

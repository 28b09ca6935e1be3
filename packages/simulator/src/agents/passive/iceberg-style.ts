/** How a trader hides size by themselves: sizes and pauses of the slices, as the programs of different vendors have them. */
import { typicalLevel } from '#agents/frame/book-gauge.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { RandomStream } from '#random/random.ts';

/**
 * Equal slices; slices within 30 % of the mean; slices and pauses that avoid every pattern; sizes drawn as others draw
 * theirs; equal slices by the clock.
 */
export type IcebergVariant = 'constant' | 'jittered' | 'randomised' | 'as_others' | 'timed';

export interface IcebergStyle {
  /** Mean contracts. */
  readonly slice: number;
  readonly variant: IcebergVariant;
  /** Median pause before the next slice. */
  readonly latencyNs: number;
}

/** Co-located, a server, retail, paused. */
const LATENCIES_NS: readonly (readonly [low: number, high: number])[] = [
  [0.05e6, 5e6],
  [5e6, 60e6],
  [60e6, 400e6],
  [300e6, 1500e6],
];
const VARIANTS: readonly (readonly [IcebergVariant, share: number])[] = [
  ['constant', 0.25],
  ['jittered', 0.3],
  ['randomised', 0.2],
  ['as_others', 0.15],
  ['timed', 0.1],
];
/** Contracts of a slice in median levels. */
const SLICE = { low: 0.1, high: 1 };

/** As in other markets (worlds, section 3): one class of latency a chain. */
export function drawIcebergStyle(market: MarketAccess, random: RandomStream): IcebergStyle {
  const [low, high] = LATENCIES_NS[random.below(LATENCIES_NS.length)]!;
  let drawn = random.unit();
  let at = 0;
  while (at < VARIANTS.length - 1 && drawn >= VARIANTS[at]![1]) {
    drawn -= VARIANTS[at]![1];
    at++;
  }
  return {
    slice: Math.max(1, Math.round(typicalLevel(market) * random.logUniform(SLICE.low, SLICE.high))),
    variant: VARIANTS[at]![0],
    latencyNs: random.logUniform(low, high),
  };
}

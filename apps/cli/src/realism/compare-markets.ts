/** Compares a recording with simulated markets of the same product at the same hour of the day. */
import type { Instrument } from '@undertow/market';
import type { Scenario } from '@undertow/simulator';
import { type Discrimination, discriminate } from './discriminator.ts';
import { type Distance, distanceOf } from './distances.ts';
import { DISTRIBUTIONS, type Distribution, type MarketSample } from './market-sample.ts';
import { sampleSession } from './sample-session.ts';

export interface Stretch {
  readonly instrument: Instrument;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface SimulationOptions {
  readonly seeds: readonly number[];
  readonly scenario: Scenario;
  readonly scale: number;
}

export interface Comparison {
  readonly distances: readonly {
    readonly name: Distribution;
    readonly recorded: number;
    readonly simulated: number;
    readonly distance: Distance;
  }[];
  readonly discrimination: Discrimination;
}

/** Simulated stretches of the same length at the same instants, one a seed. */
export function simulateStretches(
  { instrument, fromMs, toMs }: Stretch,
  { seeds, scenario, scale }: SimulationOptions,
): MarketSample[] {
  const openTicks = instrument.basePriceTicks;
  return seeds.map((seed) =>
    sampleSession(
      { instrument, seed, startMs: fromMs, openTicks, timeOfDay: 'exchange', scenario, scale },
      toMs,
    ),
  );
}

export function compareMarkets(recorded: MarketSample, simulated: readonly MarketSample[]): Comparison {
  const distances = DISTRIBUTIONS.map((name) => {
    const real = recorded.of(name);
    const ours = simulated.flatMap((sample) => sample.of(name));
    return { name, recorded: median(real), simulated: median(ours), distance: distanceOf(real, ours) };
  });
  const windows = simulated.flatMap((sample) => sample.windows.rows);
  return { distances, discrimination: discriminate(recorded.windows.rows, windows) };
}

function median(values: readonly number[]): number {
  return Float64Array.from(values).sort()[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Compares a recording with simulated markets of the same product at the same hour of the day. */
import type { Instrument } from '@undertow/market';
import { ROW_LENGTH } from '@undertow/market';
import { createSession, RowBuffer, type Scenario } from '@undertow/simulator';
import { type Discrimination, discriminate } from './discriminator.ts';
import { type Distance, distanceOf } from './distances.ts';
import { DISTRIBUTIONS, type Distribution, MarketSample } from './market-sample.ts';

const CHUNK_MS = 10_000;

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
  return seeds.map((seed) => {
    const sample = new MarketSample();
    const session = createSession({
      instrument,
      seed,
      startMs: fromMs,
      openTicks: instrument.basePriceTicks,
      timeOfDay: 'exchange',
      scenario,
      scale,
    });
    const rows = new RowBuffer();
    for (let ms = fromMs + CHUNK_MS; ms <= toMs; ms += CHUNK_MS) {
      rows.clear();
      session.advance(ms, rows);
      session.takeLabels();
      for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) sample.applyRow(rows.rows, at);
    }
    return sample;
  });
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

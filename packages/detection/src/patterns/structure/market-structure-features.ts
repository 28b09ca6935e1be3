/** Evidence that a break of structure continues, as numbers without a unit. */
import { MINUTE_MS } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import type { MarketView } from '#view/market-view.ts';

export const STRUCTURE_FOLLOW: ModelSpec = {
  name: 'structure_follow',
  version: 1,
  features: [
    'close beyond the swing',
    'way to the target',
    'against the last breaks',
    'age of the swing',
    'length of the leg',
    'pace of the leg',
    'flow of ten seconds',
    'flow of a minute',
    'flow of five levels',
    'signed volume of a minute',
    'imbalance of five levels',
    'agreement of swings',
  ],
  truth: { from: 'outcome' },
};

const MAX_DEVIATIONS = 6;
/** The odds of a walk without drift depend on where its two ends are: in ATR of ten minutes. */
const MIN_ATR_TICKS = 1;

export interface BreakFacts {
  readonly direction: number;
  /** Number of the swing that was broken. */
  readonly swing: number;
  readonly closeTicks: number;
  readonly isCounter: boolean;
  /** Ticks from the close to the target. */
  readonly reach: number;
}

export function structureFeatures(view: MarketView, facts: BreakFacts, timeMs: number): number[] {
  const { direction, swing, closeTicks, isCounter, reach } = facts;
  const { swings, flow } = view;
  const atr = Math.max(MIN_ATR_TICKS, view.atr10Ticks);
  const beyond = (closeTicks - swings.priceTicksOf(swing)) * direction;
  // The leg began at the swing after the broken one, where there is one.
  const from = Math.min(swings.count - 1, swing + 1);
  const leg = (closeTicks - swings.priceTicksOf(from)) * direction;
  const legMinutes = Math.max(1, (timeMs - swings.timeMsOf(from)) / MINUTE_MS);
  const volume = flow.volume(MINUTE_MS);
  return [
    beyond / atr,
    reach / Math.max(1, beyond + reach),
    isCounter ? 1 : 0,
    Math.log1p((timeMs - swings.timeMsOf(swing)) / MINUTE_MS),
    leg / atr,
    leg / atr / Math.sqrt(legMinutes / 10),
    Math.asinh(direction * flow.ofi(10_000)),
    Math.asinh(direction * flow.ofi(MINUTE_MS)),
    Math.asinh(direction * flow.deepOfi(MINUTE_MS)),
    volume === 0 ? 0 : (direction * flow.signedVolume(MINUTE_MS)) / volume,
    direction * flow.imbalance(5),
    direction * agreement(view),
  ].map(known);
}

/** Share of the last four swings that are higher than the one of their kind before, from -1 to 1. */
function agreement({ swings }: MarketView): number {
  let sum = 0;
  let counted = 0;
  for (let number = swings.count - 1; number >= swings.firstNumber + 2 && counted < 4; number -= 1) {
    sum += Math.sign(swings.priceTicksOf(number) - swings.priceTicksOf(number - 2));
    counted += 1;
  }
  return counted === 0 ? 0 : sum / counted;
}

/** Unknown values are neutral; all numbers are bounded. */
function known(value: number): number {
  return Number.isFinite(value) ? Math.min(MAX_DEVIATIONS, Math.max(-MAX_DEVIATIONS, value)) : 0;
}

/** When a bar is over: after a time, or after so many trades, contracts, ticks of range or contracts of delta. */
import { DAY_MS, HOUR_MS, SECOND_MS } from '#time/durations.ts';

export type BarRule =
  /** 1 second to 1 day: a divisor of the hour, or whole hours. A day is a trading day. */
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'trades'; readonly trades: number }
  | { readonly kind: 'volume'; readonly contracts: number }
  /** High less low is at most `ticks`. */
  | { readonly kind: 'range'; readonly ticks: number }
  /** Buys less sells reach `contracts` on either side. */
  | { readonly kind: 'delta'; readonly contracts: number };

/** What ends a bar of a rule; Infinity where the rule does not limit it. */
export interface BarLimits {
  readonly ms: number;
  readonly trades: number;
  readonly volume: number;
  readonly rangeTicks: number;
  readonly delta: number;
}

const NONE: BarLimits = {
  ms: Number.POSITIVE_INFINITY,
  trades: Number.POSITIVE_INFINITY,
  volume: Number.POSITIVE_INFINITY,
  rangeTicks: Number.POSITIVE_INFINITY,
  delta: Number.POSITIVE_INFINITY,
};

function wholeFromOne(value: number, unit: string): number {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new RangeError(`expected a whole number of ${unit} from 1, got ${value}`);
  return value;
}

function barTime(ms: number): number {
  const divides = ms >= SECOND_MS && ms <= DAY_MS && ms % SECOND_MS === 0;
  if (!divides || (HOUR_MS % ms !== 0 && ms % HOUR_MS !== 0))
    throw new RangeError(`expected a bar of 1 second to 1 day that fits the hour, got ${ms} ms`);
  return ms;
}

/** Throws RangeError for a rule that makes no bars. */
export function barLimits(rule: BarRule): BarLimits {
  switch (rule.kind) {
    case 'time':
      return { ...NONE, ms: barTime(rule.ms) };
    case 'trades':
      return { ...NONE, trades: wholeFromOne(rule.trades, 'trades') };
    case 'volume':
      return { ...NONE, volume: wholeFromOne(rule.contracts, 'contracts') };
    case 'range':
      return { ...NONE, rangeTicks: wholeFromOne(rule.ticks, 'ticks') };
    case 'delta':
      return { ...NONE, delta: wholeFromOne(rule.contracts, 'contracts') };
  }
}

/**
 * Start of the bar of `ms` that an instant is in. Up to an hour bars are aligned in UTC, as one-minute bars are; longer
 * ones begin with the trading day, which opens at `dayOpenMs`.
 */
export function timeBarStartMs(timeMs: number, ms: number, dayOpenMs: number): number {
  const originMs = ms <= HOUR_MS ? 0 : dayOpenMs;
  return originMs + Math.floor((timeMs - originMs) / ms) * ms;
}

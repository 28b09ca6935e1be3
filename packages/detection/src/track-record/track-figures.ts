/**
 * Figures of a track record: hit rate with its interval beside the base rate, Brier, reliability, or too few.
 */
import { brierScore, equalMassBins, type Forecast } from '#learning/reliability.ts';
import { wilsonInterval, Z_95 } from '#statistics/wilson.ts';
import type { BaseCount, RaisedCount, TrackCounts } from './track-counts.ts';

/** Fewer resolved than this give no figures. */
export const ENOUGH_RESOLVED = 30;
const BINS = 10;

export interface TrackFigures {
  readonly type: RaisedCount['type'];
  readonly sub: string | null;
  /** Rule by which the outcome is judged; null for signals that forecast nothing. */
  readonly rule: string | null;
  readonly count: number;
  readonly resolved: number;
  readonly hits: number;
  /** Null while fewer than `ENOUGH_RESOLVED` are resolved. */
  readonly hitRate: { readonly value: number; readonly low: number; readonly high: number } | null;
  /** How often random instants of the same hours and volatility met the rule; null where none were resolved. */
  readonly baseRate: { readonly value: number; readonly resolved: number } | null;
  /** Of the forecasts of this outcome; null without forecasts or with too few. */
  readonly brier: number | null;
  readonly reliability: readonly {
    readonly meanForecast: number;
    readonly hitRate: number;
    readonly count: number;
  }[];
}

/** By type and sub, in the order in which they come. Counts may be of several instruments. */
export function trackFigures({ raised, base }: TrackCounts): TrackFigures[] {
  const kinds = new Map<string, RaisedCount[]>();
  for (const one of raised) {
    const key = `${one.type}|${one.sub}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, [one]);
    else kind.push(one);
  }
  const rates = new Map<string, BaseCount>();
  for (const one of base) rates.set(conditionKey(one), one);
  return [...kinds.values()].map((kind) => figuresOf(kind as [RaisedCount, ...RaisedCount[]], rates));
}

function conditionKey({ rule, direction, condition }: RaisedCount | BaseCount): string {
  return `${rule}|${direction}|${condition.hour}|${condition.volatility}`;
}

const sumOf = (counts: readonly RaisedCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);

function figuresOf(
  raised: readonly [RaisedCount, ...RaisedCount[]],
  rates: ReadonlyMap<string, BaseCount>,
): TrackFigures {
  const [{ type, sub, rule }] = raised;
  const settled = raised.filter(({ hit }) => hit !== null);
  const resolved = sumOf(settled);
  const hits = sumOf(settled.filter(({ hit }) => hit === true));
  const forecasts = settled.flatMap(({ probability, hit, count }): Forecast[] =>
    probability === null ? [] : Array.from({ length: count }, () => ({ probability, truth: hit === true })),
  );
  const isEnough = resolved >= ENOUGH_RESOLVED;
  const value = hits / resolved;
  const isSufficient = forecasts.length >= ENOUGH_RESOLVED;
  return {
    type,
    sub,
    rule,
    count: sumOf(raised),
    resolved,
    hits,
    hitRate: isEnough ? { value, ...wilsonInterval(value, resolved, Z_95) } : null,
    baseRate: isEnough ? baseRateOf(settled, rates) : null,
    brier: isSufficient ? brierScore(forecasts) : null,
    reliability: isSufficient ? binsOf(forecasts) : [],
  };
}

/** The mean of the base rates of the conditions in which the signals were raised. */
function baseRateOf(
  settled: readonly RaisedCount[],
  rates: ReadonlyMap<string, BaseCount>,
): TrackFigures['baseRate'] {
  let weight = 0;
  let sum = 0;
  const used = new Set<BaseCount>();
  for (const one of settled) {
    const rate = rates.get(conditionKey(one));
    if (rate === undefined || rate.resolved === 0) continue;
    used.add(rate);
    weight += one.count;
    sum += (one.count * rate.hits) / rate.resolved;
  }
  if (weight === 0) return null;
  return { value: sum / weight, resolved: [...used].reduce((total, rate) => total + rate.resolved, 0) };
}

function binsOf(forecasts: readonly Forecast[]): TrackFigures['reliability'] {
  return equalMassBins(forecasts, BINS).map(({ meanProbability, share, count }) => ({
    meanForecast: meanProbability,
    hitRate: share,
    count,
  }));
}

/** Figures of a track record: hit rate with its interval beside the base rate, Brier, reliability, or too few. */
import { brierScore, equalMassBins, type Forecast } from '#learning/reliability.ts';
import { wilsonInterval, Z_95 } from '#statistics/wilson.ts';
import type { RaisedCount, TrackCounts } from './track-counts.ts';

/** Fewer resolved than this give no figures. */
export const ENOUGH_RESOLVED = 30;
const BINS = 10;

export interface TrackFigures {
  readonly type: RaisedCount['type'];
  readonly sub: string | null;
  /** Rule by which the outcome is judged; null for signals that forecast nothing. */
  readonly rule: string | null;
  readonly count: number;
  /** Settled beside a base rate, and hits among these: hit rate and base rate are over the same signals. */
  readonly resolved: number;
  readonly hits: number;
  /** Null while fewer than `ENOUGH_RESOLVED` are resolved. */
  readonly hitRate: { readonly value: number; readonly low: number; readonly high: number } | null;
  /** Mean of how often what each declared came true at other instants, and how many instants those were. */
  readonly baseRate: { readonly value: number; readonly resolved: number } | null;
  /** Of every forecast whose outcome is known; null without forecasts or with too few. */
  readonly brier: number | null;
  readonly reliability: readonly {
    readonly meanForecast: number;
    readonly hitRate: number;
    readonly count: number;
  }[];
}

/** By type and sub, in the order in which they come. Counts may be of several instruments. */
export function trackFigures(counts: TrackCounts): TrackFigures[] {
  const kinds = new Map<string, RaisedCount[]>();
  for (const one of counts) {
    const key = `${one.type}|${one.sub}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, [one]);
    else kind.push(one);
  }
  return [...kinds.values()].map((kind) => figuresOf(kind as [RaisedCount, ...RaisedCount[]]));
}

type Summed = 'count' | 'compared' | 'baseSum' | 'instants';

const sumOf = (counts: readonly RaisedCount[], field: Summed): number =>
  counts.reduce((sum, one) => sum + one[field], 0);

function figuresOf(raised: readonly [RaisedCount, ...RaisedCount[]]): TrackFigures {
  const [{ type, sub, rule }] = raised;
  // Bins part equal forecasts: the figures must not depend on the order of the counts
  const settled = raised.filter(({ hit }) => hit !== null).toSorted(byForecast);
  const resolved = sumOf(settled, 'compared');
  const hits = sumOf(
    settled.filter(({ hit }) => hit === true),
    'compared',
  );
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
    count: sumOf(raised, 'count'),
    resolved,
    hits,
    hitRate: isEnough ? { value, ...wilsonInterval(value, resolved, Z_95) } : null,
    baseRate: isEnough
      ? { value: sumOf(settled, 'baseSum') / resolved, resolved: sumOf(settled, 'instants') }
      : null,
    brier: isSufficient ? brierScore(forecasts) : null,
    reliability: isSufficient ? binsOf(forecasts) : [],
  };
}

function byForecast(one: RaisedCount, other: RaisedCount): number {
  return (one.probability ?? -1) - (other.probability ?? -1) || Number(one.hit) - Number(other.hit);
}

function binsOf(forecasts: readonly Forecast[]): TrackFigures['reliability'] {
  return equalMassBins(forecasts, BINS).map(({ meanProbability, share, count }) => ({
    meanForecast: meanProbability,
    hitRate: share,
    count,
  }));
}

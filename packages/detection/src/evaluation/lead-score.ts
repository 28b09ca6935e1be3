/**
 * Scores what was claimed of who leads whom against the lags of simulated markets, and against markets that share
 * nothing.
 */
import { sessionBootstrap } from '#learning/bootstrap.ts';
import { LAGS, lagSteps } from '#patterns/cross-market/cross-market-lags.ts';
import type { Estimate } from './row-figures.ts';

/** A claim within so many steps of the grid is right. */
const RIGHT_STEPS = 1;
/** Below this correlation over an hour nothing is required. */
export const ASKED_CORRELATION = 0.3;

/** One minute of two markets. Lags in milliseconds, above 0 where the first of the pair leads. */
export interface PairMinuteOutcome {
  /** Two products, the first of the pair first: `ES-NQ`. */
  readonly pair: string;
  /** Null where the two share nothing, or where who leads changed while the lag was studied. */
  readonly trueLagMs: number | null;
  readonly claimedLagMs: number | null;
  readonly correlation: number;
  readonly isIndependent: boolean;
}

export interface LeadFigures {
  /** A pair, or `all`. */
  readonly pair: string;
  readonly sessions: number;
  /** Minutes of one true lag and a correlation of at least 0.3, and those with a claim. */
  readonly minutes: number;
  readonly claimed: number;
  /** Share of claims within one step of the grid of lags. */
  readonly right: Estimate | null;
  /** Minutes of two markets that share nothing, and share of them with a claim. */
  readonly independentMinutes: number;
  readonly falseClaims: Estimate | null;
}

type Session = readonly PairMinuteOutcome[];

/** A row for all pairs and one for each; `seed` decides the resampling only. */
export function leadFigures(sessions: readonly Session[], seed: number): LeadFigures[] {
  const pairs = [...new Set(sessions.flat().map(({ pair }) => pair))];
  const figuresOf = (pair: string, own: readonly Session[]): LeadFigures => {
    const minutes = own.flat();
    const required = minutes.filter(isRequired);
    return {
      pair,
      sessions: own.length,
      minutes: required.length,
      claimed: required.filter(hasClaim).length,
      right: estimateOf(own, rightShare, seed),
      independentMinutes: minutes.filter(({ isIndependent }) => isIndependent).length,
      falseClaims: estimateOf(own, falseShare, seed),
    };
  };
  return [
    figuresOf('all', sessions),
    ...pairs.map((pair) =>
      figuresOf(
        pair,
        sessions.map((session) => session.filter((minute) => minute.pair === pair)),
      ),
    ),
  ];
}

function isRequired({ trueLagMs, correlation, isIndependent }: PairMinuteOutcome): boolean {
  return !isIndependent && trueLagMs !== null && correlation >= ASKED_CORRELATION;
}

function hasClaim({ claimedLagMs }: PairMinuteOutcome): boolean {
  return claimedLagMs !== null;
}

function isRight({ trueLagMs, claimedLagMs }: PairMinuteOutcome): boolean {
  if (trueLagMs === null || claimedLagMs === null) return false;
  return lagSteps(nearestLag(trueLagMs), claimedLagMs) <= RIGHT_STEPS;
}

function nearestLag(lagMs: number): number {
  return LAGS.reduce((best, lag) => (Math.abs(lag - lagMs) < Math.abs(best - lagMs) ? lag : best), 0);
}

function rightShare(sessions: readonly Session[]): number {
  const claims = sessions.flat().filter((minute) => isRequired(minute) && hasClaim(minute));
  return claims.filter(isRight).length / claims.length;
}

function falseShare(sessions: readonly Session[]): number {
  const strangers = sessions.flat().filter(({ isIndependent }) => isIndependent);
  return strangers.filter(hasClaim).length / strangers.length;
}

function estimateOf(
  sessions: readonly Session[],
  figure: (chosen: readonly Session[]) => number,
  seed: number,
): Estimate | null {
  const value = figure(sessions);
  return Number.isNaN(value) ? null : { value, ...sessionBootstrap(sessions, figure, seed) };
}

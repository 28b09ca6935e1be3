/** The variant that was best in some sessions, tried in those that follow. */
import type { BacktestTrade, Estimate, WalkForward, WalkForwardFold } from '#results/backtest-result.ts';
import { MIN_TRADES } from '#results/backtest-result.ts';
import { estimate, ratio, sumsOf } from '#results/trade-sums.ts';
import { SessionBootstrap } from '#statistics/session-bootstrap.ts';

/** Chosen on two fifths of the sessions, tried on the next fifth, three times. */
const PARTS = 5;
const IN_PARTS = 2;
const FOLDS = PARTS - IN_PARTS;
/** Fewer sessions make no parts of twelve. */
const MIN_SESSIONS = 60;

type Trade = Pick<BacktestTrade, 'tradingDay' | 'netR'>;

export interface VariantTrades {
  readonly name: string;
  readonly trades: readonly Trade[];
}

function within(trades: readonly Trade[], days: readonly string[]): readonly Trade[] {
  const wanted = new Set(days);
  return trades.filter(({ tradingDay }) => wanted.has(tradingDay));
}

function meanR(trades: readonly Trade[], days: readonly string[], seed: number): Estimate {
  const n = trades.length;
  if (n < MIN_TRADES) return { value: null, low: null, high: null, n };
  const places = new Map(days.map((day, at) => [day, at]));
  const columns = [sumsOf(trades, places, ({ netR }) => netR), sumsOf(trades, places, () => 1)];
  return estimate(new SessionBootstrap(days.length, seed), n, columns, ratio);
}

const mean = (trades: readonly Trade[]): number =>
  trades.reduce((sum, { netR }) => sum + netR, 0) / trades.length;

/** The best by mean net R among those with enough trades, the first of equals; null where none has enough. */
function bestOf(variants: readonly VariantTrades[], days: readonly string[]): VariantTrades | null {
  let best: VariantTrades | null = null;
  let bestR = Number.NEGATIVE_INFINITY;
  for (const variant of variants) {
    const trades = within(variant.trades, days);
    if (trades.length < MIN_TRADES || !(mean(trades) > bestR)) continue;
    best = variant;
    bestR = mean(trades);
  }
  return best;
}

/** `days` are the sessions, oldest first. */
export function walkForward(
  variants: readonly VariantTrades[],
  days: readonly string[],
  seed: number,
): WalkForward | null {
  if (days.length < MIN_SESSIONS) return null;
  const part = Math.floor(days.length / PARTS);
  const folds: WalkForwardFold[] = [];
  const inside: Trade[] = [];
  const outside: Trade[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const from = fold * part;
    const inDays = days.slice(from, from + IN_PARTS * part);
    const last = fold === FOLDS - 1 ? days.length : from + (IN_PARTS + 1) * part;
    const outDays = days.slice(from + IN_PARTS * part, last);
    const best = bestOf(variants, inDays);
    if (best === null) continue;
    const chosenIn = within(best.trades, inDays);
    const chosenOut = within(best.trades, outDays);
    inside.push(...chosenIn);
    outside.push(...chosenOut);
    folds.push({
      chosen: best.name,
      inSample: meanR(chosenIn, inDays, seed),
      outOfSample: meanR(chosenOut, outDays, seed),
      inFrom: inDays[0]!,
      outFrom: outDays[0]!,
      outTo: outDays[outDays.length - 1]!,
    });
  }
  return {
    variants: variants.length,
    folds,
    inSample: meanR(inside, days, seed),
    outOfSample: meanR(outside, days.slice(IN_PARTS * part), seed),
  };
}

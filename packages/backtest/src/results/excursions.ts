/** How far trades went against their entry and along with it, counted on whole ticks: a scatter of any number of trades. */
import type { BacktestTrade, Excursion } from './backtest-result.ts';

/** Ordered by the move against the entry, then by that along with it. */
export function excursionsOf(
  trades: readonly Pick<BacktestTrade, 'maeTicks' | 'mfeTicks' | 'netMicros'>[],
): Excursion[] {
  const found = new Map<string, { maeTicks: number; mfeTicks: number; won: number; lost: number }>();
  for (const trade of trades) {
    const [maeTicks, mfeTicks] = [Math.round(trade.maeTicks), Math.round(trade.mfeTicks)];
    const key = `${maeTicks} ${mfeTicks}`;
    const place = found.get(key) ?? { maeTicks, mfeTicks, won: 0, lost: 0 };
    found.set(key, place);
    if (trade.netMicros > 0) place.won += 1;
    else place.lost += 1;
  }
  return [...found.values()].toSorted((a, b) => a.maeTicks - b.maeTicks || a.mfeTicks - b.mfeTicks);
}

/** What the distances of trades say: how many won and lost, how far most of them went, and bands for a table. Pure. */
import type { BacktestResultDto } from '@undertow/contracts';
import { roundStep } from '#lib/format/linear-scale.ts';

export type Excursions = NonNullable<BacktestResultDto['excursions']>;
export type Outcome = 'won' | 'lost';
export type Move = 'maeTicks' | 'mfeTicks';

const MOST_BANDS = 12;

export function tradesOf(excursions: Excursions, outcome: Outcome): number {
  return excursions.reduce((sum, place) => sum + place[outcome], 0);
}

/** The least distance within which this share of the trades stayed; null without a trade. */
export function withinTicks(
  excursions: Excursions,
  move: Move,
  outcome: Outcome,
  share: number,
): number | null {
  let left = share * tradesOf(excursions, outcome);
  for (const place of excursions.toSorted((a, b) => a[move] - b[move])) {
    left -= place[outcome];
    if (place[outcome] > 0 && left <= 0) return place[move];
  }
  return null;
}

export interface ExcursionBand {
  /** Worst moves from the entry, both included. */
  readonly fromTicks: number;
  readonly toTicks: number;
  readonly won: number;
  readonly lost: number;
  /** Half of its trades were ahead by so much or more at some time. */
  readonly aheadTicks: number;
}

function aheadTicks(places: Excursions): number {
  const all = places.map(({ won, lost, ...moves }) => ({ ...moves, won: won + lost, lost: 0 }));
  return withinTicks(all, 'mfeTicks', 'won', 0.5) ?? 0;
}

/** Trades by their worst move, in bands of equal width; those without a trade are left out. */
export function excursionBands(excursions: Excursions): readonly ExcursionBand[] {
  const most = Math.max(0, ...excursions.map(({ maeTicks }) => maeTicks)) + 1;
  const step = Math.max(1, Math.ceil(roundStep(most / MOST_BANDS)));
  const bands = Map.groupBy(excursions, ({ maeTicks }) => Math.floor(maeTicks / step));
  return [...bands]
    .toSorted(([one], [other]) => one - other)
    .map(([band, places]) => ({
      fromTicks: band * step,
      toTicks: band * step + step - 1,
      won: tradesOf(places, 'won'),
      lost: tradesOf(places, 'lost'),
      aheadTicks: aheadTicks(places),
    }));
}

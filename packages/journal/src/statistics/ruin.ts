/** Chance that the balance is used up within a year of traded days, from resampled days. */

import { chanceOfPath } from '#inference/path-chance.ts';
import type { SeededRandom } from '#numbers/random.ts';
import type { DaySegments } from './equity-path.ts';
import { FIGURES } from './figures.ts';
import { figureOf, missing } from './make-statistic.ts';
import type { Statistic } from './statistic.ts';

const HORIZON_DAYS = 252;

/** `balanceMicros` is today's balance (start and all results); null where the start balance is unknown. */
export function riskOfRuinOf(
  segments: DaySegments,
  balanceMicros: number | null,
  random: SeededRandom,
): Statistic {
  const days = segments.net.length;
  if (days < FIGURES.riskOfRuin.show) return missing('too-few-days', days);
  if (balanceMicros === null) return missing('no-balance', days);
  if (balanceMicros <= 0) return missing('not-positive', days);
  const chance = chanceOfPath(
    days,
    (nextDay) => {
      let balance = balanceMicros;
      for (let lived = 0; lived < HORIZON_DAYS; lived++) {
        const day = nextDay();
        if (balance + segments.low[day]! <= 0) return true;
        balance += segments.net[day]!;
      }
      return false;
    },
    random,
  );
  return figureOf(FIGURES.riskOfRuin, days, chance.value, chance.ci95);
}

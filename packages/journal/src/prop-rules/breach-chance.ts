/** How often a trader with these days would breach an account's loss rules before reaching its target. */

import { MIN_BOOTSTRAP_DAYS } from '#inference/bootstrap.ts';
import { chanceOfPath, type PathChance } from '#inference/path-chance.ts';
import { SeededRandom } from '#numbers/random.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { type AccountPath, accountPathOf } from './account-path.ts';
import { type Floor, floorAt } from './loss-rules.ts';
import { floorOf } from './replay-rules.ts';
import type { RuleSettings } from './rule-state.ts';

/** A path that has ended in neither by then counts as not breached. */
const MAX_DAYS = 1000;

/** An exchange day as a piece of a path: micros from its start. */
interface RuleDays {
  readonly net: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Deepest fall within the day from a peak of the day. */
  readonly depth: Float64Array;
}

/**
 * Days with the open lows and highs that are certain; unknown ones are missing, so the chance is at least
 * this.
 */
function ruleDaysOf({ steps, days }: AccountPath): RuleDays {
  const column = (): Float64Array => new Float64Array(days.days.length);
  const found = { net: column(), low: column(), high: column(), depth: column() };
  for (const { day, before, after, low, high, held } of steps) {
    const start = found.net[day]!;
    const reached = start + after - before;
    const bottom = low === null || held ? reached : Math.min(reached, start + low - before);
    const top = found.high[day]!;
    found.depth[day] = Math.max(found.depth[day]!, top - bottom);
    found.low[day] = Math.min(found.low[day]!, bottom);
    const peak = high === null || held ? reached : Math.max(reached, start + high - before);
    found.high[day] = Math.max(top, peak);
    found.depth[day] = Math.max(found.depth[day]!, found.high[day]! - reached);
    found.net[day] = reached;
  }
  return found;
}

/** Whether a day that starts with this profit, under this floor and peak, breaks a rule. */
function breaks(
  days: RuleDays,
  day: number,
  profit: number,
  rules: { readonly floor: Floor | null; readonly peak: number; readonly dailyLimit: number | null },
): boolean {
  const low = days.low[day]!;
  if (rules.dailyLimit !== null && low <= -rules.dailyLimit) return true;
  if (rules.floor === null) return false;
  if (profit + low < floorAt(rules.floor, rules.peak)) return true;
  // While an intraday floor is still trailing, a fall from a peak of the day by more than the limit breaks it.
  const top = Math.max(rules.peak, profit + days.high[day]!);
  const follows = rules.floor.kind === 'intraday' && top - rules.floor.limit < rules.floor.cap;
  return follows && days.depth[day]! > rules.floor.limit;
}

/**
 * Chance of a breach before the target for a new attempt from the start balance, with days drawn from the past ones,
 * and its interval. Null without a target, without a loss rule, or with fewer than 20 days. It describes days like the
 * past ones and is not a forecast.
 */
export function breachChance(
  trades: readonly JournalTrade[],
  settings: RuleSettings,
  seed: number,
): PathChance | null {
  const target = settings.profitTargetMicros;
  const dailyLimit = settings.dailyLossLimitMicros;
  const floor = floorOf(settings);
  if (target === null || floor === 'unknown' || (floor === null && dailyLimit === null)) return null;
  const days = ruleDaysOf(accountPathOf(trades));
  if (days.net.length < MIN_BOOTSTRAP_DAYS) return null;
  const walk = (nextDay: () => number): boolean => {
    let profit = 0;
    let peak = 0;
    for (let lived = 0; lived < MAX_DAYS && profit < target; lived++) {
      const day = nextDay();
      if (breaks(days, day, profit, { floor, peak, dailyLimit })) return true;
      if (floor?.kind === 'intraday') peak = Math.max(peak, profit + days.high[day]!);
      profit += days.net[day]!;
      if (floor?.kind === 'end-of-day') peak = Math.max(peak, profit);
    }
    return false;
  };
  return chanceOfPath(days.net.length, walk, new SeededRandom(seed, 'breach'));
}

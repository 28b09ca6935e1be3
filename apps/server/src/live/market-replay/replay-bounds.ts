/** Which instants a viewer may replay: from plan, licence and what the market has shown so far. Pure. */
import { type InstrumentAccess, type TierRules, UNLIMITED } from '@undertow/contracts';
import { type ExchangeCalendar, tradingDayBefore } from '@undertow/market';

export interface ReplayBounds {
  /** Milliseconds since 1970 UTC; null: as far back as there are recordings. */
  readonly earliestMs: number | null;
  readonly latestMs: number;
}

/** Seconds behind the market that nothing of a replay may be newer than. */
export function holdSecondsOf({ workspace }: Pick<TierRules, 'workspace'>, access: InstrumentAccess): number {
  return Math.max(workspace.replayHoldSeconds, access.delaySeconds, access.recordedDelaySeconds);
}

/**
 * `latestMs`: the market's instant, less the hold. Days of a plan are trading days: one is today and the one before, after
 * a weekend too. Null where the plan includes no replay.
 */
export function replayBounds(
  { workspace: { replayDays } }: Pick<TierRules, 'workspace'>,
  calendar: ExchangeCalendar,
  latestMs: number,
): ReplayBounds | null {
  if (replayDays === 0) return null;
  if (replayDays === UNLIMITED) return { earliestMs: null, latestMs };
  let day = calendar.tradingDayOf(latestMs);
  for (let count = 0; count < replayDays; count += 1) day = tradingDayBefore(calendar, day);
  return { earliestMs: calendar.sessionBounds(day).openMs, latestMs };
}

/** A closed trade as statistics and insights see it: numbers only, one currency at a time. */
import type { Micros } from '#numbers/money.ts';

/** One trade (row view) or one position from flat to flat (position view). Times are milliseconds since 1970 UTC. */
export interface JournalTrade {
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  readonly symbol: string;
  readonly root: string;
  readonly side: 'long' | 'short';
  /** Contracts or lots. */
  readonly quantity: number;
  readonly entryMs: number | null;
  readonly exitMs: number;
  /** Exchange day of the exit, `YYYY-MM-DD`: a CME day starts at 17:00 Chicago. */
  readonly tradeDay: string;
  readonly entryPrice: number | null;
  readonly exitPrice: number | null;
  readonly pointValue: number | null;
  readonly grossMicros: Micros | null;
  /** Commission, fees and swap together, money spent above zero; null when unknown. */
  readonly costsMicros: Micros | null;
  readonly netMicros: Micros;
  readonly maeMicros: Micros | null;
  readonly mfeMicros: Micros | null;
  /** Money at risk by the first stop, costs included; null without a stop. */
  readonly plannedRiskMicros: Micros | null;
  readonly strategy: string | null;
  readonly tags: readonly string[];
  /** Partial exits of one position share it. */
  readonly groupId: string;
  readonly flags: readonly string[];
  /** Order of import, the last tie-breaker. */
  readonly ordinal: number;
}

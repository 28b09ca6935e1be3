/** The rules of a funded account, and the state of each. */
import type { Micros } from '#numbers/money.ts';

/** All limits are settings, because firms change them; a null is a rule that the account does not have. */
export interface RuleSettings {
  /** Balance before the first trade; null where unknown: floors are then given as distances only. */
  readonly startBalanceMicros: Micros | null;
  /** Amounts above zero. */
  readonly dailyLossLimitMicros: Micros | null;
  readonly maxLossMicros: Micros | null;
  /** `none`: the floor is at start - max loss. */
  readonly trailing: 'none' | 'end-of-day' | 'intraday';
  /** Balance at which the trailing floor stops; null: the start balance. */
  readonly trailingCapMicros: Micros | null;
  readonly profitTargetMicros: Micros | null;
  /** Best day over total profit. */
  readonly consistencyPercent: number | null;
  readonly minimumDays: number | null;
  readonly winningDays: number | null;
  /** Net result from which on a day is a winning one; null: anything above zero. */
  readonly winningDayAmountMicros: Micros | null;
  /** Standard contracts; ten micros are one. */
  readonly maxContracts: number | null;
  /** No position within so many minutes before 16:00 Chicago. */
  readonly closingMinutes: number | null;
  /** No position within so many minutes before and after these instants; null where the account has no such rule. */
  readonly newsMinutes: number | null;
  readonly newsTimesMs: readonly number[];
  /** Exchange day on which the account was reset: what was before it, and its profit, counts no more. */
  readonly countFromDay: string | null;
}

export const RULE_LABELS = {
  'daily-loss': 'Daily loss limit',
  'max-loss': 'Max loss',
  'trailing-end-of-day': 'Trailing max loss, end of day',
  'trailing-intraday': 'Trailing max loss, intraday',
  'profit-target': 'Profit target',
  consistency: 'Consistency',
  'minimum-days': 'Minimum trading days',
  'winning-days': 'Winning days',
  'max-contracts': 'Max contracts',
  'closing-minutes': 'Flat before the close',
  'news-windows': 'Flat around news',
} as const;
export type RuleName = keyof typeof RULE_LABELS;

export interface RuleState {
  readonly rule: RuleName;
  readonly label: string;
  /** `warning` from 80 % of a limit on, and while a goal is not met; `unknown` where closed trades do not show it. */
  readonly state: 'ok' | 'warning' | 'breached' | 'unknown';
  readonly unit: 'micros' | 'percent' | 'days' | 'contracts' | 'trades';
  /** The figure now, the limit it is subject to and what is left, in `unit`. */
  readonly value: number | null;
  readonly limit: number | null;
  readonly left: number | null;
  /** Whether `value` is exact, or a bound because closed trades do not show the open result in between. */
  readonly bound: 'exact' | 'at-least' | 'at-most';
  /** First breach: not later than this, by this trade. */
  readonly breachedAtMs: number | null;
  readonly breachedBy: string | null;
  /** One or two sentences, shown to the user. */
  readonly text: string;
}

/** Where a breach was first seen. */
export interface Breach {
  readonly atMs: number;
  readonly tradeId: string;
  /** True when the open loss of the trade did it, not its result. */
  readonly whileOpen: boolean;
}

/** Share of a limit above which the state is a warning. */
const WARN_FROM = 0.8;

/** `warning` at 80 % of the limit, else `ok`. */
export function stateOf(value: number, limit: number, breach: Breach | null): 'ok' | 'warning' | 'breached' {
  if (breach !== null) return 'breached';
  return value >= WARN_FROM * limit ? 'warning' : 'ok';
}

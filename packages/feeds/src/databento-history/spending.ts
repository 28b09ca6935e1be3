/** What was spent of the budgets, from the entries of the ledger in their order: pure, the same in every process. */
import { MICRODOLLARS } from './databento-history.ts';

/** Millionths of a dollar that may be spent on a day and in a month, both of UTC. */
export interface SpendingBudget {
  readonly dayMicrodollars: number;
  readonly monthMicrodollars: number;
}

/** Written before a request. It counts unless it went beyond its own budget, which every reader finds alike. */
export interface Reservation extends SpendingBudget {
  readonly kind: 'reserve';
  readonly id: string;
  /** Milliseconds since 1970 UTC. */
  readonly timeMs: number;
  readonly microdollars: number;
  /** What is bought, for people. */
  readonly what: string;
}

/** Written after a request: what it did cost. */
export interface Settlement {
  readonly kind: 'settle';
  readonly id: string;
  readonly timeMs: number;
  readonly microdollars: number;
}

export type LedgerEntry = Reservation | Settlement;

export const SPENDING_PERIODS = ['day', 'month'] as const;
export type SpendingPeriod = (typeof SPENDING_PERIODS)[number];

export interface PeriodSpending {
  readonly period: SpendingPeriod;
  /** `YYYY-MM-DD`, or `YYYY-MM`, of UTC. */
  readonly name: string;
  readonly spentMicrodollars: number;
  readonly budgetMicrodollars: number;
  /** `warned` from 80 % on, `exhausted` from 100 % on; a budget of zero is `none`. */
  readonly state: 'within' | 'warned' | 'exhausted' | 'none';
}

const WARN_SHARE = 0.8;
const NAME_LENGTH: Readonly<Record<SpendingPeriod, number>> = { day: 10, month: 7 };

/** Folds entries; sums are kept by day, so that a year of entries costs no more than one pass. */
export class Spending {
  readonly #reservations = new Map<string, { readonly timeMs: number; microdollars: number }>();
  readonly #sums = new Map<string, number>();

  /** False where a reservation went beyond its budget: it does not count. */
  take(entry: LedgerEntry): boolean {
    if (entry.kind === 'settle') {
      const reserved = this.#reservations.get(entry.id);
      // What is not known was refused; nothing may be settled above what was reserved
      if (reserved === undefined || entry.microdollars > reserved.microdollars) return false;
      this.#add(reserved.timeMs, entry.microdollars - reserved.microdollars);
      reserved.microdollars = entry.microdollars;
      return true;
    }
    if (this.#reservations.has(entry.id) || this.exceeded(entry, entry.timeMs, entry.microdollars) !== null)
      return false;
    this.#reservations.set(entry.id, { timeMs: entry.timeMs, microdollars: entry.microdollars });
    this.#add(entry.timeMs, entry.microdollars);
    return true;
  }

  /** The first period whose budget is too small for so much more, or null. */
  exceeded(budget: SpendingBudget, timeMs: number, microdollars: number): PeriodSpending | null {
    const periods = this.periods(budget, timeMs);
    return (
      periods.find(
        (one) => one.spentMicrodollars + microdollars > one.budgetMicrodollars || one.state === 'none',
      ) ?? null
    );
  }

  /** The day and the month of an instant, milliseconds since 1970 UTC. */
  periods(budget: SpendingBudget, timeMs: number): readonly PeriodSpending[] {
    return SPENDING_PERIODS.map((period) => {
      const name = nameOf(period, timeMs);
      const spentMicrodollars = this.#sums.get(name) ?? 0;
      const budgetMicrodollars = period === 'day' ? budget.dayMicrodollars : budget.monthMicrodollars;
      const state = stateOf(spentMicrodollars, budgetMicrodollars);
      return { period, name, spentMicrodollars, budgetMicrodollars, state };
    });
  }

  #add(timeMs: number, microdollars: number): void {
    for (const period of SPENDING_PERIODS) {
      const name = nameOf(period, timeMs);
      this.#sums.set(name, (this.#sums.get(name) ?? 0) + microdollars);
    }
  }
}

function nameOf(period: SpendingPeriod, timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, NAME_LENGTH[period]);
}

function stateOf(spent: number, budget: number): PeriodSpending['state'] {
  if (budget === 0) return 'none';
  if (spent >= budget) return 'exhausted';
  return spent >= budget * WARN_SHARE ? 'warned' : 'within';
}

/** Millionths of a dollar of a text such as `25` or `12.50`; null for anything else. */
export function microdollarsOf(text: string): number | null {
  return /^\d{1,7}(\.\d{1,6})?$/.test(text) ? Math.round(Number(text) * MICRODOLLARS) : null;
}

/** `$12.50`; amounts below a cent with as many digits as they need. */
export function dollarsText(microdollars: number): string {
  const isSmall = microdollars > 0 && microdollars < MICRODOLLARS / 100;
  return `$${(microdollars / MICRODOLLARS).toFixed(isSmall ? 6 : 2)}`;
}

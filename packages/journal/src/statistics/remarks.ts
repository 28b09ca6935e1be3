/** Notes for the reader of the figures: which day, what is counted, what is left out, what is only a bound. */
import { MIN_BOOTSTRAP_DAYS } from '#inference/bootstrap.ts';
import { mergeCopiedAccounts } from './copied-accounts.ts';
import { tradedDaysAYear } from './day-figures.ts';
import type { EquityPath } from './equity-path.ts';
import { EXTRA, type Tally } from './tally.ts';
import type { TradeDays } from './trade-days.ts';

export interface RemarkFacts {
  readonly days: TradeDays;
  readonly tally: Tally;
  readonly path: EquityPath;
  readonly holdingTimes: number;
  readonly startBalanceMicros: number | null;
  readonly view: 'positions' | 'rows';
  readonly openTrades: number;
}

/** `1 trade`, `12 trades`. */
export function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}

const VIEW_REMARKS = {
  positions:
    'Counted are positions from flat to flat: partial exits of one position are one trade. A platform that counts rows shows more.',
  rows: 'Counted are rows as the platform wrote them: every partial exit is a trade of its own.',
} as const;

function coverageRemarks({ days, tally, holdingTimes }: RemarkFacts): (string | null)[] {
  const n = days.trades.length;
  const total = (column: number): number => tally.extraTotals[column]!;
  const paid = total(EXTRA.paidCount);
  const risks = total(EXTRA.rCount);
  return [
    paid < n
      ? `Costs are not known for ${n - paid} of ${counted(n, 'trade')}: their net result leaves them out.`
      : null,
    risks > 0 && risks < n ? `R is known for ${risks} of ${counted(n, 'trade')}.` : null,
    holdingTimes < n
      ? `${counted(n - holdingTimes, 'trade')} without an entry time before the exit ${n - holdingTimes === 1 ? 'is' : 'are'} left out of holding times and exposure.`
      : null,
  ];
}

function copyRemark({ days }: RemarkFacts): string | null {
  const copies = days.trades.length - mergeCopiedAccounts(days.trades).length;
  return copies > 0
    ? `${counted(copies, 'trade')} ${copies === 1 ? 'is' : 'are'} the same decision in another account (same instrument and side within 5 seconds). All count here; insights count each decision once.`
    : null;
}

function dayRemarks({ days, path, startBalanceMicros }: RemarkFacts): (string | null)[] {
  const n = days.days.length;
  if (n < MIN_BOOTSTRAP_DAYS)
    return [
      `Intervals by resampling days need ${MIN_BOOTSTRAP_DAYS} days with trades; there ${n === 1 ? 'is' : 'are'} ${n}.`,
    ];
  return [
    `Sharpe and Sortino count days with trades only and are scaled to ${Math.round(tradedDaysAYear(days))} such days a year${
      startBalanceMicros === null ? '; without a start balance they are those of the money results' : ''
    }.`,
    'The interval of the max drawdown is what the same days in another order, some repeated, would give.',
    path.longest.open
      ? `The longest drawdown still lasts: its ${counted(path.longest.days, 'day')} are a lower bound.`
      : null,
  ];
}

/** The remarks in the order of reading. */
export function remarksOf(facts: RemarkFacts): readonly string[] {
  const { days, openTrades, view } = facts;
  const open =
    openTrades > 0
      ? `${counted(openTrades, 'open trade')} ${openTrades === 1 ? 'is' : 'are'} left out of every figure.`
      : null;
  if (days.trades.length === 0) return open === null ? [] : [open];
  const all = [
    'All results are net of the costs that are known. A trade belongs to the exchange day of its exit; a CME day starts at 17:00 Chicago.',
    VIEW_REMARKS[view],
    open,
    'Equity and drawdown follow closed trades: while trades were open the drawdown can have been deeper.',
    'Hours are New York time of the entry.',
    ...coverageRemarks(facts),
    copyRemark(facts),
    ...dayRemarks(facts),
  ];
  return all.filter((remark): remark is string => remark !== null);
}

/** Instead of all figures when the trades are in several currencies. */
export function mixedRemark(currencies: readonly { readonly currency: string }[]): string {
  return `These trades are in ${currencies.map(({ currency }) => currency).join(', ')}. Amounts of different currencies are never added up: choose one.`;
}

/** Addresses of the editor of backtests with a rule that is there: written by one page and read by the other. */
const ALERT = 'alert';
const BACKTEST = 'backtest';

export function backtestOfAlertAddress(ruleId: string): string {
  return `/backtests?${new URLSearchParams({ [ALERT]: ruleId })}`;
}

export function editedBacktestAddress(backtestId: string): string {
  return `/backtests?${new URLSearchParams({ [BACKTEST]: backtestId })}`;
}

/** Ids of the rule that the address opens; null where it opens none of that kind. */
export function openedRuleIds(search: string): {
  readonly alertId: string | null;
  readonly backtestId: string | null;
} {
  const query = new URLSearchParams(search);
  return { alertId: query.get(ALERT), backtestId: query.get(BACKTEST) };
}

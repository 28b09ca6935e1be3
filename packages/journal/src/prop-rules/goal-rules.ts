/** Goals of an account: profit target, consistency of days, trading days, winning days. */
import type { AccountPath } from './account-path.ts';
import { RULE_LABELS, type RuleName, type RuleState, stateOf } from './rule-state.ts';
import { amountText, countText } from './rule-text.ts';

/** Net result of each exchange day, oldest first. */
export function dayNetsOf({ steps, days }: AccountPath): Float64Array {
  const nets = new Float64Array(days.days.length);
  for (const step of steps) nets[step.day]! += step.trade.netMicros;
  return nets;
}

function goal(
  rule: RuleName,
  unit: RuleState['unit'],
  value: number,
  limit: number,
  text: string,
): RuleState {
  return {
    rule,
    label: RULE_LABELS[rule],
    state: value >= limit ? 'ok' : 'warning',
    unit,
    value,
    limit,
    left: Math.max(0, limit - value),
    bound: 'exact',
    breachedAtMs: null,
    breachedBy: null,
    text,
  };
}

/** Profit so far against the target. */
export function profitTargetState(path: AccountPath, target: number): RuleState {
  const total = path.steps.at(-1)?.after ?? 0;
  const text = total >= target ? 'Target reached.' : `${amountText(target - total)} to go.`;
  return goal('profit-target', 'micros', total, target, text);
}

/**
 * Best day over total profit, percent. Without a profit the share is not defined. Above the limit it can be lowered by
 * more profit on other days: best day / limit - total.
 */
export function consistencyState(path: AccountPath, limitPercent: number): RuleState {
  const nets = dayNetsOf(path);
  const total = path.steps.at(-1)?.after ?? 0;
  const best = nets.reduce((most, net) => Math.max(most, net), 0);
  const bare = {
    rule: 'consistency',
    label: RULE_LABELS.consistency,
    unit: 'percent',
    limit: limitPercent,
    bound: 'exact',
    breachedAtMs: null,
    breachedBy: null,
  } as const;
  if (total <= 0)
    return {
      ...bare,
      state: 'unknown',
      value: null,
      left: null,
      text: 'Not defined until there is a profit.',
    };
  const percent = (best / total) * 100;
  const needed = Math.max(0, (best / limitPercent) * 100 - total);
  const bestDay = `Best day: ${path.days.days[nets.indexOf(best)]}, ${amountText(best)}.`;
  return {
    ...bare,
    state: percent > limitPercent ? 'breached' : stateOf(percent, limitPercent, null),
    value: percent,
    left: limitPercent - percent,
    text: needed > 0 ? `${bestDay} ${amountText(needed)} more profit on other days would comply.` : bestDay,
  };
}

export function minimumDaysState(path: AccountPath, minimum: number): RuleState {
  const days = path.days.days.length;
  const missing = minimum - days;
  const text = missing > 0 ? `${countText(missing, 'more day')} with trades to go.` : 'Reached.';
  return goal('minimum-days', 'days', days, minimum, text);
}

/** Days with at least the amount; any day above zero without one. */
export function winningDaysState(path: AccountPath, wanted: number, amount: number | null): RuleState {
  const days = dayNetsOf(path).filter((net) => (amount === null ? net > 0 : net >= amount)).length;
  const least = amount === null ? 'above zero' : `of at least ${amountText(amount)}`;
  const missing = wanted - days;
  const text = missing > 0 ? `${countText(missing, 'more day')} ${least} to go.` : 'Reached.';
  return goal('winning-days', 'days', days, wanted, text);
}

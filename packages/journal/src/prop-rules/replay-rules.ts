/** Replays the rules of an account over its closed trades: the state of each rule. */
import type { JournalTrade } from '#trades/journal-trade.ts';
import { type AccountPath, accountPathOf, lossPerContract } from './account-path.ts';
import { closingMinutesState, maxContractsState } from './conduct-rules.ts';
import { standardContracts } from './contract-weight.ts';
import { consistencyState, minimumDaysState, profitTargetState, winningDaysState } from './goal-rules.ts';
import { dailyLossState, FLOOR_RULES, type Floor, floorState, type LossFacts } from './loss-rules.ts';
import { newsWindowsState } from './news-rule.ts';
import { RULE_LABELS, type RuleSettings, type RuleState } from './rule-state.ts';

/**
 * The floor of the settings; null without a max loss, `unknown` when its cap is a balance and the start is not known.
 */
export function floorOf(settings: RuleSettings): Floor | 'unknown' | null {
  const { maxLossMicros, trailing, trailingCapMicros, startBalanceMicros } = settings;
  if (maxLossMicros === null) return null;
  if (trailing === 'none') return { kind: 'static', limit: maxLossMicros, cap: 0 };
  if (trailingCapMicros === null) return { kind: trailing, limit: maxLossMicros, cap: 0 };
  if (startBalanceMicros === null) return 'unknown';
  return { kind: trailing, limit: maxLossMicros, cap: trailingCapMicros - startBalanceMicros };
}

function maxLossState(facts: LossFacts, settings: RuleSettings): RuleState | null {
  const floor = floorOf(settings);
  if (floor !== 'unknown') return floor && floorState(facts, floor);
  const rule = FLOOR_RULES[settings.trailing === 'intraday' ? 'intraday' : 'end-of-day'];
  return {
    rule,
    label: RULE_LABELS[rule],
    state: 'unknown',
    unit: 'micros',
    value: null,
    limit: settings.maxLossMicros,
    left: null,
    bound: 'exact',
    breachedAtMs: null,
    breachedBy: null,
    text: 'Set the start balance: the balance at which the floor stops depends on it.',
  };
}

function goalStates(path: AccountPath, settings: RuleSettings): (RuleState | null)[] {
  const { profitTargetMicros, consistencyPercent, minimumDays, winningDays } = settings;
  return [
    profitTargetMicros === null ? null : profitTargetState(path, profitTargetMicros),
    consistencyPercent === null ? null : consistencyState(path, consistencyPercent),
    minimumDays === null ? null : minimumDaysState(path, minimumDays),
    winningDays === null ? null : winningDaysState(path, winningDays, settings.winningDayAmountMicros),
  ];
}

/**
 * The trades since the account was reset: a reset is not a gain, and what it wiped out is not a loss of the new
 * account.
 */
function countedTrades(
  trades: readonly JournalTrade[],
  { countFromDay }: RuleSettings,
): readonly JournalTrade[] {
  return countFromDay === null ? trades : trades.filter(({ tradeDay }) => tradeDay >= countFromDay);
}

/**
 * State of every rule that the account has. `trades`: its closed rows in one currency, any order (rows rather than
 * positions, so that a partial exit frees its contracts in time). `dayNow`: the exchange day it is; without it the day
 * of the last trade is taken to be still running.
 */
export function replayRules(
  trades: readonly JournalTrade[],
  settings: RuleSettings,
  dayNow: string | null = null,
): readonly RuleState[] {
  const counted = countedTrades(trades, settings);
  const path = accountPathOf(counted);
  const facts: LossFacts = {
    path,
    lossPerContractMicros: lossPerContract(counted, standardContracts),
    dayNow,
  };
  const { dailyLossLimitMicros, maxContracts, closingMinutes, newsMinutes, newsTimesMs } = settings;
  const states = [
    dailyLossLimitMicros === null ? null : dailyLossState(facts, dailyLossLimitMicros),
    maxLossState(facts, settings),
    ...goalStates(path, settings),
    maxContracts === null ? null : maxContractsState(path, maxContracts),
    closingMinutes === null ? null : closingMinutesState(path, closingMinutes),
    newsMinutes === null ? null : newsWindowsState(path, newsMinutes, newsTimesMs),
  ];
  return states.filter((state): state is RuleState => state !== null);
}

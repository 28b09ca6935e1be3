/** Conduct rules of an account: maximum contracts at once, no open position in the closing minutes. */
import { chicagoClock, MINUTE_MS, weekdayOf } from '@undertow/market';
import type { JournalTrade } from '#trades/journal-trade.ts';
import type { AccountPath } from './account-path.ts';
import { standardContracts } from './contract-weight.ts';
import { RULE_LABELS, type RuleState, stateOf } from './rule-state.ts';
import { breachText, countText } from './rule-text.ts';

const MINUTES_A_DAY = 1440;
/** 16:00 Chicago. */
const CLOSE_MINUTE = 16 * 60;
const WEEKEND: ReadonlySet<number> = new Set([0, 6]);
/** Sums of tenths are rounded to this, so that ten micros are one contract. */
const CONTRACT_GRAIN = 1e-6;

interface Change {
  readonly atMs: number;
  /** Exits before entries of the same instant: a position that is turned is not two. */
  readonly opens: boolean;
  readonly contracts: number;
  readonly trade: JournalTrade;
}

function changesOf(trades: readonly JournalTrade[]): Change[] {
  const changes = trades.flatMap((trade): Change[] => {
    const contracts = standardContracts(trade.root, trade.quantity);
    const entryMs = Math.min(trade.entryMs ?? trade.exitMs, trade.exitMs);
    // A position that is opened and closed in one instant was still open: its exit may not come before its entry.
    const exitMs = entryMs === trade.exitMs ? trade.exitMs + 0.5 : trade.exitMs;
    return [
      { atMs: entryMs, opens: true, contracts, trade },
      { atMs: exitMs, opens: false, contracts, trade },
    ];
  });
  return changes.sort((a, b) => a.atMs - b.atMs || Number(a.opens) - Number(b.opens));
}

/**
 * Most standard contracts open at once, long and short together, micros as tenths. Trades without an entry time are
 * counted for the instant of their exit: then the figure is a lower bound.
 */
export function maxContractsState({ steps }: AccountPath, limit: number): RuleState {
  const trades = steps.map(({ trade }) => trade);
  let open = 0;
  let most = 0;
  let first: Change | null = null;
  for (const change of changesOf(trades)) {
    open += change.opens ? change.contracts : -change.contracts;
    most = Math.max(most, open);
    if (first === null && open > limit + CONTRACT_GRAIN) first = change;
  }
  const value = Math.round(most / CONTRACT_GRAIN) * CONTRACT_GRAIN;
  const breach = first === null ? null : { atMs: first.atMs, tradeId: first.trade.id, whileOpen: false };
  const exact = trades.every(({ entryMs }) => entryMs !== null);
  const shown = Number(value.toFixed(2));
  const atMost = `At most ${countText(shown, 'contract')} ${shown === 1 ? 'was' : 'were'} open at once (ten micros count as one).`;
  return {
    rule: 'max-contracts',
    label: RULE_LABELS['max-contracts'],
    // Trading the full size that is allowed is not a danger: there is nothing to warn of below the limit.
    state: breach === null ? 'ok' : 'breached',
    unit: 'contracts',
    value: shown,
    limit,
    left: Number((limit - value).toFixed(2)),
    bound: exact ? 'exact' : 'at-least',
    breachedAtMs: breach?.atMs ?? null,
    breachedBy: breach?.tradeId ?? null,
    text: breach === null ? atMost : `${breachText(breach)} ${atMost}`,
  };
}

/** Minutes since 1970 on Chicago's wall clock, with fractions. */
function chicagoMinutes(timeMs: number): number {
  const { day, minute } = chicagoClock(timeMs);
  return day * MINUTES_A_DAY + minute + (timeMs % MINUTE_MS) / MINUTE_MS;
}

/**
 * Whether a trade was open within the minutes before 16:00 Chicago of any weekday. Flat at the first instant is in
 * time.
 */
function openBeforeClose(trade: JournalTrade, minutes: number): boolean {
  const entry = chicagoMinutes(Math.min(trade.entryMs ?? trade.exitMs, trade.exitMs));
  const exit = chicagoMinutes(trade.exitMs);
  const entryDay = Math.floor(entry / MINUTES_A_DAY);
  let day = entry - entryDay * MINUTES_A_DAY < CLOSE_MINUTE ? entryDay : entryDay + 1;
  while (WEEKEND.has(weekdayOf(day))) day += 1;
  return exit > day * MINUTES_A_DAY + CLOSE_MINUTE - minutes;
}

/** Trades that were open in the closing minutes. On days with an early halt the rule still uses 16:00. */
export function closingMinutesState({ steps }: AccountPath, minutes: number): RuleState {
  const late = steps.filter(({ trade }) => openBeforeClose(trade, minutes));
  const first = late[0]?.trade;
  const breach = first === undefined ? null : { atMs: first.exitMs, tradeId: first.id, whileOpen: false };
  const exact = steps.every(({ trade }) => trade.entryMs !== null);
  const text =
    breach === null
      ? `Nothing was open in the last ${countText(minutes, 'minute')} before 16:00 Chicago.`
      : `${countText(late.length, 'trade')} ${late.length === 1 ? 'was' : 'were'} open in the last ${countText(minutes, 'minute')} before 16:00 Chicago. ${breachText(breach)}`;
  return {
    rule: 'closing-minutes',
    label: RULE_LABELS['closing-minutes'],
    state: stateOf(late.length, Number.POSITIVE_INFINITY, breach),
    unit: 'trades',
    value: late.length,
    limit: 0,
    left: null,
    bound: exact ? 'exact' : 'at-least',
    breachedAtMs: breach?.atMs ?? null,
    breachedBy: breach?.tradeId ?? null,
    text,
  };
}

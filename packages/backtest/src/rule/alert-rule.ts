/** A rule of alerts as one to test, and back. Both have the same conditions; only a backtest waits for patterns or for several of them. */
import type { NewsFilter, SessionHours } from '@undertow/market';
import { type BacktestRule, NO_FILTERS } from './backtest-rule.ts';
import type { Condition } from './condition.ts';

/** What of a rule of alerts concerns the market; who is notified, and how, is not a backtest's. */
export interface AlertMarketRule<AlertCondition extends Condition = Condition> {
  readonly name: string;
  readonly condition: AlertCondition;
  readonly sessionHours: SessionHours;
  /** Left out: any. */
  readonly newsWindow?: NewsFilter | undefined;
  readonly coolDownSeconds: number;
}

/** Exits, size and costs that a rule begins with; they are the trader's to change. */
const FIRST_TRADE = {
  position: { size: 1, max: 1 },
  order: { kind: 'market' },
  exits: {
    stop: { value: 16, unit: 'ticks' },
    target: { value: 24, unit: 'ticks' },
    trailing: null,
    timeSeconds: 3600,
    oppositeEvent: false,
    sessionEnd: true,
  },
  costs: { roundTurn: '4.20' },
  fills: { model: 'fast', latencyMs: 50, jitterMs: 20 },
} as const satisfies Partial<BacktestRule>;

/** @public For the buttons that turn one into the other. */
export function backtestOfAlert(alert: AlertMarketRule, product: string): BacktestRule {
  const { name, condition, sessionHours, newsWindow: news = 'any', coolDownSeconds } = alert;
  return {
    ...FIRST_TRADE,
    name,
    product,
    entry: { all: [condition], withinSeconds: null },
    filters: { ...NO_FILTERS, session: sessionHours, news },
    direction: condition.kind === 'volume' ? 'long' : 'with_event',
    coolDownSeconds,
  };
}

export type AlertOfBacktest =
  | {
      readonly alert: AlertMarketRule<Exclude<Condition, { kind: 'pattern' }>>;
      readonly leftOut: readonly string[];
    }
  /** Why a rule of alerts cannot wait for it, one sentence. */
  | { readonly refusal: string };

/**
 * `leftOut`: filters that alerts do not have, by their name in the rule's text.
 * @public For the buttons that turn one into the other.
 */
export function alertOfBacktest({ name, entry, filters, coolDownSeconds }: BacktestRule): AlertOfBacktest {
  const [condition] = entry.all;
  if (condition === undefined || entry.all.length > 1)
    return { refusal: 'An alert waits for one thing. Leave one condition.' };
  if (condition.kind === 'pattern')
    return { refusal: 'Alerts do not wait for patterns yet. Choose an event.' };
  const { session, news, ...others } = filters;
  const leftOut = Object.entries(others)
    .filter(([filter, value]) => value !== NO_FILTERS[filter as keyof typeof others])
    .map(([filter]) => filter);
  return { alert: { name, condition, sessionHours: session, newsWindow: news, coolDownSeconds }, leftOut };
}

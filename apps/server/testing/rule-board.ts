/** For tests: rules with only what a test is about, and a board that records what fired. */
import type { AlertCondition } from '@undertow/contracts';
import {
  epochMs,
  type Instrument,
  instrumentBySymbol,
  SIMULATED_CALENDAR,
  type TradedSpan,
} from '@undertow/market';
import { textOf } from '#alerting/alert-text.ts';
import { BUILT_IN_RULE } from '#alerting/built-in-rule.ts';
import { compileRule } from '#alerting/compile-rule.ts';
import type { MarketStep } from '#alerting/market-step.ts';
import { RuleBoard } from '#alerting/rule-board.ts';
import type { AlertRule } from '#ports/alerts.ts';

export const ES = instrumentBySymbol('ES') as Instrument;
/** A Friday, 10:00 in Chicago. */
export const T = Date.UTC(2026, 10, 20, 16);

export function makeRule(id: string, condition: AlertCondition, changes: Partial<AlertRule> = {}): AlertRule {
  return {
    ...BUILT_IN_RULE,
    id,
    userId: 'user',
    name: id,
    condition,
    coolDownSeconds: 0,
    origin: null,
    createdAtMs: T,
    updatedAtMs: T,
    ...changes,
  };
}

export function makeStep(atMs: number, changes: Partial<MarketStep> = {}): MarketStep {
  return {
    atMs: epochMs(atMs),
    firedMs: epochMs(atMs),
    contract: null,
    traded: null,
    closed: [],
    forming: null,
    trend: null,
    levels: null,
    events: [],
    isHistory: false,
    ...changes,
  };
}

/** Trades that went through these prices, in ticks. */
export function path(...ticks: readonly number[]): TradedSpan {
  return { lowTicks: Math.min(...ticks), highTicks: Math.max(...ticks), lastTicks: ticks.at(-1) as number };
}

export function boardOf(...conditions: readonly AlertCondition[]) {
  const board = new RuleBoard(ES, SIMULATED_CALENDAR);
  for (const [at, condition] of conditions.entries())
    board.add(compileRule(makeRule(`r${at}`, condition), ES, 10));
  let atMs = T;
  /** Titles of what fired at the next step, a second later. */
  const step = (changes: Partial<MarketStep>): readonly string[] => {
    atMs += 1000;
    return board.step(makeStep(atMs, changes)).map((firing) => textOf(firing).title);
  };
  return {
    board,
    step,
    /** The same for trades. */
    trade: (...ticks: readonly number[]) => step({ traded: path(...ticks) }),
    wait: (ms: number): void => {
      atMs += ms;
    },
  };
}

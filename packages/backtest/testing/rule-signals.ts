/** For tests: when a rule enters on facts, whatever becomes of its trades. */
import { SessionMemory } from '#engine/session-memory.ts';
import { SignalReader } from '#engine/signals.ts';
import type { SessionFacts } from '#facts/session-facts.ts';
import type { BacktestRule } from '#rule/backtest-rule.ts';
import { compileRule } from '#rule/compile-rule.ts';
import { CALENDAR, ES } from './made-session.ts';

/** Milliseconds since 1970 UTC, in order. `chosen`: the preference for events a day. */
export function signalTimes(rule: BacktestRule, facts: SessionFacts, chosen: 3 | 10 | 30 | null): number[] {
  const reader = new SignalReader(compileRule(rule, ES, chosen), CALENDAR, new SessionMemory());
  return reader.read(facts).signals.map(({ atMs }) => atMs);
}

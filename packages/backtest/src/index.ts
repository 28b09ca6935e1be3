/** Rules tested on recorded sessions: the rule and its text, the facts, fills, and results that do not flatter. */
export type * from '#facts/session-facts.ts';
export { FACTS_VERSION } from '#facts/session-facts.ts';
export * from '#results/backtest-result.ts';
export * from '#rule/backtest-rule.ts';
export type * from '#rule/condition.ts';
export * from '#rule/rule-fault.ts';

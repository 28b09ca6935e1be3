/** Rules tested on recorded sessions: the rule and its text, the facts, fills, and results that do not flatter. */
export { factsBytes, readFacts } from '#facts/facts-bytes.ts';
export { FactsRecorder } from '#facts/facts-recorder.ts';
export type * from '#facts/session-facts.ts';
export { FACTS_VERSION } from '#facts/session-facts.ts';
export { SessionQuotes } from '#facts/session-quotes.ts';
export type { QueueFills } from '#queue/queue-fills.ts';
export * from '#results/backtest-result.ts';
export * from '#rule/alert-rule.ts';
export * from '#rule/backtest-rule.ts';
export type * from '#rule/condition.ts';
export * from '#rule/read-rule.ts';
export * from '#rule/rule-fault.ts';
/** @public For the form of the browser, which shows both. */
export { ruleText } from '#rule/write-rule.ts';
export * from '#run/backtest-run.ts';

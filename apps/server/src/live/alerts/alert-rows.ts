/** The row of an alert: what a rule fired for, on which market, and when its owner may read it. */
import { createHash } from 'node:crypto';
import { alertTypeOf, instantOfMs } from '@undertow/contracts';
import { textOf } from '#alerting/alert-text.ts';
import type { Firing } from '#alerting/market-step.ts';
import type { AlertRow, RuleMarket } from '#ports/alerts.ts';

/** The same rule and cause give the same id: an alert that is dispatched again after a restart is stored once. */
export function alertIdOf({ compiled, fact, atMs }: Firing): string {
  const { rule, instrument } = compiled;
  const cause = fact.kind === 'event' ? fact.event.id : `${instrument.id}\n${atMs}`;
  return createHash('sha256').update(`${rule.id}\n${cause}`).digest('hex').slice(0, 32);
}

interface RaisedRow {
  readonly id: string;
  readonly market: RuleMarket;
  readonly nowMs: number;
  readonly isQuiet: boolean;
}

export function alertRowOf(firing: Firing, { id, market, nowMs, isQuiet }: RaisedRow): AlertRow {
  const { rule, instrument } = firing.compiled;
  const event = firing.fact.kind === 'event' ? firing.fact.event : null;
  return {
    id,
    userId: rule.userId,
    instrumentId: instrument.id,
    eventId: event?.id ?? null,
    ruleId: rule.id,
    alertType: alertTypeOf(rule.condition),
    market: market.market,
    source: market.source,
    ...textOf(firing),
    isRead: false,
    isQuiet,
    isTest: false,
    createdAt: instantOfMs(nowMs),
    eventType: event?.type ?? null,
    eventSize: event?.size ?? null,
    // Its text may contain what came after the detection
    eventAtMs: firing.atMs,
  };
}

/** Counts what came of webhooks and comparisons, for the measures. */
import { Counter, type Registry } from 'prom-client';

const OUTCOMES = ['stored', 'repeated', 'refused', 'foreign', 'unknown_customer', 'unhandled'] as const;

export type SyncCounts = ReturnType<typeof createSyncCounts>;

export function createSyncCounts(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const webhooks = new Counter({
    name: 'undertow_webhooks_total',
    help: 'Webhooks by what came of them',
    labelNames: ['outcome'],
    registers,
  });
  // A rate needs the zero before the first
  for (const outcome of OUTCOMES) webhooks.inc({ outcome }, 0);
  return {
    countWebhook: (outcome: (typeof OUTCOMES)[number]) => webhooks.inc({ outcome }),
    applied: counter('undertow_billing_events_applied_total', 'Events applied'),
    failed: counter('undertow_billing_events_failed_total', 'Events that failed and wait'),
    duplicateSubscriptions: counter(
      'undertow_billing_duplicate_subscriptions_total',
      'People found with two subscriptions',
    ),
    missedEvents: counter('undertow_billing_missed_events_total', 'Events found without their webhook'),
    differences: counter('undertow_billing_differences_total', 'Differences from the provider'),
  };
}

/** Counts what came of webhooks and comparisons, for the measures. */

const NAMES = [
  'stored',
  'repeated',
  'refused',
  'foreign',
  'unknownCustomer',
  'unhandled',
  'applied',
  'failed',
  'duplicateSubscriptions',
  'missedEvents',
  'differences',
] as const;
type CountName = (typeof NAMES)[number];

const METRICS: Readonly<Record<CountName, string>> = {
  stored: 'undertow_webhooks_total{outcome="stored"}',
  repeated: 'undertow_webhooks_total{outcome="repeated"}',
  refused: 'undertow_webhooks_total{outcome="refused"}',
  foreign: 'undertow_webhooks_total{outcome="foreign"}',
  unknownCustomer: 'undertow_webhooks_total{outcome="unknown_customer"}',
  unhandled: 'undertow_webhooks_total{outcome="unhandled"}',
  applied: 'undertow_billing_events_applied_total',
  failed: 'undertow_billing_events_failed_total',
  duplicateSubscriptions: 'undertow_billing_duplicate_subscriptions_total',
  missedEvents: 'undertow_billing_missed_events_total',
  differences: 'undertow_billing_differences_total',
};

export interface SyncCounts {
  add(name: CountName, by?: number): void;
  of(name: CountName): number;
  /** In the text format of the measures, one line each. */
  lines(): readonly string[];
}

export function createSyncCounts(): SyncCounts {
  const counts = new Map<CountName, number>();
  const of = (name: CountName): number => counts.get(name) ?? 0;
  return {
    add(name, by = 1) {
      counts.set(name, of(name) + by);
    },
    of,
    lines: () => NAMES.map((name) => `${METRICS[name]} ${of(name)}`),
  };
}

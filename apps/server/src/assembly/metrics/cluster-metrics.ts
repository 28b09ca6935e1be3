/** The metrics of a process that is one of several: leases, failovers, and what waits for the wire. */
import type { Registry } from 'prom-client';
import { addMetric } from '#http/server/add-metric.ts';
import type { OwnedMarket } from '#live/owned-market.ts';

interface ClusterMetricParts {
  readonly owned: OwnedMarket | null;
  /** By how many milliseconds views are behind; null for a process without views. */
  readonly lagMs: () => number | null;
  readonly runner: { readonly leases: readonly string[] };
}

export function addClusterMetrics(metrics: Registry, { owned, lagMs, runner }: ClusterMetricParts): void {
  const add = addMetric.bind(null, metrics);
  add(['undertow_leases_held', 'Instruments and jobs that this process owns', 'kind'], () => [
    [{ kind: 'instrument' }, owned?.membership.leases.length ?? 0],
    [{ kind: 'job' }, runner.leases.length],
  ]);
  add(['undertow_failovers_total', 'Leases that this process lost'], () => owned?.wire.failovers ?? 0);
  add(['undertow_wire_published_total', 'Messages that the wire stored'], () => owned?.wire.published ?? 0);
  add(
    ['undertow_wire_lag_seconds', 'By how much the views are behind the wire'],
    () => (lagMs() ?? 0) / 1000,
  );
  add(['undertow_wire_waiting', 'Updates that wait for the wire'], () => owned?.wire.waiting ?? 0);
}

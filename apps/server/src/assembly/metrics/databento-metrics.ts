/** The metrics of the live feed of Databento, of the past that it began with, and of what its history costs. */
import type { DatabentoFeed, FeedWithPast } from '@undertow/feeds';
import { instrumentById } from '@undertow/market';
import type { Registry } from 'prom-client';
import { addMetric } from '#http/server/add-metric.ts';
import type { DatabentoSpending } from '#ports/operations.ts';

/** Ages count from `nowMs`, milliseconds since 1970 UTC; a stage without a time has none. */
export function addDatabentoMetrics(
  metrics: Registry,
  feed: Pick<DatabentoFeed, 'status'>,
  nowMs: () => number,
): void {
  const add = addMetric.bind(null, metrics);
  const status = () => feed.status();
  add(['undertow_databento_session', 'State of the session', 'state'], () => [
    [{ state: status().session }, 1],
  ]);
  add(['undertow_databento_records_total', 'Records received'], () => status().records);
  add(['undertow_databento_age_seconds', 'Age of the newest data, by whose time it is', 'stage'], () => {
    const { exchangeMs, vendorMs, gatewayMs, receivedMs } = status();
    const stages = { exchange: exchangeMs, vendor: vendorMs, gateway: gatewayMs, received: receivedMs };
    return Object.entries(stages).flatMap(([stage, timeMs]) =>
      timeMs === null ? [] : [[{ stage }, (nowMs() - timeMs) / 1000] as const],
    );
  });
  add(
    ['undertow_databento_backlog_bytes', 'Bytes received and not yet decoded'],
    () => status().backlogBytes,
  );
  add(['undertow_databento_reconnects_total', 'Sessions after the first'], () => status().reconnects);
  add(['undertow_databento_gaps_total', 'Holes in the data'], () => status().gaps);
  add(
    ['undertow_databento_slow_total', 'Times that the gateway found us too slow'],
    () => status().slowReader,
  );
  add(
    ['undertow_databento_refused_total', 'Records with an impossible price or size'],
    () => status().refused,
  );
  add(['undertow_databento_unknown', 'Products that the vendor does not serve'], () => status().unknown.size);
}

/** How today's past came out for each product that was opened. */
export function addPastMetrics(metrics: Registry, feed: Pick<FeedWithPast, 'pasts'>): void {
  addMetric(
    metrics,
    ['undertow_databento_past', "State of a product's past of today", 'instrument', 'state'],
    () =>
      [...feed.pasts()].map(
        ([id, { kind }]) => [{ instrument: instrumentById(id)?.symbol ?? id, state: kind }, 1] as const,
      ),
  );
}

/** Dollars of the day and the month of UTC, and what the operator allows. */
export function addSpendingMetrics(metrics: Registry, spending: DatabentoSpending): void {
  const add = addMetric.bind(null, metrics);
  add(['undertow_databento_spent_dollars', 'Spent at the historical service', 'period'], () =>
    (spending.read() ?? []).map(({ period, spentDollars }) => [{ period }, spentDollars] as const),
  );
  add(['undertow_databento_budget_dollars', 'Budget of the historical service', 'period'], () =>
    (spending.read() ?? []).map(({ period, budgetDollars }) => [{ period }, budgetDollars] as const),
  );
}

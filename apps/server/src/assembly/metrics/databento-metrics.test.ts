/** What a scrape shows of the live feed of Databento. */
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addDatabentoMetrics, addPastMetrics, addSpendingMetrics } from './databento-metrics.ts';

const STATUS = {
  ...{ session: 'running' as const, fault: null, reason: null, records: 9, reconnects: 1, gaps: 2 },
  ...{ exchangeMs: 1000, vendorMs: 1500, gatewayMs: null, receivedMs: 1900, lastCut: null },
  ...{ backlogBytes: 7, slowReader: 0, refused: 0, unknown: new Map([[5, 'unknown']]) },
};

test('session, counts, backlog and the age of each stage that has a time are shown', async () => {
  const metrics = new Registry();
  addDatabentoMetrics(metrics, { status: () => STATUS }, () => 2000);
  const lines = (await metrics.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines).toEqual([
    'undertow_databento_session{state="running"} 1',
    'undertow_databento_records_total 9',
    'undertow_databento_age_seconds{stage="exchange"} 1',
    'undertow_databento_age_seconds{stage="vendor"} 0.5',
    'undertow_databento_age_seconds{stage="received"} 0.1',
    'undertow_databento_backlog_bytes 7',
    'undertow_databento_reconnects_total 1',
    'undertow_databento_gaps_total 2',
    'undertow_databento_slow_total 0',
    'undertow_databento_refused_total 0',
    'undertow_databento_unknown 1',
  ]);
});

test('the past of each product and what was spent of the budgets are shown', async () => {
  const metrics = new Registry();
  addPastMetrics(metrics, {
    pasts: () =>
      new Map([[1, { kind: 'partial', fromMs: 1, toMs: 2, trades: 3, reason: 'given up' } as const]]),
  });
  const day = {
    period: 'day',
    name: '2026-11-27',
    spentDollars: 8.5,
    budgetDollars: 10,
    state: 'warned',
  } as const;
  addSpendingMetrics(metrics, { read: () => [day] });
  const lines = (await metrics.metrics()).split('\n').filter((line) => line.startsWith('undertow'));
  expect(lines).toEqual([
    'undertow_databento_past{instrument="ES",state="partial"} 1',
    'undertow_databento_spent_dollars{period="day"} 8.5',
    'undertow_databento_budget_dollars{period="day"} 10',
  ]);
});

test('a ledger that cannot be read has no samples', async () => {
  const metrics = new Registry();
  addSpendingMetrics(metrics, { read: () => null });
  expect(await metrics.metrics()).not.toMatch(/^undertow/m);
});

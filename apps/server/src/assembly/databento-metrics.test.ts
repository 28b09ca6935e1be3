/** What a scrape shows of the live feed of Databento. */
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addDatabentoMetrics } from './databento-metrics.ts';

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

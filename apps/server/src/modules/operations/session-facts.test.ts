import { expect, test } from 'vitest';
import { RecordRate, sessionFacts } from './session-facts.ts';

const T = Date.UTC(2026, 10, 20, 16);
const SESSION = {
  session: 'running',
  reason: null,
  records: 5000,
  exchangeMs: T - 12.5,
  vendorMs: T - 12,
  gatewayMs: T - 10,
  receivedMs: T - 2,
  reconnects: 1,
  gaps: 2,
  lastCut: { fromMs: T - 9000, toMs: T - 8000 },
  backlogBytes: 64,
  unknown: new Map([[4, 'the vendor does not know CL.v.0']]),
} as const;

test('a feed without a session has no facts of one', () => {
  const facts = sessionFacts(null, new RecordRate(), {
    nowMs: T,
    monotonicMs: 0,
  });
  expect(facts).toBeNull();
});

test('each stage has its milliseconds, and products that are not served their reason', () => {
  expect(sessionFacts(SESSION, new RecordRate(), { nowMs: T, monotonicMs: 0 })).toEqual({
    ...{ state: 'running', reason: null, records: 5000, recordsPerSecond: null },
    ...{ exchangeToVendorMs: 0.5, vendorToGatewayMs: 2, gatewayToUsMs: 8, silentMs: 2 },
    ...{ backlogBytes: 64, reconnects: 1, gaps: 2 },
    lastCut: { from: '2026-11-20T15:59:51.000Z', to: '2026-11-20T15:59:52.000Z' },
    unserved: [{ symbol: 'CL', reason: 'the vendor does not know CL.v.0' }],
  });
});

test('before anything was received no stage has a time', () => {
  const none = { exchangeMs: null, vendorMs: null, gatewayMs: null, receivedMs: null, lastCut: null };
  expect(sessionFacts({ ...SESSION, ...none }, new RecordRate(), { nowMs: T, monotonicMs: 0 })).toMatchObject(
    {
      ...{ exchangeToVendorMs: null, vendorToGatewayMs: null, gatewayToUsMs: null, silentMs: null },
      lastCut: null,
    },
  );
});

test('records a second are counted between readings that are a second apart or more', () => {
  const rate = new RecordRate();
  expect([rate.next(100, 0), rate.next(900, 400.5), rate.next(5100, 2000), rate.next(9000, 2999.9)]).toEqual([
    null,
    null,
    2500,
    2500,
  ]);
});

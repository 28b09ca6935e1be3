import type { FeedSession } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { diskText, recordingGrid, sessionRows, spendingRows } from './session-words.ts';

const SESSION: FeedSession = {
  ...{
    state: 'running',
    reason: null,
    silentMs: 3,
    records: 9,
    recordsPerSecond: 41_206.4,
  },
  ...{ exchangeToVendorMs: 0.42, vendorToGatewayMs: null, gatewayToUsMs: 7.4 },
  ...{ backlogBytes: 2048, reconnects: 1, gaps: 2, unserved: [] },
  lastCut: { from: '2026-11-20T03:12:44.000Z', to: '2026-11-20T03:12:50.200Z' },
};

test('each stage of a session has its time, and one without a time a dash', () => {
  expect(sessionRows(SESSION)).toEqual([
    ['Exchange to vendor', '0.4 ms'],
    ['Inside the vendor', '–'],
    ['Vendor to us', '7.4 ms'],
    ['Since the last message', '3.0 ms'],
    ['Records a second', '41,206'],
    ['Backlog', '2.0 kB'],
    ['Reconnects', '1'],
    ['Gaps', '2'],
    ['Last cut', '03:12:44, 6.2 s'],
  ]);
});

test('why the last session ended and what is not served are rows of their own', () => {
  const unserved = [{ symbol: 'PL', reason: 'it did not resolve' }];
  expect(sessionRows({ ...SESSION, reason: 'silent for 10 s', unserved }).slice(-2)).toEqual([
    ['Last end', 'silent for 10 s'],
    ['PL not served', 'it did not resolve'],
  ]);
});

test('what was spent is stated of its budget, with what happens next', () => {
  const of = { period: 'day', name: '2026-11-20', budgetDollars: 10 } as const;
  expect(
    spendingRows([
      { ...of, spentDollars: 3.84, state: 'within' },
      { ...of, spentDollars: 8.1, state: 'warned' },
      { ...of, period: 'month', name: '2026-11', spentDollars: 10, state: 'exhausted' },
      { ...of, spentDollars: 0.5, budgetDollars: 0, state: 'none' },
    ]),
  ).toEqual([
    ['Day 2026-11-20, UTC', '$3.84 of $10.00'],
    ['Day 2026-11-20, UTC', '$8.10 of $10.00, over 80%'],
    ['Month 2026-11, UTC', '$10.00 of $10.00, nothing more is bought'],
    ['Day 2026-11-20, UTC', '$0.50 no budget set'],
  ]);
});

test('recordings are a row a product and a column a day; gaps and what is being written are marked', () => {
  const day = {
    source: 'databento',
    product: 'ES',
    tradingDay: '2026-11-20',
    bytes: 1.03e9,
    gaps: 0,
    isOpen: false,
  };
  const recordings = {
    ...{ isOn: true, usedBytes: 41.2e9, maxBytes: 50e9, failures: 0, failed: [] },
    days: [
      { ...day, gaps: 1, isOpen: true },
      { ...day, product: 'CL', tradingDay: '2026-11-19' },
    ],
  };
  expect(recordingGrid(recordings)).toEqual({
    tradingDays: ['2026-11-20', '2026-11-19'],
    rows: [
      { name: 'CL, databento', cells: ['–', '1.0 GB'] },
      { name: 'ES, databento', cells: ['1.0 GB · gap · now', '–'] },
    ],
  });
  expect(diskText(recordings)).toBe('41.2 GB of 50.0 GB');
  expect(diskText({ ...recordings, isOn: false, usedBytes: null })).toBe('not counted yet; switched off');
});

import type { RunSummary } from '@undertow/feeds';
import { expect, test } from 'vitest';
import { RecordingFacts, recordedDays } from './recording-facts.ts';

const run = (change: Partial<RunSummary>): RunSummary => ({
  ...{ owner: null, source: 'databento', product: 'ES', tradingDay: '2026-11-20', run: 'a', path: '/a' },
  ...{ bytes: 100, rowsBytes: 90, changedMs: 0, header: null, state: 'ended', records: 10, gaps: 0 },
  ...{ firstMs: null, latestMs: null },
  ...change,
});

test('runs of a product and day are one row; those of owners are left out', () => {
  const days = recordedDays([
    run({}),
    run({ run: 'b', bytes: 50, gaps: 2, state: 'open' }),
    run({ product: 'CL', tradingDay: '2026-11-19' }),
    run({ owner: 'usr_1' }),
  ]);
  expect(days).toEqual([
    { source: 'databento', product: 'ES', tradingDay: '2026-11-20', bytes: 150, gaps: 2, isOpen: true },
    { source: 'databento', product: 'CL', tradingDay: '2026-11-19', bytes: 100, gaps: 0, isOpen: false },
  ]);
});

test('ten trading days are listed', () => {
  const runs = Array.from({ length: 14 }, (_, n) => run({ tradingDay: `2026-11-${10 + n}` }));
  expect(
    recordedDays(runs)
      .map(({ tradingDay }) => tradingDay)
      .at(-1),
  ).toBe('2026-11-14');
});

test('files are listed once in ten seconds, and again after a failure', async () => {
  let listed = 0;
  const status = () => ({
    ...{ isOn: true, usedBytes: 100, maxBytes: 1000, records: 0, failures: 1, prunedForBudget: 0 },
    sessions: [
      {
        product: 'ES',
        source: 'databento',
        owner: null,
        state: 'failed',
        error: 'no space left',
        records: 0,
        waitingBytes: 0,
      } as const,
    ],
  });
  const facts = new RecordingFacts({
    status,
    list: () => {
      listed += 1;
      return listed === 2 ? Promise.reject(new Error('away')) : Promise.resolve([run({})]);
    },
  });
  expect(await facts.read(0)).toMatchObject({
    ...{ isOn: true, usedBytes: 100, maxBytes: 1000, failures: 1 },
    failed: [{ product: 'ES', error: 'no space left' }],
    days: [{ product: 'ES' }],
  });
  await facts.read(9999);
  expect(listed).toBe(1);
  await expect(facts.read(10_000)).rejects.toThrow('away');
  await facts.read(10_001);
  expect(listed).toBe(3);
});

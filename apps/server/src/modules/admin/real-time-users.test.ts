import { expect, test } from 'vitest';
import type { UsageOfDay } from '#ports/people.ts';
import { RealTimeCount } from './real-time-users.ts';

const usage = (change: Partial<UsageOfDay>): UsageOfDay => ({
  ...{ day: '2026-11-20', person: 'a', marketDataStatus: 'non_professional', source: 'databento' },
  ...{ delaySeconds: 0, instrumentIds: [1], devices: 1, firstAtMs: 0, lastAtMs: 0 },
  ...change,
});

function countOf(...rows: readonly Partial<UsageOfDay>[]) {
  const count = new RealTimeCount();
  for (const row of rows) count.add(usage(row));
  return count.rows();
}

test('a user counts once a venue, whatever days and instruments', () => {
  expect(
    countOf(
      { instrumentIds: [1, 2] },
      { day: '2026-11-21' },
      { person: 'b', marketDataStatus: 'professional' },
    ),
  ).toEqual([{ source: 'databento', venue: 'CME', professional: 1, nonProfessional: 1, unknown: 0 }]);
});

test('each venue and each source has a row of its own', () => {
  expect(countOf({ instrumentIds: [1, 4] }, { source: 'simulated', marketDataStatus: null })).toMatchObject([
    { source: 'databento', venue: 'CME', nonProfessional: 1 },
    { source: 'databento', venue: 'NYMEX', nonProfessional: 1 },
    { source: 'simulated', venue: 'CME', nonProfessional: 0, unknown: 1 },
  ]);
});

test('delayed data counts nobody', () => {
  expect(countOf({ delaySeconds: 900 })).toEqual([]);
});

import type { AiPattern, TrackRecord } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { highOnes, trackCurve, trackRows, trackTotals } from './track-facts.ts';

type Entry = TrackRecord['entries'][number];

const entry = (part: Partial<Entry>): Entry => ({
  type: 'smart_reversal',
  sub: null,
  rule: 'a rule',
  count: 10,
  resolved: 8,
  hits: 4,
  hitRate: null,
  baseRate: null,
  brier: null,
  reliability: [],
  ...part,
});

const record = (...entries: Entry[]): TrackRecord => ({
  enough: 30,
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-20T00:00:00.000Z',
  source: 'simulated',
  entries,
});

test('patterns come before events, each the most often raised first', () => {
  const rows = trackRows(
    record(
      entry({ type: 'iceberg', count: 90 }),
      entry({ type: 'volume_spike', count: 5 }),
      entry({ type: 'market_structure', count: 20 }),
    ),
  );
  expect(rows.map(({ type }) => type)).toEqual(['market_structure', 'volume_spike', 'iceberg']);
});

test('the curve joins kinds by tenths, weighted, and leaves out points with too small a sample', () => {
  const curve = trackCurve(
    record(
      entry({ reliability: [{ meanForecast: 0.6, hitRate: 0.5, count: 30 }] }),
      entry({
        reliability: [
          { meanForecast: 0.66, hitRate: 0.8, count: 10 },
          { meanForecast: 1, hitRate: 1, count: 29 },
        ],
      }),
    ),
  );
  expect(curve).toHaveLength(1);
  expect(curve[0]?.count).toBe(40);
  expect(curve[0]?.stated).toBeCloseTo(0.615, 12);
  expect(curve[0]?.came).toBeCloseTo(0.575, 12);
});

test('totals are sums over the kinds', () => {
  expect(trackTotals(record(entry({}), entry({ count: 5, resolved: 1 })))).toEqual({
    raised: 15,
    resolved: 9,
  });
});

test('high confidence is over 80, not 80', () => {
  const patterns = [79, 80, 80.1, 100].map((confidence) => ({ confidence }) as AiPattern);
  expect(highOnes(patterns)).toBe(2);
});

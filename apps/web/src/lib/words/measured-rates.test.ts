import type { Evaluation, TrackRecord } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { labelledSentence, liveSentence } from './measured-rates.ts';

const kind = { type: 'iceberg', sub: 'synthetic', tier: 'L3' } as const;

const row = (name: string, part: object = {}): Evaluation['rows'][number] =>
  ({
    row: name,
    tier: 'L3',
    generator: 'g1',
    instrument: 'all',
    hours: 24,
    precision: { value: 0.78, low: 0.741, high: 0.82 },
    recall: { value: 0.6, low: 0.5, high: 0.7 },
    prevalencePerHour: 5.25,
    ...part,
  }) as Evaluation['rows'][number];

const evaluation = (...rows: Evaluation['rows']): Evaluation => ({
  date: '2026-11-21',
  commit: 'abc',
  seeds: '300-319',
  rows,
  forecasts: [],
  leads: [],
});

test('measured rates are those of the kind and the feed of the event', () => {
  const others = [
    row('iceberg/native'),
    row('iceberg/synthetic', { tier: 'L2S' }),
    row('iceberg/synthetic', { generator: 'g4' }),
  ];
  expect(labelledSentence(evaluation(...others), kind)).toBeNull();
  expect(labelledSentence(evaluation(...others, row('iceberg/synthetic')), kind)).toBe(
    'On labelled simulated markets 78% (74 to 82) of such findings were right and 60% (50 to 70) of the real ones ' +
      'were found (24 hours, 5.3 real ones an hour; 21 Nov 2026).',
  );
});

test('markets of other mechanics come first, and a burst of stops has a row of its own', () => {
  const rate = (value: number) => ({ precision: { value, low: value, high: value } });
  const rows = [
    row('stop_run', { generator: 'families', ...rate(0.6) }),
    row('stop_burst', { generator: 'g1', ...rate(0.7) }),
    row('stop_burst', { generator: 'families', ...rate(0.9) }),
  ];
  const of = (sub: string) => labelledSentence(evaluation(...rows), { type: 'stop_run', sub, tier: 'L3' });
  expect(of('burst')).toContain('90% (90 to 90) of such findings');
  expect(of('level_driven')).toContain('60% (60 to 60) of such findings');
});

test('a row without a kind covers all kinds, and nothing measured has no text', () => {
  expect(labelledSentence(evaluation(row('iceberg')), kind)).toContain('78%');
  expect(labelledSentence(evaluation(row('iceberg', { precision: null })), kind)).toBeNull();
});

test('live outcomes say the rate beside that of other moments, or that they are too few', () => {
  const record = (part: object): TrackRecord =>
    ({
      enough: 30,
      entries: [{ type: 'iceberg', sub: 'synthetic', rule: 'hold', resolved: 12, ...part }],
    }) as TrackRecord;
  expect(liveSentence({ enough: 30, entries: [] } as unknown as TrackRecord, kind)).toBe(
    'Live: none settled yet.',
  );
  expect(liveSentence(record({ hitRate: null, baseRate: null }), kind)).toBe(
    'Live: 12 settled by “hold”, too few to judge (30 needed).',
  );
  const rate = {
    resolved: 64,
    hitRate: { value: 0.55, low: 0.43, high: 0.66 },
    baseRate: { value: 0.41, resolved: 900 },
  };
  expect(liveSentence(record(rate), kind)).toBe(
    'Live: 55% (43 to 66) of 64 settled by “hold”, other moments of the same hours 41%.',
  );
});

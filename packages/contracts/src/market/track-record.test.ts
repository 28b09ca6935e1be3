/** The accuracy that is stated in public: shares are shares, intervals have both ends, and what is not known is null. */
import { FEED_TIERS, FINDING_STATES, FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { acceptedAt, changed, faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  INSTANT,
  listOf,
  orNull,
  REAL,
  SHARE,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import {
  evaluation,
  evaluationForecast,
  evaluationLead,
  evaluationRow,
  getEvaluation,
  getMeasuredRates,
  getTrackRecord,
  MEASURED_EVENTS,
  measuredRates,
  measuredShare,
  TARGETED_INDICATORS,
  trackRecord,
  trackRecordEntry,
} from './track-record.ts';

const INTERVAL = { value: 0.62, low: 0.49, high: 0.73 };
/** Three numbers; one without an end, or with ends as text, is no interval. */
const INTERVALS: ValueKind = {
  taken: [INTERVAL, { value: 0, low: -0.1, high: 1.4 }],
  refused: [
    ...[{ value: 0.62, low: 0.49 }, { low: 0, high: 1 }, { ...INTERVAL, high: '0.73' }, [0.62, 0.49, 0.73]],
    ...[{ ...INTERVAL, low: Number.NaN }, 0.62, {}, null],
  ],
};

describe('the live record of a type', () => {
  const ENTRY = {
    type: 'support',
    sub: null,
    rule: 'bounce',
    count: 64,
    resolved: 58,
    hits: 36,
    hitRate: INTERVAL,
    baseRate: { value: 0.5, resolved: 2140 },
    brier: 0.24,
    reliability: [{ meanForecast: 0.61, hitRate: 0.62, count: 58 }],
  };

  test.each<[string, ValueKind]>([
    ['type', wordOf([...FLOW_EVENT_TYPES, ...PATTERN_TYPES])],
    ['sub', orNull(TEXT)],
    ['rule', orNull(TEXT)],
    ['count', WHOLE],
    ['resolved', WHOLE],
    ['hits', WHOLE],
    ['hitRate', orNull(INTERVALS)],
    ['baseRate.value', SHARE],
    ['baseRate.resolved', WHOLE],
    ['brier', orNull(REAL)],
    ['reliability', listOf(ENTRY.reliability[0])],
    ['reliability.0.meanForecast', SHARE],
    ['reliability.0.hitRate', SHARE],
    ['reliability.0.count', WHOLE],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(trackRecordEntry, ENTRY, field, kind)).toEqual(kind);
  });

  test('without forecast and with too few outcomes states no rate', () => {
    const least = { ...ENTRY, rule: null, hitRate: null, baseRate: null, brier: null, reliability: [] };
    expect(trackRecordEntry.parse(least)).toEqual(least);
    expect(optionalPaths(trackRecordEntry, ENTRY)).toEqual([]);
  });

  test('is part of a record that names its period and its source', () => {
    const record = {
      enough: 30,
      from: '2026-10-21T16:51:55.000Z',
      to: '2026-11-20T16:51:55.000Z',
      source: 'simulated',
      entries: [ENTRY],
    };
    expect(trackRecord.parse(record)).toEqual(record);
    for (const [field, kind] of [
      ['enough', WHOLE],
      ['from', INSTANT],
      ['to', INSTANT],
      ['source', TEXT],
      ['entries', listOf(ENTRY)],
    ] as const)
      expect([field, kindAt(trackRecord, record, field, kind)]).toEqual([field, kind]);
  });

  test('is requested for all instruments and all time, or for less', () => {
    const query = partOf(getTrackRecord.query);
    expect(query.parse({})).toEqual({});
    expect(query.parse({ instrumentId: '2' })).toEqual({ instrumentId: 2 });
    expect(faultsOf(query, { from: '2026-10-21', to: 'now', type: 'support' })).toEqual([
      ...['from', 'to', 'unknown: type'],
    ]);
  });
});

describe('the evaluation on labelled markets', () => {
  const RUN = goldenOf('routes', 'getEvaluation')['response'] as {
    readonly rows: readonly unknown[];
    readonly forecasts: readonly unknown[];
    readonly leads: readonly unknown[];
  };
  const [ROW] = RUN.rows;
  const [FORECAST] = RUN.forecasts;
  const [LEAD] = RUN.leads;

  test.each<[string, ValueKind]>([
    ['row', TEXT],
    ['tier', wordOf(FEED_TIERS)],
    ['instrument', TEXT],
    ['generator', TEXT],
    ['sessions', WHOLE],
    ['hours', REAL],
    ['labels', WHOLE],
    ['precision', orNull(INTERVALS)],
    ['recall', orNull(INTERVALS)],
    ['f1', orNull(INTERVALS)],
    ['baselineF1', orNull(REAL)],
    ['prevalencePerHour', orNull(REAL)],
    ['falseAlarmsPerHour', orNull(INTERVALS)],
    ['delayMedianMs', orNull(REAL)],
    ['calibrationError', orNull(REAL)],
  ])('has rows with %s of its kind', (field, kind) => {
    expect(kindAt(evaluationRow, ROW, field, kind)).toEqual(kind);
    expect(kindAt(evaluation, RUN, `rows.0.${field}`, kind)).toEqual(kind);
  });

  test.each<[string, ValueKind]>([
    ['tier', wordOf(FEED_TIERS)],
    ['generator', TEXT],
    ['sessions', WHOLE],
    ['forecasts', WHOLE],
    ['complete', WHOLE],
    ['horizons.0.displaySizes', WHOLE],
    ['horizons.0.baseRate', orNull(SHARE)],
    ['horizons.0.brier', orNull(INTERVALS)],
    ['horizons.0.skill', orNull(INTERVALS)],
    ['coverage', orNull(INTERVALS)],
  ])('has forecasts with %s of its kind', (field, kind) => {
    expect(kindAt(evaluationForecast, FORECAST, field, kind)).toEqual(kind);
    expect(kindAt(evaluation, RUN, `forecasts.0.${field}`, kind)).toEqual(kind);
  });

  test.each<[string, ValueKind]>([
    ['pair', TEXT],
    ['generator', TEXT],
    ['sessions', WHOLE],
    ['minutes', WHOLE],
    ['claimed', WHOLE],
    ['right', orNull(INTERVALS)],
    ['independentMinutes', WHOLE],
    ['falseClaims', orNull(INTERVALS)],
  ])('has lead-lag findings with %s of its kind', (field, kind) => {
    expect(kindAt(evaluationLead, LEAD, field, kind)).toEqual(kind);
    expect(kindAt(evaluation, RUN, `leads.0.${field}`, kind)).toEqual(kind);
  });

  test('names its day, its commit and its seeds, and has each of the three lists, also when empty', () => {
    expect(optionalPaths(evaluation, RUN)).toEqual([]);
    const least = {
      date: '2026-11-21',
      commit: '63dec2b',
      seeds: '300-379',
      rows: [],
      forecasts: [],
      leads: [],
    };
    expect(evaluation.parse(least)).toEqual(least);
    for (const field of ['date', 'commit', 'seeds'])
      expect([field, kindAt(evaluation, RUN, field, TEXT)]).toEqual([field, TEXT]);
  });
});

describe('a measured share', () => {
  const SHARED = { value: 0.796, low: 0.664, high: 0.885, count: 49 };

  test.each<[string, ValueKind]>([
    ['value', SHARE],
    ['low', SHARE],
    ['high', SHARE],
    ['count', WHOLE],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(measuredShare, SHARED, field, kind)).toEqual(kind);
  });

  test('is never stated without its interval and its sample', () => {
    expect(optionalPaths(measuredShare, SHARED)).toEqual([]);
    expect(nullPaths(measuredShare, SHARED)).toEqual([]);
  });
});

describe('the measured rates of the public pages', () => {
  const RATES = goldenOf('routes', 'getMeasuredRates')['response'];
  const SHARES: ValueKind = {
    taken: [{ value: 0, low: 0, high: 1, count: 3 }],
    refused: [{ value: 0.5, low: 0.4, high: 0.6 }, { value: 50, low: 40, high: 60, count: 3 }, 0.5, {}, null],
  };

  test.each<[string, ValueKind]>([
    ['date', TEXT],
    ['commit', TEXT],
    ['hours', REAL],
    ['raisedFrom', SHARE],
    ['indicators.0.type', wordOf(TARGETED_INDICATORS)],
    ['indicators.0.raised', orNull(SHARES)],
    ['indicators.0.candidates', SHARES],
    ['events.0.kind', wordOf(MEASURED_EVENTS)],
    ['events.0.precision', orNull(SHARES)],
    ['events.0.recall', orNull(SHARES)],
    ['states.0.type', wordOf(FLOW_EVENT_TYPES)],
    ['states.0.state', wordOf(FINDING_STATES)],
    ['reliability.0.meanForecast', SHARE],
    ['reliability.0.came', SHARES],
  ])('have %s of its kind', (field, kind) => {
    expect(kindAt(measuredRates, RATES, field, kind)).toEqual(kind);
  });

  test('are whole, and may be null only where nothing was raised or labelled', () => {
    expect(optionalPaths(measuredRates, RATES)).toEqual([]);
    expect(nullPaths(measuredRates, RATES)).toEqual([
      'indicators.0.raised',
      'events.0.precision',
      'events.0.recall',
    ]);
  });

  test('are of events and patterns that the product has', () => {
    const known: readonly string[] = [...FLOW_EVENT_TYPES, ...PATTERN_TYPES, 'stop_election'];
    for (const name of [...TARGETED_INDICATORS, ...MEASURED_EVENTS])
      expect(known).toContain(name.split('/')[0]);
    expect(new Set(MEASURED_EVENTS).size).toBe(MEASURED_EVENTS.length);
  });

  test('may be read by anybody, unlike the live record of a user', () => {
    expect([getEvaluation.access, getMeasuredRates.access, getTrackRecord.access]).toEqual([
      ...['public', 'public', 'user'],
    ]);
    for (const { query, body } of [getEvaluation, getMeasuredRates])
      expect([query, body]).toEqual([undefined, undefined]);
    expect(acceptedAt(measuredRates, RATES, 'events', [[]])).toEqual([[]]);
    expect(faultsOf(measuredRates, changed(RATES, 'states', undefined))).toEqual(['states']);
  });
});

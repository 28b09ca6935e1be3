/** What is stated of a feed, of its gaps and of its past: states, recorded books and spans of depth and executions. */
import { FEED_SOURCES, FEED_STATES, FEED_TIERS, FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { changed, faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  AMOUNT,
  COUNT,
  INSTANT,
  listOf,
  orNull,
  POSITIVE,
  REAL,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import {
  detectableTypes,
  feedGaps,
  feedStatus,
  getFeedStatus,
  listDetectableTypes,
  listFeedGaps,
} from './feed-status.ts';
import { FLOW_SPANS_HOURS, flowSpanData, getFlowSpans } from './flow-spans.ts';
import { getRecordedBook, recordedBook } from './recorded-book.ts';

describe('the state of a feed', () => {
  const STATUS = {
    instrumentId: 1,
    state: 'live',
    source: 'simulated',
    contract: 'ESZ6',
    tier: 'L3',
    replaySpeed: 10,
    isReplay: true,
    lastMessageAt: '2026-11-20T16:51:55.000Z',
    exchangeToServerMs: 9,
    tradesPerSecond: 4.1,
    gapsToday: 0,
    resyncsToday: 1,
    lastGap: { from: '2026-11-20T15:14:39.800Z', to: '2026-11-20T15:14:40.200Z' },
    messagesNotUnderstood: 3,
    warmingUntil: '2026-11-20T17:01:55.000Z',
    opensAt: '2026-11-20T23:00:00.000Z',
  };

  test.each<[string, ValueKind]>([
    ['instrumentId', WHOLE],
    ['state', wordOf(FEED_STATES)],
    ['source', wordOf(FEED_SOURCES)],
    ['contract', TEXT],
    ['tier', wordOf(FEED_TIERS)],
    ['replaySpeed', orNull(REAL)],
    ['isReplay', { taken: [true], refused: [false, 'true', 1, null] }],
    ['lastMessageAt', orNull(INSTANT)],
    ['exchangeToServerMs', orNull(REAL)],
    ['tradesPerSecond', AMOUNT],
    ['gapsToday', COUNT],
    ['resyncsToday', COUNT],
    ['lastGap.from', INSTANT],
    ['lastGap.to', orNull(INSTANT)],
    ['messagesNotUnderstood', POSITIVE],
    ['warmingUntil', INSTANT],
    ['opensAt', orNull(INSTANT)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(feedStatus, STATUS, field, kind)).toEqual(kind);
  });

  test('lacks what does not apply: a replay that is none, messages that were all understood, detectors that are warm', () => {
    expect(optionalPaths(feedStatus, STATUS)).toEqual([
      ...['isReplay', 'messagesNotUnderstood', 'warmingUntil'],
    ]);
    expect(nullPaths(feedStatus, STATUS)).toEqual([
      ...['replaySpeed', 'lastMessageAt', 'exchangeToServerMs', 'lastGap', 'lastGap.to', 'opensAt'],
    ]);
  });

  test('of a feed that has not begun knows no message and no gap', () => {
    const least = {
      ...{ instrumentId: 1, state: 'syncing', source: 'none', contract: '', tier: 'L1T', replaySpeed: null },
      ...{ lastMessageAt: null, exchangeToServerMs: null, tradesPerSecond: 0, gapsToday: 0 },
      ...{ resyncsToday: 0, lastGap: null, opensAt: null },
    };
    expect(feedStatus.parse(least)).toEqual(least);
  });
});

test('gaps are intervals of which the last may still be open', () => {
  const gaps = [
    { from: '2026-11-20T15:14:39.800Z', to: '2026-11-20T15:14:40.200Z' },
    { from: '2026-11-20T16:00:00.000Z', to: null },
  ];
  expect(feedGaps.parse(gaps)).toEqual(gaps);
  expect(feedGaps.parse([])).toEqual([]);
  expect(faultsOf(feedGaps, [{ from: null, to: null }, { from: gaps[0]?.from }])).toEqual(['0.from', '1.to']);
  expect(kindAt(feedGaps, gaps, '0.from', INSTANT)).toEqual(INSTANT);
});

describe('the types that a feed can raise', () => {
  const TYPES = { tier: 'L2C', types: [{ type: 'iceberg', reason: null }] };

  test('are events and patterns, each with the reason why not or none', () => {
    const every = wordOf([...FLOW_EVENT_TYPES, ...PATTERN_TYPES]);
    expect(kindAt(detectableTypes, TYPES, 'types.0.type', every)).toEqual(every);
    expect(kindAt(detectableTypes, TYPES, 'types.0.reason', orNull(TEXT))).toEqual(orNull(TEXT));
    expect(kindAt(detectableTypes, TYPES, 'tier', wordOf(FEED_TIERS))).toEqual(wordOf(FEED_TIERS));
    expect(optionalPaths(detectableTypes, TYPES)).toEqual([]);
  });

  test('may be none at all', () => {
    expect(detectableTypes.parse({ tier: 'L1T', types: [] })).toEqual({ tier: 'L1T', types: [] });
  });
});

describe('a recorded book', () => {
  const ROW = { side: 'bid', price: '4567.00', size: 49, orders: 21, timestamp: '2026-11-20T16:51:54.998Z' };
  const BOOK = {
    state: 'known',
    contract: 'ESZ6',
    lastChangeAt: '2026-11-20T16:51:54.998Z',
    rows: [ROW],
  };

  test.each<[string, ValueKind]>([
    ['state', wordOf(['known', 'gap', 'none'])],
    ['contract', orNull(TEXT)],
    ['lastChangeAt', orNull(INSTANT)],
    ['rows', listOf(ROW)],
    ['rows.0.size', POSITIVE],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(recordedBook, BOOK, field, kind)).toEqual(kind);
  });

  test('of an instant that was not recorded is empty, and still whole', () => {
    const least = { state: 'none', contract: null, lastChangeAt: null, rows: [] };
    expect(recordedBook.parse(least)).toEqual(least);
    for (const field of Object.keys(least))
      expect(faultsOf(recordedBook, changed(least, field, undefined))).toEqual([field]);
  });
});

describe('a span of depth and executions', () => {
  const SPAN = {
    contract: 'ESZ6',
    from: '2026-11-20T16:50:00.000Z',
    to: '2026-11-20T16:50:02.000Z',
    data: 'Yzxw9eu5+SYX+BlX3AUxmJg+7GIxFGW1lGN8wc7EsmsuEzMA',
  };

  test.each<[string, ValueKind]>([
    ['contract', TEXT],
    ['from', INSTANT],
    ['to', INSTANT],
    [
      'data',
      {
        taken: ['', 'AAAA', 'AA==', 'AAA=', '+/+/'],
        refused: ['A', 'AA', 'AAA', 'AA=A', 'AA-_', 'AAAA\n', 'AAAA ', '{}', 'ÄÄÄÄ', [1, 2], null],
      },
    ],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(flowSpanData, SPAN, field, kind)).toEqual(kind);
  });

  test('of bytes is the same bytes after base64', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    for (let length = 0; length <= bytes.length; length += 17) {
      const data = Buffer.from(bytes.subarray(0, length)).toString('base64');
      const read = flowSpanData.parse({ ...SPAN, data });
      expect([...Buffer.from(read.data, 'base64')]).toEqual([...bytes.subarray(0, length)]);
    }
  });

  test('is requested between two instants, and the summary states how far they may be apart', () => {
    expect(
      optionalPaths(partOf(getFlowSpans.query), { instrumentId: 1, from: SPAN.from, to: SPAN.to }),
    ).toEqual([]);
    expect(getFlowSpans.summary).toContain(`at most ${FLOW_SPANS_HOURS} hours`);
  });
});

test.each([
  ['feed status', getFeedStatus, {}, []],
  ['gaps', listFeedGaps, {}, ['from', 'to']],
  ['detectable types', listDetectableTypes, {}, []],
  ['recorded book', getRecordedBook, { at: '2026-11-20T16:51:55.000Z' }, []],
] as const)('a request for the %s is of one instrument that the user has', (_, route, more, optional) => {
  expect(route.access).toBe('instrument');
  const given = {
    instrumentId: 1,
    ...more,
    ...Object.fromEntries(optional.map((name) => [name, INSTANT.taken[0]])),
  };
  expect(optionalPaths(partOf(route.query), given)).toEqual(optional);
  for (const field of Object.keys(given).slice(1))
    expect([field, kindAt(partOf(route.query), given, field, INSTANT)]).toEqual([field, INSTANT]);
});

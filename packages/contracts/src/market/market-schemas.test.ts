/** What requests about the market accept, what they refuse, and what they say was expected. */
import { FEED_SOURCES, FLOW_EVENT_TYPES } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { acceptedAt, faultsOf, messagesOf, partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  DAY,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  SHARE,
  TEXT,
  type ValueKind,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt } from '#testing/wire-values.ts';
import {
  analysisSession,
  exportHistory,
  HISTORY_TIMEFRAME_DAYS,
  historyTimeframe,
  listAnalysisSessions,
  searchHistory,
} from './history.ts';
import { addUserInstrument, removeUserInstrument, swapUserInstrument } from './instruments.ts';
import { getLargestEvents, largestEvents } from './largest-events.ts';
import {
  getReplayRanges,
  MAX_STEP_MESSAGES,
  marketReplayState,
  openReplay,
  REPLAY_SPEEDS,
  recordedSpan,
  replayAct,
  replayId,
} from './market-replay.ts';

describe('a search of the history', () => {
  const query = partOf(searchHistory.query);

  test('without anything is the newest fifty of a week', () => {
    expect(query.parse({})).toEqual({ timeframe: '7d', sort: 'newest', limit: 50 });
  });

  test('reads numbers as an address has them', () => {
    const read = query.parse({ instrumentId: '3', minConfidence: '0.75', perDay: '10', limit: '200' });
    expect(read).toMatchObject({ instrumentId: 3, minConfidence: 0.75, perDay: 10, limit: 200 });
  });

  test.each([
    ['minConfidence', ['0', '1', '0.5'], ['-0.01', '1.01', 'high', 'NaN']],
    ['perDay', ['1', '100000'], ['0', '100001', 'all']],
    ['limit', ['1', '200'], ['0', '201', '1.5', 'many']],
    ['instrumentId', ['1', '1000000'], ['0', '-1', '1000001', '1.5']],
    ['side', ['bid', 'ask'], ['buy', '', 'BID']],
    ['sort', ['newest', 'oldest', 'confidence', 'size'], ['random', '']],
    ['timeframe', ['1d', '7d', '30d', '90d'], ['1y', '7', '']],
    ['from', ['2026-11-01'], ['2026-11-31', '2026-1-1', '1 November', '2026-11-01T00:00:00Z']],
    ['eventType', ['iceberg', 'stop_run'], ['anything', '']],
    ['text', ['', 'x'.repeat(80)], ['x'.repeat(81), 'a\0b', '\ud800']],
    ['cursor', ['a', 'A-_9', 'x'.repeat(300)], ['', 'x'.repeat(301), 'a b', 'a+b', 'é']],
  ])('takes %s of %j and not of %j', (field, taken, refused) => {
    expect(acceptedAt(query, {}, field, [...taken, ...refused])).toEqual(taken);
  });

  test('takes days in order, and one day as both', () => {
    expect(faultsOf(query, { from: '2026-11-02', to: '2026-11-02' })).toEqual([]);
    expect(faultsOf(query, { from: '2026-11-03', to: '2026-11-02' })).toEqual(['from']);
    expect(messagesOf(query, { from: '2026-11-03', to: '2026-11-02' })).toEqual([
      'expected a day that is not after the other one',
    ]);
    expect(faultsOf(query, { to: '2026-11-02' })).toEqual([]);
  });

  test('says that a cursor is one of the page before, and names fields that it does not know', () => {
    expect(messagesOf(query, { cursor: '?' })).toEqual(['expected the cursor of the page before']);
    expect(faultsOf(query, { page: '2', instrument: 'ES' })).toEqual([
      'unknown: page',
      'unknown: instrument',
    ]);
  });

  test('cuts the blanks about its words', () => {
    expect(query.parse({ text: '  stop  run ' }).text).toBe('stop  run');
  });

  test('has the filters of its export, which has no pages', () => {
    expect(
      faultsOf(partOf(exportHistory.query), { from: '2026-11-01', side: 'bid', minConfidence: '0.6' }),
    ).toEqual([]);
    expect(faultsOf(partOf(exportHistory.query), { limit: '50', cursor: 'a' })).toEqual([
      'unknown: limit',
      'unknown: cursor',
    ]);
    expect(faultsOf(partOf(exportHistory.query), { from: '2026-11-03', to: '2026-11-02' })).toEqual(['from']);
  });
});

test('a timeframe is as many days as it is called', () => {
  for (const name of historyTimeframe.options) expect(`${HISTORY_TIMEFRAME_DAYS[name]}d`).toBe(name);
  expect(partOf(listAnalysisSessions.query).parse({})).toEqual({ timeframe: '7d' });
});

describe('the largest events', () => {
  const query = partOf(getLargestEvents.query);

  test('are three hundred where nothing is said, and five hundred at most', () => {
    expect(query.parse({ instrumentId: '1' }).limit).toBe(300);
    expect(acceptedAt(query, { instrumentId: 1 }, 'limit', ['1', '500', '0', '501'])).toEqual(['1', '500']);
  });

  test('are of one instrument, between instants of UTC', () => {
    expect(faultsOf(query, {})).toEqual(['instrumentId']);
    const instants = [
      '2026-11-20T16:51:55.000Z',
      '2026-11-20',
      '2026-11-20T16:51:55+01:00',
      '2026-02-30T00:00:00Z',
    ];
    expect(acceptedAt(query, { instrumentId: 1 }, 'from', instants)).toEqual(instants.slice(0, 1));
  });
});

describe('an instrument', () => {
  test('is added by its number in JSON, not as text', () => {
    const body = partOf(addUserInstrument.body);
    expect(acceptedAt(body, { instrumentId: 1 }, 'instrumentId', [1, 9, 0, -1, 1.5, '1', null])).toEqual([
      1, 9,
    ]);
    expect(faultsOf(body, { instrumentId: 1, plan: 'elite' })).toEqual(['unknown: plan']);
  });

  test('is removed by the number in its address', () => {
    expect(partOf(removeUserInstrument.params).parse({ instrumentId: '7' })).toEqual({ instrumentId: 7 });
    expect(faultsOf(partOf(removeUserInstrument.params), { instrumentId: 'ES' })).toEqual(['instrumentId']);
  });

  test('is swapped with another, both of which are named', () => {
    expect(faultsOf(partOf(swapUserInstrument.body), { activate: 2, pause: 1 })).toEqual([]);
    expect(faultsOf(partOf(swapUserInstrument.body), { activate: 2 })).toEqual(['pause']);
    expect(faultsOf(partOf(swapUserInstrument.body), { activate: 0, pause: 1 })).toEqual(['activate']);
  });
});

describe('an act of a replay', () => {
  test.each([
    { act: 'play' },
    { act: 'pause' },
    { act: 'speed', speed: 0.25 },
    { act: 'speed', speed: 'max' },
    { act: 'step', by: 'event' },
    { act: 'step', by: 'message', count: MAX_STEP_MESSAGES },
    { act: 'step', by: 'bar', minutes: 60 },
  ])('may be %j', (act) => {
    expect(faultsOf(replayAct, act)).toEqual([]);
  });

  test.each([
    [{ act: 'rewind' }, ['act']],
    [{ act: 'speed', speed: 3 }, ['speed']],
    [{ act: 'speed', speed: '1' }, ['speed']],
    [{ act: 'play', speed: 1 }, ['unknown: speed']],
    [{ act: 'step' }, ['by']],
    [{ act: 'step', by: 'message', count: MAX_STEP_MESSAGES + 1 }, ['count']],
    [{ act: 'step', by: 'message', count: 0 }, ['count']],
    [{ act: 'step', by: 'bar', minutes: 61 }, ['minutes']],
    [{ act: 'step', by: 'bar' }, ['minutes']],
    [{ act: 'step', by: 'event', count: 2 }, ['unknown: count']],
  ])('is not %j, at %j', (act, faults) => {
    expect(faultsOf(replayAct, act)).toEqual(faults);
  });
});

describe('a replay', () => {
  const STATE = {
    id: '0b8f7c1e-58a4-4c8e-9a51-2f6f5d2f0c11',
    instrumentId: 1,
    contract: 'ESZ6',
    at: '2026-11-20T16:51:55.000Z',
    mode: 'paused',
    speed: 1,
    warmingUntil: null,
    previousMessageAt: null,
    messages: 0,
    reason: null,
  };

  test('is opened at an instant of an instrument', () => {
    expect(faultsOf(partOf(openReplay.body), { at: STATE.at })).toEqual([]);
    expect(faultsOf(partOf(openReplay.body), { at: 'noon' })).toEqual(['at']);
    expect(faultsOf(partOf(openReplay.query), {})).toEqual(['instrumentId']);
    expect(faultsOf(partOf(getReplayRanges.query), { instrumentId: 1, day: 'x' })).toEqual(['unknown: day']);
  });

  test('reports a state that is whole', () => {
    expect(faultsOf(marketReplayState, STATE)).toEqual([]);
    expect(acceptedAt(marketReplayState, STATE, 'speed', [...REPLAY_SPEEDS, 3, 0, 'slow'])).toEqual([
      ...REPLAY_SPEEDS,
    ]);
    expect(acceptedAt(marketReplayState, STATE, 'messages', [0, 9, -1, 0.5])).toEqual([0, 9]);
    expect(acceptedAt(marketReplayState, STATE, 'mode', ['held', 'over', 'lost'])).toEqual(['held', 'over']);
    for (const field of Object.keys(STATE))
      expect(acceptedAt(marketReplayState, STATE, field, [undefined])).toEqual([]);
  });

  test('is named by a UUID', () => {
    expect(faultsOf(replayId, STATE.id)).toEqual([]);
    expect(faultsOf(replayId, 'one')).toHaveLength(1);
  });
});

describe('a page of the history', () => {
  const PAGE = goldenOf('routes', 'searchHistory')['response'] as { readonly events: readonly unknown[] };

  test.each<[string, ValueKind]>([
    ['events', listOf(PAGE.events[0])],
    ['nextCursor', orNull(TEXT)],
    ['market', wordOf(['platform', 'own'])],
    ['source', wordOf(FEED_SOURCES)],
    ['isStored', FLAG],
    ['withheld.screen', listOf('The licence of CME does not permit it.')],
    ['withheld.export', listOf('The licence of CME does not permit it.')],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(searchHistory.response, PAGE, field, kind)).toEqual(kind);
  });

  test('without events is whole, and continues nowhere', () => {
    const least = { ...PAGE, events: [], nextCursor: null };
    expect(searchHistory.response.parse(least)).toEqual(least);
  });
});

describe('a day of the analysis', () => {
  const DAY_ROW = {
    date: '2026-11-20',
    totalEvents: 105,
    avgConfidence: 0.81,
    topPerformingInstrument: 'ES',
    topPerformingBy: 'hit_rate',
    topPerformingHitRate: 0.64,
    topPerformingCount: 25,
  };

  test.each<[string, ValueKind]>([
    ['date', TEXT],
    ['totalEvents', COUNT],
    ['avgConfidence', orNull(SHARE)],
    ['topPerformingInstrument', orNull(TEXT)],
    ['topPerformingBy', orNull(wordOf(['hit_rate', 'events']))],
    ['topPerformingHitRate', orNull(SHARE)],
    ['topPerformingCount', COUNT],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(analysisSession, DAY_ROW, field, kind)).toEqual(kind);
  });

  test('without events has no best instrument', () => {
    const least = {
      ...{ date: '2026-11-21', totalEvents: 0, avgConfidence: null, topPerformingInstrument: null },
      ...{ topPerformingBy: null, topPerformingHitRate: null, topPerformingCount: 0 },
    };
    expect(analysisSession.parse(least)).toEqual(least);
  });
});

test('the largest events have a count of every type, also of those that none of them is', () => {
  const { events: _, ...answer } = goldenOf('routes', 'getLargestEvents')['response'] as Record<
    string,
    unknown
  >;
  const counts = { ...answer, events: [] };
  expect(largestEvents.parse(counts)).toEqual(counts);
  for (const type of FLOW_EVENT_TYPES)
    expect([type, kindAt(largestEvents, counts, `counts.${type}`, COUNT)]).toEqual([type, COUNT]);
});

test('a span that can be replayed is of one day and contract, between instants', () => {
  const span = {
    tradingDay: '2026-11-20',
    contract: 'ESZ6',
    from: '2026-11-19T23:00:00.000Z',
    to: '2026-11-20T16:51:55.000Z',
  };
  const kinds = { tradingDay: DAY, contract: TEXT, from: INSTANT, to: INSTANT };
  for (const [field, kind] of Object.entries(kinds))
    expect(kindAt(recordedSpan, span, field, kind)).toEqual(kind);
  const ranges = { earliest: null, latest: span.to, spans: [span] };
  expect(getReplayRanges.response.parse(ranges)).toEqual(ranges);
  expect(kindAt(getReplayRanges.response, ranges, 'latest', INSTANT)).toEqual(INSTANT);
});

/** Order-flow events, their counts and their evidence: what of each is a number, a decimal, a word, or may be nothing. */
import {
  FEED_SOURCES,
  FEED_TIERS,
  FINDING_STATES,
  FLOW_EVENT_STATUSES,
  FLOW_EVENT_TYPES,
  SEVERITIES,
} from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { acceptedAt, changed, faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  AMOUNT,
  COUNT,
  DECIMAL,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  REAL,
  ROW_ID,
  SHARE,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import {
  eventCounts,
  eventEvidence,
  evidenceDelta,
  listOrderFlowEvents,
  orderFlowEvent,
} from './market-data.ts';

const SIDES = wordOf(['bid', 'ask']);

const [EVENT] = goldenOf('routes', 'listOrderFlowEvents')['response'] as [Record<string, unknown>];

describe('an order-flow event', () => {
  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['instrumentId', WHOLE],
    ['instrumentSymbol', TEXT],
    ['eventType', wordOf(FLOW_EVENT_TYPES)],
    ['price', DECIMAL],
    ['size', COUNT],
    ['confidence', SHARE],
    ['detectedAt', INSTANT],
    ['expiresAt', INSTANT],
    ['metadata.description', TEXT],
    ['metadata.severity', wordOf(SEVERITIES)],
    ['metadata.zoneHeight', DECIMAL],
    ['metadata.sub', orNull(TEXT)],
    ['metadata.side', SIDES],
    ['metadata.priceLow', DECIMAL],
    ['metadata.priceHigh', DECIMAL],
    ['metadata.exact', FLAG],
    ['metadata.calibrator', TEXT],
    ['metadata.isWithdrawn', FLAG],
    ['metadata.isNew', FLAG],
    ['metadata.state', wordOf(FINDING_STATES)],
    ['metadata.existence', orNull(SHARE)],
    ['metadata.confidenceLow', REAL],
    ['metadata.confidenceHigh', REAL],
    ['metadata.status', wordOf(FLOW_EVENT_STATUSES)],
    ['metadata.degraded', FLAG],
    ['metadata.perDay', AMOUNT],
    ['metadata.startedAt', INSTANT],
    ['metadata.updatedAt', INSTANT],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(orderFlowEvent, EVENT, field, kind)).toEqual(kind);
  });

  test('may lack the height of a zone, and nothing else', () => {
    expect(optionalPaths(orderFlowEvent, EVENT)).toEqual(['metadata.zoneHeight']);
    expect(nullPaths(orderFlowEvent, EVENT)).toEqual(['metadata.sub', 'metadata.existence']);
  });

  test('of every type is an event, and a pattern is none', () => {
    for (const eventType of FLOW_EVENT_TYPES)
      expect(orderFlowEvent.parse({ ...EVENT, eventType })).toEqual({ ...EVENT, eventType });
    expect(faultsOf(orderFlowEvent, { ...EVENT, eventType: 'volume_spike' })).toEqual(['eventType']);
  });

  test('never carries its evidence: what a list does not have is dropped', () => {
    expect(orderFlowEvent.parse({ ...EVENT, evidence: { priceTicks: 18_266 } })).toEqual(EVENT);
  });
});

describe('a list of events', () => {
  const query = partOf(listOrderFlowEvents.query);

  test('is the newest hundred where nothing is said', () => {
    expect(query.parse({})).toEqual({ limit: 100 });
  });

  test('of an address has words for yes and no', () => {
    expect(query.parse({ active: 'true' }).active).toBe(true);
    expect(query.parse({ active: 'false' }).active).toBe(false);
    expect(acceptedAt(query, {}, 'active', ['1', '', 'TRUE', 'yes', true, false])).toEqual([]);
  });

  test.each([
    ['limit', ['1', '500'], ['0', '501', '2.5']],
    ['timeframe', ['1d', '7d', '30d', '90d'], ['365d', '', '1']],
    ['eventType', ['iceberg', 'absorption'], ['volume_spike', 'Iceberg', '']],
    ['instrumentId', ['3'], ['', '0']],
  ])('takes %s of %j and not of %j', (field, taken, refused) => {
    expect(acceptedAt(query, {}, field, [...taken, ...refused])).toEqual(taken);
  });
});

describe('the counts of a day', () => {
  const COUNTS = goldenOf('routes', 'getEventCounts')['response'] as { counts: Record<string, number> };

  test('have a number for every type of event, and for no other', () => {
    expect(Object.keys(eventCounts.parse(COUNTS).counts).toSorted()).toEqual(FLOW_EVENT_TYPES.toSorted());
    for (const type of FLOW_EVENT_TYPES)
      expect(faultsOf(eventCounts, changed(COUNTS, `counts.${type}`, undefined))).toEqual([`counts.${type}`]);
    expect(faultsOf(eventCounts, changed(COUNTS, 'counts.volume_spike', 1))).toEqual([
      'unknown: counts.volume_spike',
    ]);
  });

  test('are counts', () => {
    expect(kindAt(eventCounts, COUNTS, 'counts.iceberg', COUNT)).toEqual(COUNT);
    expect(kindAt(eventCounts, COUNTS, 'total', COUNT)).toEqual(COUNT);
    expect(kindAt(eventCounts, COUNTS, 'tradingDay', TEXT)).toEqual(TEXT);
  });
});

describe('the evidence of an event', () => {
  const EVIDENCE = goldenOf('routes', 'getEventEvidence')['response'] as {
    readonly window: { readonly deltas: readonly unknown[] };
  };
  const [DELTA] = EVIDENCE.window.deltas;

  test.each<[string, ValueKind]>([
    ['at', INSTANT],
    ['offsetMs', REAL],
    ['action', wordOf(['add', 'modify', 'cancel', 'trade', 'fill', 'level', 'clear'])],
    ['side', wordOf(['bid', 'ask', 'none'])],
    ['price', orNull(DECIMAL)],
    ['size', COUNT],
    ['orderId', orNull(TEXT)],
  ])('has changes with %s of its kind', (field, kind) => {
    expect(kindAt(evidenceDelta, DELTA, field, kind)).toEqual(kind);
    expect(kindAt(eventEvidence, EVIDENCE, `window.deltas.0.${field}`, kind)).toEqual(kind);
  });

  test.each<[string, ValueKind]>([
    ['rules.0.name', TEXT],
    ['rules.0.value', TEXT],
    ['rules.0.needed', TEXT],
    ['rules.0.met', FLAG],
    ['window.from', INSTANT],
    ['window.to', INSTANT],
    ['window.truncated', FLAG],
    ['window.withheld', orNull(TEXT)],
    ['window.deltas', listOf(DELTA)],
    ['dataQuality.tier', wordOf(FEED_TIERS)],
    ['dataQuality.source', wordOf(FEED_SOURCES)],
    ['dataQuality.degraded', FLAG],
    ['dataQuality.gapsToday', orNull(COUNT)],
    ['market', wordOf(['platform', 'own'])],
    ['event', { taken: [EVENT], refused: [{}, null, [EVENT], 'e1'] }],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(eventEvidence, EVIDENCE, field, kind)).toEqual(kind);
  });

  test('holds facts of any shape under their names, prototype keys among them without effect', () => {
    const facts = JSON.parse('{"refills":9,"nested":{"a":[1,null]},"__proto__":{"exact":true}}');
    const { evidence } = eventEvidence.parse({ ...EVIDENCE, evidence: facts });
    expect(evidence).toMatchObject({ refills: 9, nested: { a: [1, null] } });
    expect(Object.getPrototypeOf(evidence)).toBe(Object.prototype);
    expect(evidence['exact']).toBeUndefined();
    expect(faultsOf(eventEvidence, { ...EVIDENCE, evidence: [1] })).toEqual(['evidence']);
  });

  test('of a withheld window without rules is still evidence', () => {
    const least = {
      ...EVIDENCE,
      evidence: {},
      rules: [],
      window: { ...EVIDENCE.window, withheld: 'The licence of CME does not permit it.', deltas: [] },
    };
    expect(eventEvidence.parse(least)).toEqual(least);
  });
});

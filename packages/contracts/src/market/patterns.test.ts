/** AI patterns on the wire: percentages from 0 to 100, prices in decimal, and what a tier has of them. */
import {
  BOOK_SIDES,
  FINDING_STATES,
  FLOW_EVENT_STATUSES,
  PATTERN_DIRECTIONS,
  PATTERN_TYPES,
  SEVERITIES,
} from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { TIERS } from '#plans/plans.ts';
import { goldenOf } from '#testing/golden.ts';
import { changed, faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  DECIMAL,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  PERCENT,
  REAL,
  ROW_ID,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import {
  aiPattern,
  listAiPatterns,
  listAiPatternsOfInstrument,
  PATTERN_ROUTES,
  tierPatternConfig,
  tierPatternInfo,
} from './patterns.ts';

const [GOLDEN] = goldenOf('routes', 'listAiPatterns')['response'] as [Record<string, unknown>];
const PATTERN = changed(GOLDEN, 'metadata.eventIds', ['9f2c66a1d0b14e07']);

describe('a pattern', () => {
  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['instrumentId', WHOLE],
    ['eventType', wordOf(PATTERN_TYPES)],
    ['description', TEXT],
    ['significance', wordOf(SEVERITIES)],
    ['confidence', PERCENT],
    ['detectedAt', INSTANT],
    ['expiresAt', INSTANT],
    ['metadata.timeframe', TEXT],
    ['metadata.priceLevel', DECIMAL],
    ['metadata.sub', orNull(TEXT)],
    ['metadata.side', orNull(wordOf(BOOK_SIDES))],
    ['metadata.direction', orNull(wordOf(PATTERN_DIRECTIONS))],
    ['metadata.levels', listOf({ label: 'traded', low: '4566.25', high: '4566.75' })],
    ['metadata.levels.0.label', TEXT],
    ['metadata.levels.0.low', DECIMAL],
    ['metadata.levels.0.high', DECIMAL],
    ['metadata.size', WHOLE],
    ['metadata.exact', FLAG],
    ['metadata.calibrator', TEXT],
    ['metadata.isNew', FLAG],
    ['metadata.state', wordOf(FINDING_STATES)],
    ['metadata.existence', orNull(PERCENT)],
    ['metadata.confidenceLow', REAL],
    ['metadata.confidenceHigh', REAL],
    ['metadata.status', wordOf(FLOW_EVENT_STATUSES)],
    ['metadata.active', FLAG],
    ['metadata.degraded', FLAG],
    ['metadata.updatedAt', INSTANT],
    ['metadata.eventIds', listOf('9f2c66a1d0b14e07')],
    ['metadata.eventIds.0', ROW_ID],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(aiPattern, PATTERN, field, kind)).toEqual(kind);
  });

  test('may lack a price that the chart draws; of its evidence nothing is required', () => {
    expect(optionalPaths(aiPattern, PATTERN)).toEqual([
      'metadata.priceLevel',
      'metadata.evidence.expected',
      'metadata.evidence.z',
    ]);
    expect(nullPaths(aiPattern, PATTERN)).toEqual([
      ...['metadata.sub', 'metadata.side', 'metadata.direction', 'metadata.existence'],
      ...['metadata.evidence.expected', 'metadata.evidence.z'],
    ]);
  });

  test('of every type is a pattern, and an event is none', () => {
    for (const eventType of PATTERN_TYPES)
      expect(faultsOf(aiPattern, changed(PATTERN, 'eventType', eventType))).toEqual([]);
    expect(faultsOf(aiPattern, changed(PATTERN, 'eventType', 'iceberg'))).toEqual(['eventType']);
  });

  test('without levels, sides and events is whole', () => {
    const nothing = { side: null, direction: null, levels: [], eventIds: [], evidence: {}, size: 0 };
    const { priceLevel: _, ...metadata } = { ...(GOLDEN['metadata'] as object), ...nothing } as Record<
      string,
      unknown
    >;
    const least = { ...GOLDEN, metadata };
    expect(aiPattern.parse(least)).toEqual(least);
  });
});

test('patterns of an instrument are requested by query or by address, with the same answer', () => {
  expect(partOf(listAiPatterns.query).parse({ instrumentId: '4' })).toEqual({ instrumentId: 4 });
  expect(partOf(listAiPatternsOfInstrument.params).parse({ instrumentId: '4' })).toEqual({ instrumentId: 4 });
  for (const bad of ['0', '4.5', 'ES', '', '1000001'])
    expect([
      bad,
      faultsOf(partOf(listAiPatterns.query), { instrumentId: bad }),
      faultsOf(partOf(listAiPatternsOfInstrument.params), { instrumentId: bad }),
    ]).toEqual([bad, ['instrumentId'], ['instrumentId']]);
  expect(listAiPatterns.response.parse([GOLDEN])).toEqual(
    listAiPatternsOfInstrument.response.parse([GOLDEN]),
  );
});

test('what a tier has of patterns names the tier, and only patterns that there are', () => {
  const INFO = {
    tier: 'basic',
    upgradeMessage: 'Upgrade to Pro for market structure.',
    patterns: [{ type: 'volume_spike', name: 'Volume spike', description: 'Volume above normal.' }],
  };
  for (const [field, kind] of [
    ['tier', wordOf(TIERS)],
    ['upgradeMessage', orNull(TEXT)],
    ['patterns.0.type', wordOf(PATTERN_TYPES)],
    ['patterns.0.name', TEXT],
    ['patterns.0.description', TEXT],
  ] as const)
    expect([field, kindAt(tierPatternInfo, INFO, field, kind)]).toEqual([field, kind]);
  expect(optionalPaths(tierPatternInfo, INFO)).toEqual([]);
  const least = { tier: 'free', upgradeMessage: null, patterns: [] };
  expect(tierPatternInfo.parse(least)).toEqual(least);
});

test('the limits of a tier are two numbers, of which -1 is unlimited, and two choices', () => {
  const CONFIG = {
    patternLookback: 24,
    maxPatternsPerHour: -1,
    predictiveModels: false,
    crossInstrumentAnalysis: true,
  };
  for (const [field, kind] of [
    ['patternLookback', REAL],
    ['maxPatternsPerHour', REAL],
    ['predictiveModels', FLAG],
    ['crossInstrumentAnalysis', FLAG],
  ] as const)
    expect([field, kindAt(tierPatternConfig, CONFIG, field, kind)]).toEqual([field, kind]);
  expect(optionalPaths(tierPatternConfig, CONFIG)).toEqual([]);
});

test('the routes with a fixed segment precede the one whose instrument is in its place', () => {
  const paths = PATTERN_ROUTES.map(({ path }) => path);
  const own = paths.indexOf('/api/ai-patterns/:instrumentId');
  expect(own).toBe(paths.length - 1);
  for (const fixed of ['available-patterns', 'tier-config'])
    expect(paths.indexOf(`/api/ai-patterns/${fixed}`)).toBeLessThan(own);
});

import { TIER_RULES, type Tier } from '@undertow/contracts';
import { instrumentBySymbol, MINUTE_MS, type Pattern } from '@undertow/market';
import { expect, test } from 'vitest';
import { visiblePatterns } from './visible-patterns.ts';

const ES = (() => {
  const found = instrumentBySymbol('ES');
  if (found === undefined) throw new Error('the catalogue has no ES');
  return found;
})();
const NOW_MS = Date.UTC(2026, 10, 20, 16, 30);
const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n;

function pattern(id: string, atMs: number, part: Partial<Pattern> = {}): Pattern {
  return {
    id,
    type: 'smart_reversal',
    sub: null,
    instrumentId: ES.id,
    side: 'bid',
    direction: 'up',
    priceTicks: 18_269,
    levels: [{ label: 'zone', lowTicks: 18_268, highTicks: 18_270 }],
    size: 0,
    timeframe: '3 min',
    tier: 'L3',
    exact: false,
    confidence: 0.64,
    confidenceLow: 0.6,
    confidenceHigh: 0.68,
    score: 0.5,
    calibrator: 'smart_reversal@00000000',
    status: 'open',
    startNs: ns(atMs),
    detectedNs: ns(atMs),
    updatedNs: ns(atMs),
    expiresNs: ns(atMs + 180_000),
    degraded: false,
    description: 'Elected stops at 4567.00 turned back',
    severity: 'medium',
    evidence: {},
    ...part,
  };
}

const given = (patterns: readonly Pattern[], tier: Tier, asOfMs = NOW_MS) =>
  visiblePatterns(ES, patterns, {
    rules: TIER_RULES[tier],
    asOfMs,
    typeOfEvent: (id) => (id === 'held' ? 'absorption' : id === 'stops' ? 'stop_run' : undefined),
  });

test('a pattern before the look-back of the tier is not returned', () => {
  const patterns = [pattern('new', NOW_MS - 30 * MINUTE_MS), pattern('old', NOW_MS - 61 * MINUTE_MS)];
  const ids = (tier: 'free' | 'basic' | 'pro'): string[] => given(patterns, tier).map(({ id }) => id);
  expect(ids('free')).toEqual([]);
  expect(ids('basic')).toEqual(['new']);
  expect(ids('pro')).toEqual(['new', 'old']);
});

test('each hour gives the tier its number of patterns, the first ones, newest first', () => {
  const patterns = Array.from({ length: 25 }, (_, n) => pattern(`p${n}`, NOW_MS - n * MINUTE_MS));
  const ids = given(patterns, 'basic').map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 10 }, (_, n) => `p${15 + n}`));
  expect(given(patterns, 'elite')).toHaveLength(25);
});

test('a pattern based on a type of a higher tier names it neither in its text nor in its evidence', () => {
  const evidence = {
    related: [
      { type: 'stop_run', id: 'x' },
      { type: 'absorption', id: 'y' },
    ],
  };
  const patterns = [pattern('a', NOW_MS, { sub: 'stop_run', evidence })];
  const [basic] = given(patterns, 'basic');
  expect(JSON.stringify(basic)).not.toMatch(/stop/i);
  expect(basic?.metadata.evidence).toEqual({ related: [{ type: 'absorption', id: 'y' }] });
  const [pro] = given(patterns, 'pro');
  expect(pro).toMatchObject({
    description: 'Elected stops at 4567.00 turned back',
    metadata: { sub: 'stop_run' },
  });
});

test('a pattern is active until it expires at the instant that the viewer sees', () => {
  const patterns = [pattern('a', NOW_MS)];
  const active = (asOfMs: number): boolean | undefined => given(patterns, 'pro', asOfMs)[0]?.metadata.active;
  expect(active(NOW_MS + 179_999)).toBe(true);
  expect(active(NOW_MS + 180_000)).toBe(false);
});

test('a pattern names the events that it rests on where the viewer may open them', () => {
  const patterns = [pattern('a', NOW_MS, { evidence: { related: ['held', 'stops', 'a pattern', 7] } })];
  expect(given(patterns, 'pro')[0]?.metadata.eventIds).toEqual(['held', 'stops']);
  expect(given(patterns, 'basic')[0]?.metadata.eventIds).toEqual(['held']);
});

test('the look-back gives the first patterns of each full hour', () => {
  const hourMs = 60 * MINUTE_MS;
  const patterns = Array.from({ length: 3 * 60 }, (_, n) => pattern(`p${n}`, NOW_MS - n * MINUTE_MS));
  const perHour = new Map<number, number>();
  for (const one of given(patterns, 'pro')) {
    const hour = Math.floor(Date.parse(one.detectedAt) / hourMs);
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1);
  }
  expect([...perHour.values()]).toEqual([30, 30, 30, 29]);
});

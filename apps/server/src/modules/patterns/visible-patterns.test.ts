import { TIER_RULES } from '@undertow/contracts';
import { instrumentBySymbol, type Pattern } from '@undertow/market';
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

const MINUTE_MS = 60_000;

test('a pattern of before the look-back of the tier is not given', () => {
  const patterns = [pattern('new', NOW_MS - 30 * MINUTE_MS), pattern('old', NOW_MS - 61 * MINUTE_MS)];
  const ids = (tier: 'free' | 'basic' | 'pro'): string[] =>
    visiblePatterns(ES, patterns, TIER_RULES[tier], NOW_MS).map(({ id }) => id);
  expect(ids('free')).toEqual([]);
  expect(ids('basic')).toEqual(['new']);
  expect(ids('pro')).toEqual(['new', 'old']);
});

test('of an hour the tier is given its number, the first ones, newest first', () => {
  const patterns = Array.from({ length: 25 }, (_, n) => pattern(`p${n}`, NOW_MS - n * MINUTE_MS));
  const ids = visiblePatterns(ES, patterns, TIER_RULES.basic, NOW_MS).map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 10 }, (_, n) => `p${15 + n}`));
  expect(visiblePatterns(ES, patterns, TIER_RULES.elite, NOW_MS)).toHaveLength(25);
});

test('what rests on a type of a higher tier names it neither in words nor in evidence', () => {
  const evidence = {
    related: [
      { type: 'stop_run', id: 'x' },
      { type: 'absorption', id: 'y' },
    ],
  };
  const patterns = [pattern('a', NOW_MS, { sub: 'stop_run', evidence })];
  const [basic] = visiblePatterns(ES, patterns, TIER_RULES.basic, NOW_MS);
  expect(JSON.stringify(basic)).not.toMatch(/stop/i);
  expect(basic?.metadata.evidence).toEqual({ related: [{ type: 'absorption', id: 'y' }] });
  const [pro] = visiblePatterns(ES, patterns, TIER_RULES.pro, NOW_MS);
  expect(pro).toMatchObject({
    description: 'Elected stops at 4567.00 turned back',
    metadata: { sub: 'stop_run' },
  });
});

test('a pattern is active until it expires at the instant that the viewer sees', () => {
  const patterns = [pattern('a', NOW_MS)];
  const active = (asOfMs: number): boolean | undefined =>
    visiblePatterns(ES, patterns, TIER_RULES.pro, asOfMs)[0]?.metadata.active;
  expect(active(NOW_MS + 179_999)).toBe(true);
  expect(active(NOW_MS + 180_000)).toBe(false);
});

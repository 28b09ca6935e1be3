/** Words and places of insights. */
import type { InsightDto } from '@undertow/contracts';
import { describe, expect, test } from 'vitest';
import {
  badgeOf,
  closedTrades,
  effectPlaces,
  effectText,
  footWords,
  qWords,
  sightingWords,
  standWords,
  stateWords,
} from './insight-words.ts';

const WEAKNESS: InsightDto = {
  id: '7',
  insightType: 'weakness',
  title: 'The trade after a loss costs money',
  description: '',
  priority: 'critical',
  confidence: 93,
  actionable: '',
  settles: '',
  definition: '',
  standing: 'proven',
  effect: {
    unit: 'money-per-trade',
    value: '-50.00',
    ci95: ['-83.00', '-18.00'],
    mean: '-38.00',
    baseline: '12.00',
    n: 31,
    days: 14,
  },
  currency: 'USD',
  p: 0.0011,
  q: 0.012,
  seenAgain: true,
  restsOnOneTrade: false,
  impactPerMonth: '-410.00',
  tradeIds: ['57'],
  firstSeenAt: '2026-11-18T09:12:00.000Z',
  isRead: false,
  isImplemented: false,
};
const RUN = {
  state: 'done',
  generatedAt: '2026-11-20T16:21:00.000Z',
  trades: 118,
  days: 40,
  tested: 14,
  stale: false,
} as const;

test('open trades are not counted as closed ones', () => {
  expect(closedTrades({ totalTrades: 1783, open: 22 })).toBe(1761);
  expect(closedTrades(undefined)).toBe(0);
});

describe('an insight', () => {
  test('says its effect with sign, unit and interval', () => {
    expect(effectText(WEAKNESS)).toBe(
      '−$50.00 a trade against your other trades, 95% interval −$83.00 to −$18.00',
    );
    expect(effectText({ ...WEAKNESS, effect: null })).toBe('');
  });

  test('is drawn from the average of the other trades, with everything inside the line', () => {
    const places = effectPlaces(WEAKNESS);
    expect(places).toMatchObject({
      value: -38,
      interval: [-71, -6],
      mark: 12,
      markText: 'your average otherwise, +$12.00',
    });
    expect(places?.bounds.low).toBeLessThan(-71);
    expect(places?.bounds.high).toBeGreaterThan(12);
  });

  test('is not drawn without an interval', () => {
    const effect = { ...(WEAKNESS.effect as NonNullable<InsightDto['effect']>), ci95: null };
    expect(effectPlaces({ ...WEAKNESS, effect })).toBeNull();
  });

  test('carries its type only when it is proven', () => {
    expect(badgeOf(WEAKNESS)).toEqual({ word: 'Weakness', tone: 'bad' });
    expect(badgeOf({ ...WEAKNESS, insightType: 'other', standing: 'to-watch' }).word).toBe('To watch');
    expect(badgeOf({ ...WEAKNESS, insightType: 'other', standing: 'fact' }).word).toBe('Data');
    expect(badgeOf({ ...WEAKNESS, insightType: 'other', standing: 'not-enough-data' }).word).toBe(
      'Not enough data',
    );
  });

  test('states its priority and whether it was read or implemented', () => {
    expect(stateWords(WEAKNESS)).toBe('Critical');
    expect(stateWords({ ...WEAKNESS, isRead: true })).toBe('Critical, read');
    expect(stateWords({ ...WEAKNESS, isRead: true, isImplemented: true })).toBe('Critical, implemented');
    expect(stateWords({ ...WEAKNESS, standing: 'not-enough-data' })).toBe('');
  });

  test('was seen again, once, or not looked for again', () => {
    expect(sightingWords(WEAKNESS)).toBe('Seen again later');
    expect(sightingWords({ ...WEAKNESS, seenAgain: false })).toBe('Seen once');
    expect(sightingWords({ ...WEAKNESS, seenAgain: null })).toBeNull();
  });

  test('never says that q is nothing', () => {
    expect(qWords(WEAKNESS)).toBe('q 0.012');
    expect(qWords({ ...WEAKNESS, q: 0.00001 })).toBe('q < 0.001');
  });
});

describe('the list of insights', () => {
  test('says how many of the tested claims are proven, and how many showed nothing', () => {
    const fact = { ...WEAKNESS, standing: 'fact', p: null } as const;
    expect(standWords(RUN, [WEAKNESS, fact])).toBe('1 of 14 tested is confirmed');
    expect(footWords(RUN, [WEAKNESS, fact])).toBe(
      'Intervals by resampling whole trading days. 13 further comparisons showed no effect.',
    );
    expect(standWords({ ...RUN, state: 'never', generatedAt: null }, [])).toBe('');
  });
});

/** The oracle's own reading of rules about events: what fits surely, what surely does not, and what it leaves open. */
import type { SessionFacts } from '@undertow/contracts';
import { describe, expect, test } from 'vitest';
import { concernsEvent, type EventState, fitsEvent } from './event-rules.ts';

const AT = 1_000_000;
const STATE: EventState = {
  ...{ type: 'absorption', side: 'bid', size: 40, confidence: 0.8, exact: false, perDay: 20 },
  ...{ status: 'open', degraded: false, isSilent: false, lowTicks: 100, highTicks: 104, atMs: AT },
};
const RULE = {
  ...{ kind: 'event' as const, eventTypes: ['absorption' as const], side: null },
  ...{ minConfidence: 0, minSize: 0, perDay: null, near: null },
};

type Changes = Partial<Parameters<typeof fitsEvent>[0]>;

function fits(
  rule: Changes,
  state: Partial<EventState> = {},
  vwaps: readonly (readonly [number, string])[] = [],
) {
  const facts = vwaps.map(([atMs, vwap]) => ({ atMs: AT + atMs, facts: { vwap } as SessionFacts }));
  return fitsEvent({ ...RULE, ...rule }, { ...STATE, ...state }, { tickSize: 0.25, facts, chosenPerDay: 10 });
}

test('a rule concerns the events of its types, on its side or on both', () => {
  expect(concernsEvent(RULE, STATE)).toBe(true);
  expect(concernsEvent({ ...RULE, eventTypes: ['iceberg'] }, STATE)).toBe(false);
  expect(concernsEvent({ ...RULE, side: 'bid' }, STATE)).toBe(true);
  expect(concernsEvent({ ...RULE, side: 'ask' }, STATE)).toBe(false);
});

test.each([
  ['failed', { status: 'failed' }],
  ['expired', { status: 'expired' }],
  ['of a broken book', { degraded: true }],
  ['without proven skill, or withdrawn', { isSilent: true }],
])('nothing fits a state that is %s', (_what, state) => {
  expect(fits({}, state)).toBe('no');
});

test('an open and a confirmed state fit', () => {
  expect([fits({}), fits({}, { status: 'confirmed' })]).toEqual(['yes', 'yes']);
});

test('confidence and size count from their bounds on, and what is exact needs no confidence', () => {
  expect([fits({ minConfidence: 0.8 }), fits({ minConfidence: 0.81 })]).toEqual(['yes', 'no']);
  expect(fits({ minConfidence: 1 }, { exact: true })).toBe('yes');
  expect([fits({ minSize: 40 }), fits({ minSize: 41 })]).toEqual(['yes', 'no']);
});

test('the rank is compared with that of the rule, or with what its owner chose', () => {
  expect([fits({ perDay: 30 }), fits({ perDay: 3 })]).toEqual(['yes', 'no']);
  expect([fits({ perDay: 'chosen' }), fits({ perDay: 'chosen' }, { perDay: 10 })]).toEqual(['no', 'yes']);
});

describe('near', () => {
  const price = (value: string, withinTicks: number) => ({
    near: { price: value, level: null, withinTicks },
  });
  const vwap = { near: { price: null, level: 'vwap' as const, withinTicks: 2 } };

  test('a price: inside the zone, or as far as its nearer end', () => {
    // The zone is from 25.00 to 26.00
    expect([fits(price('25.50', 1)), fits(price('24.50', 2)), fits(price('26.50', 2))]).toEqual([
      ...['yes', 'yes', 'yes'],
    ]);
    expect([fits(price('24.25', 2)), fits(price('26.75', 2))]).toEqual(['no', 'no']);
  });

  test('a level: as all readings around it agree', () => {
    const near: [number, string] = [-4000, '25.00'];
    expect(fits(vwap, {}, [near, [4000, '26.50']])).toBe('yes');
    expect(fits(vwap, {}, [near, [4000, '27.00']])).toBe('unclear');
    expect(
      fits(vwap, {}, [
        [-4000, '27.00'],
        [4000, '27.25'],
      ]),
    ).toBe('no');
  });

  test('a level that was read too seldom is left open', () => {
    expect(fits(vwap, {}, [])).toBe('unclear');
    expect(
      fits(vwap, {}, [
        [-4000, '25.00'],
        [13_000, '25.00'],
      ]),
    ).toBe('unclear');
  });
});

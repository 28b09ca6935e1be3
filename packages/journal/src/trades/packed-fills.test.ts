/** Executions as text, and back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RawFill } from '#model/raw-records.ts';
import { type EarlierFill, packFills, unpackFills } from './packed-fills.ts';

const FILL: EarlierFill = {
  timeMs: 1_772_461_865_123,
  twin: 2,
  raw: {
    line: 0,
    raw: '',
    nativeId: 'x-7',
    sequence: '12',
    account: 'Sim101',
    symbol: 'MNQH6',
    currency: 'USD',
    pointValue: '2',
    action: 'sell',
    quantity: '3',
    price: '20950.5',
    time: {
      year: 2026,
      month: 3,
      day: 2,
      hour: 8,
      minute: 31,
      second: 5,
      millisecond: 123,
      offsetMinutes: -360,
      dateOnly: false,
    },
    commission: '1.5',
    fees: '0.39',
    pnl: '-12.5',
    pnlIs: 'gross',
    effect: 'close',
    positionAfter: '0',
    plannedStop: '20940',
    highDuring: '20960',
    lowDuring: '20945.25',
    strategy: 'Opening | drive',
  },
};

const changed = (raw: Partial<RawFill>, more: Partial<EarlierFill> = {}): EarlierFill => ({
  ...FILL,
  ...more,
  raw: { ...FILL.raw, ...raw },
});

const roundTrip = (...fills: readonly EarlierFill[]) => unpackFills(packFills(fills));

test('every fact of an execution comes back', () => {
  expect(roundTrip(FILL)).toEqual([FILL]);
});

test('what the file did not have is still missing, and not zero or empty', () => {
  const bare = changed({
    nativeId: null,
    sequence: null,
    account: null,
    currency: null,
    pointValue: null,
    commission: null,
    fees: null,
    pnl: null,
    pnlIs: 'unknown',
    effect: null,
    positionAfter: null,
    plannedStop: null,
    highDuring: null,
    lowDuring: null,
    strategy: null,
  });
  expect(roundTrip(bare)).toEqual([bare]);
});

test('buys and sells keep their side', () => {
  expect(roundTrip(changed({ action: 'buy' }), FILL).map(({ raw }) => raw.action)).toEqual(['buy', 'sell']);
});

test('a time without an offset, at midnight, or of a date only keeps what it is', () => {
  for (const time of [
    { ...FILL.raw.time, offsetMinutes: null },
    { ...FILL.raw.time, offsetMinutes: 0 },
    { ...FILL.raw.time, hour: 0, minute: 0, second: 0, millisecond: 0, offsetMinutes: null, dateOnly: true },
  ])
    expect(roundTrip(changed({ time }))[0]?.raw.time).toEqual(time);
});

test('line and raw row belong to the file and are left out', () => {
  expect(roundTrip(changed({ line: 44, raw: 'a,b,c' }))[0]?.raw).toMatchObject({ line: 0, raw: '' });
  expect(packFills([changed({ raw: 'secret row' })])).not.toContain('secret row');
});

test('the order is kept, and no executions are none', () => {
  const fills = [0, 1, 2].map((twin) => changed({}, { twin }));
  expect(roundTrip(...fills).map(({ twin }) => twin)).toEqual([0, 1, 2]);
  expect(roundTrip()).toEqual([]);
});

test('any texts come back as they were', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('"', '\\', '\u2028', '\u0000', '\ud83d\ude00', '[', 'null'),
  );
  fc.assert(
    fc.property(text, text, fc.option(text), (symbol, price, strategy) => {
      const fill = changed({ symbol, price, strategy });
      expect(roundTrip(fill)).toEqual([fill]);
    }),
    { numRuns: 60 },
  );
});

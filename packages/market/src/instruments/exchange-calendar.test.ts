import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CME_CALENDAR, SIMULATED_CALENDAR } from './exchange-calendar.ts';
import { instrumentBySymbol } from './instruments.ts';

const at = (iso: string): number => Date.parse(iso);
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
const bounds = (day: string): string[] => {
  const { openMs, closeMs } = CME_CALENDAR.sessionBounds(day);
  return [iso(openMs), iso(closeMs)];
};

test('Globex reopens on Christmas Day 2023 at 17:00 Chicago for the trading day after it', () => {
  expect(CME_CALENDAR.tradingDayOf(at('2023-12-25T22:59:59Z'))).toBe('2023-12-22');
  expect(CME_CALENDAR.tradingDayOf(at('2023-12-25T23:00:00Z'))).toBe('2023-12-26');
  expect(CME_CALENDAR.marketPhase(at('2023-12-25T22:59:59Z'))).toBe('preopen');
  expect(CME_CALENDAR.marketPhase(at('2023-12-25T22:00:00Z'))).toBe('preopen');
  expect(CME_CALENDAR.marketPhase(at('2023-12-25T21:59:00Z'))).toBe('closed');
  expect(CME_CALENDAR.marketPhase(at('2023-12-25T23:00:00Z'))).toBe('open');
  expect(iso(CME_CALENDAR.nextOpenMs(at('2023-12-23T12:00:00Z')))).toBe('2023-12-25T23:00');
  expect(() => CME_CALENDAR.sessionBounds('2023-12-25')).toThrow('cme does not trade on 2023-12-25');
});

test('sessions follow the wall clock over both changes of daylight saving', () => {
  expect(bounds('2024-03-08')).toEqual(['2024-03-07T23:00', '2024-03-08T22:00']);
  expect(bounds('2024-03-11')).toEqual(['2024-03-10T22:00', '2024-03-11T21:00']);
  expect(bounds('2024-11-01')).toEqual(['2024-10-31T22:00', '2024-11-01T21:00']);
  expect(bounds('2024-11-04')).toEqual(['2024-11-03T23:00', '2024-11-04T22:00']);
});

test('the daily pause is a break, its last quarter of an hour takes orders', () => {
  expect(CME_CALENDAR.marketPhase(at('2024-07-02T20:59:59Z'))).toBe('open');
  expect(CME_CALENDAR.marketPhase(at('2024-07-02T21:00:00Z'))).toBe('break');
  expect(CME_CALENDAR.marketPhase(at('2024-07-02T21:45:00Z'))).toBe('preopen');
  expect(CME_CALENDAR.marketPhase(at('2024-07-02T22:00:00Z'))).toBe('open');
});

test('a weekend is closed and belongs to the day that traded last', () => {
  expect(CME_CALENDAR.marketPhase(at('2026-11-21T12:00:00Z'))).toBe('closed');
  expect(CME_CALENDAR.tradingDayOf(at('2026-11-21T12:00:00Z'))).toBe('2026-11-20');
  expect(iso(CME_CALENDAR.nextOpenMs(at('2026-11-21T12:00:00Z')))).toBe('2026-11-22T23:00');
});

test('full closes of 2023 to 2030 are the published ones', () => {
  const closed = [
    '2023-01-02',
    '2023-04-07',
    '2023-12-25',
    '2024-01-01',
    '2024-03-29',
    '2024-12-25',
    '2025-01-01',
    '2025-04-18',
    '2025-12-25',
    '2026-01-01',
    '2026-04-03',
    '2026-12-25',
    '2027-01-01',
    '2027-03-26',
    '2027-12-24',
    '2028-04-14',
    '2028-12-25',
    '2029-01-01',
    '2029-03-30',
    '2029-12-25',
    '2030-01-01',
    '2030-04-19',
    '2030-12-25',
  ];
  const found: string[] = [];
  for (let day = at('2023-01-01T00:00:00Z'); day < at('2031-01-01T00:00:00Z'); day += 86_400_000) {
    const weekday = new Date(day).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const text = new Date(day).toISOString().slice(0, 10);
    try {
      CME_CALENDAR.sessionBounds(text);
    } catch {
      found.push(text);
    }
  }
  expect(found).toEqual(closed);
});

test('holidays halt at noon and the days beside them at a quarter past', () => {
  expect(bounds('2024-07-04')[1]).toBe('2024-07-04T17:00');
  expect(bounds('2024-07-03')[1]).toBe('2024-07-03T17:15');
  expect(bounds('2026-07-03')[1]).toBe('2026-07-03T17:00');
  expect(bounds('2024-11-28')[1]).toBe('2024-11-28T18:00');
  expect(bounds('2024-11-29')[1]).toBe('2024-11-29T18:15');
  expect(bounds('2024-12-24')[1]).toBe('2024-12-24T18:15');
  expect(bounds('2027-06-18')[1]).toBe('2027-06-18T17:00');
  expect(CME_CALENDAR.marketPhase(at('2024-11-28T18:30:00Z'))).toBe('closed');
  expect(bounds('2024-11-29')[0]).toBe('2024-11-28T23:00');
});

test('regular trading hours are cut at an early halt and fall away when it comes before them', () => {
  const es = instrumentBySymbol('ES');
  if (!es) throw new Error('ES');
  const hours = CME_CALENDAR.regularHours(es, '2024-07-03');
  expect(hours && [iso(hours.openMs), iso(hours.closeMs)]).toEqual(['2024-07-03T13:30', '2024-07-03T17:15']);
  const saturday = SIMULATED_CALENDAR.regularHours(es, '2026-11-21');
  expect(saturday && [iso(saturday.openMs), iso(saturday.closeMs)]).toEqual([
    '2026-11-21T14:30',
    '2026-11-21T21:00',
  ]);
});

test('the simulated venue trades round the clock and rolls its day at 17:00 Chicago', () => {
  expect(SIMULATED_CALENDAR.tradingDayOf(at('2026-11-21T22:59:59Z'))).toBe('2026-11-21');
  expect(SIMULATED_CALENDAR.tradingDayOf(at('2026-11-21T23:00:00Z'))).toBe('2026-11-22');
  fc.assert(
    fc.property(fc.integer({ min: at('2023-01-01T00:00:00Z'), max: at('2030-12-31T00:00:00Z') }), (time) => {
      expect(SIMULATED_CALENDAR.marketPhase(time)).toBe('open');
    }),
  );
});

test('an instant lies between the open of its trading day and the next open', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(CME_CALENDAR, SIMULATED_CALENDAR),
      fc.integer({ min: at('2023-01-10T00:00:00Z'), max: at('2030-12-31T00:00:00Z') }),
      (calendar, time) => {
        const { openMs, closeMs } = calendar.sessionBounds(calendar.tradingDayOf(time));
        const next = calendar.nextOpenMs(time);
        expect(openMs <= time && time < next && closeMs <= next).toBe(true);
        expect(calendar.marketPhase(time) === 'open').toBe(time < closeMs);
        expect(calendar.tradingDayOf(next) > calendar.tradingDayOf(time)).toBe(true);
      },
    ),
  );
});

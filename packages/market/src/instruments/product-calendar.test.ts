/** Hours of the groups of products on known days; all times of the cases are Chicago's. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chicagoClock, chicagoToUtcMs } from '#time/chicago-time.ts';
import { dayString, parseDay } from '#time/civil-date.ts';
import { CME_CALENDAR, productCalendar, SIMULATED_CALENDAR } from './exchange-calendar.ts';
import type { Instrument } from './instrument.ts';
import { INSTRUMENTS, instrumentBySymbol } from './instruments.ts';

const calendarOf = (symbol: string) =>
  productCalendar(CME_CALENDAR, instrumentBySymbol(symbol) as Instrument);

function chicago(timeMs: number): string {
  const { day, minute } = chicagoClock(timeMs);
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return `${dayString(day)} ${clock}`;
}

/** `2026-11-27 08:00` in Chicago. */
function at(text: string): number {
  const [day = '', clock = ''] = text.split(' ');
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return chicagoToUtcMs(parseDay(day), hour * 60 + minute);
}

function bounds(symbol: string, day: string): string[] {
  const { openMs, closeMs } = calendarOf(symbol).sessionBounds(day);
  return [chicago(openMs), chicago(closeMs)];
}

const closeOf = (symbol: string, day: string): string | undefined => bounds(symbol, day)[1]?.slice(11);
const phase = (symbol: string, text: string): string => calendarOf(symbol).marketPhase(at(text));

test('the Friday after Thanksgiving closes early, in each group at its own time', () => {
  const day = '2026-11-27';
  expect(['ES', 'ZN', '6E', 'CL', 'GC', 'ZC'].map((symbol) => closeOf(symbol, day))).toEqual([
    '12:15',
    '12:15',
    '12:15',
    '12:45',
    '12:45',
    '12:05',
  ]);
  expect(bounds('ZC', day)).toEqual(['2026-11-27 08:30', '2026-11-27 12:05']);
});

test('on Thanksgiving grains are closed, indices and Treasuries halt at noon, energies and metals at 13:30, currencies trade', () => {
  const day = '2024-11-28';
  expect(['ES', 'ZB', 'NG', 'SI', '6J'].map((symbol) => closeOf(symbol, day))).toEqual([
    '12:00',
    '12:00',
    '13:30',
    '13:30',
    '16:00',
  ]);
  expect(() => bounds('ZS', day)).toThrow('grains does not trade on 2024-11-28');
});

test('everything is closed on Good Friday and Christmas', () => {
  for (const { symbol } of INSTRUMENTS)
    for (const day of ['2024-03-29', '2026-04-03', '2026-12-25'])
      expect(() => bounds(symbol, day)).toThrow('does not trade on');
});

test('grains trade from 19:00 to 07:45 and from 08:30 to 13:20, with a break between', () => {
  expect(bounds('ZW', '2026-06-10')).toEqual(['2026-06-09 19:00', '2026-06-10 13:20']);
  const phases = ['07:44', '07:45', '08:14', '08:15', '08:30', '13:19', '13:20', '18:44', '18:45', '19:00'];
  expect(phases.map((clock) => phase('ZW', `2026-06-10 ${clock}`))).toEqual([
    'open',
    'break',
    'break',
    'preopen',
    'open',
    'open',
    'break',
    'break',
    'preopen',
    'open',
  ]);
  expect(calendarOf('ZW').tradingDayOf(at('2026-06-10 18:59'))).toBe('2026-06-10');
  expect(calendarOf('ZW').tradingDayOf(at('2026-06-10 19:00'))).toBe('2026-06-11');
});

test('grains reopen on the evening of a Monday holiday, but only at 08:30 after the great ones', () => {
  // Juneteenth 2023 was a Monday; Independence Day 2023 and New Year 2019 were Tuesdays
  expect(bounds('ZC', '2023-06-20')[0]).toBe('2023-06-19 19:00');
  expect(bounds('ZC', '2023-07-05')[0]).toBe('2023-07-05 08:30');
  expect(closeOf('ZC', '2023-07-03')).toBe('13:20');
  expect(bounds('ZC', '2019-01-02')[0]).toBe('2019-01-02 08:30');
  expect(closeOf('ZC', '2024-12-24')).toBe('12:05');
  expect(phase('ZC', '2024-11-28 20:00')).toBe('closed');
});

test('regular hours of grains are those of the day session, cut at an early close', () => {
  const corn = instrumentBySymbol('ZC') as Instrument;
  const hours = (day: string) => {
    const found = calendarOf('ZC').regularHours(corn, day);
    return found && [chicago(found.openMs).slice(11), chicago(found.closeMs).slice(11)];
  };
  expect(hours('2026-06-10')).toEqual(['08:30', '13:20']);
  expect(hours('2026-11-27')).toEqual(['08:30', '12:05']);
});

test('every product of the simulated exchange trades round the clock', () => {
  for (const instrument of INSTRUMENTS)
    expect(productCalendar(SIMULATED_CALENDAR, instrument)).toBe(SIMULATED_CALENDAR);
});

test('an instant of any group lies between the open of its trading day and the next open', () => {
  const time = fc.integer({ min: Date.UTC(2023, 0, 10), max: Date.UTC(2030, 11, 31) });
  fc.assert(
    fc.property(fc.constantFrom('ES', 'ZN', '6E', 'CL', 'GC', 'ZC'), time, (symbol, timeMs) => {
      const calendar = calendarOf(symbol);
      const { openMs, closeMs } = calendar.sessionBounds(calendar.tradingDayOf(timeMs));
      const next = calendar.nextOpenMs(timeMs);
      expect(openMs <= timeMs && timeMs < next && closeMs <= next).toBe(true);
      if (timeMs >= closeMs) expect(calendar.marketPhase(timeMs)).not.toBe('open');
      expect(calendar.tradingDayOf(next) > calendar.tradingDayOf(timeMs)).toBe(true);
    }),
  );
});

/** Hours of a rule on the clock of the exchange, and quiet hours on the clock of its owner. */
import { CME_CALENDAR, type Instrument, instrumentBySymbol, SIMULATED_CALENDAR } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ES } from '#testing/rule-board.ts';
import { isInSession, isQuiet, nextInSession, passesNews } from './rule-hours.ts';

const at = (iso: string): number => Date.parse(iso);
const GC = instrumentBySymbol('GC') as Instrument;
const sessions = (instrument: Instrument, iso: string) =>
  (['any', 'regular', 'overnight'] as const).map((hours) =>
    isInSession(hours, instrument, CME_CALENDAR, at(iso)),
  );
const REGULAR = [true, true, false];
const OVERNIGHT = [true, false, true];

test('regular hours of ES are from 08:30 to before 15:00 in Chicago, overnight is the rest', () => {
  // Chicago is six hours behind UTC in November
  expect(sessions(ES, '2026-11-18T14:29:59.999Z')).toEqual(OVERNIGHT);
  expect(sessions(ES, '2026-11-18T14:30:00Z')).toEqual(REGULAR);
  expect(sessions(ES, '2026-11-18T20:59:59.999Z')).toEqual(REGULAR);
  expect(sessions(ES, '2026-11-18T21:00:00Z')).toEqual(OVERNIGHT);
});

test('regular hours follow daylight saving', () => {
  expect(sessions(ES, '2026-07-15T13:29:59Z')).toEqual(OVERNIGHT);
  expect(sessions(ES, '2026-07-15T13:30:00Z')).toEqual(REGULAR);
});

test('each product has regular hours of its own', () => {
  // Gold from 07:20 to 12:30
  expect(sessions(GC, '2026-11-18T13:20:00Z')).toEqual(REGULAR);
  expect(sessions(GC, '2026-11-18T18:30:00Z')).toEqual(OVERNIGHT);
});

test('on a day that halts early regular hours end with the halt', () => {
  // 3 July 2024 halts at 12:15 in Chicago
  expect(sessions(ES, '2024-07-03T17:14:59Z')).toEqual(REGULAR);
  expect(sessions(ES, '2024-07-03T17:15:00Z')).toEqual(OVERNIGHT);
});

const next = (hours: 'any' | 'regular' | 'overnight', iso: string): string | null => {
  const found = nextInSession(hours, ES, CME_CALENDAR, at(iso));
  return found === null ? null : new Date(found).toISOString();
};

test('the next instant of a rule is now while its hours last', () => {
  expect(next('any', '2026-11-18T15:00:00.500Z')).toBe('2026-11-18T15:00:00.500Z');
  expect(next('regular', '2026-11-18T15:00:00.500Z')).toBe('2026-11-18T15:00:00.500Z');
  expect(next('overnight', '2026-11-18T03:00:00Z')).toBe('2026-11-18T03:00:00.000Z');
});

test('a rule of regular hours waits for the open, a rule of the night for the close', () => {
  expect(next('regular', '2026-11-18T03:00:00Z')).toBe('2026-11-18T14:30:00.000Z');
  expect(next('overnight', '2026-11-18T15:00:00Z')).toBe('2026-11-18T21:00:00.000Z');
  expect(next('regular', '2026-11-18T21:00:00Z')).toBe('2026-11-19T14:30:00.000Z');
});

test('over a weekend every rule waits for Sunday evening, regular ones for Monday', () => {
  expect(next('any', '2026-11-21T12:00:00Z')).toBe('2026-11-22T23:00:00.000Z');
  expect(next('overnight', '2026-11-21T12:00:00Z')).toBe('2026-11-22T23:00:00.000Z');
  expect(next('regular', '2026-11-21T12:00:00Z')).toBe('2026-11-23T14:30:00.000Z');
});

test('the daily break is waited for', () => {
  expect(next('any', '2026-11-18T22:10:00Z')).toBe('2026-11-18T23:00:00.000Z');
  expect(next('any', '2026-11-18T22:59:59.999Z')).toBe('2026-11-18T23:00:00.000Z');
});

test('the instant that is found is in the hours and not before the given one', () => {
  const from = fc.integer({ min: at('2026-01-05T00:00:00Z'), max: at('2027-01-05T00:00:00Z') });
  fc.assert(
    fc.property(
      from,
      fc.constantFrom('any', 'regular', 'overnight' as const),
      fc.constantFrom(CME_CALENDAR, SIMULATED_CALENDAR),
      (fromMs, hours, calendar) => {
        const found = nextInSession(hours as 'any', ES, calendar, fromMs) ?? Number.NaN;
        expect(found).toBeGreaterThanOrEqual(fromMs);
        expect(calendar.marketPhase(found)).toBe('open');
        expect(isInSession(hours as 'any', ES, calendar, found)).toBe(true);
        // The minute before it was not, unless it is now
        if (found > fromMs) {
          const before = found - 1;
          const wasOpen =
            calendar.marketPhase(before) === 'open' && isInSession(hours as 'any', ES, calendar, before);
          expect(wasOpen).toBe(false);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('nobody has quiet hours without setting them', () => {
  expect(isQuiet(null, at('2026-11-18T03:00:00Z'), 'Europe/London')).toBe(false);
});

test('quiet hours of one day include their first minute and not their last', () => {
  const quiet = { from: '12:00', to: '13:30' };
  const is = (iso: string) => isQuiet(quiet, at(iso), 'Europe/London');
  expect(is('2026-11-18T11:59:59.999Z')).toBe(false);
  expect(is('2026-11-18T12:00:00Z')).toBe(true);
  expect(is('2026-11-18T13:29:59.999Z')).toBe(true);
  expect(is('2026-11-18T13:30:00Z')).toBe(false);
});

test('quiet hours over midnight are those of two days', () => {
  const quiet = { from: '22:30', to: '06:45' };
  const is = (time: string) => isQuiet(quiet, at(`2026-11-18T${time}Z`), 'Europe/London');
  expect(
    ['22:29:59', '22:30:00', '23:59:59', '00:00:00', '06:44:59', '06:45:00', '12:00:00'].map(is),
  ).toEqual([false, true, true, true, true, false, false]);
});

test('quiet hours are of the zone of the owner', () => {
  const quiet = { from: '22:00', to: '06:00' };
  const night = at('2026-11-18T23:00:00Z');
  expect(isQuiet(quiet, night, 'Europe/London')).toBe(true);
  // 17:00 in Chicago, 08:00 of the next day in Tokyo, 04:45 of it in Kathmandu
  expect(isQuiet(quiet, night, 'America/Chicago')).toBe(false);
  expect(isQuiet(quiet, night, 'Asia/Tokyo')).toBe(false);
  expect(isQuiet(quiet, night, 'Asia/Kathmandu')).toBe(true);
});

test('without a zone, or with one that does not exist, it is London time', () => {
  const quiet = { from: '13:00', to: '14:00' };
  // In July London is an hour ahead of UTC
  for (const zone of [null, 'Mars/Olympus', ''])
    expect(
      [at('2026-07-15T12:30:00Z'), at('2026-07-15T13:30:00Z')].map((ms) => isQuiet(quiet, ms, zone)),
    ).toEqual([true, false]);
});

test('the hour that a clock repeats is quiet both times, the one it skips is never missed', () => {
  const quiet = { from: '01:00', to: '02:00' };
  // London repeats 01:00 to 02:00 on 25 October 2026 and skips it on 29 March
  const is = (iso: string) => isQuiet(quiet, at(iso), 'Europe/London');
  expect([is('2026-10-25T00:30:00Z'), is('2026-10-25T01:30:00Z'), is('2026-10-25T02:00:00Z')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([is('2026-03-29T00:59:59Z'), is('2026-03-29T01:00:00Z')]).toEqual([false, false]);
});

test('quiet hours and their complement share no minute and miss none', () => {
  const clock = fc.integer({ min: 0, max: 1439 });
  const text = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  fc.assert(
    fc.property(clock, clock, clock, (from, to, now) => {
      fc.pre(from !== to);
      const ms = at('2026-11-18T00:00:00Z') + now * 60_000;
      const quiet = isQuiet({ from: text(from), to: text(to) }, ms, 'UTC');
      expect(isQuiet({ from: text(to), to: text(from) }, ms, 'UTC')).toBe(!quiet);
    }),
  );
});

const instrumentOf = (symbol: string): Instrument => instrumentBySymbol(symbol) as Instrument;

test('grains have regular hours until 13:20, and none on Thanksgiving', () => {
  const corn = instrumentOf('ZC');
  expect(sessions(corn, '2026-11-18T19:19:59Z')).toEqual(REGULAR);
  expect(sessions(corn, '2026-11-18T19:20:00Z')).toEqual(OVERNIGHT);
  // Thursday 26 November 2026: indices trade until noon
  expect(sessions(ES, '2026-11-26T16:00:00Z')).toEqual(REGULAR);
  expect(sessions(corn, '2026-11-26T16:00:00Z')).toEqual(OVERNIGHT);
  const found = nextInSession('regular', corn, CME_CALENDAR, at('2026-11-26T16:00:00Z')) ?? 0;
  expect(new Date(found).toISOString()).toBe('2026-11-27T14:30:00.000Z');
});

test('on the Friday after Thanksgiving each product stops at its own early close', () => {
  const until = (symbol: string): string | undefined =>
    ['18:04', '18:05', '18:14', '18:15', '18:44', '18:45'].findLast(
      (clock) => sessions(instrumentOf(symbol), `2026-11-27T${clock}:00Z`)[1],
    );
  expect([until('ZC'), until('ES'), until('CL')]).toEqual(['18:04', '18:14', '18:44']);
});

test.each([
  [undefined, true, true],
  ['any', false, true],
  ['outside', true, false],
  ['outside', false, true],
  ['inside', true, true],
  ['inside', false, false],
] as const)('a rule with the news filter %s fires in a window (%s): %s', (filter, isInWindow, fires) => {
  expect(passesNews(filter, isInWindow)).toBe(fires);
});

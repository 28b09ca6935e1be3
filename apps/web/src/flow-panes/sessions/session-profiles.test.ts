import { type Bar, instrumentById, MINUTE_MS, SIMULATED_CALENDAR } from '@undertow/market';
import { expect, test } from 'vitest';
import { dayLevels } from './day-levels.ts';
import { profileChoices } from './profile-choices.ts';
import { type ProfileMarket, SessionProfiles, sessionFates } from './session-profiles.ts';

const es = instrumentById(1);
if (es === undefined) throw new Error('expected ES in the catalogue');

/** A bar of five minutes that trades evenly from low to high, at 10 contracts a tick. */
function bar(at: string, lowTicks: number, highTicks: number): Bar {
  const volume = (highTicks - lowTicks + 1) * 10;
  return {
    startMs: Date.parse(`2026-11-${at}:00Z`),
    ...{ openTicks: lowTicks, highTicks, lowTicks, closeTicks: highTicks },
    ...{ volume, buyVolume: volume, sellVolume: 0, trades: volume, vwapTicks: null },
  };
}

/** Regular hours are 14:30 to 21:00; each bar is in a letter of its own. */
const BARS: readonly Bar[] = [
  ...[bar('16T14:30', 100, 103), bar('16T15:00', 100, 101), bar('16T15:30', 101, 101)],
  // The night trades at Monday's point of control
  bar('17T02:00', 101, 101),
  ...[
    bar('17T14:30', 110, 111),
    bar('17T15:00', 110, 118),
    bar('17T15:30', 116, 118),
    bar('17T16:00', 110, 111),
  ],
  bar('18T14:30', 119, 120),
  bar('18T15:05', 113, 119),
];
const NOW = Date.parse('2026-11-18T15:10:00Z');
const MARKET: ProfileMarket = {
  ...{ instrument: es, calendar: SIMULATED_CALENDAR, bars: BARS, pastVersion: 1, nowMs: NOW },
};
const RTH = profileChoices({});
const ETH = profileChoices({ session: 'ETH' });

const read = (market = MARKET, choices = RTH, count = 5, skip = 0) =>
  new SessionProfiles().read(market, choices, 1, count, skip);

test('each session has its letters, value and initial balance, oldest first', () => {
  const sessions = read();
  expect(sessions.map(({ day, isOpen }) => [day, isOpen])).toEqual([
    ...[['2026-11-16', false] as const, ['2026-11-17', false] as const],
    ['2026-11-18', true],
  ]);
  const [monday] = sessions;
  expect(monday?.tpo.rows.map(({ priceTicks, periods }) => [priceTicks, periods.length])).toEqual([
    ...[[100, 2] as const, [101, 3] as const, [102, 1] as const],
    [103, 1],
  ]);
  // Two TPOs above and two below: equals go up, and five of seven are enough
  expect(monday?.value).toEqual({ pointOfControlTicks: 101, lowTicks: 101, highTicks: 103 });
  expect(monday?.tpo.initialBalance).toEqual({ lowTicks: 100, highTicks: 103 });
  expect([monday?.volume.volume, monday?.volume.isExact]).toEqual([70, false]);
});

test('a point of control is naked until a later session of the same hours trades there', () => {
  expect(sessionFates(read(), BARS).map(({ isNaked }) => isNaked)).toEqual([true, true, false]);
  const throughNight = read(MARKET, ETH);
  expect(sessionFates(throughNight, BARS)[0]?.isNaked).toBe(false);
  const later = [...BARS, bar('18T15:10', 100, 112)];
  const sessions = read({ ...MARKET, bars: later, nowMs: NOW + 5 * MINUTE_MS });
  expect(sessionFates(sessions, later).map(({ isNaked }) => isNaked)).toEqual([false, false, false]);
});

test('a row of several ticks counts as traded where any of its ticks is', () => {
  const coarse = new SessionProfiles().read(MARKET, RTH, 4, 5, 0);
  const touched = [...BARS, bar('18T15:10', 103, 103)];
  expect(coarse[0]?.value?.pointOfControlTicks).toBe(100);
  expect(sessionFates(coarse, touched)[0]?.isNaked).toBe(false);
});

test('single prints last until the bar that trades in them', () => {
  const sessions = read();
  expect(sessions[1]?.tpo.singlePrints).toEqual([{ lowTicks: 112, highTicks: 115 }]);
  expect(sessionFates(sessions, BARS)[1]?.singlesTradedMs).toEqual([Date.parse('2026-11-18T15:05:00Z')]);
  const untraded = BARS.slice(0, -1);
  expect(sessionFates(read({ ...MARKET, bars: untraded }), untraded)[1]?.singlesTradedMs).toEqual([null]);
});

test('scrolled back, newer sessions are left out; days without a trade are none', () => {
  expect(read(MARKET, RTH, 1, 1).map(({ day }) => day)).toEqual(['2026-11-17']);
  expect(read(MARKET, RTH, 5, 2).map(({ day }) => day)).toEqual(['2026-11-16']);
  expect(read({ ...MARKET, bars: [] })).toEqual([]);
});

test('a session that is over is computed again only when the past changes', () => {
  const profiles = new SessionProfiles();
  const [monday] = profiles.read(MARKET, RTH, 1, 5, 0);
  const next = profiles.read({ ...MARKET, nowMs: NOW + MINUTE_MS }, RTH, 1, 5, 0);
  expect(next[0]).toBe(monday);
  expect(profiles.read({ ...MARKET, pastVersion: 2 }, RTH, 1, 5, 0)[0]).not.toBe(monday);
});

test('levels of today are those of the day before, of the night, and of the first half hour', () => {
  const levels = dayLevels(BARS, es, SIMULATED_CALENDAR, NOW, null);
  expect(levels.map(({ mark, ticks }) => [mark, ticks])).toEqual([
    ...[['PDH', 118] as const, ['PDL', 101] as const, ['PDC', 111] as const],
    ...[['ORH', 120] as const, ['ORL', 119] as const],
  ]);
  const announced = dayLevels(BARS, es, SIMULATED_CALENDAR, NOW, 109);
  expect(announced.find(({ mark }) => mark === 'Settle')?.ticks).toBe(109);
  const night = Date.parse('2026-11-18T02:00:00Z');
  expect(
    dayLevels(BARS, es, SIMULATED_CALENDAR, night, null).map(({ mark, ticks }) => [mark, ticks]),
  ).toEqual([...[['PDH', 118] as const, ['PDL', 101] as const, ['PDC', 111] as const]]);
});

test('settings of another release, type or size have their defaults', () => {
  const odd = { view: 'cubes', session: 1, period: 45, rowTicks: -1, value: '70', rangeFrom: 2, rangeTo: 1 };
  expect(profileChoices(odd)).toEqual(RTH);
  expect(profileChoices({ view: 'range', rangeFrom: 1, rangeTo: 2, volume: false })).toMatchObject({
    ...{ view: 'range', range: { fromMs: 1, toMs: 2 }, hasVolume: false, hasNaked: true },
  });
});

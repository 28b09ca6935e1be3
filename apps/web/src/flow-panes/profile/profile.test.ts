import { type Bar, instrumentById, SIMULATED_CALENDAR } from '@undertow/market';
import { expect, test } from 'vitest';
import { zoneClock } from '#chart/data/time-labels.ts';
import { profileChoices } from '#flow-panes/sessions/profile-choices.ts';
import { SessionProfiles } from '#flow-panes/sessions/session-profiles.ts';
import { joinedLabels } from './price-labels.ts';
import { rowAtY, yOfTicks } from './price-rows.ts';
import { sessionHit } from './profile-hits.ts';
import type { ProfileInput } from './profile-input.ts';
import { steppedCursor } from './profile-keys.ts';
import { neededBars, shownOf } from './profile-reports.ts';
import { profileScene } from './profile-scene.ts';
import { FIRST_PROFILE_VIEW, scrolled, zoomedPrices } from './profile-view.ts';
import {
  levelsTable,
  rangeValueTable,
  rangeWords,
  rowsTable,
  sessionRowWords,
  sessionsTable,
} from './profile-words.ts';
import { msAtX, rangeScene, steppedMs, xOfMs } from './range-scene.ts';

function there<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('expected a value');
  return value;
}
const es = there(instrumentById(1));

/** Five sessions, each with a bar every half hour from 14:30 to 17:00 that rises by two ticks. */
const BARS: readonly Bar[] = [16, 17, 18, 19, 20].flatMap((day) =>
  Array.from({ length: 6 }, (_, n) => {
    const lowTicks = 18_000 + (day % 3) * 4 + n * 2;
    return {
      startMs: Date.parse(`2026-11-${day}T14:30:00Z`) + n * 1_800_000,
      ...{ openTicks: lowTicks, highTicks: lowTicks + 5, lowTicks, closeTicks: lowTicks + 3 },
      ...{ volume: 60, buyVolume: 40, sellVolume: 20, trades: 60, vwapTicks: null },
    };
  }),
);
const NOW = Date.parse('2026-11-20T17:10:00Z');

function inputOf(settings: Parameters<typeof profileChoices>[0] = {}): ProfileInput {
  return {
    market: { instrument: es, calendar: SIMULATED_CALENDAR, bars: BARS, pastVersion: 1, nowMs: NOW },
    choices: profileChoices(settings),
    ...{ settlementTicks: null, isOld: false, timeZone: 'UTC' },
  };
}

function sceneOf(width = 1300, height = 760, settings = {}, view = FIRST_PROFILE_VIEW) {
  const scene = profileScene({
    ...{ input: inputOf(settings), view, profiles: new SessionProfiles(), width, height },
  });
  if (scene === null) throw new Error('expected sessions');
  return scene;
}
const ranged = (settings = {}) => {
  const input = inputOf({ view: 'range', ...settings });
  const scene = rangeScene(
    { input, view: FIRST_PROFILE_VIEW, width: 1000, height: 600 },
    input.choices.range,
  );
  if (scene === null) throw new Error('expected bars');
  return { input, scene };
};

test('as many sessions stand beside each other as fit, the newest at the right', () => {
  expect(sceneOf().columns.map(({ session }) => session.day.slice(-2))).toEqual([
    '16',
    '17',
    '18',
    '19',
    '20',
  ]);
  expect(sceneOf(390, 500).columns.map(({ session }) => session.day.slice(-2))).toEqual(['19', '20']);
  expect(sceneOf(1300, 760, { sessions: 1 }).columns.length).toBe(1);
  const older = sceneOf(390, 500, {}, scrolled(FIRST_PROFILE_VIEW, 2));
  expect(older.columns.map(({ session }) => session.day.slice(-2))).toEqual(['17', '18']);
});

test('rows have as many ticks as letters need, and all prices are on screen', () => {
  const tall = sceneOf();
  expect([tall.rows.rowTicks, tall.columns[0]?.font]).toEqual([1, 11]);
  const flat = sceneOf(1300, 250);
  expect(flat.rows.rowTicks).toBeGreaterThan(1);
  for (const scene of [tall, flat]) {
    expect(yOfTicks(scene, 18_000 + 24)).toBeGreaterThan(scene.layout.top);
    expect(yOfTicks(scene, 18_000)).toBeLessThan(scene.layout.bottom);
  }
  const zoomed = sceneOf(1300, 250, {}, zoomedPrices(FIRST_PROFILE_VIEW, 4, 18_010));
  expect(zoomed.rows.rowTicks).toBeLessThan(flat.rows.rowTicks);
});

test('blocks take the place of letters that would not be readable', () => {
  expect(sceneOf(1300, 250, { rowTicks: 1 }).columns[0]?.font).toBe(0);
  expect(sceneOf(1300, 760, { show: 'blocks' }).columns[0]?.font).toBe(0);
});

test('a letter under the pointer is the start of its period, split or merged', () => {
  for (const isSplit of [false, true]) {
    const scene = sceneOf(1300, 760, { split: isSplit });
    const column = there(scene.columns.at(-1));
    const row = there(column.session.tpo.rows.find(({ periods }) => periods.length > 1));
    const place = isSplit ? row.periods[1]! : 1;
    const x = column.letters + (place + 0.5) * column.letter;
    const y = yOfTicks(scene, row.priceTicks + 0.5);
    expect(rowAtY(scene, y)).toBe(row.priceTicks);
    const hit = sessionHit(scene, inputOf({ split: isSplit }), x, y);
    expect(hit?.point).toEqual({
      atMs: column.session.bounds.openMs + row.periods[1]! * 1_800_000,
      priceTicks: row.priceTicks,
    });
    expect(sessionHit(scene, inputOf(), column.volumeRight + 8, y)?.point).toBeNull();
  }
});

test('keys step through rows and sessions, and scroll beyond the first one', () => {
  const scene = sceneOf();
  const first = steppedCursor(scene, null, [0, 1]);
  expect(first?.cursor.day).toBe('2026-11-20');
  const up = steppedCursor(scene, there(first).cursor, [-1, 1]);
  expect(up).toEqual({
    cursor: { day: '2026-11-19', rowStart: there(first).cursor.rowStart + 1 },
    scroll: 0,
  });
  expect(steppedCursor(scene, { day: '2026-11-16', rowStart: 18_000 }, [-1, 0])?.scroll).toBe(1);
  expect(steppedCursor(scene, { day: '2026-11-20', rowStart: 18_000 }, [1, 0])?.scroll).toBe(-1);
});

test('bars of the day before the first one are needed too, and volume only where it is shown', () => {
  const needed = neededBars(inputOf({ sessions: 3 }), FIRST_PROFILE_VIEW);
  expect(needed?.fromMs).toBe(SIMULATED_CALENDAR.sessionBounds('2026-11-17').openMs);
  expect(needed?.volumeFromMs).toBe(Date.parse('2026-11-18T14:30:00Z'));
  expect(neededBars(inputOf({ volume: false }), FIRST_PROFILE_VIEW)?.volumeFromMs).toBe(
    Number.POSITIVE_INFINITY,
  );
  const shown = shownOf(inputOf(), sceneOf(390, 500), FIRST_PROFILE_VIEW);
  expect(shown).toEqual({
    ...{ days: ['2026-11-19', '2026-11-20'], spreadDays: ['2026-11-19', '2026-11-20'], isLatest: true },
  });
});

test('prices that are too near share a label', () => {
  const labels = [
    { y: 50, words: 'POC' },
    { y: 10, words: 'VAH' },
    { y: 16, words: 'PDH' },
  ];
  expect(joinedLabels(labels)).toEqual([
    { y: 10, words: 'VAH · PDH' },
    { y: 50, words: 'POC' },
  ]);
});

test('the tables have the levels of each session, of the day, and every row', () => {
  const scene = sceneOf();
  const sessions = sessionsTable(inputOf(), scene.columns);
  expect(sessions.columns.slice(0, 4)).toEqual(['Session', 'POC', 'VAH', 'VAL']);
  expect(sessions.rows.length).toBe(5);
  const { tpo, ...newest } = there(scene.columns.at(-1)).session;
  const value = there(newest.value);
  expect(sessions.rows[0]?.slice(0, 5)).toEqual([
    ...['Fri 20 Nov', (value.pointOfControlTicks / 4).toFixed(2), (value.highTicks / 4).toFixed(2)],
    ...[(value.lowTicks / 4).toFixed(2), 'open'],
  ]);
  const rows = rowsTable(inputOf(), there(scene.columns.at(-1)).session);
  expect(rows.rows.length).toBe(tpo.rows.length);
  expect(rows.rows.flatMap((row) => row[5]?.split(', ')).filter((mark) => mark === 'VAH').length).toBe(1);
  expect(levelsTable(inputOf(), scene.levels).rows[0]).toEqual(['prior day high', '4504.75']);
  expect(sessionRowWords(inputOf(), scene.columns[0]!.session, 18_000)).toMatch(/^Mon 16 Nov · 4500\.00 · /);
});

test('a range that was chosen has its profile, and its instants are where they are drawn', () => {
  const { scene, input } = ranged({
    rangeFrom: Date.parse('2026-11-18T15:00:00Z'),
    rangeTo: Date.parse('2026-11-19T14:35:00Z'),
  });
  // Five bars of the first day and one of the second
  expect(scene.profile?.volume).toBe(6 * 60);
  const words = rangeWords(input, scene, zoneClock('UTC'));
  expect(words).toMatch(
    /^POC [\d.]+ · VAH [\d.]+ · VAL [\d.]+ · volume 360 · volume spread over bars · Wed 18 Nov/,
  );
  expect(rangeValueTable(input, scene).rows.map(([fact]) => fact)).toEqual([
    ...['POC', 'VAH', 'VAL', 'Volume', 'Delta'],
  ]);
  const atMs = Date.parse('2026-11-19T15:30:00Z');
  const drawn = msAtX(scene, xOfMs(scene, atMs) + 0.5);
  expect(Math.abs(drawn - atMs)).toBeLessThan(scene.barMs);
  const last = Date.parse('2026-11-18T17:00:00Z');
  expect(steppedMs(scene, last, 1)).toBe(Date.parse('2026-11-19T14:30:00Z'));
});

test('without a range it says how to choose one; of everything visible there is one always', () => {
  const { scene, input } = ranged();
  expect(scene.profile).toBeNull();
  expect(rangeWords(input, scene, zoneClock('UTC'))).toContain('Drag over the bars');
  expect(rangeValueTable(input, scene).rows).toEqual([['POC', 'no range is chosen']]);
  expect(ranged({ view: 'visible' }).scene.profile?.volume).toBe(30 * 60);
});

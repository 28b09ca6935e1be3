/** An update of a view as the rules see it. */
import { encodeSessionFacts, NEAR_LEVELS } from '@undertow/contracts';
import {
  epochMs,
  type Instrument,
  instrumentBySymbol,
  MarketFacts,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { ES, path, T } from '#testing/rule-board.ts';
import { makeBar, makeEvent, makeUpdate } from '#testing/views.ts';
import { isFresh, levelsOf, minuteOf, stepOf } from './view-step.ts';

const ZN = instrumentBySymbol('ZN') as Instrument;
const NO_FACTS = encodeSessionFacts(
  ES,
  new MarketFacts({ instrument: ES, calendar: SIMULATED_CALENDAR }).dayFacts(),
  '2026-11-20',
  null,
);

test('levels that are not known yet are null, all of them by name', () => {
  const levels = levelsOf(ES, NO_FACTS);
  expect(Object.keys(levels).sort()).toEqual([...NEAR_LEVELS].sort());
  expect(new Set(Object.values(levels))).toEqual(new Set([null]));
});

test('each level of the session is the fact of its name, in ticks', () => {
  const facts = {
    ...NO_FACTS,
    priorHigh: '5000.25',
    priorLow: '5000.50',
    priorSettlement: '5000.75',
    overnightHigh: '5001.00',
    overnightLow: '5001.25',
    openingRangeHigh: '5001.50',
    openingRangeLow: '5001.75',
    pointOfControl: '5002.00',
    valueAreaHigh: '5002.25',
    valueAreaLow: '5002.50',
    vwap: '5002.75',
  };
  expect(levelsOf(ES, facts)).toEqual({
    prior_high: 20_001,
    prior_low: 20_002,
    prior_settlement: 20_003,
    overnight_high: 20_004,
    overnight_low: 20_005,
    opening_range_high: 20_006,
    opening_range_low: 20_007,
    point_of_control: 20_008,
    value_area_high: 20_009,
    value_area_low: 20_010,
    vwap: 20_011,
  });
});

test('an average has a fraction of a tick, and ticks are those of the instrument', () => {
  expect(levelsOf(ES, { ...NO_FACTS, vwap: '5000.100' }).vwap).toBeCloseTo(20_000.4, 9);
  expect(levelsOf(ZN, { ...NO_FACTS, vwap: '110.390625' }).vwap).toBe(7065);
  expect(levelsOf(ES, { ...NO_FACTS, vwap: '-0.25' }).vwap).toBe(-1);
});

test('a minute has the start, the range and the volume of its bar', () => {
  expect(minuteOf(makeBar(T, 100, 7))).toEqual({
    contract: 'ESZ6',
    startMs: T,
    lowTicks: 99,
    highTicks: 101,
    volume: 7,
  });
});

test('an event is news for five seconds after its last change', () => {
  const update = makeUpdate(T + 5000);
  const at = (ns: bigint) => isFresh(update, BigInt(T) * 1_000_000n + ns);
  // Its change is counted in whole milliseconds, rounded down
  expect([at(0n), at(1_000_000n), at(-1n)]).toEqual([true, true, false]);
  expect(isFresh(makeUpdate(T), BigInt(T + 60_000) * 1_000_000n)).toBe(true);
});

test('an update without news is a step with nothing in it', () => {
  expect(stepOf(ES, makeUpdate(T))).toEqual({
    atMs: T,
    firedMs: T,
    contract: 'ESZ6',
    traded: null,
    closed: [],
    forming: null,
    trend: null,
    levels: null,
    events: [],
    isHistory: false,
  });
});

test('a step has the trades, the minutes, the trend and the levels of its update', () => {
  const step = stepOf(
    ES,
    makeUpdate(T, {
      traded: path(5, 9, 7),
      closedBars: [makeBar(T - 120_000, 5, 1), makeBar(T - 60_000, 6, 2)],
      formingBar: makeBar(T, 7, 3),
      facts: { ...NO_FACTS, dailyTrend: 'bearish', vwap: '1.00' },
    }),
  );
  expect(step).toMatchObject({ traded: { lowTicks: 5, highTicks: 9, lastTicks: 7 }, trend: 'bearish' });
  expect(step.closed.map(({ volume }) => volume)).toEqual([1, 2]);
  expect(step.forming?.volume).toBe(3);
  expect(step.levels?.vwap).toBe(4);
});

test('only events that are news are in a step, and history is marked', () => {
  const events = [makeEvent('old', T - 5001), makeEvent('new', T - 5000)].map((event) => ({
    event,
    change: 'update' as const,
  }));
  const step = stepOf(ES, makeUpdate(T, { events, backfill: true }));
  expect(step.events.map(({ id }) => id)).toEqual(['new']);
  expect(step.isHistory).toBe(true);
});

test('what comes late is news, by the time of its rows, unless it was before news began', () => {
  const lateMs = T - 60_000;
  const events = [{ event: makeEvent('e', lateMs), change: 'new' as const }];
  const late = { events, backfill: true, marketMs: epochMs(lateMs) };
  const step = (newsFromMs: number) =>
    stepOf(ES, makeUpdate(T, { ...late, newsFromMs: epochMs(newsFromMs) }));
  expect(step(lateMs)).toMatchObject({ atMs: T, firedMs: lateMs, events: [{ id: 'e' }], isHistory: false });
  expect(step(lateMs + 1)).toMatchObject({ isHistory: true });
});

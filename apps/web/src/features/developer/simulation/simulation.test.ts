/** A simulation: stopped, simulating, reset; what it keeps and what it discards. */
import { type Instrument, instrumentBySymbol } from '@undertow/market';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minuteAt, ScriptedMinutes } from '#testing/simulation.ts';
import { runningMs, Simulation } from './simulation.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const GC = instrumentBySymbol('GC') as Instrument;

let source: ScriptedMinutes;
let nowMs: number;
let simulation: Simulation;
beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 0;
  source = new ScriptedMinutes();
  simulation = new Simulation({
    source,
    instrument: ES,
    intervalMs: 1000,
    mostEvents: 50,
    nowMs: () => nowMs,
  });
});
afterEach(() => {
  simulation.close();
  vi.useRealTimers();
});

const state = () => simulation.state.get();

/** Starts, and lets a number of updates come. */
async function run(updates: number): Promise<void> {
  simulation.start();
  for (let serial = 1; serial <= updates; serial += 1) {
    await source.answer(minuteAt(serial));
    nowMs += state().intervalMs;
    await vi.advanceTimersByTimeAsync(state().intervalMs);
  }
}

test('it is stopped until Start, then requests a minute at once and at each interval', async () => {
  expect(source.requests).toHaveLength(0);
  simulation.start();
  expect(source.requests).toHaveLength(1);
  await source.answer(minuteAt(1));
  expect(state()).toMatchObject({ isRunning: true, updates: 1, lastTicks: 1 });
  await vi.advanceTimersByTimeAsync(999);
  expect(source.requests).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(source.requests).toHaveLength(1);
});

test('a slow machine gets one request at a time', async () => {
  simulation.start();
  await vi.advanceTimersByTimeAsync(5000);
  expect(source.requests).toHaveLength(1);
});

test('at most a hundred ticks and fifty events are kept, the newest', async () => {
  await run(130);
  expect(state().ticks.map(({ closeTicks }) => closeTicks)).toEqual(
    Array.from({ length: 100 }, (_, at) => at + 31),
  );
  expect(state().events).toHaveLength(50);
  expect(state().events[0]?.id).toBe('event-130');
  expect(state().updates).toBe(130);
  expect(state().spread).toEqual({ leastTicks: 1, mostTicks: 3 });
});

test('a stream that is switched off is not recorded, the market continues', async () => {
  simulation.record({ withTicks: false });
  await run(2);
  expect(state()).toMatchObject({ ticks: [], lastTicks: 2 });
  expect(state().events).toHaveLength(2);
  simulation.record({ withTicks: true, withEvents: false });
  await source.answer(minuteAt(3));
  expect(state().ticks).toHaveLength(1);
  expect(state().events).toHaveLength(2);
});

test('Stop keeps what came, and what is still under way comes to nothing', async () => {
  await run(2);
  simulation.stop();
  await source.answer(minuteAt(3));
  await vi.advanceTimersByTimeAsync(5000);
  expect(state()).toMatchObject({ isRunning: false, updates: 2, lastTicks: 2 });
  expect(source.requests).toHaveLength(0);
});

test('Start after Stop continues the same market; the time between does not count', async () => {
  await run(2);
  const firstRun = source.requests[0]?.run;
  simulation.stop();
  nowMs += 60_000;
  simulation.start();
  nowMs += 500;
  expect(source.requests.at(-1)?.run).toBe(firstRun);
  expect(runningMs(state(), nowMs)).toBe(2500);
});

test('Reset stops and clears the data, and a late response is ignored', async () => {
  await run(3);
  const stale = source.requests[0];
  simulation.reset();
  expect(state()).toMatchObject({
    isRunning: false,
    updates: 0,
    ticks: [],
    events: [],
    book: [],
    spread: null,
    lastTicks: null,
    timeMs: null,
    instrument: ES,
  });
  stale?.resolve(minuteAt(4));
  await vi.advanceTimersByTimeAsync(1);
  expect(state().updates).toBe(0);
  simulation.start();
  expect(source.requests.at(-1)?.run).not.toBe(stale?.run);
});

test('another instrument resets the data, and a running simulation continues with it', async () => {
  await run(3);
  simulation.choose(GC);
  expect(state()).toMatchObject({ instrument: GC, ticks: [], events: [], updates: 0, isRunning: true });
  expect(source.requests.at(-1)).toMatchObject({ instrumentId: GC.id });
});

test('another interval counts from then on', async () => {
  await run(1);
  await source.answer(minuteAt(2));
  simulation.setInterval(250);
  await vi.advanceTimersByTimeAsync(250);
  expect(source.requests).toHaveLength(1);
});

test('a market that ends by itself stops the simulation and says why', async () => {
  simulation.start();
  await source.fail('The simulation ended by itself.');
  expect(state()).toMatchObject({ isRunning: false, failure: 'The simulation ended by itself.' });
});

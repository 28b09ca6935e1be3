/** The present of a recording: a multiple of real time or the rows, from its start to its end, and never back. */
import { expect, test } from 'vitest';
import { ReplayClock } from './replay-clock.ts';

const START = 1_703_602_800_000.5;

function clockOf(speed: number | null) {
  const real = { ms: 5000.25 };
  return { real, clock: new ReplayClock(START, speed, () => real.ms) };
}

test('before it is started time stays at the first instant', () => {
  const { real, clock } = clockOf(10);
  real.ms += 60_000;
  expect(clock.nowMs()).toBe(START);
});

test('it runs at its multiple of real time from its start', () => {
  const { real, clock } = clockOf(10);
  real.ms += 60_000;
  clock.start();
  real.ms += 1000;
  expect(clock.nowMs()).toBe(START + 10_000);
  // Started once
  clock.start();
  real.ms += 1000;
  expect(clock.nowMs()).toBe(START + 20_000);
});

test('it never goes back, though the clock beneath it does', () => {
  const { real, clock } = clockOf(10);
  clock.start();
  real.ms += 1000;
  clock.nowMs();
  real.ms -= 900;
  expect(clock.nowMs()).toBe(START + 10_000);
});

test('it stays at the end of the recording', () => {
  const { real, clock } = clockOf(10);
  clock.start();
  clock.stopAt(START + 4000);
  real.ms += 1000;
  expect(clock.nowMs()).toBe(START + 4000);
});

test('a row that was handed out early is the present', () => {
  const { clock } = clockOf(10);
  clock.start();
  clock.reach(START + 7);
  expect(clock.nowMs()).toBe(START + 7);
  clock.reach(START + 3);
  expect(clock.nowMs()).toBe(START + 7);
});

test('the wait until an instant is real time, and none for what has come', () => {
  const { clock } = clockOf(10);
  clock.start();
  expect([clock.realMsUntil(START + 5000), clock.realMsUntil(START - 1)]).toEqual([500, 0]);
});

test('without a speed the clock follows the rows and nothing waits', () => {
  const { real, clock } = clockOf(null);
  clock.start();
  real.ms += 60_000;
  expect([clock.nowMs(), clock.realMsUntil(START + 5000)]).toEqual([START, 0]);
  clock.reach(START + 5000);
  expect(clock.nowMs()).toBe(START + 5000);
});

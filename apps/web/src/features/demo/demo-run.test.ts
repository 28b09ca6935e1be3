import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DemoRun } from './demo-run.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function started(): { run: DemoRun; played: () => number; ticks: () => number } {
  let playedMs = 0;
  let ticks = 0;
  const run = new DemoRun({
    player: {
      advance: (byMs) => {
        playedMs += byMs;
      },
    },
    onTick: () => {
      ticks += 1;
    },
    now: () => performance.now(),
  });
  return { run, played: () => playedMs, ticks: () => ticks };
}

test('plays the time that passes, a recorded minute at a time', () => {
  const { run, played, ticks } = started();
  run.play();
  vi.advanceTimersByTime(2_000);
  expect(played()).toBe(2_000);
  // Once at its start and every 200 ms.
  expect(ticks()).toBe(11);
  run.stop();
});

test('pauses and resumes at the same position', () => {
  const { run, played } = started();
  run.play();
  vi.advanceTimersByTime(450);
  run.pause();
  expect([played(), run.isPlaying]).toEqual([450, false]);
  vi.advanceTimersByTime(60_000);
  expect(played()).toBe(450);
  run.play();
  vi.advanceTimersByTime(200);
  expect(played()).toBe(650);
  run.stop();
});

test('after the machine slept it resumes where it was', () => {
  const { run, played } = started();
  run.play();
  vi.advanceTimersByTime(200);
  vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 3_600_000);
  vi.advanceTimersByTime(200);
  expect(played()).toBe(1_200);
  run.stop();
  vi.restoreAllMocks();
});

test('a second play has no effect', () => {
  const { run, played } = started();
  run.play();
  run.play();
  vi.advanceTimersByTime(1_000);
  run.stop();
  expect(played()).toBe(1_000);
  vi.advanceTimersByTime(1_000);
  expect(played()).toBe(1_000);
});

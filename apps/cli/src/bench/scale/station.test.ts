import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { EventQueue } from './event-queue.ts';
import { Station } from './station.ts';

test('work waits for the work before it', () => {
  const queue = new EventQueue();
  const station = new Station(queue);
  const ends: number[] = [];
  for (const workMs of [10, 5, 1]) station.serve(workMs, () => ends.push(queue.nowMs));
  queue.at(40, () => station.serve(2, () => ends.push(queue.nowMs)));
  queue.runUntil(100);
  expect([ends, station.loadAt(100)]).toEqual([[10, 15, 16, 42], 0.18]);
});

test('two servers do two pieces of work at a time', () => {
  const queue = new EventQueue();
  const station = new Station(queue, 2);
  const ends: number[] = [];
  for (const workMs of [10, 4, 3]) station.serve(workMs, () => ends.push(queue.nowMs));
  queue.runUntil(20);
  expect(ends).toEqual([4, 7, 10]);
});

test('random arrivals wait as long as the theory of queues says', () => {
  const queue = new EventQueue();
  const station = new Station(queue);
  const draw = seededDraws(11);
  const exponential = (mean: number): number => -mean * Math.log(1 - draw());
  let [waited, served] = [0, 0];
  const arrive = (): void => {
    const fromMs = queue.nowMs;
    station.serve(exponential(0.7), () => {
      waited += queue.nowMs - fromMs;
      served += 1;
    });
    queue.at(fromMs + exponential(1), arrive);
  };
  arrive();
  queue.runUntil(400_000);
  // M/M/1 at a load of 0.7: service time / (1 - load)
  expect(Math.abs(waited / served / (0.7 / 0.3) - 1)).toBeLessThan(0.05);
});

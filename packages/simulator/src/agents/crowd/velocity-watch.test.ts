import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { EventReport } from '#engine/event-report.ts';
import { marketBench } from '#testing/market-bench.ts';
import { VelocityWatch } from './velocity-watch.ts';

/** Pauses requested by a price that rises by some ticks in 20 trades over a time. */
function pausesOver(seconds: number, ticks: number): readonly number[] {
  const { market, pauses } = marketBench('ES', 1);
  const watch = new VelocityWatch(market);
  const report = new EventReport();
  for (let step = 0; step <= 20; step++) {
    report.begin(10 * SECOND_NS + (step * seconds * SECOND_NS) / 20);
    report.round(SIDE_BID, 1, 1000 + Math.round((step * ticks) / 20));
    watch.onMatch(report);
  }
  return pauses;
}

test('a price that runs four times the protection within a second stops trading for five seconds, once', () => {
  expect(pausesOver(0.8, 60)).toEqual([5 * SECOND_NS]);
});

test('the same way over several seconds, or a shorter one within a second, stops nothing', () => {
  expect(pausesOver(6, 60)).toEqual([]);
  expect(pausesOver(0.8, 40)).toEqual([]);
});

/** Pauses requested over so many runs of sixty ticks, each so many seconds after the last began. */
function pausesOfRuns(symbol: string, ticks: number, apartS: number, runs: number): number {
  const { market, pauses } = marketBench(symbol, 1);
  const watch = new VelocityWatch(market);
  const report = new EventReport();
  for (let run = 0; run < runs; run++)
    for (let step = 0; step <= 10; step++) {
      report.begin((10 + run * apartS + step * 0.05) * SECOND_NS);
      report.round(SIDE_ASK, 1, 1000 - Math.round((step * ticks) / 10));
      watch.onMatch(report);
    }
  return pauses.length;
}

test('a price that falls so far is stopped like one that rises', () => {
  expect(pausesOfRuns('ES', 49, 100, 1)).toBe(1);
  expect(pausesOfRuns('ES', 48, 100, 1)).toBe(0);
});

test('after a pause the price may look for its level for a minute', () => {
  expect(pausesOfRuns('ES', 60, 60, 2)).toBe(1);
  expect(pausesOfRuns('ES', 60, 66, 2)).toBe(2);
});

test('products whose market orders reach further are stopped later', () => {
  // The protection of NQ is forty ticks.
  expect(pausesOfRuns('NQ', 160, 100, 1)).toBe(0);
  expect(pausesOfRuns('NQ', 161, 100, 1)).toBe(1);
});

import { SECOND_NS, SIDE_BID } from '@undertow/market';
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

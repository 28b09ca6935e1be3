import { CME_CALENDAR, InstrumentMarket, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Finding } from '#evaluation/finding.ts';
import { add, ES, fill, HandTape, modify, trade } from '#testing/hand-tape.ts';
import { NAIVE_ABSORPTION } from './absorption.ts';
import type { BaselineEntry } from './baseline.ts';
import { BaselineRunner } from './baseline-runner.ts';
import { NAIVE_INSTITUTIONAL } from './institutional-activity.ts';
import { NAIVE_STOP_RUN } from './stop-run.ts';

const PRICE = 19_000;
let aggressor = 40_000;

/** A tape whose rows a naive rule receives as well. */
function playedTo(entry: BaselineEntry): { tape: HandTape; found: Finding[] } {
  const found: Finding[] = [];
  const tape = new HandTape('L3', []);
  const runner = new BaselineRunner({
    instrument: ES,
    symbol: 'ES',
    tier: 'L3',
    market: new InstrumentMarket({ instrument: ES, tier: 'L3', calendar: CME_CALENDAR }),
    baselines: [entry],
    onFinding: (finding) => found.push(finding),
  });
  const { pipeline } = tape;
  const onMatch = pipeline.onMatch.bind(pipeline);
  pipeline.onMatch = (event) => {
    onMatch(event);
    runner.onMatch(event);
  };
  for (let n = 0; n <= 20; n += 1)
    tape.event(add(100 + n, n < 10 ? SIDE_BID : SIDE_ASK, PRICE - 10 + n, 900));
  return { tape, found };
}

/** An aggressor takes `size` at a price where 900 rest again afterwards. */
function take(tape: HandTape, priceTicks: number, size: number): void {
  aggressor += 1;
  const resting = 100 + priceTicks - PRICE + 10;
  const side = priceTicks < PRICE ? SIDE_BID : SIDE_ASK;
  tape
    .event(
      trade(aggressor, side === SIDE_BID ? SIDE_ASK : SIDE_BID, priceTicks, size),
      fill(resting, side, priceTicks, size),
      modify(resting, side, priceTicks, 900 - size),
    )
    .event(modify(resting, side, priceTicks, 900));
}

test('five times the usual volume at one price is found once a minute', () => {
  const { tape, found } = playedTo(NAIVE_ABSORPTION);
  for (let n = 0; n < 400; n += 1) take(tape.wait(2000), n % 4 < 2 ? PRICE - 1 : PRICE, 2);
  expect(found).toEqual([]);
  for (let n = 0; n < 10; n += 1) take(tape.wait(200), PRICE - 1, 30);
  expect(found.map(({ side, type }) => [type, side])).toEqual([['absorption', 'bid']]);
});

test('a price two ticks beyond the newest swing is found as a run in its direction', () => {
  const { tape, found } = playedTo(NAIVE_STOP_RUN);
  for (const ticks of [0, 2, 4, 6, 4, 2, 0, 0, -1, -1]) take(tape.wait(3000), PRICE + ticks, 1);
  tape.pass(1000);
  take(tape.wait(1000), PRICE + 7, 1);
  expect(found).toEqual([]);
  take(tape.wait(1000), PRICE + 8, 1);
  expect(found.map(({ side, type }) => [type, side])).toEqual([['stop_run', 'bid']]);
});

test('three very large prints of one direction are found once', () => {
  const { tape, found } = playedTo(NAIVE_INSTITUTIONAL);
  for (let n = 0; n < 400; n += 1) take(tape.wait(500), n % 2 === 0 ? PRICE - 1 : PRICE, 1 + (n % 5));
  found.length = 0;
  tape.wait(25 * 60_000);
  for (let n = 0; n < 6; n += 1) take(tape.wait(20_000), PRICE, 200);
  expect(found.map(({ side, type }) => [type, side])).toEqual([['institutional_activity', 'bid']]);
});

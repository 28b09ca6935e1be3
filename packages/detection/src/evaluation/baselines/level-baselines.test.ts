import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Finding } from '#evaluation/finding.ts';
import { ES, HandTape, trade } from '#testing/hand-tape.ts';
import type { BaselineEntry } from './baseline.ts';
import { BaselineRunner } from './baseline-runner.ts';
import { NAIVE_RESISTANCE, NAIVE_SUPPORT } from './levels.ts';
import { NAIVE_TRAP } from './retail-trap-zone.ts';

const PRICE = 19_000;
let nextId = 40_000;

/** A tape whose events the naive rules receive. */
function playedTo(...baselines: BaselineEntry[]): { tape: HandTape; found: Finding[] } {
  const found: Finding[] = [];
  const tape = new HandTape('L3', []);
  const { market, pipeline } = tape;
  const runner = new BaselineRunner({
    instrument: ES,
    symbol: 'ES',
    tier: 'L3',
    market,
    baselines,
    onFinding: (finding) => found.push(finding),
  });
  const onMatch = pipeline.onMatch.bind(pipeline);
  pipeline.onMatch = (event) => {
    onMatch(event);
    runner.onMatch(event);
  };
  return { tape, found };
}

/** Trades one tick apart, a second each, through the given turning points above the price. */
function walk(tape: HandTape, ...turns: number[]): void {
  let at = PRICE + (turns[0] ?? 0);
  for (const turn of turns) {
    const step = Math.sign(PRICE + turn - at);
    while (step !== 0 && at !== PRICE + turn) {
      at += step;
      nextId += 1;
      tape.wait(1000).event(trade(nextId, step > 0 ? SIDE_BID : SIDE_ASK, at, 1));
    }
  }
  tape.pass(500);
}

test('a swing extreme that price returns to is a level, once', () => {
  const { tape, found } = playedTo(NAIVE_SUPPORT, NAIVE_RESISTANCE);
  walk(tape, 0, 20, 0);
  expect(found).toEqual([]);
  walk(tape, 0, 18, 17, 18, 17, 18);
  expect(found.map(({ type, side }) => [type, side])).toEqual([['resistance', 'ask']]);
  expect(found[0]).toMatchObject({ priceLowTicks: PRICE + 19, priceHighTicks: PRICE + 21 });
});

test('a swing extreme that is pierced and lost again is a trap of those who followed', () => {
  const { tape, found } = playedTo(NAIVE_TRAP);
  walk(tape, 0, 20, 0, 20, 10);
  expect(found).toEqual([]);
  walk(tape, 10, 25, 15);
  expect(
    found.map(({ side, priceLowTicks, priceHighTicks }) => [side, priceLowTicks, priceHighTicks]),
  ).toEqual([['bid', PRICE + 21, PRICE + 25]]);
});

import { CME_CALENDAR, InstrumentMarket, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Finding } from '#evaluation/finding.ts';
import { add, cancel, ES, fill, HandTape, trade } from '#testing/hand-tape.ts';
import type { BaselineEntry } from './baseline.ts';
import { BaselineRunner } from './baseline-runner.ts';
import { NAIVE_SYNTHETIC_ICEBERG } from './iceberg-synthetic.ts';
import { NAIVE_SPOOFING } from './spoofing.ts';

const PRICE = 19_000;

/** A tape whose rows a naive rule receives as well. */
function playedTo(entry: BaselineEntry): { tape: HandTape; found: Finding[] } {
  const found: Finding[] = [];
  const tape = new HandTape('L3', []);
  const market = new InstrumentMarket({ instrument: ES, tier: 'L3', calendar: CME_CALENDAR });
  const onFinding = (finding: Finding): void => void found.push(finding);
  const runner = new BaselineRunner({
    instrument: ES,
    symbol: 'ES',
    tier: 'L3',
    market,
    baselines: [entry],
    onFinding,
  });
  const { pipeline } = tape;
  const onMatch = pipeline.onMatch.bind(pipeline);
  pipeline.onMatch = (event) => {
    onMatch(event);
    runner.onMatch(event);
  };
  return { tape: tape.background(PRICE).pass(2000), found };
}

/** The best bid of `size` is taken to its end. */
function take(tape: HandTape, id: number, size: number): void {
  tape.event(
    trade(70_000 + id, SIDE_ASK, PRICE, size),
    fill(id, SIDE_BID, PRICE, size),
    cancel(id, SIDE_BID, PRICE, size),
  );
}

test('the same size again within 50 ms of its fill is found, later or another size is not', () => {
  const { tape, found } = playedTo(NAIVE_SYNTHETIC_ICEBERG);
  tape.event(add(1000, SIDE_BID, PRICE, 6)).wait(500);
  take(tape, 1000, 6);
  tape
    .wait(20)
    .event(add(1001, SIDE_BID, PRICE, 5))
    .wait(60)
    .event(add(1002, SIDE_BID, PRICE, 6));
  expect(found).toEqual([]);
  take(tape.wait(500), 1002, 6);
  tape.wait(20).event(add(1003, SIDE_BID, PRICE, 6));
  expect(found.map(({ type, sub, side }) => [type, sub, side])).toEqual([['iceberg', 'synthetic', 'bid']]);
});

test('a large order that is cancelled within a second of a trade on the other side is found', () => {
  const { tape, found } = playedTo(NAIVE_SPOOFING);
  const large = (id: number): HandTape => tape.wait(2000).event(add(id, SIDE_ASK, PRICE + 6, 80));
  tape.event(add(900, SIDE_BID, PRICE, 9), add(901, SIDE_BID, PRICE, 1));
  large(1000)
    .wait(500)
    .event(cancel(1000, SIDE_ASK, PRICE + 6, 80));
  expect(found).toEqual([]);
  large(1001).wait(500);
  take(tape, 901, 1);
  tape.wait(300).event(cancel(1001, SIDE_ASK, PRICE + 6, 80));
  expect(found.map(({ type, side, size }) => [type, side, size])).toEqual([['spoofing', 'ask', 80]]);
});

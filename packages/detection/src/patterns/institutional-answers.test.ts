import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, cancel, fill, HandTape, modify, trade } from '#hand-tape.ts';
import { AnswerChains } from './institutional-answers.ts';

const PRICE = 19_000;

/** A tape whose events the chains read too; what they linked, in order. */
function chained(): { tape: HandTape; links: number[] } {
  const tape = new HandTape('L3', []);
  const chains = new AnswerChains();
  const links: number[] = [];
  const { pipeline } = tape;
  const hear = pipeline.onMatch.bind(pipeline);
  pipeline.onMatch = (event) => {
    hear(event);
    chains.read(event);
    for (let n = 0; n < chains.linked; n += 1) links.push(chains.linkedLinks[n] ?? -1);
  };
  tape.event(add(10, SIDE_ASK, PRICE + 2, 50));
  return { tape, links };
}

let aggressor = 40_000;

/** The order is filled in two parts, then another of `size` is added after `ms`. */
function refill(tape: HandTape, id: number, shown: number, size: number, ms: number): void {
  aggressor += 2;
  tape.event(
    trade(aggressor, SIDE_ASK, PRICE, shown - 1),
    fill(id, SIDE_BID, PRICE, shown - 1),
    modify(id, SIDE_BID, PRICE, 1),
  );
  tape.event(
    trade(aggressor + 1, SIDE_ASK, PRICE, 1),
    fill(id, SIDE_BID, PRICE, 1),
    cancel(id, SIDE_BID, PRICE, 1),
  );
  tape.wait(ms).event(add(id + 1, SIDE_BID, PRICE, size));
}

test('an order that answers the end of another in much the same size is a link, whatever took the other away', () => {
  const { tape, links } = chained();
  tape.event(add(500, SIDE_BID, PRICE, 10));
  refill(tape.wait(1000), 500, 10, 8, 20);
  refill(tape.wait(1000), 501, 8, 11, 30);
  refill(tape.wait(1000), 502, 11, 10, 5);
  expect(links).toEqual([1, 2, 3]);
});

test('late answers, other sizes and one-lots are no links', () => {
  const { tape, links } = chained();
  tape.event(add(500, SIDE_BID, PRICE, 10));
  refill(tape.wait(1000), 500, 10, 10, 400);
  refill(tape.wait(1000), 501, 10, 30, 20);
  tape.event(add(700, SIDE_BID, PRICE - 1, 1));
  expect(links).toEqual([]);
});

/** The assembler against the golden table of a recorded ES session. */
import { expect, test } from 'vitest';
import { OrderBook } from '#book/order-book.ts';
import { ROW_LENGTH } from '#events/market-event.ts';
import {
  type FillColumns,
  type MatchEvent,
  ROUND_AUCTION,
  ROUND_MARKETABLE,
  ROUND_MODIFIED_LIMIT,
  ROUND_STOP,
  type RoundColumns,
} from '#events/match-event.ts';
import { ALOUD, RECORDED, recordedRows } from '#testing/recorded-rows.ts';
import { MatchEventAssembler } from './match-event-assembler.ts';

/** Contracts that a resting order showed again at its price after they were filled: 0 for an ordinary fill. */
function hiddenAt(fills: FillColumns, fill: number): number {
  if (fills.priceAfterTicks[fill] !== fills.priceTicks[fill] || fills.removed[fill] === 1) {
    return 0;
  }
  const after = fills.displayedAfter[fill]!;
  return after + fills.size[fill]! - fills.displayedBefore[fill]!;
}

test.skipIf(!RECORDED)(`the golden table of the recorded ES session comes out exactly${ALOUD}`, () => {
  const rows = recordedRows();
  const book = new OrderBook();
  const kinds = new Map<number, number>();
  const stopsPerEvent = new Map<number, number>();
  const icebergs = new Set<string>();
  const seen = {
    refills: 0,
    stopContracts: 0,
    crossedPreOpen: 0,
    crossed: 0,
    uncertain: 0,
    volume: 0,
    degraded: 0,
  };
  let traded = false;
  const countRounds = (rounds: RoundColumns) => {
    let stops = 0;
    for (let round = 0; round < rounds.count; round += 1) {
      const kind = rounds.kind[round]!;
      const size = rounds.size[round]!;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      seen.uncertain += rounds.uncertain[round]!;
      seen.volume += size;
      stops += kind === ROUND_STOP ? 1 : 0;
      seen.stopContracts += kind === ROUND_STOP ? size : 0;
    }
    if (stops > 0) {
      stopsPerEvent.set(stops, (stopsPerEvent.get(stops) ?? 0) + 1);
    }
  };
  const countRefills = (fills: FillColumns) => {
    for (let fill = 0; fill < fills.count; fill += 1) {
      if (hiddenAt(fills, fill) > 0) {
        seen.refills += 1;
        icebergs.add(`${fills.orderHi[fill]}:${fills.orderLo[fill]}`);
      }
    }
  };
  const assembler = new MatchEventAssembler(book);
  const countEvent = (event: MatchEvent): void => {
    seen.degraded += event.degraded ? 1 : 0;
    traded ||= event.rounds.count > 0;
    countRounds(event.rounds);
    if (event.rounds.kind[0] !== ROUND_AUCTION || event.rounds.count === 0) countRefills(event.fills);
  };
  for (let at = 0; at < rows.length; at += ROW_LENGTH) {
    const event = assembler.applyRow(rows, at);
    if (event !== null) countEvent(event);
    if ((rows[at + 8]! & 0x80) !== 0 && book.bestBidTicks >= book.bestAskTicks && book.liveOrders > 0) {
      seen[traded ? 'crossed' : 'crossedPreOpen'] += 1;
    }
  }
  expect(seen).toEqual({
    refills: 57,
    stopContracts: 151,
    crossedPreOpen: 891,
    crossed: 0,
    uncertain: 0,
    volume: 5598,
    degraded: 0,
  });
  expect(icebergs.size).toBe(9);
  expect(kinds.get(ROUND_STOP)).toBe(67);
  expect(kinds.get(ROUND_AUCTION)).toBe(1);
  expect(kinds.get(ROUND_MARKETABLE)).toBeGreaterThan(kinds.get(ROUND_MODIFIED_LIMIT) ?? 0);
  expect([...stopsPerEvent].sort((a, b) => a[0] - b[0])).toEqual([
    [1, 14],
    [2, 8],
    [3, 3],
    [4, 4],
    [5, 1],
    [7, 1],
  ]);
  expect(assembler.closedEvents).toBe(28_071);
  expect(book.unknownOrderEvents).toBe(0);
  expect(book.duplicateOrders).toBe(0);
  expect(book.refusedRows).toBe(0);
  expect([book.bestBidTicks / 4, book.bestAskTicks / 4]).toEqual([4810.25, 4810.5]);
  expect(book.liveOrders).toBe(10_877);
});

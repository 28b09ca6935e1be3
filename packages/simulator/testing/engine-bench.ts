/** A bare engine for tests, and its rows as short lines. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  ROW_LENGTH,
  SIDE_BID,
} from '@undertow/market';
import { RowEncoder } from '#engine/encoder.ts';
import { MatchingEngine } from '#engine/matching-engine.ts';
import type { PriceLimits } from '#engine/price-ladder.ts';
import { randomStream } from '#random/random.ts';
import { RowBuffer } from '#rows/row-buffer.ts';

const LETTERS = new Map([
  [ACTION_ADD, 'A'],
  [ACTION_MODIFY, 'M'],
  [ACTION_CANCEL, 'C'],
  [ACTION_TRADE, 'T'],
  [ACTION_FILL, 'F'],
]);

export interface EngineBench {
  readonly engine: MatchingEngine;
  /** For what is no order: snapshots, heartbeats, the status of the venue. */
  readonly encoder: RowEncoder;
  readonly rows: RowBuffer;
  /** Rows since the last call as `action side price size id` with `|` after the last row of an event. */
  readonly emitted: () => string[];
}

/** An empty exchange whose ids count from 1 and whose protection is five ticks. */
export function engineBench(seed = 1, proRataShare = 0, limits?: PriceLimits): EngineBench {
  const rows = new RowBuffer(8);
  const encoder = new RowEncoder(1, 1_790_000_000_000, rows);
  const random = randomStream(seed, 'engine', 0);
  const engine = new MatchingEngine({
    encoder,
    random,
    firstOrderId: 1,
    protectionTicks: 5,
    proRataShare,
    ...(limits !== undefined && { limits }),
  });
  const emitted = (): string[] => {
    const lines: string[] = [];
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
      const column = (offset: number): number => rows.rows[at + offset]!;
      const side = column(COL_SIDE) === SIDE_BID ? 'B' : 'A';
      const last = (column(COL_FLAGS) & FLAG_LAST) !== 0 ? '|' : '';
      lines.push(
        `${LETTERS.get(column(COL_ACTION))}${side} ${column(COL_PRICE_TICKS)}x${column(COL_SIZE)} #${column(COL_ORDER_LO)}${last}`,
      );
    }
    rows.clear();
    return lines;
  };
  return { engine, encoder, rows, emitted };
}

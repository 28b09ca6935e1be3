/** Records of best prices and levels, made from the book while somebody reads them. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  FLAG_LAST,
  NO_PRICE,
  type OrderBook,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { LiveFlow } from './flow.ts';
import { priceNanos, TRADE_BYTES, writeHead } from './trade-records.ts';
import type { WireContract } from './wire-contract.ts';

const RTYPE_MBP_1 = 0x01;
const RTYPE_MBP_10 = 0x0a;
const LEVEL_BYTES = 32;
const LETTERS: ReadonlyMap<number, string> = new Map([
  [ACTION_ADD, 'A'],
  [ACTION_MODIFY, 'M'],
  [ACTION_CANCEL, 'C'],
  [ACTION_CLEAR, 'R'],
]);

/** `mbp-1`, `mbp-10` and `tbbo` of one contract. */
export class LevelFlows {
  readonly 'mbp-1' = new LiveFlow();
  readonly 'mbp-10' = new LiveFlow();
  readonly tbbo = new LiveFlow();
  readonly #contract: WireContract;
  readonly #shown = new Map<number, string>();
  readonly #prices = new Int32Array(10);
  readonly #sizes = new Int32Array(10);
  readonly #counts = new Int32Array(10);

  constructor(contract: WireContract) {
    this.#contract = contract;
  }

  get isRead(): boolean {
    return this['mbp-1'].isRead || this['mbp-10'].isRead || this.tbbo.isRead;
  }

  /** Called after a row was applied to the book. A trade is a record of its own; levels follow at the end of their event. */
  onRow(rows: Int32Array, at: number, book: OrderBook): void {
    const action = rows[at + COL_ACTION]!;
    if (action === ACTION_TRADE) {
      this.#push(this.tbbo, 1, 'T', rows, at, book);
      this.#push(this['mbp-1'], 1, 'T', rows, at, book);
      this.#push(this['mbp-10'], 10, 'T', rows, at, book);
      return;
    }
    const letter = LETTERS.get(action);
    if (letter === undefined || (rows[at + COL_FLAGS]! & FLAG_LAST) === 0) return;
    if (this['mbp-1'].isRead && this.#moved(1, book)) this.#push(this['mbp-1'], 1, letter, rows, at, book);
    if (this['mbp-10'].isRead && this.#moved(10, book))
      this.#push(this['mbp-10'], 10, letter, rows, at, book);
  }

  #push(flow: LiveFlow, depth: 1 | 10, letter: string, rows: Int32Array, at: number, book: OrderBook): void {
    if (!flow.isRead) return;
    const record = Buffer.alloc(TRADE_BYTES + depth * LEVEL_BYTES);
    writeHead(record, depth === 1 ? RTYPE_MBP_1 : RTYPE_MBP_10, letter, rows, at, this.#contract);
    this.#writeLevels(record, depth, book);
    flow.push(record);
  }

  #moved(depth: number, book: OrderBook): boolean {
    const levels = Buffer.alloc(TRADE_BYTES + depth * LEVEL_BYTES);
    this.#writeLevels(levels, depth, book);
    const shown = levels.toString('latin1');
    if (this.#shown.get(depth) === shown) return false;
    this.#shown.set(depth, shown);
    return true;
  }

  #writeLevels(record: Buffer, depth: number, book: OrderBook): void {
    for (const [side, priceAt, sizeAt, countAt] of [
      [SIDE_BID, 0, 16, 24],
      [SIDE_ASK, 8, 20, 28],
    ] as const) {
      const there = book.copyTop(side, depth, this.#prices, this.#sizes, this.#counts);
      for (let level = 0; level < depth; level++) {
        const base = TRADE_BYTES + level * LEVEL_BYTES;
        const ticks = level < there ? this.#prices[level]! : NO_PRICE;
        record.writeBigInt64LE(priceNanos(ticks, this.#contract), base + priceAt);
        record.writeUInt32LE(level < there ? this.#sizes[level]! : 0, base + sizeAt);
        record.writeUInt32LE(level < there ? this.#counts[level]! : 0, base + countAt);
      }
    }
  }
}

/** The best prices once an interval, with the last trade before it. */
import {
  ACTION_TRADE,
  COL_ACTION,
  NO_PRICE,
  NS_PER_MS,
  type OrderBook,
  ROW_LENGTH,
  rowWholeMs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { LiveFlow } from './flow.ts';
import { priceNanos, writeHead } from './trade-records.ts';
import type { WireContract } from './wire-contract.ts';

const KINDS = {
  'bbo-1s': { rtype: 0xc3, lengthMs: 1_000 },
  'bbo-1m': { rtype: 0xc4, lengthMs: 60_000 },
} as const;
const BBO_BYTES = 80;
const NO_TIME_NS = 0xffff_ffff_ffff_ffffn;

export class BboFlow extends LiveFlow {
  readonly #contract: WireContract;
  readonly #rtype: number;
  readonly #lengthMs: number;
  readonly #trade = new Int32Array(ROW_LENGTH);
  #endsMs = 0;
  readonly #top = new Int32Array(3);

  constructor(contract: WireContract, schema: keyof typeof KINDS) {
    super();
    this.#contract = contract;
    this.#rtype = KINDS[schema].rtype;
    this.#lengthMs = KINDS[schema].lengthMs;
  }

  onRow(rows: Int32Array, at: number, book: OrderBook): void {
    const timeMs = rowWholeMs(rows, at);
    if (timeMs >= this.#endsMs) {
      if (this.#endsMs > 0) this.push(this.#record(book));
      this.#endsMs = (Math.floor(timeMs / this.#lengthMs) + 1) * this.#lengthMs;
    }
    if (rows[at + COL_ACTION] === ACTION_TRADE) this.#trade.set(rows.subarray(at, at + ROW_LENGTH));
  }

  #record(book: OrderBook): Uint8Array {
    const record = Buffer.alloc(BBO_BYTES);
    writeHead(record, this.#rtype, '\0', this.#trade, 0, this.#contract);
    if (this.#trade[COL_ACTION] !== ACTION_TRADE) {
      record.writeBigUInt64LE(NO_TIME_NS, 8);
      record.writeBigInt64LE(priceNanos(NO_PRICE, this.#contract), 16);
    }
    record.writeBigUInt64LE(BigInt(this.#endsMs) * NS_PER_MS, 32);
    record.writeInt32LE(0, 40);
    this.#writeBest(record, book, SIDE_BID, [48, 64, 72]);
    this.#writeBest(record, book, SIDE_ASK, [56, 68, 76]);
    return record;
  }

  #writeBest(
    record: Buffer,
    book: OrderBook,
    side: number,
    [priceAt, sizeAt, countAt]: readonly [number, number, number],
  ): void {
    const [price, size, count] = [this.#top.subarray(0, 1), this.#top.subarray(1, 2), this.#top.subarray(2)];
    const isThere = book.copyTop(side, 1, price, size, count) === 1;
    record.writeBigInt64LE(priceNanos(isThere ? price[0]! : NO_PRICE, this.#contract), priceAt);
    record.writeUInt32LE(isThere ? size[0]! : 0, sizeAt);
    record.writeUInt32LE(isThere ? count[0]! : 0, countAt);
  }
}

/** The quotes of a trading day as rows of seconds: the worst best prices of each, and what it traded. */
import { NO_PRICE, type PriceLevels, SECOND_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { NO_ASK, NO_BID, type QuoteColumns } from './quote-columns.ts';

const DEPTH_TICKS = 5;
/** Sizes are written at least this often while prices stay. */
const MAX_QUIET_SECONDS = 10;

const emptyColumns = () => ({
  second: [] as number[],
  bidLow: [] as number[],
  askHigh: [] as number[],
  bidClose: [] as number[],
  askClose: [] as number[],
  tradeLow: [] as number[],
  tradeHigh: [] as number[],
  tradeLast: [] as number[],
  bidSize: [] as number[],
  askSize: [] as number[],
  bidDepth: [] as number[],
  askDepth: [] as number[],
});

/** Times are milliseconds since 1970 UTC. */
export class QuoteRecorder {
  readonly #book: PriceLevels;
  readonly #openMs: number;
  readonly #columns = emptyColumns();
  #second = -1;
  #bid = NO_BID;
  #ask = NO_ASK;
  #bidLow = NO_BID;
  #askHigh = NO_ASK;
  #tradeLow = NO_ASK;
  #tradeHigh = NO_BID;
  #tradeLast = 0;
  #isActive = false;

  constructor(book: PriceLevels, openMs: number) {
    this.#book = book;
    this.#openMs = openMs;
  }

  /** The time of a row before it is applied: ends the seconds before it. */
  advance(timeMs: number): void {
    const second = Math.floor((timeMs - this.#openMs) / SECOND_MS);
    if (second <= this.#second) return;
    this.#end();
    this.#second = second;
    this.#bidLow = this.#bid;
    this.#askHigh = this.#ask;
    this.#tradeLow = NO_ASK;
    this.#tradeHigh = NO_BID;
    this.#isActive = second - (this.#columns.second.at(-1) ?? -MAX_QUIET_SECONDS) >= MAX_QUIET_SECONDS;
  }

  addTrade(priceTicks: number): void {
    if (priceTicks < this.#tradeLow) this.#tradeLow = priceTicks;
    if (priceTicks > this.#tradeHigh) this.#tradeHigh = priceTicks;
    this.#tradeLast = priceTicks;
    this.#isActive = true;
  }

  /** Reads the book after a whole event. */
  observe(): void {
    const { bestBidTicks, bestAskTicks } = this.#book;
    const isWhole = bestBidTicks !== NO_PRICE && bestAskTicks !== NO_PRICE && bestBidTicks < bestAskTicks;
    const bid = isWhole ? bestBidTicks : NO_BID;
    const ask = isWhole ? bestAskTicks : NO_ASK;
    if (bid === this.#bid && ask === this.#ask) return;
    this.#bid = bid;
    this.#ask = ask;
    if (bid < this.#bidLow) this.#bidLow = bid;
    if (ask > this.#askHigh) this.#askHigh = ask;
    this.#isActive = true;
  }

  columns(): QuoteColumns {
    this.#end();
    this.#isActive = false;
    const entries = Object.entries(this.#columns).map(([name, values]) => [name, Int32Array.from(values)]);
    return { count: this.#columns.second.length, ...Object.fromEntries(entries) };
  }

  #end(): void {
    if (!this.#isActive) return;
    const columns = this.#columns;
    columns.second.push(this.#second);
    columns.bidLow.push(this.#bidLow);
    columns.askHigh.push(this.#askHigh);
    columns.bidClose.push(this.#bid);
    columns.askClose.push(this.#ask);
    columns.tradeLow.push(this.#tradeLow);
    columns.tradeHigh.push(this.#tradeHigh);
    columns.tradeLast.push(this.#tradeLast);
    const isKnown = this.#bid !== NO_BID;
    columns.bidSize.push(isKnown ? this.#book.levelSize(SIDE_BID, this.#bid) : 0);
    columns.askSize.push(isKnown ? this.#book.levelSize(SIDE_ASK, this.#ask) : 0);
    columns.bidDepth.push(isKnown ? this.#depth(SIDE_BID, this.#bid, -1) : 0);
    columns.askDepth.push(isKnown ? this.#depth(SIDE_ASK, this.#ask, 1) : 0);
  }

  #depth(side: number, bestTicks: number, away: number): number {
    let size = 0;
    for (let ticks = 0; ticks < DEPTH_TICKS; ticks += 1)
      size += this.#book.levelSize(side, bestTicks + away * ticks);
    return size;
  }
}

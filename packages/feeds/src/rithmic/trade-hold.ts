/** Keeps trades until the book changes that they caused are there, so that both are rows of one event. */
import {
  ACTION_FILL,
  ACTION_TRADE,
  type Instrument,
  NO_PRICE,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import type { RithmicMessage } from './rithmic-wire.ts';
import type { RowEmitter } from './row-emitter.ts';
import { messageTime, type SplitTime } from './split-time.ts';
import { HAS_TRADE, WIRE_BUY, WIRE_SELL } from './update-bits.ts';
import { NO_ID, type SplitId, splitId, ticksOf } from './wire-price.ts';

interface Trade {
  readonly time: SplitTime | null;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly aggressor: SplitId;
  readonly resting: SplitId;
}

/** The book changes of a trade follow within this, or there are none. */
const HOLD_MS = 25;
/** Trades that are remembered to know one that comes twice. */
const REMEMBERED = 256;

export class TradeHold {
  /** Trades without a usable price or size. */
  refused = 0;
  duplicates = 0;
  readonly #instrument: Instrument;
  readonly #rows: RowEmitter;
  readonly #trades: Trade[] = [];
  readonly #seen = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(instrument: Instrument, rows: RowEmitter) {
    this.#instrument = instrument;
    this.#rows = rows;
  }

  /** Takes a trade that is new: a snapshot tells of an old one, and without its presence bit nothing of a trade is said. */
  take(message: RithmicMessage<'LastTrade'>): void {
    if (((message.presenceBits ?? 0) & HAS_TRADE) === 0 || message.isSnapshot === true) return;
    if (this.#isDuplicate(message)) {
      this.duplicates += 1;
      return;
    }
    const priceTicks = ticksOf(this.#instrument, message.tradePrice);
    const { tradeSize: size = 0 } = message;
    if (priceTicks === NO_PRICE || size <= 0) {
      this.refused += 1;
      return;
    }
    const time = messageTime(message);
    const last = this.#trades.at(-1);
    if (last !== undefined && !isSame(last.time, time)) this.flush();
    this.#trades.push({
      time,
      side: sideOf(message.aggressor),
      priceTicks,
      size,
      aggressor: splitId(message.aggressorExchangeOrderId),
      resting: splitId(message.exchangeOrderId),
    });
    this.#timer ??= setTimeout(() => this.flush(), HOLD_MS);
  }

  /** Begins the event of a book change: its trades are its first rows; trades of another time are an event before it. */
  begin(time: SplitTime | null): void {
    if (!isSame(this.#trades[0]?.time ?? null, time)) this.flush();
    this.#write();
    this.#rows.at(time);
  }

  /** Trades without a change of the book are an event of their own. */
  flush(): void {
    if (this.#trades.length === 0) return;
    this.#write();
    this.#rows.end();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#trades.length = 0;
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    let before: Trade | null = null;
    for (const trade of this.#trades) {
      if (before === null || !isSameRound(before, trade)) this.#rows.nextSequence();
      before = trade;
      this.#rows.at(trade.time);
      const { side, priceTicks, size, aggressor, resting } = trade;
      this.#rows.row({ action: ACTION_TRADE, side, priceTicks, size, id: aggressor });
      if (resting !== NO_ID)
        this.#rows.row({ action: ACTION_FILL, side: opposite(side), priceTicks, size, id: resting });
    }
    this.#trades.length = 0;
  }

  /**
   * The same trade twice has the same total volume; without it two fills of one refilled order may look the same, and
   * both count.
   */
  #isDuplicate(message: RithmicMessage<'LastTrade'>): boolean {
    if (message.volume === undefined) return false;
    const text = JSON.stringify(message);
    if (this.#seen.has(text)) return true;
    this.#seen.add(text);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value ?? '');
    return false;
  }
}

function sideOf(aggressor: number | undefined): number {
  if (aggressor === WIRE_BUY) return SIDE_BID;
  return aggressor === WIRE_SELL ? SIDE_ASK : SIDE_NONE;
}

function opposite(side: number): number {
  if (side === SIDE_NONE) return SIDE_NONE;
  return side === SIDE_BID ? SIDE_ASK : SIDE_BID;
}

function isSame(a: SplitTime | null, b: SplitTime | null): boolean {
  return a !== null && b !== null && a.hi === b.hi && a.lo === b.lo;
}

function isSameRound(a: Trade, b: Trade): boolean {
  return a.side === b.side && a.aggressor.hi === b.aggressor.hi && a.aggressor.lo === b.aggressor.lo;
}

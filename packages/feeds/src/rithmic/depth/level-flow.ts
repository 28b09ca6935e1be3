/** One instrument by price: the order book at the end of each of its updates, or best prices where there is no book. */
import { type Instrument, NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { RithmicContract } from '#rithmic/session/contract-lookup.ts';
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import { statusOf } from '#rithmic/wire/market-mode.ts';
import { asRithmicError } from '#rithmic/wire/rithmic-error.ts';
import type { Received, RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { EXISTS_ALREADY } from '#rithmic/wire/rp-code.ts';
import { messageTime } from '#rithmic/wire/split-time.ts';
import * as bits from '#rithmic/wire/update-bits.ts';
import { ticksOf } from '#rithmic/wire/wire-price.ts';
import type { FlowHost, InstrumentFlow } from './instrument-flow.ts';
import { type Level, levelsOf, sidesOf } from './level-message.ts';
import { LevelRows } from './level-rows.ts';
import { RowEmitter } from './row-emitter.ts';
import { TradeHold } from './trade-hold.ts';

/** An image follows a subscription within this, or there is none and the updates build the book. */
const IMAGE_MS = 1500;
const BOTH_SIDES: ReadonlySet<number> = new Set([SIDE_BID, SIDE_ASK]);

export class LevelFlow implements InstrumentFlow {
  readonly #instrument: Instrument;
  readonly #rows: RowEmitter;
  readonly #levels: LevelRows;
  readonly #trades: TradeHold;
  /** False for a login that receives best prices only. */
  readonly #mayHaveBook: boolean;
  readonly #onRefused: (reason: string) => void;
  #showsBest: boolean;
  #plant: PlantSession | null = null;
  #contract: RithmicContract | null = null;
  /** Parts of an update that has not ended. */
  #parts: Level[] = [];
  #isBroken = false;
  #hasBook = false;
  /** Sides that no image has brought since the last subscription. */
  #missingSides: ReadonlySet<number> = BOTH_SIDES;
  /** Waits for the image that a subscription begins with. */
  #imageTimer: NodeJS.Timeout | null = null;

  constructor(instrument: Instrument, mayHaveBook: boolean, host: FlowHost) {
    const { listener, nowMs, reach } = host;
    this.#onRefused = host.onRefused;
    this.#instrument = instrument;
    this.#mayHaveBook = mayHaveBook;
    this.#showsBest = !mayHaveBook;
    this.#rows = new RowEmitter({
      instrumentId: instrument.id,
      nowMs,
      reach,
      deliver: (batch) => listener.onBatch(batch),
    });
    this.#levels = new LevelRows(this.#rows);
    this.#trades = new TradeHold(instrument, this.#rows);
  }

  start(plant: PlantSession, contract: RithmicContract): void {
    this.#plant = plant;
    this.#contract = contract;
    this.#awaitImage();
    const book = this.#mayHaveBook ? bits.UPDATE_ORDER_BOOK : bits.UPDATE_BEST_PRICES;
    this.#subscribe(bits.UPDATE_LAST_TRADE | bits.UPDATE_MARKET_MODE | book);
  }

  stop(): void {
    const { UPDATE_LAST_TRADE, UPDATE_BEST_PRICES, UPDATE_ORDER_BOOK, UPDATE_MARKET_MODE } = bits;
    if (this.#plant !== null)
      this.#ask(
        bits.UNSUBSCRIBE,
        UPDATE_LAST_TRADE | UPDATE_MARKET_MODE | UPDATE_ORDER_BOOK | UPDATE_BEST_PRICES,
      )?.catch(() => undefined);
    this.#plant = null;
    this.#trades.close();
    this.#parts = [];
    this.#isBroken = false;
    this.#hasBook = false;
    this.#showsBest = !this.#mayHaveBook;
    this.#levels.book.clear();
    if (this.#imageTimer !== null) clearTimeout(this.#imageTimer);
    this.#imageTimer = null;
  }

  take({ name, message }: Received): void {
    switch (name) {
      case 'OrderBook':
        this.#takeBook(message);
        break;
      case 'BestBidOffer':
        this.#takeBest(message);
        break;
      case 'LastTrade':
        this.#trades.take(message);
        break;
      case 'MarketMode':
        this.#takeMode(message);
        break;
      default:
        break;
    }
  }

  heartbeat(): void {
    if (this.#hasBook) this.#rows.heartbeat();
  }

  /** The gateway sends its image to a new subscription only; best prices are all that there is to send. */
  requestSnapshot(): void {
    if (this.#plant === null || this.#imageTimer !== null) return;
    if (this.#showsBest) {
      this.#trades.flush();
      this.#rows.snapshot();
      return;
    }
    this.#awaitImage();
    const plant = this.#plant;
    this.#ask(bits.UNSUBSCRIBE, bits.UPDATE_ORDER_BOOK)?.then(
      () => {
        if (this.#plant === plant) this.#subscribe(bits.UPDATE_ORDER_BOOK);
      },
      (error: unknown) => this.#giveUp(plant, error),
    );
  }

  #awaitImage(): void {
    this.#parts = [];
    this.#missingSides = BOTH_SIDES;
    this.#imageTimer = setTimeout(() => this.#showBook(), IMAGE_MS);
  }

  /** From now on the listener has the current book. */
  #showBook(): void {
    if (this.#imageTimer !== null) clearTimeout(this.#imageTimer);
    this.#imageTimer = null;
    this.#hasBook = true;
    this.#isBroken = false;
    this.#trades.flush();
    this.#rows.snapshot();
  }

  #subscribe(updateBits: number): void {
    const plant = this.#plant;
    if (plant === null) return;
    this.#ask(bits.SUBSCRIBE, updateBits)?.then(
      (answer) => {
        if (answer.kind === 'refused' && answer.code !== EXISTS_ALREADY)
          this.#onRefused(`the gateway refused a subscription with code ${answer.code}`);
      },
      (error: unknown) => this.#giveUp(plant, error),
    );
  }

  #ask(request: number, updateBits: number) {
    if (this.#contract === null) return undefined;
    const { code: symbol, exchange } = this.#contract;
    return this.#plant?.request('RequestMarketDataUpdate', { symbol, exchange, request, updateBits });
  }

  #giveUp(plant: PlantSession, error: unknown): void {
    if (this.#plant === plant) plant.giveUp(asRithmicError(error));
  }

  /** The book counts at the end of an update only: parts before it are half a truth. */
  #takeBook(message: RithmicMessage<'OrderBook'>): void {
    const { updateType } = message;
    if (updateType === bits.BOOK_CLEAR || updateType === bits.BOOK_NONE) {
      this.#takeEmpty(message, updateType === bits.BOOK_NONE);
      return;
    }
    if (this.#showsBest && this.#mayHaveBook) this.#leaveBest();
    const levels = levelsOf(this.#instrument, message);
    const isStart = updateType !== bits.BOOK_MIDDLE && updateType !== bits.BOOK_END;
    if (isStart) this.#parts = [];
    if (levels === null) {
      this.#isBroken = true;
      this.requestSnapshot();
      return;
    }
    this.#parts.push(...levels);
    if (updateType === bits.BOOK_IMAGE) this.#takeImage(message);
    else if (updateType === bits.BOOK_END || updateType === bits.BOOK_SOLO) this.#takeUpdate(message);
  }

  /** A book has come where there was none: from now on it is shown, from its image on. */
  #leaveBest(): void {
    this.#showsBest = false;
    this.#isBroken = true;
    this.#ask(bits.UNSUBSCRIBE, bits.UPDATE_BEST_PRICES)?.catch(() => undefined);
    this.requestSnapshot();
  }

  /** An image may be of one side alone: then the other one stays, and a book that begins waits for it. */
  #takeImage(message: RithmicMessage<'OrderBook'>): void {
    const sides = sidesOf(message);
    this.#trades.flush();
    if (this.#hasBook && !this.#isBroken) this.#levels.become(sides, this.#parts, messageTime(message));
    else this.#levels.restart(sides, this.#parts);
    this.#parts = [];
    this.#missingSides = new Set([...this.#missingSides].filter((side) => !sides.includes(side)));
    const isWhole = this.#missingSides.size === 0;
    if (isWhole && (this.#imageTimer !== null || this.#isBroken)) this.#showBook();
  }

  #takeUpdate(message: RithmicMessage<'OrderBook'>): void {
    const parts = this.#parts;
    this.#parts = [];
    if (!this.#hasBook) {
      this.#levels.follow(parts);
      return;
    }
    this.#trades.flush();
    if (!this.#isBroken) this.#levels.update(parts, messageTime(message));
  }

  #takeEmpty(message: RithmicMessage<'OrderBook'>, isForGood: boolean): void {
    this.#parts = [];
    this.#trades.flush();
    if (this.#hasBook) this.#rows.clear(messageTime(message));
    else this.#levels.book.clear();
    if (!isForGood || this.#showsBest) return;
    this.#showsBest = true;
    this.#showBook();
    this.#subscribe(bits.UPDATE_BEST_PRICES);
  }

  /** Best prices: a one-sided update leaves the other side as it is. */
  #takeBest(message: RithmicMessage<'BestBidOffer'>): void {
    if (!this.#showsBest) return;
    if (this.#imageTimer !== null) this.#showBook();
    this.#trades.flush();
    const { bidPrice, bidSize, bidOrders, askPrice, askSize, askOrders } = message;
    this.#takeSide(message, SIDE_BID, bits.HAS_BID, bidPrice, bidSize, bidOrders);
    this.#takeSide(message, SIDE_ASK, bits.HAS_ASK, askPrice, askSize, askOrders);
  }

  #takeSide(
    message: RithmicMessage<'BestBidOffer'>,
    side: number,
    bit: number,
    price: number | undefined,
    size = 0,
    orders = 0,
  ): void {
    const { presenceBits = 0, clearBits = 0 } = message;
    const time = messageTime(message);
    if ((clearBits & bit) !== 0) this.#levels.best(side, null, time);
    if ((presenceBits & bit) === 0) return;
    const priceTicks = ticksOf(this.#instrument, price);
    if (priceTicks === NO_PRICE || size < 0) return;
    this.#levels.best(side, size === 0 ? null : { side, priceTicks, size, orders }, time);
  }

  #takeMode(message: RithmicMessage<'MarketMode'>): void {
    const status = statusOf(message.marketMode);
    if (status === null) return;
    this.#trades.flush();
    this.#rows.status(status, messageTime(message));
  }
}

/** Writes depth events as rows of one instrument's orders, and tells when an event contradicts the book. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_MODIFY,
  type Instrument,
  NO_PRICE,
  OrderBook,
  SIDE_NONE,
} from '@undertow/market';
import { changesOf, type OrderChange } from './depth-changes.ts';
import type { DepthEvent } from './depth-sequence.ts';
import type { RowEmitter, RowFields } from './row-emitter.ts';
import { isSameTime, messageTime, type SplitTime } from './split-time.ts';
import type { TradeHold } from './trade-hold.ts';

export class OrderRows {
  /** What the rows so far have built; without a sound book, what could be followed. */
  book = new OrderBook();
  readonly #instrument: Instrument;
  readonly #rows: RowEmitter;

  constructor(instrument: Instrument, rows: RowEmitter) {
    this.#instrument = instrument;
    this.#rows = rows;
    rows.replaceBook(this.book);
  }

  /** Replaces the book and hands it over as a snapshot. */
  replace(book: OrderBook): void {
    this.book = book;
    this.#rows.replaceBook(book);
    this.#rows.snapshot();
  }

  /**
   * Hands an event over with its trades before it, several where the messages are of several instants. False where it
   * cannot be right: a message that cannot be read, an order that is new twice, a change of an order that is not there.
   * Then something before it was missed.
   */
  emit({ frames }: DepthEvent, trades: TradeHold): boolean {
    let isSound = true;
    let time: SplitTime | null = null;
    for (const [index, [, frame]] of frames.entries()) {
      const own = messageTime(frame);
      if (index === 0 || (own !== null && !isSameTime(own, time))) {
        this.#rows.end();
        trades.begin(own);
        this.#rows.nextSequence();
        time = own;
      }
      const changes = changesOf(this.#instrument, frame);
      if (changes === null) isSound = false;
      for (const change of changes ?? []) isSound = this.#write(change) && isSound;
    }
    this.#rows.end();
    return isSound;
  }

  #write(change: OrderChange): boolean {
    const { book } = this;
    const contradictions = book.unknownOrderEvents + book.duplicateOrders;
    const row = this.#rowOf(change);
    if (row === null) return false;
    this.#rows.row(row);
    return book.unknownOrderEvents + book.duplicateOrders === contradictions;
  }

  /** What the message leaves out is what the book knows of the order; null where it knows nothing. */
  #rowOf({ kind, id, side, priceTicks, size }: OrderChange): RowFields | null {
    if (kind === 'new') return { action: ACTION_ADD, id, side, priceTicks, size };
    const { book } = this;
    const slot = book.findOrder(id.hi, id.lo);
    if (slot < 0) {
      const canAdd = kind !== 'delete' && side !== SIDE_NONE && priceTicks !== NO_PRICE && size > 0;
      return canAdd ? { action: ACTION_MODIFY, id, side, priceTicks, size } : null;
    }
    const own = { id, side: book.orderSide(slot) };
    if (kind === 'delete')
      return {
        action: ACTION_CANCEL,
        ...own,
        priceTicks: book.orderPriceTicks(slot),
        size: book.orderSize(slot),
      };
    return {
      action: ACTION_MODIFY,
      ...own,
      priceTicks: priceTicks === NO_PRICE ? book.orderPriceTicks(slot) : priceTicks,
      size: size === 0 ? book.orderSize(slot) : size,
    };
  }
}

/** Writes depth events as rows of one instrument's orders, and reports when an event contradicts the book. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_MODIFY,
  type Instrument,
  NO_PRICE,
  OrderBook,
} from '@undertow/market';
import { isSameTime, messageTime, type SplitTime } from '#rithmic/wire/split-time.ts';
import type { SplitId } from '#rithmic/wire/wire-price.ts';
import { changesOf, isComplete, type OrderChange } from './depth-changes.ts';
import type { DepthEvent } from './depth-sequence.ts';
import type { PriceAges } from './price-ages.ts';
import type { RowEmitter, RowFields } from './row-emitter.ts';
import type { TradeHold } from './trade-hold.ts';

export class OrderRows {
  /** What the rows so far have built; without a sound book, what could be followed. */
  book = new OrderBook();
  /** Where its prices are of different ages, or not all followed. */
  #ages: PriceAges | null = null;
  /** No event that is still to come has a lower number. */
  #next = 0;
  readonly #instrument: Instrument;
  readonly #rows: RowEmitter;

  constructor(instrument: Instrument, rows: RowEmitter) {
    this.#instrument = instrument;
    this.#rows = rows;
    rows.replaceBook(this.book);
  }

  /** Replaces the book and emits it as a snapshot. */
  replace(book: OrderBook, ages: PriceAges | null): void {
    this.book = book;
    this.#ages = ages;
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
    for (const [index, [sequence, frame]] of frames.entries()) {
      if (this.#ages?.isOver(sequence) === true) this.#ages = null;
      const own = messageTime(frame);
      if (index === 0 || (own !== null && !isSameTime(own, time))) {
        this.#rows.end();
        trades.flushBefore(own);
        this.#next = sequence;
        trades.begin(own);
        this.#rows.nextSequence();
        time = own;
      }
      const changes = changesOf(this.#instrument, frame);
      if (changes === null) isSound = false;
      for (const change of changes ?? []) isSound = this.#write(change, sequence) && isSound;
    }
    this.#rows.end();
    return isSound;
  }

  /** Whether what happens now to this order concerns the book. */
  isOpenTo(id: SplitId): boolean {
    if (this.#ages === null) return true;
    const restsAt = this.#restsAt(id);
    return restsAt !== NO_PRICE && !this.#ages.isHeld(restsAt, this.#next);
  }

  #write(change: OrderChange, sequence: number): boolean {
    const { book } = this;
    const contradictions = book.unknownOrderEvents + book.duplicateOrders;
    const effect = this.#effectOf(change, sequence);
    if (effect === null) return true;
    const row = this.#rowOf(effect);
    if (row === null) return false;
    this.#rows.row(row);
    return book.unknownOrderEvents + book.duplicateOrders === contradictions;
  }

  #effectOf(change: OrderChange, sequence: number): OrderChange | null {
    return this.#ages === null ? change : this.#ages.effectOf(change, sequence, this.#restsAt(change.id));
  }

  #restsAt({ hi, lo }: SplitId): number {
    const slot = this.book.findOrder(hi, lo);
    return slot < 0 ? NO_PRICE : this.book.orderPriceTicks(slot);
  }

  /** Fields that the message omits come from the book; null where the book does not have the order. */
  #rowOf(change: OrderChange): RowFields | null {
    const { kind, id, side, priceTicks, size } = change;
    if (kind === 'new') return { action: ACTION_ADD, id, side, priceTicks, size };
    const { book } = this;
    const slot = book.findOrder(id.hi, id.lo);
    if (slot < 0) {
      const canAdd = kind !== 'delete' && isComplete(change);
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

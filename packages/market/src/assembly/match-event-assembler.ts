/**
 * Applies rows to a book and gathers what one incoming order did into a match event, returned at the event's last row.
 */

import type { LevelBook } from '#book/level-book.ts';
import { OrderBook } from '#book/order-book.ts';
import * as row from '#events/market-event.ts';
import * as match from '#events/match-event.ts';
import { MatchEventStore } from '#events/match-event-columns.ts';
import { MINUTE_MS } from '#time/durations.ts';
import { FillLedger } from './fill-ledger.ts';
import { RoundClassifier } from './round-classifier.ts';
import { settleTouched, TouchedLevels } from './touched-levels.ts';

// A module's own constants are folded into machine code, imported ones are loaded and checked at each use.
const ACTION_ADD = row.ACTION_ADD;
const ACTION_CANCEL = row.ACTION_CANCEL;
const ACTION_CLEAR = row.ACTION_CLEAR;
const ACTION_FILL = row.ACTION_FILL;
const ACTION_LEVEL = row.ACTION_LEVEL;
const ACTION_MODIFY = row.ACTION_MODIFY;
const ACTION_TRADE = row.ACTION_TRADE;
const COL_ACTION = row.COL_ACTION;
const COL_FLAGS = row.COL_FLAGS;
const COL_INSTRUMENT = row.COL_INSTRUMENT;
const COL_ORDER_HI = row.COL_ORDER_HI;
const COL_ORDER_LO = row.COL_ORDER_LO;
const COL_PRICE_TICKS = row.COL_PRICE_TICKS;
const COL_SEQUENCE = row.COL_SEQUENCE;
const COL_SIDE = row.COL_SIDE;
const COL_SIZE = row.COL_SIZE;
const COL_TIME_HI = row.COL_TIME_HI;
const COL_TIME_LO = row.COL_TIME_LO;
const FLAG_LAST = row.FLAG_LAST;
const FLAG_MAYBE_BAD_BOOK = row.FLAG_MAYBE_BAD_BOOK;
const FLAG_SNAPSHOT = row.FLAG_SNAPSHOT;
const SIDE_ASK = row.SIDE_ASK;
const SIDE_BID = row.SIDE_BID;
const SIDE_NONE = row.SIDE_NONE;
const CHANGE_ADD = match.CHANGE_ADD;
const CHANGE_CANCEL = match.CHANGE_CANCEL;

/**
 * How long detections stay marked after ids restarted or the feed warned of a gap. Reference: detection, section 1.2.
 */
const DEGRADED_MS = MINUTE_MS;
/** An event that never ends is cut here, so that a feed without end flags cannot fill memory. */
const MAX_EVENT_ROWS = 65_536;

/**
 * One per instrument. Rounds follow CME trade summaries: a new round where the aggressor's id changes, or, without ids,
 * where the sequence changes. Snapshot rows set the book and nothing else. Nothing is allocated per row once the
 * columns have grown to the largest event.
 */
export class MatchEventAssembler {
  readonly #book: OrderBook | LevelBook;
  readonly #orders: OrderBook | null;
  readonly #event = new MatchEventStore();
  readonly #fills = new FillLedger();
  readonly #levels = new TouchedLevels();
  readonly #rounds: RoundClassifier;
  #rowsPending = 0;
  #closed = 0;
  /** The event was returned: it is cleared before the next row. */
  #isReturned = false;
  #degradedUntilMs = Number.NEGATIVE_INFINITY;
  #degradeAtClose = false;

  /** `book`: the one that rows are applied to, orders (L3) or levels (L2). */
  constructor(book: OrderBook | LevelBook) {
    this.#book = book;
    this.#orders = book instanceof OrderBook ? book : null;
    this.#rounds = new RoundClassifier(this.#orders);
  }

  /** Rows that carried the end-of-event flag, snapshots and trading status included. */
  get closedEvents(): number {
    return this.#closed;
  }

  /**
   * Applies the row that starts at `at` to the book. Returns the match event when the row ends one that changed or
   * traded something, otherwise null. The event is reused and holds until the next row: copy what is kept.
   */
  applyRow(rows: Int32Array, at: number): match.MatchEvent | null {
    if (this.#isReturned) {
      this.#isReturned = false;
      this.#discard();
    }
    const flags = rows[at + COL_FLAGS]!;
    if ((flags & FLAG_SNAPSHOT) !== 0) {
      this.#applySnapshotRow(rows, at, flags);
      return null;
    }
    if ((flags & FLAG_MAYBE_BAD_BOOK) !== 0) {
      this.#degradeAtClose = true;
    }
    this.#applyLiveRow(rows, at);
    if ((flags & FLAG_LAST) !== 0) {
      this.#closed += 1;
      return this.#close();
    }
    if (this.#rowsPending >= MAX_EVENT_ROWS) {
      this.#degradeAtClose = true;
      return this.#close();
    }
    return null;
  }

  /** A new trading session: ids may start again, so their ages mean nothing until new ones were seen. */
  startSession(): void {
    if (this.#rounds.restart()) {
      this.#degradeAtClose = true;
    }
  }

  #applySnapshotRow(rows: Int32Array, at: number, flags: number): void {
    this.#discard();
    if (rows[at + COL_ACTION]! === ACTION_CLEAR) {
      this.startSession();
    }
    this.#book.applyRow(rows, at);
    if ((flags & FLAG_LAST) !== 0) {
      this.#closed += 1;
    }
  }

  #applyLiveRow(rows: Int32Array, at: number): void {
    switch (rows[at + COL_ACTION]!) {
      case ACTION_ADD:
      case ACTION_MODIFY:
      case ACTION_CANCEL:
        this.#applyChange(rows, at);
        break;
      case ACTION_TRADE:
        this.#addTrade(rows, at);
        break;
      case ACTION_FILL:
        this.#book.applyRow(rows, at);
        this.#fills.note(rows, at);
        break;
      case ACTION_LEVEL:
        if (this.#book.applyRow(rows, at) !== 0) {
          this.#levels.noteBefore(this.#book);
        }
        break;
      case ACTION_CLEAR:
        this.#discard();
        this.startSession();
        this.#book.applyRow(rows, at);
        return;
      default:
        return;
    }
    const event = this.#event;
    this.#rowsPending += 1;
    event.instrumentId = rows[at + COL_INSTRUMENT]!;
    event.timeHi = rows[at + COL_TIME_HI]!;
    event.timeLo = rows[at + COL_TIME_LO]!;
  }

  #applyChange(rows: Int32Array, at: number): void {
    const book = this.#book;
    const kind = book.applyRow(rows, at);
    if (kind === 0) {
      return;
    }
    const changes = this.#event.changes;
    const change = changes.append();
    changes.kind[change] = kind;
    changes.orderHi[change] = rows[at + COL_ORDER_HI]!;
    changes.orderLo[change] = rows[at + COL_ORDER_LO]!;
    if (kind === CHANGE_ADD) {
      this.#noteAdded(rows, at, change);
      return;
    }
    const size = rows[at + COL_SIZE]!;
    const cancelled = kind === CHANGE_CANCEL;
    changes.side[change] = book.changedSide;
    changes.priceBeforeTicks[change] = book.priceBeforeTicks;
    changes.sizeBefore[change] = book.sizeBefore;
    changes.priceAfterTicks[change] = cancelled ? book.priceBeforeTicks : rows[at + COL_PRICE_TICKS]!;
    changes.sizeAfter[change] = cancelled ? restOf(book.sizeBefore, size) : size;
  }

  /** The change of an order that was not in the book: an add, or the modify of an unknown id. */
  #noteAdded(rows: Int32Array, at: number, change: number): void {
    const { changes, rounds } = this.#event;
    changes.side[change] = rows[at + COL_SIDE]!;
    changes.priceBeforeTicks[change] = rows[at + COL_PRICE_TICKS]!;
    changes.sizeBefore[change] = 0;
    changes.priceAfterTicks[change] = rows[at + COL_PRICE_TICKS]!;
    changes.sizeAfter[change] = rows[at + COL_SIZE]!;
    // Only an add shows that the venue has just assigned this id.
    if (rows[at + COL_ACTION]! !== ACTION_ADD) {
      return;
    }
    const hi = rows[at + COL_ORDER_HI]!;
    const lo = rows[at + COL_ORDER_LO]!;
    if (this.#rounds.noteNewId(hi, lo, rounds.count > 0)) {
      this.#degradeAtClose = true;
    }
  }

  #addTrade(rows: Int32Array, at: number): void {
    const rounds = this.#event.rounds;
    const priceTicks = rows[at + COL_PRICE_TICKS]!;
    const size = rows[at + COL_SIZE]!;
    const side = rows[at + COL_SIDE]!;
    let round = rounds.count - 1;
    if (round < 0 || !this.#continuesRound(rows, at, round)) {
      round = rounds.append();
      rounds.side[round] = side;
      rounds.size[round] = 0;
      rounds.levels[round] = 0;
      rounds.sequence[round] = rows[at + COL_SEQUENCE]!;
      rounds.orderHi[round] = rows[at + COL_ORDER_HI]!;
      rounds.orderLo[round] = rows[at + COL_ORDER_LO]!;
      this.#rounds.classify(this.#event, round);
    }
    if (rounds.levels[round]! === 0 || rounds.priceTicks[round]! !== priceTicks) {
      rounds.levels[round]! += 1;
      rounds.priceTicks[round] = priceTicks;
    }
    rounds.size[round]! += size;
    if (side !== SIDE_NONE) {
      this.#levels.noteTrade(this.#event.touched, side === SIDE_BID ? SIDE_ASK : SIDE_BID, priceTicks, size);
    }
  }

  #continuesRound(rows: Int32Array, at: number, round: number): boolean {
    const rounds = this.#event.rounds;
    const hi = rows[at + COL_ORDER_HI]!;
    const lo = rows[at + COL_ORDER_LO]!;
    if (hi !== rounds.orderHi[round]! || lo !== rounds.orderLo[round]!) {
      return false;
    }
    if (rows[at + COL_SIDE]! !== rounds.side[round]!) {
      return false;
    }
    return (hi | lo) !== 0 || rows[at + COL_SEQUENCE]! === rounds.sequence[round]!;
  }

  #close(): match.MatchEvent | null {
    if (this.#rowsPending === 0) {
      return null;
    }
    const event = this.#event;
    event.timeMs = row.splitNsToMs(event.timeHi, event.timeLo);
    if (this.#degradeAtClose) {
      this.#degradeAtClose = false;
      this.#degradedUntilMs = event.timeMs + DEGRADED_MS;
    }
    event.degraded = event.timeMs < this.#degradedUntilMs;
    event.ordinal += 1;
    this.#fills.settle(event, this.#orders);
    settleTouched(event, this.#book, this.#levels);
    this.#isReturned = true;
    return event;
  }

  /** Forgets the rows of the open event: it was returned, or a snapshot or clear cut it short. */
  #discard(): void {
    if (this.#rowsPending !== 0) {
      this.#rowsPending = 0;
      this.#event.clearColumns();
      this.#fills.clear();
      this.#levels.clear();
    }
  }
}

/** What a cancel of `size` leaves; a size of 0 means all. */
function restOf(sizeBefore: number, size: number): number {
  return size > 0 ? Math.max(0, sizeBefore - size) : 0;
}

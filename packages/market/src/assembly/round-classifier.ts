/** Classifies the origin of the aggressor of each round by the order of ids that the match engine assigns. */

import type { OrderBook } from '#book/order-book.ts';
import { compareOrderIds, SIDE_NONE } from '#events/market-event.ts';
import {
  CHANGE_ADD,
  ROUND_AUCTION,
  ROUND_MARKETABLE,
  ROUND_MODIFIED_LIMIT,
  ROUND_STOP,
  ROUND_UNKNOWN,
} from '#events/match-event.ts';
import type { ChangeStore, MatchEventStore } from '#events/match-event-columns.ts';

/** A new id this far below the newest one means that the venue began to count again. */
const RESTART_FALL = 2 ** 31;

/**
 * CME numbers orders in sequence over all instruments of an engine. An aggressor with an id above every one seen has
 * just arrived; one in the book was re-priced through the spread; an old id that is in no book was a stop, held by the
 * exchange until an earlier round of the same event elected it. Reference: detection, section 1.2.
 */
export class RoundClassifier {
  readonly #orders: OrderBook | null;
  #maxHi = 0;
  #maxLo = 0;

  constructor(orders: OrderBook | null) {
    this.#orders = orders;
  }

  /** Forgets the newest id. True when there was one. */
  restart(): boolean {
    const known = (this.#maxHi | this.#maxLo) !== 0;
    this.#maxHi = 0;
    this.#maxLo = 0;
    return known;
  }

  /**
   * Notes the id of an added order; `elected` where an elected stop may be adding its rest. True when ids restarted.
   */
  noteNewId(hi: number, lo: number, elected: boolean): boolean {
    if (compareOrderIds(hi, lo, this.#maxHi, this.#maxLo) > 0) {
      this.#maxHi = hi;
      this.#maxLo = lo;
      return false;
    }
    const fall = ((this.#maxHi >>> 0) - (hi >>> 0)) * 2 ** 32 + (this.#maxLo >>> 0) - (lo >>> 0);
    if (elected || fall <= RESTART_FALL) {
      return false;
    }
    this.#maxHi = hi;
    this.#maxLo = lo;
    return true;
  }

  /** Writes `kind` and `uncertain` of a round whose side, ids and sequence are set. */
  classify(event: MatchEventStore, round: number): void {
    const { rounds } = event;
    const hi = rounds.orderHi[round]!;
    const lo = rounds.orderLo[round]!;
    rounds.uncertain[round] = 0;
    if (rounds.side[round]! === SIDE_NONE) {
      rounds.kind[round] = ROUND_AUCTION;
    } else if ((hi | lo) === 0) {
      rounds.kind[round] = round === 0 ? ROUND_UNKNOWN : ROUND_STOP;
    } else {
      this.#classifyById(event, round, hi, lo);
      if (compareOrderIds(hi, lo, this.#maxHi, this.#maxLo) > 0) {
        this.#maxHi = hi;
        this.#maxLo = lo;
      }
    }
  }

  #classifyById(event: MatchEventStore, round: number, hi: number, lo: number): void {
    const { rounds } = event;
    for (let earlier = 0; earlier < round; earlier += 1) {
      if (rounds.orderHi[earlier]! === hi && rounds.orderLo[earlier]! === lo) {
        rounds.kind[round] = rounds.kind[earlier]!;
        rounds.uncertain[round] = rounds.uncertain[earlier]!;
        return;
      }
    }
    if (this.#restedBefore(event.changes, hi, lo)) {
      rounds.kind[round] = ROUND_MODIFIED_LIMIT;
    } else if (compareOrderIds(hi, lo, this.#maxHi, this.#maxLo) > 0) {
      rounds.kind[round] = ROUND_MARKETABLE;
    } else {
      rounds.kind[round] = ROUND_STOP;
      rounds.uncertain[round] = round === 0 ? 1 : 0;
    }
  }

  /** Whether the order was in the book before the event, as far as the event's changes so far show. */
  #restedBefore(changes: ChangeStore, hi: number, lo: number): boolean {
    for (let row = 0; row < changes.count; row += 1) {
      if (changes.orderHi[row]! === hi && changes.orderLo[row]! === lo) {
        return changes.kind[row]! !== CHANGE_ADD;
      }
    }
    return (this.#orders?.findOrder(hi, lo) ?? -1) > 0;
  }
}

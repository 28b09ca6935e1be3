/**
 * What a recording proves, counted a second time from its messages alone: a book of its own and no line in common with
 * assembler, book and detectors. Slow and plain on purpose: it decides whether those are right.
 */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  orderIdString,
  rowTimeNs,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import { ExactFacts } from './exact-facts.ts';

/** What is displayed of a resting order. */
interface Shown {
  readonly priceTicks: number;
  readonly size: number;
}

/** One message that is part of an event. */
interface Message {
  readonly action: number;
  readonly side: number;
  readonly id: string;
  readonly priceTicks: number;
  readonly size: number;
  readonly sequence: number;
}

const NO_ID = '0';

export class MessageOracle {
  readonly facts = new ExactFacts();
  readonly #book = new Map<string, Shown>();
  /** Displayed before the event, of every order that the event changes; null of those that were not there. */
  readonly #before = new Map<string, Shown | null>();
  #event: Message[] = [];

  applyRow(rows: Int32Array, at: number): void {
    const message: Message = {
      action: rows[at + COL_ACTION]!,
      side: rows[at + COL_SIDE]!,
      id: orderIdString(rows[at + COL_ORDER_HI]!, rows[at + COL_ORDER_LO]!),
      priceTicks: rows[at + COL_PRICE_TICKS]!,
      size: rows[at + COL_SIZE]!,
      sequence: rows[at + COL_SEQUENCE]!,
    };
    const flags = rows[at + COL_FLAGS]!;
    if ((flags & FLAG_SNAPSHOT) !== 0) {
      this.#begin();
      this.#apply(message);
      this.#before.clear();
      return;
    }
    this.#apply(message);
    if (message.action === ACTION_CLEAR) this.#begin();
    else this.#event.push(message);
    if ((flags & FLAG_LAST) === 0) return;
    this.#settle(rowTimeNs(rows, at));
    this.#begin();
  }

  #begin(): void {
    this.#event = [];
    this.#before.clear();
  }

  #apply({ action, id, priceTicks, size }: Message): void {
    if (action === ACTION_CLEAR) this.#book.clear();
    if (action !== ACTION_ADD && action !== ACTION_MODIFY && action !== ACTION_CANCEL) return;
    const shown = this.#book.get(id) ?? null;
    if (!this.#before.has(id)) this.#before.set(id, shown);
    if (action !== ACTION_CANCEL) this.#book.set(id, { priceTicks, size });
    else if (shown !== null && size > 0 && size < shown.size)
      this.#book.set(id, { ...shown, size: shown.size - size });
    else this.#book.delete(id);
  }

  #settle(timeNs: bigint): void {
    const trades = this.#event.filter(({ action }) => action === ACTION_TRADE);
    for (const { side, size } of trades) this.facts.addTraded(side, size);
    const aggressive = trades.filter(({ side }) => side !== SIDE_NONE);
    for (const side of [SIDE_BID, SIDE_ASK]) this.#settleStops(timeNs, aggressive, side);
    this.#settleRefills(new Set(aggressive.map(({ id }) => id)));
  }

  /**
   * One order comes in, and whatever else trades as an aggressor was there before: resting and re-priced, or held by the
   * exchange as a stop. So does a limit order that begins to rest in the event without being one of its aggressors.
   */
  #settleStops(timeNs: bigint, trades: readonly Message[], side: number): void {
    const [initiator] = trades;
    if (initiator === undefined) return;
    const isStop = (message: Message): boolean =>
      message.side === side &&
      aggressorOf(message) !== aggressorOf(initiator) &&
      !this.#restedBefore(message.id);
    const stops = trades.filter(isStop);
    const traded = new Set(trades.map(aggressorOf));
    const rested = this.#event.filter(
      (message) =>
        message.action === ACTION_ADD && initiator.id !== NO_ID && !traded.has(message.id) && isStop(message),
    );
    const count = new Set([...stops.map(aggressorOf), ...rested.map(({ id }) => id)]).size;
    const contracts = stops.reduce((sum, { size }) => sum + size, 0);
    if (count > 0) this.facts.addElection({ timeNs, side, stops: count, contracts });
  }

  #restedBefore(id: string): boolean {
    return id !== NO_ID && (this.#before.has(id) ? this.#before.get(id) : this.#book.get(id)) != null;
  }

  /** An order that stays at its price and shows more than its fills can have left of it was refilled. */
  #settleRefills(aggressors: ReadonlySet<string>): void {
    const fills = this.#event.filter(({ action, id }) => action === ACTION_FILL && !aggressors.has(id));
    for (const id of new Set(fills.map((fill) => fill.id))) {
      const before = this.#before.get(id);
      const after = this.#book.get(id);
      if (before == null || after === undefined) continue;
      const own = fills.filter((fill) => fill.id === id && fill.priceTicks === after.priceTicks);
      const hidden = after.size + own.reduce((sum, { size }) => sum + size, 0) - before.size;
      if (own.length > 0 && hidden > 0) this.facts.addRefill(id);
    }
  }
}

/** Without ids the trades of one aggressor share a sequence number. */
const aggressorOf = ({ id, sequence }: Message): string => (id === NO_ID ? `sequence ${sequence}` : id);

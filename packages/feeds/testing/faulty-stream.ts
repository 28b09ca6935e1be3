/** Makes a numbered order stream, an oracle's book of it, and a channel that drops, doubles, reorders and delays it. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_MODIFY,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RPT_SEQ,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  NS_PER_MS,
  nsHi,
  nsLo,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';

const MID_TICKS = 20_000;
const LIVE_ORDERS = 500;
const START_NS = 1_704_207_600_000_000_000n;

interface LiveOrder {
  readonly id: number;
  readonly side: number;
  readonly price: number;
  size: number;
}

/** A seeded exchange of adds, changes and cancels that never crosses; each row is the next number. */
export class OrderStream {
  readonly row = new Int32Array(ROW_LENGTH);
  readonly book = new OrderBook();
  readonly #random: () => number;
  readonly #live: LiveOrder[] = [];
  #sequence = 0;
  #nextId = 1;

  constructor(random: () => number) {
    this.#random = random;
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** Fills `row` with the next message and applies it to the oracle's book. */
  next(): void {
    const { row } = this;
    this.#sequence += 1;
    const timeNs = START_NS + BigInt(this.#sequence) * NS_PER_MS;
    row.fill(0);
    row[COL_TIME_HI] = nsHi(timeNs);
    row[COL_TIME_LO] = nsLo(timeNs);
    row[COL_FLAGS] = FLAG_LAST;
    row[COL_RPT_SEQ] = this.#sequence;
    const roll = this.#random();
    if (this.#live.length < 10 || (roll < 0.5 && this.#live.length < LIVE_ORDERS)) this.#add();
    else if (roll < 0.75) this.#modify();
    else this.#cancel();
    this.book.applyRow(row, 0);
  }

  #add(): void {
    const side = this.#random() < 0.5 ? SIDE_BID : SIDE_ASK;
    const away = 1 + Math.floor(this.#random() * 40);
    const order = {
      id: this.#nextId,
      side,
      price: side === SIDE_BID ? MID_TICKS - away : MID_TICKS + away,
      size: 1 + Math.floor(this.#random() * 50),
    };
    this.#nextId += 1;
    this.#live.push(order);
    this.#fill(ACTION_ADD, order);
  }

  #modify(): void {
    const order = this.#pick();
    order.size = 1 + Math.floor(this.#random() * 50);
    this.#fill(ACTION_MODIFY, order);
  }

  #cancel(): void {
    const index = Math.floor(this.#random() * this.#live.length);
    const order = this.#live[index]!;
    this.#live[index] = this.#live.at(-1) as LiveOrder;
    this.#live.pop();
    this.#fill(ACTION_CANCEL, order);
  }

  #pick(): LiveOrder {
    return this.#live[Math.floor(this.#random() * this.#live.length)]!;
  }

  #fill(action: number, order: LiveOrder): void {
    this.row[COL_ACTION] = action;
    this.row[COL_SIDE] = order.side;
    this.row[COL_PRICE_TICKS] = order.price;
    this.row[COL_SIZE] = order.size;
    this.row[COL_ORDER_LO] = order.id;
  }
}

export interface Faults {
  /** Shares of messages, 0 to 1. */
  readonly drop: number;
  readonly duplicate: number;
  readonly reorder: number;
  readonly late: number;
  /** Messages that a reordered one is moved back at most. */
  readonly window: number;
  /** Messages that a late one is moved back at most. */
  readonly lateBy: number;
}

/** Sends rows with faults: a message comes in its turn, later, twice or never. */
export class FaultyChannel {
  readonly #faults: Faults;
  readonly #random: () => number;
  readonly #deliver: (row: Int32Array) => void;
  /** Rows on their way, by the turn in which they come. */
  readonly #due = new Map<number, Int32Array[]>();
  #turn = 0;

  constructor(faults: Faults, random: () => number, deliver: (row: Int32Array) => void) {
    this.#faults = faults;
    this.#random = random;
    this.#deliver = deliver;
  }

  send(row: Int32Array): void {
    const { drop, duplicate, reorder, late, window, lateBy } = this.#faults;
    const roll = this.#random();
    if (roll < drop) this.#advance();
    else if (roll < drop + duplicate) this.#schedule(row, [0, 1 + this.#draw(window)]);
    else if (roll < drop + duplicate + reorder) this.#schedule(row, [1 + this.#draw(window)]);
    else if (roll < drop + duplicate + reorder + late) this.#schedule(row, [window + this.#draw(lateBy)]);
    else this.#schedule(row, [0]);
  }

  /** Everything still on its way comes. */
  drain(): void {
    while (this.#due.size > 0) this.#advance();
  }

  #schedule(row: Int32Array, delays: readonly number[]): void {
    for (const delay of delays) {
      const turn = this.#turn + delay;
      const rows = this.#due.get(turn) ?? [];
      rows.push(row.slice());
      this.#due.set(turn, rows);
    }
    this.#advance();
  }

  #advance(): void {
    const rows = this.#due.get(this.#turn);
    this.#due.delete(this.#turn);
    this.#turn += 1;
    for (const row of rows ?? []) this.#deliver(row);
  }

  #draw(most: number): number {
    return Math.floor(this.#random() * most);
  }
}

/** Pairs fills into positions from flat to flat, first in, first out, by account and contract. */

import type { Side } from '#model/import-model.ts';
import type { Scaled } from '#numbers/decimal.ts';
import type { Micros } from '#numbers/money.ts';
import type { DraftLeg } from './draft-trade.ts';
import { orderFills } from './order-fills.ts';

/** One execution with its numbers read. */
export interface PairFill {
  readonly line: number;
  /** Account and full contract: fills of one book close each other. */
  readonly book: string;
  readonly timeMs: number;
  readonly sequence: string | null;
  readonly action: 'buy' | 'sell';
  /** Above zero. */
  readonly quantity: Scaled;
  readonly price: Scaled;
  readonly commissionMicros: Micros | null;
  readonly feesMicros: Micros | null;
  /** P&L that the file books on this fill. */
  readonly pnlMicros: Micros | null;
  readonly effect: 'open' | 'close' | null;
  /** Signed position after the fill; null where the file does not have it. */
  readonly positionAfter: Scaled | null;
}

/** A position or the part of it that is closed. Its fills in the order in which they happened. */
export interface PairedPosition<F extends PairFill> {
  readonly side: Side;
  readonly status: 'open' | 'closed';
  /** Contracts closed, or still open. */
  readonly quantity: Scaled;
  /** Quantity times price, summed over entries. */
  readonly entryValue: bigint;
  readonly entryMs: number;
  readonly legs: readonly DraftLeg[];
  readonly commissionMicros: Micros | null;
  readonly feesMicros: Micros | null;
  readonly pnlMicros: Micros | null;
  readonly fills: readonly F[];
  /** Everything since the book was flat: of a position that is still open also what closed a part of it. */
  readonly since: readonly F[];
}

/** A fill, or the part of it, that closes what was opened before the file begins. */
export interface OrphanExit<F extends PairFill> {
  readonly fill: F;
  readonly quantity: Scaled;
  readonly commissionMicros: Micros | null;
  readonly feesMicros: Micros | null;
  readonly pnlMicros: Micros | null;
}

export interface Pairing<F extends PairFill> {
  readonly positions: readonly PairedPosition<F>[];
  readonly orphans: readonly OrphanExit<F>[];
}

/**
 * Pairs all fills of a file. Costs follow quantity: of a fill that closes and opens, each side has its share, and of
 * an entry that is closed in parts, each part. Their sum is the sum of the fills' costs, to the micro.
 * What is still open at the end is returned as an open position beside the closed part.
 */
export function pairFills<F extends PairFill>(fills: readonly F[]): Pairing<F> {
  const books = new Map<string, Book<F>>();
  const orphans: OrphanExit<F>[] = [];
  for (const fill of orderFills(fills)) {
    let book = books.get(fill.book);
    if (book === undefined) {
      book = new Book<F>(orphans);
      books.set(fill.book, book);
    }
    book.take(fill);
  }
  return { positions: [...books.values()].flatMap((book) => book.finish()), orphans };
}

interface Costs {
  readonly commissionMicros: Micros | null;
  readonly feesMicros: Micros | null;
}

interface Lot<F> extends Costs {
  readonly fill: F;
  readonly quantity: Scaled;
}

/** What was closed of the running position. */
interface Closed<F> {
  readonly legs: DraftLeg[];
  readonly fills: F[];
  commissionMicros: Micros | null;
  feesMicros: Micros | null;
  pnlMicros: Micros | null;
}

const emptyClosed = <F>(): Closed<F> => ({
  legs: [],
  fills: [],
  commissionMicros: null,
  feesMicros: null,
  pnlMicros: null,
});

class Book<F extends PairFill> {
  readonly #orphans: OrphanExit<F>[];
  readonly #done: PairedPosition<F>[] = [];
  /** Open lots, oldest first, from `head` on. */
  #lots: Lot<F>[] = [];
  #head = 0;
  #open: Scaled = 0n;
  #action: 'buy' | 'sell' = 'buy';
  #closed: Closed<F> = emptyClosed();

  constructor(orphans: OrphanExit<F>[]) {
    this.#orphans = orphans;
  }

  take(fill: F): void {
    const whole: Lot<F> = { fill, quantity: fill.quantity, ...costsOf(fill) };
    if (this.#open > 0n && fill.action !== this.#action) this.#close(whole);
    else this.#enter(whole, fill.pnlMicros);
  }

  #enter(lot: Lot<F>, pnlMicros: Micros | null): void {
    const orphaned = orphanedQuantity(lot.fill, lot.quantity, this.#signedOpen());
    if (orphaned > 0n) {
      const [part, rest] = split(lot, orphaned);
      this.#orphans.push({ fill: lot.fill, quantity: orphaned, ...costsOf(part), pnlMicros });
      if (rest !== null) this.#add(rest);
    } else this.#add(lot);
  }

  #add(lot: Lot<F>): void {
    this.#action = lot.fill.action;
    this.#open += lot.quantity;
    this.#lots.push(lot);
    if (this.#closed.fills.at(-1) !== lot.fill) this.#closed.fills.push(lot.fill);
  }

  #close(whole: Lot<F>): void {
    const [part, rest] = split(whole, whole.quantity < this.#open ? whole.quantity : this.#open);
    this.#closed.fills.push(whole.fill);
    // The P&L of a flip belongs to the position that it closes.
    this.#closed.pnlMicros = sum(this.#closed.pnlMicros, whole.fill.pnlMicros);
    let exit: Lot<F> | null = part;
    while (exit !== null) exit = this.#closeOldest(exit);
    if (this.#open === 0n) this.#flatten();
    if (rest !== null) this.#enter(rest, null);
  }

  /** Closes as much of the oldest lot as possible; returns the remainder of the exit. */
  #closeOldest(exit: Lot<F>): Lot<F> | null {
    const oldest = this.#lots[this.#head] as Lot<F>;
    const quantity = exit.quantity < oldest.quantity ? exit.quantity : oldest.quantity;
    const [entryPart, entryRest] = split(oldest, quantity);
    const [exitPart, exitRest] = split(exit, quantity);
    if (entryRest === null) this.#head += 1;
    else this.#lots[this.#head] = entryRest;
    this.#open -= quantity;
    this.#closed.legs.push({
      quantity,
      entryPrice: oldest.fill.price,
      exitPrice: exit.fill.price,
      entryMs: oldest.fill.timeMs,
      exitMs: exit.fill.timeMs,
    });
    for (const part of [entryPart, exitPart]) {
      this.#closed.commissionMicros = sum(this.#closed.commissionMicros, part.commissionMicros);
      this.#closed.feesMicros = sum(this.#closed.feesMicros, part.feesMicros);
    }
    return exitRest;
  }

  #flatten(): void {
    this.#pushClosed();
    this.#lots = [];
    this.#head = 0;
  }

  #pushClosed(): void {
    const closed = this.#closed;
    this.#closed = emptyClosed();
    const first = closed.legs[0];
    if (first === undefined) return;
    this.#done.push({
      ...closed,
      since: closed.fills,
      side: this.#side(),
      status: 'closed',
      quantity: closed.legs.reduce((total, leg) => total + leg.quantity, 0n),
      entryValue: closed.legs.reduce((total, leg) => total + leg.quantity * leg.entryPrice, 0n),
      entryMs: first.entryMs,
    });
  }

  finish(): readonly PairedPosition<F>[] {
    const left = this.#lots.slice(this.#head);
    const since = this.#closed.fills;
    this.#pushClosed();
    const [first] = left;
    if (first !== undefined)
      this.#done.push({
        side: this.#side(),
        status: 'open',
        quantity: this.#open,
        entryValue: left.reduce((total, lot) => total + lot.quantity * lot.fill.price, 0n),
        entryMs: first.fill.timeMs,
        legs: [],
        commissionMicros: left.reduce<Micros | null>((total, lot) => sum(total, lot.commissionMicros), null),
        feesMicros: left.reduce<Micros | null>((total, lot) => sum(total, lot.feesMicros), null),
        pnlMicros: null,
        fills: left.map((lot) => lot.fill),
        since,
      });
    return this.#done;
  }

  #side(): Side {
    return this.#action === 'buy' ? 'long' : 'short';
  }

  #signedOpen(): Scaled {
    return this.#action === 'buy' ? this.#open : -this.#open;
  }
}

/**
 * How much of a fill that our book would take as an entry exits something that is not in the file: by the fill's
 * effect, by the P&L booked on it, or by the position after it, as far as the file has them.
 */
function orphanedQuantity(fill: PairFill, quantity: Scaled, signedOpen: Scaled): Scaled {
  if (fill.effect === 'close') return quantity;
  if (fill.effect === 'open') return 0n;
  if (fill.positionAfter !== null && signedOpen === 0n) {
    const sign = fill.action === 'buy' ? 1n : -1n;
    const before = (fill.positionAfter - sign * quantity) * -sign;
    if (before > 0n) return before < quantity ? before : quantity;
    return 0n;
  }
  return quantity === fill.quantity && fill.pnlMicros !== null && fill.pnlMicros !== 0 ? quantity : 0n;
}

/**
 * The part of a lot with this quantity, its share of costs rounded to the micro, and the rest with what remains of
 * them.
 */
function split<F>(lot: Lot<F>, quantity: Scaled): [Lot<F>, Lot<F> | null] {
  if (quantity >= lot.quantity) return [lot, null];
  const share = Number(quantity) / Number(lot.quantity);
  const commissionMicros = shareOf(lot.commissionMicros, share);
  const feesMicros = shareOf(lot.feesMicros, share);
  return [
    { fill: lot.fill, quantity, commissionMicros, feesMicros },
    {
      fill: lot.fill,
      quantity: lot.quantity - quantity,
      commissionMicros: rest(lot.commissionMicros, commissionMicros),
      feesMicros: rest(lot.feesMicros, feesMicros),
    },
  ];
}

const shareOf = (micros: Micros | null, share: number): Micros | null =>
  micros === null ? null : Math.round(micros * share);

const rest = (whole: Micros | null, part: Micros | null): Micros | null =>
  whole === null || part === null ? null : whole - part;

const sum = (a: Micros | null, b: Micros | null): Micros | null => (a === null ? b : b === null ? a : a + b);

const costsOf = ({ commissionMicros, feesMicros }: Costs): Costs => ({ commissionMicros, feesMicros });

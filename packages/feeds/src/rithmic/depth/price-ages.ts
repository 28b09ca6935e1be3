/**
 * Prices of a snapshot that are of different ages, and those that are not followed: what a change still does to the
 * book.
 */
import { NO_PRICE } from '@undertow/market';
import { isComplete, type OrderChange } from './depth-changes.ts';

/** Prices in ticks that are followed, both ends among them. */
export interface PriceWindow {
  readonly lowTicks: number;
  readonly highTicks: number;
}

export class PriceAges {
  readonly #window: PriceWindow | null;
  readonly #ages: Map<number, number>;
  #newest: number;

  /** `window`: null for all prices. `ages`: the number up to which a price holds the events, by price in ticks. */
  constructor(window: PriceWindow | null, ages: ReadonlyMap<number, number>) {
    this.#window = window;
    this.#ages = new Map(ages);
    this.#newest = Math.max(0, ...ages.values());
  }

  /** True where every price is followed, and none holds the event of this number or a later one. */
  isOver(sequence: number): boolean {
    return this.#window === null && sequence > this.#newest;
  }

  /** The numbers have begun again: those of the snapshot are not comparable with what follows. */
  forgetNumbers(): void {
    this.#ages.clear();
    this.#newest = 0;
  }

  /**
   * Whether the book has the event of this number at this price; of a price that is not followed it has all it ever
   * will.
   */
  isHeld(priceTicks: number, sequence: number): boolean {
    const window = this.#window;
    if (window !== null && (priceTicks < window.lowTicks || priceTicks > window.highTicks)) return true;
    return sequence <= this.#newest && sequence <= (this.#ages.get(priceTicks) ?? 0);
  }

  /**
   * What a change does to a book in which its order rests at `restsAt` (`NO_PRICE` for an unknown one); null for
   * nothing. An order that moves to a price whose snapshot is younger is there already or gone; from a price that is
   * not followed it comes as a new one.
   */
  effectOf(change: OrderChange, sequence: number, restsAt: number): OrderChange | null {
    const isUnknown = restsAt === NO_PRICE;
    if (!isUnknown && this.isHeld(restsAt, sequence)) return null;
    if (change.kind === 'delete') return isUnknown ? null : change;
    const isThere = change.priceTicks !== NO_PRICE && this.isHeld(change.priceTicks, sequence);
    if (isThere) return isUnknown ? null : { ...change, kind: 'delete' };
    if (!isUnknown) return change;
    return isComplete(change) ? { ...change, kind: 'new' } : null;
  }
}

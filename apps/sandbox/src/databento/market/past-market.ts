/**
 * Past days of the stand-in: half an hour of trading on each weekday, made when somebody first requests it. The same
 * seed gives the same days.
 */
import type { Feed } from '@undertow/feeds';
import { DAY_MS, HOUR_MS, type Instrument, instrumentById, MINUTE_MS } from '@undertow/market';
import { MarketFloor } from './market-floor.ts';
import type { ProductLine } from './product-line.ts';
import { Symbology } from './symbology.ts';

/** Of each day: 14:30 to 15:00 UTC. */
const OPEN_MS = 14.5 * HOUR_MS;
export const PAST_MINUTES = 30;
/** Days of a product that are kept once they were made; each takes some megabytes. */
const MAX_KEPT = 8;

export interface PastMarketOptions {
  readonly instrumentIds: readonly number[];
  /** Days before the one that today's market begins on. */
  readonly days: number;
  /** Start of today's market, milliseconds since 1970 UTC. */
  readonly todayMs: number;
  /** Opens the exchange of one product that ends at an instant with so many minutes of history. */
  readonly openVenue: (instrumentId: number, endMs: number, minutes: number) => Feed;
}

export class PastMarket {
  /** Start of the day that today's market begins on, and of the first past day. */
  readonly endMs: number;
  readonly firstMs: number;
  readonly #options: PastMarketOptions;
  readonly #instruments: readonly Instrument[];
  readonly #made = new Map<string, Promise<ProductLine>>();

  constructor(options: PastMarketOptions) {
    this.#options = options;
    this.#instruments = options.instrumentIds.map(instrumentById).filter((one) => one !== undefined);
    this.endMs = Math.floor(options.todayMs / DAY_MS) * DAY_MS;
    this.firstMs = this.endMs - options.days * DAY_MS;
  }

  /** Contracts as they were on a day. */
  symbologyOf(dayMs: number): Symbology {
    return new Symbology(this.#instruments, () => dayMs + OPEN_MS);
  }

  /** A product on a past day; null on days without trading. */
  async line(dayMs: number, instrument: Instrument): Promise<ProductLine | null> {
    const weekday = new Date(dayMs).getUTCDay();
    if (dayMs < this.firstMs || dayMs >= this.endMs || weekday === 0 || weekday === 6) return null;
    const key = `${dayMs}/${instrument.id}`;
    const made = this.#made.get(key) ?? this.#make(dayMs, instrument);
    this.#made.delete(key);
    this.#made.set(key, made);
    for (const oldest of [...this.#made.keys()].slice(0, -MAX_KEPT)) this.#made.delete(oldest);
    return made;
  }

  async #make(dayMs: number, instrument: Instrument): Promise<ProductLine> {
    const startMs = dayMs + OPEN_MS;
    const endMs = startMs + PAST_MINUTES * MINUTE_MS;
    const floor = new MarketFloor({
      instrumentIds: [instrument.id],
      nowMs: () => endMs,
      startMs,
      openFeed: () => this.#options.openVenue(instrument.id, endMs, PAST_MINUTES),
    });
    const line = floor.line(instrument);
    // Its exchange is of no use once the day is made
    await floor.run(line).finally(() => floor.close());
    return line;
  }
}
